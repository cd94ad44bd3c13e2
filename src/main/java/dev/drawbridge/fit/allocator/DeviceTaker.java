package dev.drawbridge.fit.allocator;

import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fleet.Attribute;
import dev.drawbridge.fleet.CounterConsumption;
import dev.drawbridge.port.Quantity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Takes devices for requests: a device must be free and tolerated, and satisfy counters, groups, constraints and
 * capacity. States are immutable: taking a device returns a new state.
 *
 * <p>Source: {@code structured/internal/<channel>/allocator_<channel>.go}, allocateDevice.
 */
record DeviceTaker(
        AllocatorInputs inputs,
        DeviceMatcher matcher,
        ClaimRequests requests,
        List<Candidate> candidates,
        Counters counters,
        Groups groups,
        Rollback rollback) {

    /** The result of an attempt, and the state after it: with the device, or with what a refusal left behind. */
    record Attempt(boolean isTaken, Taken after) {}

    /**
     * Takes the device for the request, if possible; an AllocationError if a constraint forbids a needed device, or an
     * amount cannot be computed.
     */
    Attempt take(Taken before, Place place, RequestState request, Candidate candidate, boolean isNeeded) {
        if (!isFree(before.use(candidate.index()), place, request, candidate)) {
            return new Attempt(false, before);
        }
        Taken charged = charged(before, candidate);
        if (charged == null) {
            return new Attempt(false, before);
        }
        if (matcher.isTainted(candidate.device(), request)) {
            return new Attempt(false, rollback.refused(before, charged, place, request, 0));
        }
        List<ConstraintRule> rules = requests.rules(place.claim());
        List<ConstraintRule.Values> values =
                new ArrayList<>(before.constraints().get(place.claim()));
        for (int i = 0; i < rules.size(); i++) {
            ConstraintRule rule = rules.get(i);
            if (rule.concerns(request)) {
                Attribute attribute = matcher.attribute(request, candidate.device(), rule.attribute());
                ConstraintRule.Values added = attribute == null ? null : rule.add(values.get(i), request, attribute);
                if (added == null) {
                    if (isNeeded) {
                        throw forbidden(place, request, candidate);
                    }
                    return new Attempt(false, rollback.refused(before, charged, place, request, i));
                }
                values.set(i, added);
            }
        }
        return withDevice(before, charged.withConstraints(place.claim(), values), place, request, candidate);
    }

    private AllocationError forbidden(Place place, RequestState request, Candidate candidate) {
        return new AllocationError(
                FitCause.Kind.CONSTRAINT_FAILS,
                "claim " + requests.claim(place.claim()) + ", request "
                        + request.alternative().name() + ": cannot add device "
                        + candidate.device().id() + " because a claim constraint would not be satisfied");
    }

    private boolean isFree(DeviceUse use, Place place, RequestState request, Candidate candidate) {
        boolean isAdmin = request.alternative().hasAdminAccess();
        boolean isInUse = isAdmin
                ? !inputs.version().isShared(candidate.device()) && use.claims().contains(place.claim())
                : candidate.isAllocated() || !use.claims().isEmpty() || isKeptByShares(use, candidate);
        return !isInUse
                && !matcher.skipsOperationsThatNodeNeeds(candidate)
                && (inputs.version().has(Feature.PARTITIONABLE_DEVICES)
                        || candidate.device().consumesCounters().isEmpty());
    }

    /** The state with the device's counters consumed; null if not enough is left. */
    private @Nullable Taken charged(Taken before, Candidate candidate) {
        boolean isChargedAlready = inputs.version().isShared(candidate.device())
                && inputs.version().has(Quirk.COUNTERS_ONCE_PER_DEVICE)
                && isShareInUse(before.use(candidate.index()), candidate);
        if (isChargedAlready || candidate.device().consumesCounters().isEmpty()) {
            return before;
        }
        Taken charged = before;
        if (inputs.version().has(Feature.COMPATIBILITY_GROUPS)) {
            Map<CounterSetId, Set<String>> joined = groups.with(candidate, before.groups());
            if (joined == null) {
                return null;
            }
            charged = charged.withGroups(joined);
        }
        Map<CounterId, Quantity> sums = counters.with(candidate, before.counters());
        return sums == null ? null : charged.withCounters(sums);
    }

    private boolean isKeptByShares(DeviceUse use, Candidate candidate) {
        return inputs.version().has(Quirk.SHARES_KEEP_DEVICE)
                && !inputs.version().isShared(candidate.device())
                && isShareInUse(use, candidate);
    }

    private boolean isShareInUse(DeviceUse use, Candidate candidate) {
        DeviceLook.Use others = inputs.allocated().use(candidate.device().id());
        return use.shares() != null
                || others.sharedCapacity() != null
                || inputs.version().has(Quirk.SHARES_WITHOUT_CAPACITY) && others.isShared();
    }

    /** The state with the device itself or a share of it; checks the capacity last. */
    private Attempt withDevice(
            Taken before, Taken constrained, Place place, RequestState request, Candidate candidate) {
        boolean isShared = inputs.version().isShared(candidate.device());
        Taken marked = isShared
                ? constrained
                : constrained.with(
                        candidate.index(), constrained.use(candidate.index()).withClaim(place.claim()));
        if (inputs.version().has(Feature.CONSUMABLE_CAPACITY)) {
            Candidate measured =
                    inputs.version().has(Quirk.READS_OTHER_CAPACITY) ? other(candidate, place.device()) : candidate;
            if (!matcher.hasEnoughLeft(request, measured, marked.use(measured.index()))) {
                return new Attempt(false, rollback.refusedLast(before, marked, place, request));
            }
            if (isShared) {
                DeviceUse use = marked.use(candidate.index()).withShare(matcher.share(request, candidate));
                marked = marked.with(candidate.index(), use);
            }
        }
        return new Attempt(true, marked.withResults(before.results() + 1));
    }

    private Candidate other(Candidate candidate, int index) {
        if (index >= candidate.slice().devices().size()) {
            throw new AllocationError("panic: index out of range");
        }
        return candidates.get(candidate.index() - candidate.indexInSlice() + index);
    }

    /**
     * The compatibility groups common to the devices of each of a node's counter sets, which decide whether another
     * device may consume its counters. Devices without groups are in a group of their own.
     *
     * <p>Source: {@code structured/internal/experimental/compatibility_groups.go}, and
     * checkAndConsumeCompatibilityGroups of {@code allocator_experimental.go}.
     */
    record Groups(AllocatedState allocated, Counters counters, Map<Pool, Map<CounterSetId, Set<String>>> ofAllocated) {

        private static final String NO_GROUP = "";

        /** The groups including the device; null if it is incompatible with the others. */
        @Nullable
        Map<CounterSetId, Set<String>> with(Candidate candidate, Map<CounterSetId, Set<String>> taken) {
            Map<CounterSetId, Set<String>> running = new HashMap<>(taken);
            for (CounterConsumption consumed : candidate.device().consumesCounters()) {
                CounterSetId set = counters.set(candidate, consumed.counterSet());
                Set<String> groups = groups(consumed);
                Set<String> known =
                        running.getOrDefault(set, ofAllocated(candidate).getOrDefault(set, groups));
                if (Collections.disjoint(known, groups)) {
                    return null;
                }
                running.put(set, common(known, groups));
            }
            return running;
        }

        private static Set<String> groups(CounterConsumption consumed) {
            return consumed.compatibilityGroups().isEmpty()
                    ? Set.of(NO_GROUP)
                    : Set.copyOf(consumed.compatibilityGroups());
        }

        /** The groups of both; with and without groups, which only allocated devices may mix, those of the first. */
        private static Set<String> common(Set<String> one, Set<String> other) {
            if (one.contains(NO_GROUP) || other.contains(NO_GROUP)) {
                return one;
            }
            Set<String> common = new HashSet<>(one);
            common.retainAll(other);
            return common;
        }

        private Map<CounterSetId, Set<String>> ofAllocated(Candidate candidate) {
            return ofAllocated.computeIfAbsent(candidate.pool(), pool -> {
                Map<CounterSetId, Set<String>> read = new HashMap<>();
                Stream.concat(pool.slices().stream(), pool.otherSlices().stream())
                        .flatMap(slice -> slice.devices().stream())
                        .filter(device -> allocated.isAllocated(device.id()))
                        .flatMap(device -> device.consumesCounters().stream())
                        .forEach(consumed -> read.merge(
                                counters.set(candidate, consumed.counterSet()), groups(consumed), Groups::common));
                return read;
            });
        }
    }
}
