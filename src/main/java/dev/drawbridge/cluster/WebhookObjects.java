package dev.drawbridge.cluster;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/** The objects of a webhook with managed certificates: its Secret and its ValidatingWebhookConfiguration. */
public record WebhookObjects(KubernetesClient client) {

    /** The type that the chart gives the Secret: a type is immutable. */
    private static final String TYPE = "Opaque";

    /**
     * Reads the Secret of this name; {@link StoredSecret#NONE} if there is none.
     *
     * @throws IOException with a message if the cluster cannot be reached, or refuses an answer
     */
    public StoredSecret secret(String namespace, String name) throws IOException {
        return ClusterCalls.get(client, () -> {
            Secret secret =
                    client.secrets().inNamespace(namespace).withName(name).get();
            if (secret == null) {
                return StoredSecret.NONE;
            }
            Map<String, String> data = new HashMap<>();
            if (secret.getData() != null) {
                secret.getData().forEach((key, text) -> data.put(key, decoded(text)));
            }
            Map<String, String> annotations = secret.getMetadata().getAnnotations();
            return new StoredSecret(
                    data,
                    annotations == null ? Map.of() : annotations,
                    secret.getMetadata().getResourceVersion());
        });
    }

    private static String decoded(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    }

    /**
     * Writes the Secret, if no one else has written it since it was read; false otherwise.
     *
     * @throws IOException with a message if the cluster cannot be reached, or refuses
     */
    public boolean write(String namespace, String name, StoredSecret secret) throws IOException {
        Map<String, String> data = new HashMap<>();
        secret.data()
                .forEach((key, text) ->
                        data.put(key, Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8))));
        boolean isNew = secret.resourceVersion().isEmpty();
        Resource<Secret> resource = client.resource(new SecretBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .withAnnotations(secret.annotations())
                .withResourceVersion(isNew ? null : secret.resourceVersion())
                .endMetadata()
                .withType(isNew ? TYPE : null)
                .withData(data)
                .build());
        return ClusterCalls.isAlone(client, () -> {
            if (isNew) {
                resource.create();
            } else {
                resource.patch(PatchContext.of(PatchType.JSON_MERGE));
            }
        });
    }

    /** The result of updating a configuration. */
    public enum Trust {
        /** The configuration already had the certificates. */
        UNCHANGED,
        /** They were written. */
        WRITTEN,
        /** Another client wrote the configuration at the same time. */
        CONFLICT
    }

    /**
     * Writes the trusted certificates into each webhook of a configuration that does not have them.
     *
     * @throws IOException with a message if there is none of this name, or the cluster refuses
     */
    public Trust trust(String configuration, String authorities) throws IOException {
        String bundle = Base64.getEncoder().encodeToString(authorities.getBytes(StandardCharsets.US_ASCII));
        Resource<ValidatingWebhookConfiguration> resource = client.admissionRegistration()
                .v1()
                .validatingWebhookConfigurations()
                .withName(configuration);
        ValidatingWebhookConfiguration stored = ClusterCalls.get(client, resource::get);
        if (stored == null) {
            throw new IOException("there is no ValidatingWebhookConfiguration " + configuration);
        }
        boolean isTrusted = stored.getWebhooks().stream()
                .allMatch(webhook -> bundle.equals(webhook.getClientConfig().getCaBundle()));
        if (isTrusted) {
            return Trust.UNCHANGED;
        }
        stored.getWebhooks().forEach(webhook -> webhook.getClientConfig().setCaBundle(bundle));
        return ClusterCalls.isAlone(client, () -> client.resource(stored).update()) ? Trust.WRITTEN : Trust.CONFLICT;
    }
}
