package dev.drawbridge.schema;

import java.util.Optional;

/**
 * A version of an API group, the oldest of each group first: all of {@code resource.k8s.io}, and those of other groups
 * whose objects have claims.
 */
public enum ApiVersion {
    V1ALPHA2("v1alpha2"),
    V1ALPHA3("v1alpha3"),
    V1BETA1("v1beta1"),
    V1BETA2("v1beta2"),
    V1("v1"),
    CORE_V1("", "v1"),
    APPS_V1("apps", "v1"),
    BATCH_V1("batch", "v1"),
    SCHEDULING_V1ALPHA1("scheduling.k8s.io", "v1alpha1"),
    SCHEDULING_V1ALPHA2("scheduling.k8s.io", "v1alpha2"),
    SCHEDULING_V1ALPHA3("scheduling.k8s.io", "v1alpha3"),
    SCHEDULING_V1BETA1("scheduling.k8s.io", "v1beta1");

    /** The API group of dynamic resource allocation. */
    public static final String GROUP = "resource.k8s.io";

    private static final ApiVersion[] VERSIONS = values();

    private final String group;
    private final String text;
    private final String qualified;

    ApiVersion(String text) {
        this("resource.k8s.io", text);
    }

    ApiVersion(String group, String text) {
        this.group = group;
        this.text = text;
        this.qualified = group.isEmpty() ? text : group + "/" + text;
    }

    /** The version of {@code resource.k8s.io} of this name; empty if the table has none. */
    public static Optional<ApiVersion> parse(String text) {
        for (ApiVersion version : VERSIONS) {
            if (version.text.equals(text) && version.group.equals(GROUP)) {
                return Optional.of(version);
            }
        }
        return Optional.empty();
    }

    /** The version that an object writes as {@code apiVersion}, such as {@code apps/v1}; empty if not in the table. */
    public static Optional<ApiVersion> ofObject(String apiVersion) {
        for (ApiVersion version : VERSIONS) {
            if (version.qualified.equals(apiVersion)) {
                return Optional.of(version);
            }
        }
        return Optional.empty();
    }

    /** The API group; empty for Kubernetes' core. */
    public String group() {
        return group;
    }

    /** Group and version, such as {@code resource.k8s.io/v1}. */
    public String qualified() {
        return qualified;
    }

    @Override
    public String toString() {
        return text;
    }
}
