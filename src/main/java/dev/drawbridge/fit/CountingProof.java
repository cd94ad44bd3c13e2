package dev.drawbridge.fit;

import dev.drawbridge.field.Printable;
import dev.drawbridge.fit.plugin.ExtendedResourceClaim;
import dev.drawbridge.fit.plugin.PodClaim;
import dev.drawbridge.fleet.AllocatedDevice;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Request;
import dev.drawbridge.resource.ClaimLimits;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Proves by counting that pods cannot have their devices at the same time: they need more devices of some kind than
 * there are, or a claim has more consumers than it may. Only requests for whole devices count, and only devices of the
 * kind.
 */
final class CountingProof {

    /** The maximum number of request kinds to compare. */
    private static final int MAX_KINDS = 200;

    private final ScheduledFleet scheduled;
    private final Map<DeviceId, Integer> numbers = new HashMap<>();
    private final Map<List<Object>, Optional<BitSet>> known = new HashMap<>();
    private final List<Demand> demands = new ArrayList<>();
    private final BitSet running = new BitSet();
    private final Set<String> counted = new LinkedHashSet<>();
    private final Map<String, Long> consumers = new LinkedHashMap<>();

    private record Demand(BitSet among, long devices, Set<String> classes, boolean isSelective) {}

    CountingProof(ScheduledFleet scheduled) {
        this.scheduled = scheduled;
    }

    /** Adds pods of a workload that are not running yet, and claims of those that are. */
    void add(Question question, long pods, Iterable<Claim> held) {
        for (Claim claim : held) {
            List<AllocatedDevice> allocation = claim.allocation();
            if (allocation != null) {
                allocation.stream()
                        .filter(device -> !device.adminAccess())
                        .forEach(device -> running.set(number(device.id())));
            }
        }
        for (PodClaim claim : question.claims()) {
            if (claim.isShared() && !claim.isOfGroup()) {
                long already = claim.claim().consumers().size();
                consumers.merge(claim.claim().toString(), already + pods, (one, other) -> one + other - already);
            }
            boolean isNew = !claim.isShared() || counted.add(claim.claim().toString());
            boolean isOfPlugins =
                    claim.claim().name().equals(ExtendedResourceClaim.NAME) && question.mayUseDevicePlugin();
            if (!claim.isAllocated() && isNew && !isOfPlugins) {
                add(question, claim.claim(), claim.isShared() ? 1 : pods);
            }
        }
    }

    private void add(Question question, Claim claim, long times) {
        for (Request request : claim.requests()) {
            BitSet among = new BitSet();
            long fewest = Long.MAX_VALUE;
            boolean isCountable = true;
            Set<String> classes = new TreeSet<>();
            boolean isSelective = false;
            for (Alternative alternative : request.alternatives()) {
                Optional<BitSet> devices = matches(question, alternative);
                if (devices.isEmpty()) {
                    isCountable = false;
                } else {
                    among.or(devices.get());
                    fewest = Math.min(fewest, alternative.isAll() ? 1 : alternative.count());
                    classes.add(alternative.deviceClassName());
                    isSelective |= !alternative.selectors().isEmpty() || alternative.capacity() != null;
                }
            }
            if (isCountable && !request.alternatives().isEmpty()) {
                demands.add(new Demand(among, fewest * times, classes, isSelective));
            }
        }
    }

    /** The devices that match an alternative; empty if they cannot be counted. */
    private Optional<BitSet> matches(Question question, Alternative alternative) {
        List<Object> key = List.of(
                question.where(),
                alternative.deviceClassName(),
                alternative.selectors(),
                alternative.tolerations(),
                alternative.capacity() == null ? List.of() : alternative.capacity());
        if (alternative.hasAdminAccess() || scheduled.gaps().couldServe(alternative)) {
            return Optional.empty();
        }
        return known.computeIfAbsent(key, unseen -> matching(question, alternative));
    }

    private Optional<BitSet> matching(Question question, Alternative alternative) {
        BitSet devices = new BitSet();
        for (Device device : question.funnel(alternative).devices()) {
            if (device.allowMultipleAllocations()) {
                return Optional.empty();
            }
            devices.set(number(device.id()));
        }
        return Optional.of(devices);
    }

    private int number(DeviceId id) {
        return numbers.computeIfAbsent(id, unseen -> numbers.size());
    }

    @Nullable
    String sentence() {
        for (Map.Entry<String, Long> claim : consumers.entrySet()) {
            if (claim.getValue() > ClaimLimits.CONSUMERS) {
                return claim.getValue() + " pods use claim " + claim.getKey()
                        + ", but status.reservedFor is limited to " + ClaimLimits.CONSUMERS;
            }
        }
        String worst = null;
        long largest = 0;
        for (BitSet kind : kinds()) {
            List<Demand> inKind = demands.stream()
                    .filter(demand -> isWithin(demand.among(), kind))
                    .toList();
            BitSet held = (BitSet) kind.clone();
            held.and(running);
            long needed = inKind.stream().mapToLong(Demand::devices).sum() + held.cardinality();
            if (needed - kind.cardinality() > largest) {
                largest = needed - kind.cardinality();
                worst = sentence(inKind, needed, kind.cardinality());
            }
        }
        return worst;
    }

    private Set<BitSet> kinds() {
        Set<BitSet> kinds = new LinkedHashSet<>();
        BitSet all = new BitSet();
        demands.forEach(demand -> all.or(demand.among()));
        kinds.add(all);
        Map<Set<String>, BitSet> ofClasses = new LinkedHashMap<>();
        demands.forEach(demand ->
                ofClasses.computeIfAbsent(demand.classes(), any -> new BitSet()).or(demand.among()));
        kinds.addAll(ofClasses.values());
        demands.stream().map(Demand::among).limit(MAX_KINDS).forEach(kinds::add);
        return kinds;
    }

    private static boolean isWithin(BitSet part, BitSet whole) {
        BitSet outside = (BitSet) part.clone();
        outside.andNot(whole);
        return outside.isEmpty();
    }

    private static String sentence(List<Demand> demands, long needed, long there) {
        Set<String> classes = new TreeSet<>();
        demands.forEach(demand -> classes.addAll(demand.classes()));
        boolean isSelective = demands.stream().anyMatch(Demand::isSelective);
        return "the workloads need " + Printable.count(needed, "device") + " of class " + String.join(", ", classes)
                + ", but there " + (there == 1 ? "is " : "are ") + there
                + (isSelective ? " that they match" : "");
    }
}
