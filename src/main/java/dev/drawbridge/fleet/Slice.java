package dev.drawbridge.fleet;

import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.ObjectValue;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A ResourceSlice.
 *
 * @param ofPool the pool that its devices belong to
 * @param nodes the nodes that can use its devices
 * @param perDevice whether each device has its own nodes; null if unset
 * @param skipsNodeOperations whether its driver skips operations on the node
 * @param providesNodeResources whether one of its devices represents CPU or memory of its node
 */
public record Slice(
        String name,
        PoolGeneration ofPool,
        NodeChoice nodes,
        @Nullable Boolean perDevice,
        List<CounterSet> sharedCounters,
        List<Device> devices,
        boolean skipsNodeOperations,
        boolean providesNodeResources) {

    /** The slice count of an omitted pool: the number of its slices. */
    static final long UNCOUNTED = -1;

    public static Slice of(ObjectValue object) {
        ObjectValue spec = object.object("spec");
        ObjectValue pool = spec.object("pool");
        PoolId id = PoolId.of(object);
        long generation = Fields.integer(pool.get("generation"), 0);
        long count = Fields.integer(pool.get("resourceSliceCount"), 1);
        return new Slice(
                object.object("metadata").string("name"),
                new PoolGeneration(id, generation, count),
                NodeChoice.of(spec),
                spec.get("perDeviceNodeSelection") instanceof BooleanValue perDevice ? perDevice.value() : null,
                Fields.objects(
                        spec.list("sharedCounters"),
                        set -> new CounterSet(set.string("name"), Fields.amounts(set.object("counters")))),
                Fields.objects(spec.list("devices"), device -> Device.of(id, device)),
                spec.list("skipNodeOperations").size() > 0,
                spec.list("devices").objects().stream()
                        .anyMatch(device -> device.has("nodeAllocatableResources")
                                || device.has("nodeAllocatableResourceMappings")));
    }

    public PoolId pool() {
        return ofPool.pool();
    }

    public long generation() {
        return ofPool.number();
    }

    /** The number of slices of its pool in this generation. */
    public long sliceCount() {
        return ofPool.sliceCount();
    }

    /** A copy in a pool with this number of slices. */
    public Slice withCount(long count) {
        return with(new PoolGeneration(pool(), generation(), count), devices);
    }

    public Slice withDevices(List<Device> others) {
        return with(ofPool, others);
    }

    private Slice with(PoolGeneration otherPool, List<Device> others) {
        return new Slice(
                name, otherPool, nodes, perDevice, sharedCounters, others, skipsNodeOperations, providesNodeResources);
    }

    /** Whether each device has its own nodes. */
    public boolean leavesNodesToDevices() {
        return Boolean.TRUE.equals(perDevice);
    }

    /** Whether a node that can use the slice can use the device. */
    public boolean isFor(Device device, Node node) {
        return !leavesNodesToDevices() || device.nodes().includes(node);
    }

    /** A requirement for nodes that no scheduler can read; null if all can be read. */
    public @Nullable String unreadable() {
        String ofSlice = nodes.unreadable();
        return ofSlice != null || !leavesNodesToDevices()
                ? ofSlice
                : devices.stream()
                        .filter(device -> device.nodes().unreadable() != null)
                        .map(device -> "device " + device.id().device() + ": "
                                + device.nodes().unreadable())
                        .findFirst()
                        .orElse(null);
    }

    /** The nodes that can use a device of the slice: its own, or those of the slice. */
    public NodeChoice nodesOf(Device device) {
        return leavesNodesToDevices() ? device.nodes() : nodes;
    }

    /** The nodes of the slice, and of each device that has its own. */
    public Stream<NodeChoice> nodeChoices() {
        return Stream.concat(Stream.of(nodes), devices.stream().map(Device::nodes));
    }

    /** Whether a device has the field of binding conditions. */
    public boolean hasBindingConditions() {
        return devices.stream().anyMatch(device -> device.bindingConditions() != null);
    }

    public boolean hasCompatibilityGroups() {
        return devices.stream()
                .flatMap(device -> device.consumesCounters().stream())
                .anyMatch(consumption -> !consumption.compatibilityGroups().isEmpty());
    }
}
