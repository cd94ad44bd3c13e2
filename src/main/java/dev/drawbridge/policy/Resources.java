package dev.drawbridge.policy;

import dev.drawbridge.validation.ResourceApi;
import java.util.Locale;
import java.util.Set;

/** The resources of kinds, as URLs and rules of policies name them. */
public final class Resources {

    // @formatter:off
    private static final Set<String> OF_CLUSTER = Set.of(
        "APIService", "CSIDriver", "CSINode", "CertificateSigningRequest", "ClusterRole", "ClusterRoleBinding",
        "ClusterTrustBundle", "CustomResourceDefinition", "FlowSchema", "IngressClass", "MutatingAdmissionPolicy",
        "MutatingAdmissionPolicyBinding", "MutatingWebhookConfiguration", "Namespace", "Node", "PersistentVolume",
        "PriorityClass", "PriorityLevelConfiguration", "RuntimeClass", "StorageClass", "ValidatingAdmissionPolicy",
        "ValidatingAdmissionPolicyBinding", "ValidatingWebhookConfiguration", "VolumeAttachment",
        "VolumeAttributesClass");
    // @formatter:on

    private static final Set<String> PLURALS =
            Set.of("endpoints", "resourceclaimparameters", "resourceclassparameters");

    private Resources() {}

    /**
     * The resource of a kind, as generators of CustomResourceDefinitions name it: {@code policies}, {@code gateways}.
     *
     * <p>Source: {@code github.com/gobuffalo/flect}, which {@code controller-gen} uses.
     */
    public static String of(String kind) {
        String singular = kind.toLowerCase(Locale.ROOT);
        if (PLURALS.contains(singular)) {
            return singular;
        }
        if (singular.endsWith("s") || singular.endsWith("ch") || singular.endsWith("x")) {
            return singular + "es";
        }
        return singular.matches(".*[^aeiou]y") ? singular.substring(0, singular.length() - 1) + "ies" : singular + "s";
    }

    /** Whether objects of a kind are in namespaces; a kind that is not known is. */
    public static boolean isNamespaced(String apiVersion, String kind) {
        return ResourceApi.isOfGroup(apiVersion)
                ? ResourceApi.isNamespaced(apiVersion, kind)
                : !OF_CLUSTER.contains(kind);
    }
}
