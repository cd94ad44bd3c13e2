package dev.drawbridge.fit.allocator;

import dev.drawbridge.fleet.AllocatedDevice;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Attribute;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.CounterConsumption;
import dev.drawbridge.fleet.CounterSet;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceCapacity;
import dev.drawbridge.fleet.DeviceConstraint;
import dev.drawbridge.fleet.DeviceCount;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Fleets;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.NodeChoice;
import dev.drawbridge.fleet.NodeSelector;
import dev.drawbridge.fleet.PoolGeneration;
import dev.drawbridge.fleet.PoolId;
import dev.drawbridge.fleet.Request;
import dev.drawbridge.fleet.Slice;
import dev.drawbridge.fleet.Taint;
import dev.drawbridge.fleet.Toleration;
import dev.drawbridge.port.Quantity;
import dev.drawbridge.port.SemanticVersion;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A small fleet and the claims of a pod, generated from a seed. Drivers, pools and sets use the same names, and a few
 * templates generate many devices, so that many are alike.
 */
final class RandomFleet {

    /** The features of a fleet or its claims. */
    enum Trait {
        COUNTERS,
        TWO_COUNTER_SETS,
        SHARES,
        SHARES_WITH_COUNTERS,
        CAPACITY_REQUEST,
        MATCH,
        DISTINCT,
        LISTS,
        FIRST_AVAILABLE,
        ADMIN,
        ALL,
        SEVERAL_CLAIMS,
        TAINTS,
        ALLOCATED,
        GROUPS,
        DERIVED,
        FAILING_EXPRESSION,
        NEAR_LIMIT,
        TWO_DRIVERS,
        LIKE_NODES,
        UNREADABLE_NODES
    }

    private static final List<String> DRIVERS = List.of("a.b", "c.d");
    private static final String CLASS = "any";
    private static final Taint TAINT = new Taint("t", "", "NoSchedule");
    private static final NodeChoice UNREADABLE = new NodeChoice(
            "",
            false,
            new NodeSelector(List.of(new NodeSelector.Term(
                    List.of(new NodeSelector.Requirement("rank", "Gt", List.of("x"))), List.of()))));
    private static final List<@Nullable Attribute> LINKS = Arrays.asList(
            null,
            new Attribute("x"),
            new Attribute(""),
            new Attribute(1L),
            new Attribute(version("1.0.0+a")),
            new Attribute(version("1.0.0+b")));
    private static final List<Attribute> LISTS =
            List.of(new Attribute(List.of("x")), new Attribute(List.of("x", "y")), new Attribute(List.of("y", "z")));

    final KubernetesRelease release;
    final boolean hasAllGates;
    final FeatureGates gates;
    final Set<Trait> traits = EnumSet.noneOf(Trait.class);
    final Fleet fleet;
    final List<Claim> claims = new ArrayList<>();

    /** Whether it has many requests for few devices that differ mostly in counters, so that searches backtrack. */
    private final boolean isTight;

    private final SplittableRandom random;
    private final boolean hasNewest;
    private final List<Node> nodes = new ArrayList<>();
    private final List<Slice> slices = new ArrayList<>();
    private final List<AllocatedDevice> allocated = new ArrayList<>();

    RandomFleet(long seed) {
        random = new SplittableRandom(seed);
        isTight = is(2);
        KubernetesRelease[] releases = {
            KubernetesRelease.K8S_1_34,
            KubernetesRelease.K8S_1_35,
            KubernetesRelease.K8S_1_36,
            KubernetesRelease.K8S_1_37,
            KubernetesRelease.K8S_1_37
        };
        release = releases[random.nextInt(releases.length)];
        hasAllGates = random.nextInt(3) > 0;
        gates = (hasAllGates ? GateSettings.ALL : GateSettings.DEFAULTS).in(release);
        hasNewest = hasAllGates && release == KubernetesRelease.K8S_1_37;
        List<Template> templates = templates();
        boolean isLike = !isTight && is(3);
        add(isLike, Trait.LIKE_NODES);
        List<List<Template>> likeNode = new ArrayList<>();
        int count = isLike ? 2 : 1;
        boolean hasTwoDrivers = is(isTight ? 2 : 4);
        add(hasTwoDrivers, Trait.TWO_DRIVERS);
        for (int node = 0; node < count; node++) {
            nodes.add(Fleets.node(
                    "n" + node, Map.of(), List.of(), is(3) ? List.of("DRAOptionalNodeOperations") : List.of()));
            for (int driver = 0; driver < (hasTwoDrivers ? 2 : 1); driver++) {
                if (node == 0 || is(4)) {
                    likeNode.add(driver, pick(templates, 2 + random.nextInt(hasTwoDrivers ? 3 : 5)));
                }
                addPool(node, DRIVERS.get(driver), likeNode.get(driver));
            }
        }
        addClaims();
        Claim holder = Claim.unstored("other", "holder", List.of(), List.of()).allocated(allocated);
        List<String> ofClass = is(4) ? List.of("device.driver != \"\"") : List.of();
        fleet = Fleets.of(nodes, Map.of(CLASS, Fleets.deviceClass(CLASS, ofClass)), slices, List.of(holder));
    }

    private static SemanticVersion version(String text) {
        return Objects.requireNonNull(SemanticVersion.parse(text));
    }

    /** True with a probability of one in this number. */
    private boolean is(int times) {
        return random.nextInt(times) == 0;
    }

    private <T> T one(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private void add(boolean has, Trait trait) {
        if (has) {
            traits.add(trait);
        }
    }

    /** The template of a device, without a name. */
    private record Template(
            Map<String, Attribute> attributes,
            Map<String, DeviceCapacity> capacity,
            boolean isShared,
            List<CounterConsumption> counters,
            List<Taint> taints) {}

    private List<Template> templates() {
        boolean hasCounters = isTight || is(2);
        boolean hasSecondSet = is(2);
        boolean hasShares = is(3);
        boolean hasTaints = is(5);
        boolean hasGroups = hasNewest && hasCounters && is(2);
        boolean hasLists = is(isTight ? 8 : 4);
        add(hasGroups, Trait.GROUPS);
        add(hasLists, Trait.LISTS);
        List<Template> templates = new ArrayList<>();
        int count = 2 + random.nextInt(3) + (isTight ? 1 : 0);
        for (int i = 0; i < count; i++) {
            boolean isShared = hasShares && !is(3);
            List<CounterConsumption> counters = new ArrayList<>();
            if (hasCounters && !is(4)) {
                counters.add(consumption("s" + (hasSecondSet ? random.nextInt(2) : 0), hasGroups));
                add(hasSecondSet, Trait.TWO_COUNTER_SETS);
                traits.add(Trait.COUNTERS);
                add(isShared, Trait.SHARES_WITH_COUNTERS);
            }
            add(isShared, Trait.SHARES);
            boolean isTainted = hasTaints && is(2);
            add(isTainted, Trait.TAINTS);
            templates.add(new Template(
                    attributes(hasLists),
                    capacity(isShared),
                    isShared,
                    counters,
                    isTainted ? List.of(TAINT) : List.of()));
        }
        return templates;
    }

    private CounterConsumption consumption(String set, boolean hasGroups) {
        List<String> groups =
                hasGroups ? one(List.of(List.of(), List.of("g"), List.of("g", "h"), List.of("h"))) : List.of();
        return new CounterConsumption(set, Map.of("c", Quantity.of(1 + random.nextInt(3))), groups);
    }

    private Map<String, Attribute> attributes(boolean hasLists) {
        Map<String, Attribute> attributes = new HashMap<>();
        Attribute link = hasLists ? one(LISTS) : one(LINKS);
        if (link != null) {
            attributes.put("link", link);
        }
        attributes.put("numa", new Attribute((long) random.nextInt(2)));
        if (hasLists && is(3)) {
            attributes.put("unread", one(LISTS));
        }
        return attributes;
    }

    private Map<String, DeviceCapacity> capacity(boolean isShared) {
        if (!isShared || is(3)) {
            return is(3) ? Map.of("m", new DeviceCapacity(Quantity.of(2), null)) : Map.of();
        }
        DeviceCapacity.Policy policy = new DeviceCapacity.Policy(
                Quantity.of(1),
                List.of(),
                new DeviceCapacity.Range(Quantity.of(1), Quantity.of(4), is(2) ? Quantity.of(1) : null));
        return Map.of("m", new DeviceCapacity(Quantity.of(2 + random.nextInt(4)), policy));
    }

    private List<Template> pick(List<Template> templates, int count) {
        List<Template> picked = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            picked.add(one(templates));
        }
        return picked;
    }

    private void addPool(int node, String driver, List<Template> templates) {
        // One pool of every node has the same name, also for another driver.
        PoolId pool = new PoolId(driver, "p" + node);
        NodeChoice where = new NodeChoice("n" + node, false, null);
        boolean hasCounters =
                templates.stream().anyMatch(template -> !template.counters().isEmpty());
        List<CounterSet> sets = new ArrayList<>();
        for (int i = 0; hasCounters && i < 2; i++) {
            sets.add(new CounterSet("s" + i, Map.of("c", Quantity.of(2 + random.nextInt(4)))));
        }
        boolean hasPoolCounters = AllocatorVersion.of(release, gates).has(Quirk.POOL_COUNTERS);
        boolean hasOwnNodes = is(5);
        List<Device> devices = new ArrayList<>();
        for (Template template : templates) {
            boolean isUnreadable = hasOwnNodes && is(2);
            add(isUnreadable, Trait.UNREADABLE_NODES);
            DeviceId id = new DeviceId(driver, pool.pool(), "d" + devices.size());
            devices.add(new Device(
                    id,
                    ownCopies(template.attributes()),
                    template.capacity(),
                    template.isShared(),
                    template.counters(),
                    template.taints(),
                    isUnreadable ? UNREADABLE : hasOwnNodes ? where : NodeChoice.NONE,
                    null));
            addAllocated(id, template);
        }
        boolean isApart = hasCounters && hasPoolCounters;
        boolean skips = hasNewest && is(8);
        int count = isApart ? 2 : 1;
        List<CounterSet> own = isApart ? List.of() : sets;
        String name = "slice-" + driver + node;
        slices.add(new Slice(
                name,
                new PoolGeneration(pool, 1, count),
                hasOwnNodes ? NodeChoice.NONE : where,
                hasOwnNodes ? true : null,
                own,
                devices,
                skips,
                false));
        if (isApart) {
            slices.add(new Slice(
                    name + "-counters",
                    new PoolGeneration(pool, 1, count),
                    where,
                    null,
                    sets,
                    List.of(),
                    false,
                    false));
        }
    }

    /** 1.34 compares addresses of attributes, which no two devices share. */
    private static Map<String, Attribute> ownCopies(Map<String, Attribute> attributes) {
        Map<String, Attribute> copies = new HashMap<>();
        attributes.forEach((name, attribute) -> copies.put(name, new Attribute(attribute.value())));
        return copies;
    }

    private void addAllocated(DeviceId id, Template template) {
        if (!is(8)) {
            return;
        }
        traits.add(Trait.ALLOCATED);
        Map<String, Quantity> consumed = template.capacity().isEmpty() || is(3) ? null : Map.of("m", Quantity.of(1));
        allocated.add(new AllocatedDevice("r", id, false, template.isShared(), template.isShared() ? consumed : null));
    }

    private void addClaims() {
        int count = is(3) ? 2 : 1;
        add(count > 1, Trait.SEVERAL_CLAIMS);
        boolean isNearLimit = !isTight && is(6);
        add(isNearLimit, Trait.NEAR_LIMIT);
        for (int i = 0; i < count; i++) {
            List<Request> requests = new ArrayList<>();
            int wanted = isNearLimit || isTight ? 2 + random.nextInt(2) : 1 + random.nextInt(3);
            Alternative same = alternative("same", isNearLimit);
            for (int j = 0; j < wanted; j++) {
                String name = "r" + j;
                boolean isPrioritized = is(isNearLimit ? 2 : 5);
                add(isPrioritized, Trait.FIRST_AVAILABLE);
                requests.add(
                        isPrioritized
                                ? new Request(
                                        name,
                                        List.of(alternative("x", isNearLimit), alternative("y", isNearLimit)),
                                        true)
                                : new Request(
                                        name,
                                        List.of(!isTight && is(2) ? same : alternative(name, isNearLimit)),
                                        false));
            }
            claims.add(Claim.unstored("ns", "c" + i, requests, constraints(requests)));
        }
    }

    private Alternative alternative(String name, boolean isNearLimit) {
        boolean isAll = !isTight && is(8);
        boolean isAdmin = is(isTight ? 20 : 10);
        add(isAll, Trait.ALL);
        add(isAdmin, Trait.ADMIN);
        Map<String, Quantity> capacity = is(8) ? Map.of("m", Quantity.of(1 + random.nextInt(3))) : null;
        add(capacity != null, Trait.CAPACITY_REQUEST);
        long count = isNearLimit ? one(List.of(1L, 3L, 29L, 30L)) : 1 + random.nextInt(2);
        return new Alternative(
                name,
                CLASS,
                isAll ? new DeviceCount("All", 0) : DeviceCount.exactly(count),
                isAdmin ? Boolean.TRUE : null,
                selectors(),
                is(2) ? List.of(new Toleration("t", "Exists", "", "", 0)) : List.of(),
                capacity,
                derived());
    }

    private List<String> selectors() {
        if (!isTight && is(10)) {
            traits.add(Trait.FAILING_EXPRESSION);
            return List.of("device.attributes[\"a.b\"].link != \"no\"");
        }
        return one(List.of(
                List.of(),
                isTight ? List.of("device.attributes[device.driver].numa == 0") : List.of(),
                List.of("device.attributes[device.driver].numa == 1"),
                List.of("device.attributes[\"a.b\"].?numa.orValue(0) == 0")));
    }

    private Map<String, String> derived() {
        boolean isDerived = hasNewest && !isTight && is(3);
        add(isDerived, Trait.DERIVED);
        return isDerived ? Map.of("a.b/numa", "1 - device.attributes[device.driver].numa") : Map.of();
    }

    private List<DeviceConstraint> constraints(List<Request> requests) {
        List<DeviceConstraint> constraints = new ArrayList<>();
        boolean hasDerived = requests.stream()
                .flatMap(request -> request.alternatives().stream())
                .anyMatch(alternative -> !alternative.derivedAttributes().isEmpty());
        for (int i = random.nextInt(3); i > 0 || constraints.isEmpty() && hasDerived; i--) {
            List<String> names = is(2) ? List.of() : List.of(one(requests).name());
            String attribute = hasDerived || is(2) ? "a.b/numa" : "a.b/link";
            boolean isDistinct = hasDistinct() && is(2);
            traits.add(isDistinct ? Trait.DISTINCT : Trait.MATCH);
            constraints.add(
                    isDistinct
                            ? new DeviceConstraint(names, null, attribute)
                            : new DeviceConstraint(names, attribute, null));
        }
        return constraints;
    }

    private boolean hasDistinct() {
        return AllocatorVersion.of(release, gates).has(Quirk.DISTINCT_ATTRIBUTE);
    }
}
