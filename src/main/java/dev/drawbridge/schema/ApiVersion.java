package dev.drawbridge.schema;

import java.util.Optional;

/** A version of the API group, oldest first. */
public enum ApiVersion {
    V1ALPHA2("v1alpha2"),
    V1ALPHA3("v1alpha3"),
    V1BETA1("v1beta1"),
    V1BETA2("v1beta2"),
    V1("v1");

    /** The API group. */
    public static final String GROUP = "resource.k8s.io";

    private static final ApiVersion[] VERSIONS = values();

    private final String text;

    ApiVersion(String text) {
        this.text = text;
    }

    /** The version of this name; empty where the table has none. */
    public static Optional<ApiVersion> parse(String text) {
        for (ApiVersion version : VERSIONS) {
            if (version.text.equals(text)) {
                return Optional.of(version);
            }
        }
        return Optional.empty();
    }

    /** Group and version, such as {@code resource.k8s.io/v1}. */
    public String qualified() {
        return GROUP + "/" + text;
    }

    @Override
    public String toString() {
        return text;
    }
}
