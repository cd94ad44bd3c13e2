package dev.drawbridge.fit;

import dev.drawbridge.constraint.cel.DeviceProgram;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceCapacity;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.Slice;
import dev.drawbridge.fleet.Taint;
import dev.drawbridge.port.Quantity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The devices of each node left for an alternative after each condition: its own conditions, and the scheduler's. */
final class Funnel {

    private final Allocator allocator;
    private final DeviceValues values;
    private final TaintRules taintRules;
    private final Alternative alternative;
    private final Map<String, List<Device>> left = new LinkedHashMap<>();
    private final List<String> lines = new ArrayList<>();
    private final @Nullable List<FunnelSteps.Step> steps;
    private int failedSelector = -1;
    private @Nullable String taintLine;

    /** The field of the alternative that leaves too few devices; null if none does. */
    private @Nullable Function<ObjectField, ObjectField> failedField;

    /** The condition that leaves too few devices; null if none does. */
    private Shortfall.@Nullable Condition failed;

    /**
     * Applies the conditions to the devices of the nodes.
     *
     * @param steps receives what each condition leaves, each term of a selector alone; null if that is not needed
     */
    Funnel(
            Allocator allocator,
            KnownNames names,
            TaintRules taintRules,
            List<Node> nodes,
            Alternative alternative,
            @Nullable List<FunnelSteps.Step> steps) {
        this.steps = steps;
        this.allocator = allocator;
        this.values = new DeviceValues(allocator, names);
        this.taintRules = taintRules;
        this.alternative = alternative;
        nodes.forEach(node -> left.put(node.name(), devices(node)));
        step("devices of the nodes");
        readClass();
        step("class " + alternative.deviceClassName());
        for (int i = 0; i < alternative.selectors().size() && count() > 0; i++) {
            select(i);
        }
        reserve();
        step("requested capacity");
        demand();
        tolerate();
        step("tolerated taints and feature gates");
        if (count() > 0 && most() < alternative.count() && !alternative.isAll()) {
            fail(Shortfall.Condition.COUNT, field -> field.child("count"));
            lines.add("at most " + most() + " of them on one node; " + alternative.count() + " are needed");
        }
    }

    /** The number of tainted devices, with their taints; null if the taints exclude no matching device. */
    @Nullable
    String taintLine() {
        return taintLine;
    }

    private List<Device> devices(Node node) {
        List<Device> devices = new ArrayList<>();
        for (Pool pool : allocator.pools(node)) {
            for (Slice slice : pool.slices()) {
                slice.devices().stream()
                        .filter(device ->
                                !slice.leavesNodesToDevices() || device.nodes().includes(node))
                        .forEach(devices::add);
            }
        }
        return devices;
    }

    private void fail(Shortfall.Condition condition, Function<ObjectField, ObjectField> field) {
        if (failedField == null) {
            failedField = field;
            failed = condition;
        }
    }

    /** The condition that leaves too few devices; null if none does. */
    Shortfall.@Nullable Condition failed() {
        return isEnough() ? null : failed;
    }

    private void readClass() {
        DeviceClass deviceClass = allocator.fleet().classes().get(alternative.deviceClassName());
        List<String> problems = new ArrayList<>();
        boolean hasDevices = count() > 0;
        if (deviceClass != null) {
            for (String expression : deviceClass.selectors()) {
                DeviceProgram selector = allocator.selector(expression);
                List<Device> before = devices();
                keep(selector);
                if (count() == 0 && !before.isEmpty() && problems.isEmpty()) {
                    problems.add("class selector matches none of " + Plural.of(before.size(), "device") + ": "
                            + expression.strip());
                    problems.addAll(values.read(selector, before));
                }
            }
        }
        lines.add(hasDevices ? Plural.of(count(), "device") + " of the class" : "these nodes have no devices");
        lines.addAll(problems);
        if (count() == 0) {
            fail(Shortfall.Condition.CLASS, field -> field.child("deviceClassName"));
        }
    }

    private void step(String condition) {
        if (steps != null) {
            steps.add(new FunnelSteps.Step(condition, count()));
        }
    }

    /** Adds what each term of a selector leaves. */
    private void stepTerms(String expression, List<Device> before) {
        if (steps == null) {
            return;
        }
        List<Device> kept = before;
        for (String term : Conjunction.terms(expression)) {
            DeviceProgram program = allocator.selector(term);
            kept = kept.stream()
                    .filter(device -> Boolean.TRUE.equals(program.evaluate(device)))
                    .toList();
            steps.add(new FunnelSteps.Step(term, kept.size()));
        }
    }

    private void select(int index) {
        DeviceProgram selector = allocator.selector(alternative.selectors().get(index));
        List<Device> before = devices();
        stepTerms(selector.expression(), before);
        keep(selector);
        boolean isFewer = count() < before.size();
        if (isFewer && !isEnough() && failedField == null) {
            failedSelector = index;
            fail(
                    Shortfall.Condition.SELECTOR,
                    field -> field.child("selectors").index(index).child("cel").child("expression"));
            lines.add("selectors[" + index + "] matches " + (count() == 0 ? "none" : String.valueOf(count())) + ": "
                    + selector.expression().strip());
            lines.addAll(values.read(selector, before));
        } else if (isFewer) {
            lines.add("selectors[" + index + "] matches " + count());
        }
    }

    /** Keeps the devices with the requested capacity. */
    private void reserve() {
        Map<String, Quantity> requested = alternative.capacity();
        if (requested == null || !allocator.version().has(Feature.CONSUMABLE_CAPACITY)) {
            return;
        }
        Consumption consumption = new Consumption(allocator.version());
        for (Map.Entry<String, Quantity> request : requested.entrySet()) {
            String name = request.getKey();
            List<Device> before = devices();
            keep(device -> has(device, name, request.getValue(), consumption));
            if (count() < before.size() && !isEnough()) {
                fail(
                        Shortfall.Condition.CAPACITY,
                        field -> field.child("capacity").child("requests").child(name));
                lines.add("capacity.requests[" + name + "] "
                        + request.getValue().text() + ": "
                        + (count() == 0 ? "no device has that much" : count() + " have that much")
                        + ": " + values.amounts(name, before));
            } else if (count() < before.size()) {
                lines.add(count() + " have " + request.getValue().text() + " of " + name);
            }
        }
        List<Device> before = devices();
        keep(device -> consumption.isPossible(requested, device.capacity(), Map.of(), Map.of()));
        if (count() < before.size()) {
            fail(Shortfall.Condition.CAPACITY, field -> field.child("capacity"));
            lines.add(count() + " of them can provide all of these amounts under their request policies");
        }
    }

    private static boolean has(Device device, String name, Quantity wanted, Consumption consumption) {
        DeviceCapacity capacity = device.capacity().get(name);
        return capacity != null
                && consumption.isPossible(Map.of(name, wanted), Map.of(name, capacity), Map.of(), Map.of());
    }

    /** Keeps the devices that the scheduler may use with its feature gates. */
    private void demand() {
        AllocatorVersion version = allocator.version();
        without(
                device -> !version.has(Feature.PARTITIONABLE_DEVICES)
                        && !device.consumesCounters().isEmpty(),
                "consume counters, but the gate DRAPartitionableDevices is off");
        without(
                device -> !version.has(Feature.DEVICE_BINDING) && device.hasBindingConditions(),
                "have binding conditions, but the gate DRADeviceBindingConditions is off");
    }

    private void without(Predicate<Device> gone, String why) {
        int before = count();
        keep(gone.negate());
        if (count() < before) {
            lines.add(before - count() + " of them " + why);
        }
    }

    private void tolerate() {
        if (!allocator.version().has(Feature.DEVICE_TAINTS)) {
            return;
        }
        int before = count();
        Set<String> taints = new LinkedHashSet<>();
        keep(device -> {
            List<Taint> others = device.taints().stream()
                    .filter(taint -> !taint.effect().equals("None"))
                    .filter(taint -> alternative.tolerations().stream().noneMatch(each -> each.tolerates(taint)))
                    .toList();
            others.forEach(taint -> taints.add(taint + taintRules.described(device, taint)));
            return others.isEmpty();
        });
        if (count() < before) {
            int tainted = before - count();
            taintLine = tainted + (tainted == 1 ? " is tainted" : " are tainted") + ", not tolerated: "
                    + String.join(", ", taints);
            lines.add(taintLine);
            if (!isEnough()) {
                fail(Shortfall.Condition.TAINT, field -> field.child("tolerations"));
            }
        }
    }

    private void keep(DeviceProgram selector) {
        keep(device -> Boolean.TRUE.equals(selector.evaluate(device)));
    }

    private void keep(Predicate<Device> kept) {
        left.replaceAll((node, devices) -> devices.stream().filter(kept).toList());
    }

    /** The number of devices that meet all conditions and another one, in total and at most on one node. */
    int[] count(Predicate<Device> more) {
        int all = 0;
        int most = 0;
        for (List<Device> devices : left.values()) {
            int some = (int) devices.stream().filter(more).count();
            all += some;
            most = Math.max(most, some);
        }
        return new int[] {all, most};
    }

    int count() {
        return left.values().stream().mapToInt(List::size).sum();
    }

    boolean isEnough() {
        return most() >= Math.max(1, alternative.count());
    }

    int most() {
        return left.values().stream().mapToInt(List::size).max().orElse(0);
    }

    /** A line for each condition. */
    List<String> lines() {
        return lines;
    }

    /** The index of the first selector that leaves too few; -1 if none does. */
    int failedSelector() {
        return failedSelector;
    }

    /** The field of this alternative that leaves too few devices; null if none does. */
    @Nullable
    ObjectField failedField(@Nullable ObjectField ofAlternative) {
        Function<ObjectField, ObjectField> failed = failedField;
        return failed == null || ofAlternative == null ? null : failed.apply(ofAlternative);
    }

    /** The devices that meet all conditions. */
    List<Device> devices() {
        return left.values().stream().flatMap(List::stream).toList();
    }
}
