package dev.drawbridge.fit.allocator;

import dev.drawbridge.port.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The state after a device was refused or given back: normally the one before. Older releases leave parts behind that
 * affect the rest of the search, so it cannot be pruned; see {@link #isClean}.
 *
 * <p>Source: {@code structured/internal/<channel>/allocator_<channel>.go}: the deallocate function of allocateDevice;
 * rollbackDevice.
 */
record Rollback(AllocatorVersion version, DeviceMatcher matcher, ClaimRequests requests, Counters counters) {

    /**
     * Whether a search that returns to a place has the state it left with. {@link Quirk#DISTINCT_BY_REQUEST} drops a
     * value of the request being tried; this is harmless, since the place before it, of the same request, drops it as
     * well.
     */
    static boolean isClean(AllocatorVersion version) {
        return version.has(Quirk.ROLLS_BACK)
                || !version.has(Feature.PARTITIONABLE_DEVICES) && !version.has(Feature.CONSUMABLE_CAPACITY);
    }

    /**
     * The state after a device was refused.
     *
     * @param charged the state with its counters consumed
     * @param added the number of constraints that had admitted it
     */
    Taken refused(Taken before, Taken charged, Place place, RequestState request, int added) {
        Taken after = version.has(Quirk.ROLLS_BACK) ? before : charged;
        return added == 0
                ? after
                : after.withConstraints(place.claim(), constraints(before, before, place, request, added));
    }

    /** The state after a device was refused for its capacity, which is the last check. */
    Taken refusedLast(Taken before, Taken marked, Place place, RequestState request) {
        int all = requests.rules(place.claim()).size();
        if (version.has(Quirk.ROLLS_BACK)) {
            return before.withConstraints(place.claim(), constraints(before, before, place, request, all));
        }
        List<ConstraintRule.Values> stuck = new ArrayList<>(marked.constraints().get(place.claim()));
        for (int i = 0; i < all; i++) {
            ConstraintRule rule = requests.rules(place.claim()).get(i);
            if (rule.concerns(request)) {
                stuck.set(i, stuck.get(i).stuck());
            }
        }
        return marked.withConstraints(place.claim(), stuck);
    }

    /**
     * The state after a device was given back.
     *
     * @param before the state without it
     * @param now the state with it, and with what the later search has left behind
     */
    Taken givenBack(Taken before, Taken now, Place place, RequestState request, Candidate candidate) {
        int all = requests.rules(place.claim()).size();
        if (all == 0 && version.has(Quirk.ROLLS_BACK)) {
            return before;
        }
        List<ConstraintRule.Values> constraints = constraints(before, now, place, request, all);
        if (version.has(Quirk.ROLLS_BACK)) {
            return before.withConstraints(place.claim(), constraints);
        }
        Taken after = now.withConstraints(place.claim(), constraints).withResults(before.results());
        if (!version.isShared(candidate.device())) {
            return after.with(candidate.index(), after.use(candidate.index()).withoutClaim(place.claim()))
                    .withCounters(counters.without(candidate, after.counters()));
        }
        Map<String, Quantity> share = matcher.share(request, candidate);
        return share.isEmpty()
                ? after
                : after.with(candidate.index(), after.use(candidate.index()).withoutShare(share));
    }

    /** The results of the claim, until the first one without a device of the request. */
    private List<ConstraintRule.Values> constraints(
            Taken before, Taken now, Place place, RequestState request, int added) {
        List<ConstraintRule.Values> left = new ArrayList<>(now.constraints().get(place.claim()));
        for (int i = 0; i < added; i++) {
            ConstraintRule rule = requests.rules(place.claim()).get(i);
            if (rule.concerns(request)) {
                ConstraintRule.Values without =
                        before.constraints().get(place.claim()).get(i);
                left.set(i, rule.giveBack(without, left.get(i), request));
            }
        }
        return left;
    }
}
