package dev.drawbridge.admission;

import dev.drawbridge.resource.Kind;
import dev.drawbridge.resource.Kinds;
import dev.drawbridge.schema.ApiVersion;
import dev.drawbridge.schema.KubernetesRelease;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.RuleWithOperations;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.RuleWithOperationsBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfigurationBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What tells a cluster to ask the webhook: the resources that the table has rules for, and their {@code status}. The failure policy is
 * {@code Ignore}; an overlay makes it {@code Fail}.
 */
public final class WebhookRegistration {

    private static final int TIMEOUT_SECONDS = 5;

    /**
     * The configuration for a Service.
     *
     * @param caBundle the authority's certificate, PEM in Base64; null where another tool puts it there
     */
    public ValidatingWebhookConfiguration configuration(String service, String namespace, @Nullable String caBundle) {
        return new ValidatingWebhookConfigurationBuilder()
                .withNewMetadata()
                .withName(service)
                .withLabels(Map.of("app.kubernetes.io/name", service))
                .endMetadata()
                .addNewWebhook()
                .withName("resource.drawbridge.dev")
                .withAdmissionReviewVersions("v1")
                .withSideEffects("None")
                .withFailurePolicy("Ignore")
                .withMatchPolicy("Equivalent")
                .withTimeoutSeconds(TIMEOUT_SECONDS)
                .withNewClientConfig()
                .withCaBundle(caBundle)
                .withNewService()
                .withName(service)
                .withNamespace(namespace)
                .withPath("/validate")
                .withPort(443)
                .endService()
                .endClientConfig()
                .withRules(rules())
                .endWebhook()
                .build();
    }

    private List<RuleWithOperations> rules() {
        List<RuleWithOperations> all = new ArrayList<>();
        for (ApiVersion version : ApiVersion.values()) {
            if (resources(version).isEmpty()) {
                continue;
            }
            all.add(new RuleWithOperationsBuilder()
                    .withApiGroups(Kinds.GROUP)
                    .withApiVersions(version.toString())
                    .withOperations("CREATE", "UPDATE")
                    .withResources(resources(version))
                    .withScope("*")
                    .build());
        }
        return all;
    }

    private List<String> resources(ApiVersion version) {
        List<String> resources = new ArrayList<>();
        for (Kind kind : Kinds.all()) {
            if (Arrays.stream(KubernetesRelease.values()).anyMatch(release -> kind.isServed(version, release))) {
                resources.add(kind.plural());
                if (kind.hasStatus()) {
                    resources.add(kind.plural() + "/status");
                }
            }
        }
        return resources;
    }
}
