package dev.drawbridge.fit;

import dev.drawbridge.constraint.cel.DeviceProgram;
import dev.drawbridge.constraint.cel.EvaluationProblem;
import dev.drawbridge.field.Printable;
import dev.drawbridge.field.PrintedTable;
import dev.drawbridge.fit.allocator.Allocator;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.fleet.DeviceCount;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.DeviceStates;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.PoolState;
import dev.drawbridge.fleet.Slice;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The DeviceClasses of a fleet and the devices that their selectors match. Not safe for use by several threads. */
public final class FleetClasses {

    private static final int MAX_NODES = 3;

    private final Allocator allocator;
    private final List<DeviceClass> classes;

    /**
     * The devices of all slices that a class matches.
     *
     * @param matched the number of matching devices
     * @param slices those with matching devices
     * @param failed a device of an existing node on which a selector fails; null if there is none
     * @param problem the reason for the failure; empty if none fails
     */
    public record Match(
            int matched, List<Slice> slices, @Nullable DeviceId failed, String problem) {}

    /** The classes as the scheduler of a release evaluates them. */
    public FleetClasses(Fleet fleet, KubernetesRelease release, FeatureGates gates) {
        this(new Allocator(fleet, release, gates));
    }

    FleetClasses(Allocator allocator) {
        this.allocator = allocator;
        classes = List.copyOf(new TreeMap<>(allocator.fleet().classes()).values());
    }

    public List<String> names() {
        return classes.stream().map(DeviceClass::name).toList();
    }

    /** The names of the classes that match the device; one whose selector fails does not match. */
    public List<String> of(Device device) {
        return classes.stream()
                .filter(each -> Boolean.TRUE.equals(evaluate(allocator, each.selectors(), device)))
                .map(DeviceClass::name)
                .toList();
    }

    /** The devices of each class, by its name. */
    public Map<String, List<Device>> devices() {
        Map<String, List<Device>> devices = new TreeMap<>();
        classes.forEach(each -> devices.put(each.name(), new ArrayList<>()));
        PoolState.of(allocator.fleet())
                .forEach(pool -> pool.devices()
                        .forEach(device -> of(device)
                                .forEach(name -> devices.computeIfAbsent(name, any -> new ArrayList<>())
                                        .add(device))));
        return devices;
    }

    /** The devices of each class: all, those that are free, and those that are free when these are taken. */
    PrintedTable left(Set<DeviceId> taken) {
        DeviceStates states = new DeviceStates(allocator.fleet());
        return PrintedTable.of(
                "Devices left when the pods that fit are placed",
                List.of("class", "devices", "free now", "left"),
                devices().entrySet(),
                each -> {
                    List<DeviceId> free =
                            states.free(each.getValue().stream().map(Device::id).toList());
                    int left = (int)
                            free.stream().filter(id -> !taken.contains(id)).count();
                    return List.of(each.getKey(), each.getValue().size(), free.size(), left);
                });
    }

    /** The classes that provide extended resources, their devices, and the nodes with device plugins instead. */
    static PrintedTable extendedResources(ScheduledFleet scheduled) {
        Fleet fleet = scheduled.fleet();
        List<List<Object>> rows = new ArrayList<>();
        new TreeMap<>(fleet.classes()).forEach((deviceClass, each) -> {
            List<String> names = scheduled.plugin().resources(each);
            if (!names.isEmpty()) {
                Alternative any = new Alternative(
                        "", deviceClass, DeviceCount.exactly(1), null, List.of(), List.of(), null, Map.of());
                List<DeviceId> devices = scheduled.funnel(fleet.nodes(), any).ids();
                List<String> plugins = fleet.nodes().stream()
                        .filter(node -> names.stream()
                                .anyMatch(name -> node.pluginResources().getOrDefault(name, 0L) > 0))
                        .map(Node::name)
                        .toList();
                int free = scheduled.states().free(devices).size();
                rows.add(List.of(
                        deviceClass,
                        String.join(", ", names),
                        devices.size(),
                        free,
                        Printable.first(MAX_NODES, plugins)));
            }
        });
        List<String> columns = List.of("class", "resources", "devices", "free", "devicePlugin");
        return new PrintedTable("extendedResources", columns, rows);
    }

    Match match(DeviceClass deviceClass) {
        int matched = 0;
        List<Slice> slices = new ArrayList<>();
        DeviceId failed = null;
        String problem = "";
        Set<String> nodes = allocator.fleet().nodes().stream().map(Node::name).collect(Collectors.toSet());
        for (Slice slice : allocator.fleet().slices()) {
            String node = slice.nodes().nodeName();
            boolean isTried = node.isEmpty() || nodes.contains(node);
            int before = matched;
            for (Device device : slice.devices()) {
                Object found = evaluate(allocator, deviceClass.selectors(), device);
                matched += Boolean.TRUE.equals(found) ? 1 : 0;
                if (isTried && failed == null && found instanceof EvaluationProblem error) {
                    failed = device.id();
                    problem = error.detail();
                }
            }
            if (matched > before) {
                slices.add(slice);
            }
        }
        return new Match(matched, slices, failed, problem);
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
