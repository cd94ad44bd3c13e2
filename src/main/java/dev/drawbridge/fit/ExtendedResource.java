package dev.drawbridge.fit;

import java.util.List;

/**
 * A DeviceClass as containers ask for it.
 *
 * @param deviceClass its name
 * @param names the resources that it provides; of two classes with one name only that which provides it has it
 * @param devices how many devices of the class nodes can use
 * @param free how many of them no claim has
 * @param pluginNodes the nodes on which a device plugin offers one of the resources, so that the class is not asked
 *     there
 */
public record ExtendedResource(
        String deviceClass, List<String> names, long devices, long free, List<String> pluginNodes) {}
