package dev.drawbridge.cluster;

import java.util.Map;

/**
 * A Secret.
 *
 * @param data its texts, by key
 * @param resourceVersion its revision; empty if it does not exist yet
 */
public record StoredSecret(Map<String, String> data, Map<String, String> annotations, String resourceVersion) {

    /** A Secret that does not exist. */
    public static final StoredSecret NONE = new StoredSecret(Map.of(), Map.of(), "");
}
