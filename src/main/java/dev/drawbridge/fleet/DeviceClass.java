package dev.drawbridge.fleet;

import java.time.Instant;
import java.util.List;

/**
 * A DeviceClass.
 *
 * @param selectors the expressions that all its devices match
 * @param extendedResourceName the resource by which containers ask for its devices; empty if there is none
 * @param createdAt {@link Instant#EPOCH} where that is not said
 */
public record DeviceClass(String name, List<String> selectors, String extendedResourceName, Instant createdAt) {

    /** A class without an extended resource. */
    public DeviceClass(String name, List<String> selectors) {
        this(name, selectors, "", Instant.EPOCH);
    }
}
