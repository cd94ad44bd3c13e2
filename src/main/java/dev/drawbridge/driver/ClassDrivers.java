package dev.drawbridge.driver;

import java.util.Set;

/** Which drivers the devices of a DeviceClass are of. */
@FunctionalInterface
public interface ClassDrivers {

    /** Of no class are the drivers known. */
    ClassDrivers NONE = name -> Set.of();

    /** The drivers of the class; empty if they are not known. */
    Set<String> of(String className);
}
