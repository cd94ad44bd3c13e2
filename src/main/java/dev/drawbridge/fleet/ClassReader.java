package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;
import java.time.Instant;
import java.util.Objects;

/** Reads DeviceClasses. Fields of a wrong type count as unset. */
public final class ClassReader {

    private ClassReader() {}

    /** Reads a DeviceClass. */
    public static DeviceClass deviceClass(ObjectValue object) {
        return new DeviceClass(
                object.object("metadata").string("name"),
                Fields.selectors(object.object("spec").list("selectors")),
                object.object("spec").string("extendedResourceName"),
                Objects.requireNonNullElse(Fields.time(object.object("metadata"), "creationTimestamp"), Instant.EPOCH));
    }
}
