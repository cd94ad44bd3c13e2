package dev.drawbridge.fit.allocator;

import java.util.List;

/**
 * Finds requests for the same devices. Their devices can be chosen in one order: if another order leads to a solution,
 * the same devices in this order are also one, since the requests share only counters, groups, constraints and limits,
 * which are independent of order.
 */
final class LikeRequests {

    private final AllocatorVersion version;
    private final ClaimRequests requests;
    private final boolean hasShares;

    LikeRequests(AllocatorVersion version, ClaimRequests requests, List<Candidate> candidates) {
        this.version = version;
        this.requests = requests;
        // Several shares of a device may be taken in turn, so the search must not move on.
        this.hasShares = candidates.stream().anyMatch(candidate -> version.isShared(candidate.device()));
    }

    boolean isNextAlike(Place place) {
        List<List<RequestState>> ofClaim = requests.of(place.claim());
        return version.has(Quirk.CHOOSES_IN_ORDER)
                && !hasShares
                && place.request() + 1 < ofClaim.size()
                && areAlike(place.claim(), ofClaim.get(place.request()), ofClaim.get(place.request() + 1));
    }

    boolean isRestAlike(Place place) {
        if (place.claim() + 1 < requests.size() || !version.has(Quirk.CHOOSES_IN_ORDER)) {
            return false;
        }
        int last = requests.of(place.claim()).size() - 1;
        for (int request = place.request(); request < last; request++) {
            if (!isNextAlike(new Place(place.claim(), request, 0, 0))) {
                return false;
            }
        }
        return true;
    }

    private boolean areAlike(int claim, List<RequestState> one, List<RequestState> other) {
        RequestState first = one.get(0);
        RequestState second = other.get(0);
        return !first.isAlternative()
                && !second.isAlternative()
                && first.asksForTheSame(second)
                && requests.rules(claim).stream()
                        .allMatch(rule -> rule.concerns(first) == rule.concerns(second)
                                && (!rule.concerns(first) || !version.has(Quirk.DISTINCT_BY_REQUEST)));
    }
}
