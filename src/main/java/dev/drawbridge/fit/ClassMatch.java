package dev.drawbridge.fit;

import dev.drawbridge.constraint.cel.DeviceProgram;
import dev.drawbridge.constraint.cel.EvaluationProblem;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Slice;
import org.jspecify.annotations.Nullable;

/**
 * Which devices of a fleet the selectors of a DeviceClass match.
 *
 * @param devices how many they match
 * @param failed a device on which one of them fails; null if none does
 * @param problem why it fails; empty if none does
 */
public record ClassMatch(int devices, @Nullable DeviceId failed, String problem) {

    static ClassMatch of(Allocator allocator, DeviceClass deviceClass) {
        int matching = 0;
        DeviceId failed = null;
        String problem = "";
        for (Slice slice : allocator.fleet().slices()) {
            for (Device device : slice.devices()) {
                Object found = evaluate(allocator, deviceClass, device);
                matching += Boolean.TRUE.equals(found) ? 1 : 0;
                if (failed == null && found instanceof EvaluationProblem error) {
                    failed = device.id();
                    problem = error.detail();
                }
            }
        }
        return new ClassMatch(matching, failed, problem);
    }

    /** The first value of a selector that is not true; true if there is none. */
    static Object evaluate(Allocator allocator, DeviceClass deviceClass, Device device) {
        for (String expression : deviceClass.selectors()) {
            DeviceProgram selector = allocator.selector(expression);
            Object value = selector.evaluate(device);
            if (!Boolean.TRUE.equals(value)) {
                return value;
            }
        }
        return true;
    }
}
