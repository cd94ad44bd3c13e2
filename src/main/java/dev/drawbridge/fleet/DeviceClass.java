package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * A DeviceClass.
 *
 * @param selectors the expressions that all its devices match
 * @param extendedResourceName the extended resource of its devices; empty if unset
 * @param createdAt {@link Instant#EPOCH} if unset
 */
public record DeviceClass(String name, List<String> selectors, String extendedResourceName, Instant createdAt) {

    /** Reads a DeviceClass. Fields of a wrong type count as unset. */
    public static DeviceClass of(ObjectValue object) {
        return new DeviceClass(
                object.object("metadata").string("name"),
                Fields.selectors(object.object("spec").list("selectors")),
                object.object("spec").string("extendedResourceName"),
                Objects.requireNonNullElse(Fields.time(object.object("metadata"), "creationTimestamp"), Instant.EPOCH));
    }
}
