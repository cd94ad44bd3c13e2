package dev.drawbridge.fit;

import dev.drawbridge.constraint.cel.DeviceProgram;
import dev.drawbridge.fit.allocator.Allocator;
import dev.drawbridge.fit.allocator.AllocatorVersion;
import dev.drawbridge.fit.allocator.Consumption;
import dev.drawbridge.fit.allocator.Feature;
import dev.drawbridge.fit.allocator.Pool;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fit.cause.FitFact;
import dev.drawbridge.fit.cause.ObjectField;
import dev.drawbridge.fit.cause.Words;
import dev.drawbridge.fit.plugin.TaintRules;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.SharedCounters;
import dev.drawbridge.fleet.Slice;
import dev.drawbridge.fleet.Taint;
import dev.drawbridge.fleet.Toleration;
import dev.drawbridge.port.Quantity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    private final List<FitFact> facts = new ArrayList<>();
    private final @Nullable List<FunnelSteps.Step> steps;
    private int failedSelector = -1;

    /** The field of the alternative that leaves too few devices; null if none does. */
    private @Nullable Function<ObjectField, ObjectField> failedField;

    /** The condition that leaves too few devices; null if none does. */
    private FitCause.@Nullable Kind failed;

    /** Applies the conditions to the devices of the nodes; steps receives what each leaves, unless it is null. */
    Funnel(
            Allocator allocator,
            KnownNames names,
            Map<DeviceId, SharedCounters.Use> oversized,
            TaintRules taintRules,
            List<Node> nodes,
            Alternative alternative,
            @Nullable List<FunnelSteps.Step> steps) {
        this.steps = steps;
        this.allocator = allocator;
        this.values = new DeviceValues(allocator, names, new Consumption(allocator.version()));
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
        fitCounters(oversized);
        tolerate();
        step("tolerated taints and feature gates");
        if (count() > 0 && most() < alternative.count() && !alternative.isAll()) {
            fail(FitCause.Kind.COUNT, field -> field.child("count"));
            add(FitFact.Kind.MOST_ON_A_NODE, most(), alternative.count());
        }
    }

    private List<Device> devices(Node node) {
        List<Device> devices = new ArrayList<>();
        for (Pool pool : allocator.pools(node)) {
            for (Slice slice : pool.slices()) {
                slice.devices().stream()
                        .filter(device -> slice.isFor(device, node))
                        .forEach(devices::add);
            }
        }
        return devices;
    }

    private void add(FitFact.Kind kind, Object... values) {
        facts.add(kind.fact(values));
    }

    private void fail(FitCause.Kind condition, Function<ObjectField, ObjectField> field) {
        if (failedField == null) {
            failedField = field;
            failed = condition;
        }
    }

    /** The first condition that leaves too few devices, as the cause for the request. */
    FitCause.Kind failed() {
        FitCause.Kind first = failed;
        return isEnough() ? FitCause.Kind.ENOUGH : first == null ? FitCause.Kind.COUNT : first;
    }

    private void readClass() {
        DeviceClass deviceClass = allocator.fleet().classes().get(alternative.deviceClassName());
        List<FitFact> problems = new ArrayList<>();
        boolean hasDevices = count() > 0;
        if (deviceClass != null) {
            for (String expression : deviceClass.selectors()) {
                DeviceProgram selector = allocator.selector(expression);
                List<Device> before = devices();
                keep(selector);
                if (count() == 0 && !before.isEmpty() && problems.isEmpty()) {
                    problems.add(FitFact.Kind.CLASS_SELECTOR.fact(
                            new Words.Count(before.size(), "device"), expression.strip()));
                    problems.addAll(values.read(selector, before));
                }
            }
        }
        if (hasDevices) {
            add(FitFact.Kind.IN_CLASS, new Words.Count(count(), "device"));
        } else {
            add(FitFact.Kind.NO_DEVICES);
        }
        facts.addAll(problems);
        if (count() == 0) {
            fail(FitCause.Kind.CLASS_LEAVES_NONE, field -> field.child("deviceClassName"));
        }
    }

    private void step(String condition) {
        if (steps != null) {
            steps.add(new FunnelSteps.Step(condition, count()));
        }
    }

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
                    FitCause.Kind.SELECTOR,
                    field -> field.child("selectors").index(index).child("cel").child("expression"));
            String expression = selector.expression().strip();
            add(FitFact.Kind.SELECTOR_FAILS, index, count() == 0 ? "none" : count(), expression);
            facts.addAll(values.read(selector, before));
        } else if (isFewer) {
            add(FitFact.Kind.SELECTOR, index, count());
        }
    }

    /** Keeps the devices with the requested capacity. */
    private void reserve() {
        Map<String, Quantity> requested = alternative.capacity();
        if (requested == null || !allocator.version().has(Feature.CONSUMABLE_CAPACITY)) {
            return;
        }
        for (Map.Entry<String, Quantity> request : requested.entrySet()) {
            String name = request.getKey();
            Quantity amount = request.getValue();
            List<Device> before = devices();
            keep(device -> values.consumption().isPossible(Map.of(name, amount), device, Map.of(), Map.of()));
            Set<String> rounded = values.rounded(name, amount, devices());
            if (count() < before.size() && !isEnough()) {
                fail(
                        FitCause.Kind.CAPACITY,
                        field -> field.child("capacity").child("requests").child(name));
                Words.Values amounts = values.amounts(name, amount, before);
                String some = count() == 0 ? "no device provides" : new Words.Verb(count(), "has", "have").toString();
                if (amounts == null) {
                    add(FitFact.Kind.CAPACITY_UNKNOWN, name, amount, KnownNames.capacityHint(name, before));
                } else {
                    add(FitFact.Kind.CAPACITY_LACKING, name, amount, some, amounts);
                }
            } else if (count() < before.size() || !rounded.isEmpty()) {
                String rounding = rounded.isEmpty() ? "" : ", rounded up by requestPolicy to ";
                add(
                        FitFact.Kind.CAPACITY,
                        new Words.Verb(count(), "has", "have"),
                        amount,
                        name,
                        rounding + String.join(" or ", rounded));
            }
        }
        List<Device> before = devices();
        keep(device -> values.consumption().isPossible(requested, device, Map.of(), Map.of()));
        if (count() < before.size()) {
            fail(FitCause.Kind.CAPACITY, field -> field.child("capacity"));
            add(FitFact.Kind.POLICIES, count());
        }
    }

    /** Keeps the devices that the scheduler may use with its feature gates. */
    private void demand() {
        AllocatorVersion version = allocator.version();
        without(
                device -> !version.has(Feature.PARTITIONABLE_DEVICES)
                        && !device.consumesCounters().isEmpty(),
                FitFact.Kind.COUNTERS_OFF);
        without(
                device -> !version.has(Feature.DEVICE_BINDING) && device.hasBindingConditions(),
                FitFact.Kind.BINDING_OFF);
    }

    private void fitCounters(Map<DeviceId, SharedCounters.Use> oversized) {
        List<DeviceId> gone = devices().stream()
                .map(Device::id)
                .filter(oversized::containsKey)
                .distinct()
                .toList();
        if (!gone.isEmpty()) {
            keep(device -> !oversized.containsKey(device.id()));
            SharedCounters.Use use = Objects.requireNonNull(oversized.get(gone.get(0)));
            String device = gone.get(0).device();
            add(FitFact.Kind.OVERSIZED, gone.size(), device, use.all().text(), use.counter(), use.set());
        }
    }

    private void without(Predicate<Device> gone, FitFact.Kind why) {
        int before = count();
        keep(gone.negate());
        if (count() < before) {
            add(why, before - count());
        }
    }

    private void tolerate() {
        if (!allocator.version().has(Feature.DEVICE_TAINTS)) {
            return;
        }
        int before = count();
        Map<String, Taint> taints = new LinkedHashMap<>();
        Predicate<Device> isTolerated = device -> {
            List<Taint> others = device.taints().stream()
                    .filter(taint -> !taint.effect().equals("None"))
                    .filter(taint -> !alternative.tolerates(taint))
                    .toList();
            others.forEach(taint -> taints.put(taint + taintRules.described(device, taint), taint));
            return others.isEmpty();
        };
        int tolerated = count(isTolerated)[0];
        if (alternative.isAll()) {
            // All devices of the node are requested, also the tainted ones.
            left.replaceAll((node, devices) -> devices.stream().allMatch(isTolerated) ? devices : List.of());
        } else {
            keep(isTolerated);
        }
        if (tolerated < before) {
            List<String> described = taints.entrySet().stream()
                    .map(taint -> taint.getKey() + Toleration.nearMiss(alternative.tolerations(), taint.getValue()))
                    .toList();
            add(FitFact.Kind.TAINTED, new Words.Verb((long) before - tolerated, "is", "are"), described);
            if (!isEnough()) {
                fail(FitCause.Kind.TAINT, field -> field.child("tolerations"));
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
        return !nodes().isEmpty();
    }

    List<String> nodes() {
        long enough = Math.max(1, alternative.count());
        return left.entrySet().stream()
                .filter(node -> node.getValue().size() >= enough)
                .map(Map.Entry::getKey)
                .toList();
    }

    int most() {
        return left.values().stream().mapToInt(List::size).max().orElse(0);
    }

    List<FitFact> facts() {
        return facts;
    }

    Alternative alternative() {
        return alternative;
    }

    /** The index of the first selector that leaves too few; -1 if none does. */
    int failedSelector() {
        return failedSelector;
    }

    /** The field of this alternative that leaves too few devices; null if none does. */
    @Nullable
    ObjectField failedField(@Nullable ObjectField ofAlternative) {
        Function<ObjectField, ObjectField> child = failedField;
        return child == null || ofAlternative == null ? null : child.apply(ofAlternative);
    }

    /** The names of the devices that meet all conditions. */
    List<DeviceId> ids() {
        return devices().stream().map(Device::id).distinct().toList();
    }

    List<Device> devices() {
        return left.values().stream().flatMap(List::stream).toList();
    }
}
