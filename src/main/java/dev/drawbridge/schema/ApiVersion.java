package dev.drawbridge.schema;

import java.util.Arrays;
import java.util.Optional;

/** A version of the API group, oldest first. */
public enum ApiVersion {
    V1ALPHA2("v1alpha2");

    private final String text;

    ApiVersion(String text) {
        this.text = text;
    }

    /** The version of this name; empty where the table has none. */
    public static Optional<ApiVersion> parse(String text) {
        return Arrays.stream(values())
                .filter(version -> version.text.equals(text))
                .findFirst();
    }

    @Override
    public String toString() {
        return text;
    }
}
