package dev.drawbridge.fit;

import dev.drawbridge.constraint.cel.DeviceProgram;
import dev.drawbridge.constraint.cel.EvaluationProblem;
import dev.drawbridge.fit.allocator.Allocator;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The devices of a fleet that the selectors of a DeviceClass match.
 *
 * @param matched the matching devices
 * @param failed a device of an existing node on which a selector fails; null if there is none
 * @param problem the reason for the failure; empty if none fails
 */
public record ClassMatch(List<DeviceId> matched, @Nullable DeviceId failed, String problem) {

    static ClassMatch of(Allocator allocator, DeviceClass deviceClass) {
        List<DeviceId> matched = new ArrayList<>();
        DeviceId failed = null;
        String problem = "";
        Set<String> nodes = allocator.fleet().nodes().stream().map(Node::name).collect(Collectors.toSet());
        for (Slice slice : allocator.fleet().slices()) {
            String node = slice.nodes().nodeName();
            boolean isTried = node.isEmpty() || nodes.contains(node);
            for (Device device : slice.devices()) {
                Object found = evaluate(allocator, deviceClass.selectors(), device);
                if (Boolean.TRUE.equals(found)) {
                    matched.add(device.id());
                }
                if (isTried && failed == null && found instanceof EvaluationProblem error) {
                    failed = device.id();
                    problem = error.detail();
                }
            }
        }
        return new ClassMatch(List.copyOf(matched), failed, problem);
    }

    /** The first selector value other than true; true if all selectors match. */
    static Object evaluate(Allocator allocator, List<String> selectors, Device device) {
        for (String expression : selectors) {
            DeviceProgram selector = allocator.selector(expression);
            Object value = selector.evaluate(device);
            if (!Boolean.TRUE.equals(value)) {
                return value;
            }
        }
        return true;
    }
}
