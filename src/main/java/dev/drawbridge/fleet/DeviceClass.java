package dev.drawbridge.fleet;

import java.time.Instant;
import java.util.List;

/**
 * A DeviceClass.
 *
 * @param selectors the expressions that all its devices match
 * @param extendedResourceName the extended resource of its devices; empty if unset
 * @param createdAt {@link Instant#EPOCH} if unset
 */
public record DeviceClass(String name, List<String> selectors, String extendedResourceName, Instant createdAt) {

    /** Creates a class without an extended resource. */
    public DeviceClass(String name, List<String> selectors) {
        this(name, selectors, "", Instant.EPOCH);
    }
}
