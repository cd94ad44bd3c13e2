package dev.drawbridge.driver;

import java.util.Set;

/** Maps DeviceClasses to the drivers of their devices. */
@FunctionalInterface
public interface ClassDrivers {

    ClassDrivers NONE = name -> Set.of();

    /** The drivers of the class; empty if unknown. */
    Set<String> of(String className);
}
