package dev.drawbridge.fit;

import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * All that an allocator sees of a node but for names: its pools in the order of the search, their devices, and which of these are taken. Nodes that
 * look the same get the same decision.
 *
 * @param features what its kubelet says that it can do
 * @param pools what is seen of each pool
 */
record NodeLook(List<String> features, List<Object> pools) {

    static NodeLook of(Allocator allocator, Node node) {
        List<Object> looks = new ArrayList<>();
        for (Pool pool : allocator.pools(node)) {
            List<Object> look = new ArrayList<>();
            if (isOfNodeAlone(pool, node)) {
                look.add(pool.id().driver());
                look.add(pool.counterSets());
            } else {
                // Other nodes see it, too, or it is not whole: only the same pool is the same.
                look.add(pool);
            }
            pool.slices().forEach(slice -> add(allocator, node, slice, look));
            looks.add(look);
        }
        return new NodeLook(node.declaredFeatures(), looks);
    }

    private static boolean isOfNodeAlone(Pool pool, Node node) {
        return !pool.isIncomplete()
                && !pool.isInvalid()
                && pool.otherSlices().isEmpty()
                && pool.slices().stream()
                        .allMatch(slice -> slice.nodes().nodeName().equals(node.name()));
    }

    private static void add(Allocator allocator, Node node, Slice slice, List<Object> look) {
        AllocatedState allocated = allocator.allocated();
        look.add(slice.leavesNodesToDevices());
        look.add(slice.skipsNodeOperations());
        look.add(slice.sharedCounters());
        for (Device device : slice.devices()) {
            DeviceId id = device.id();
            look.add(List.of(
                    device.attributes(),
                    device.capacity(),
                    device.allowMultipleAllocations(),
                    device.consumesCounters(),
                    device.taints(),
                    device.hasBindingConditions(),
                    !slice.leavesNodesToDevices() || device.nodes().includes(node),
                    allocated.devices().contains(id),
                    allocated.shared().contains(id),
                    allocated.capacity().getOrDefault(id, Map.of())));
        }
    }
}
