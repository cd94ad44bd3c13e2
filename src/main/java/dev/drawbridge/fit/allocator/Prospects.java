package dev.drawbridge.fit.allocator;

import dev.drawbridge.fleet.Attribute;
import dev.drawbridge.fleet.Device;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The kinds of devices that each request could take if nothing else were taken, as far as known: an expression that
 * fails on a device fails the search only when the search reaches it.
 */
final class Prospects {

    private final ClaimRequests requests;
    private final DeviceMatcher matcher;
    private final List<Candidate> examples;
    private final Map<RequestState, BitSet> eligible = new IdentityHashMap<>();
    private final boolean areCertain;

    Prospects(ClaimRequests requests, DeviceMatcher matcher, DeviceKinds kinds, List<Pool> pools) {
        this.requests = requests;
        this.matcher = matcher;
        this.examples = kinds.examples();
        // In 1.34, an invalid pool is an error when the search comes to it.
        boolean isInvalid = pools.stream()
                .anyMatch(pool -> pool.isInvalid() && !pool.slices().isEmpty());
        this.areCertain = !isInvalid && !requests.haveConstrainedAll() && readAll();
    }

    /** Whether no request fails with an error on any device: only then may a search skip states, or reorder devices. */
    boolean areCertain() {
        return areCertain;
    }

    Attribute compared(Attribute attribute) {
        return matcher.compared(attribute);
    }

    private boolean readAll() {
        try {
            for (int claim = 0; claim < requests.size(); claim++) {
                for (List<RequestState> alternatives : requests.of(claim)) {
                    for (RequestState request : alternatives) {
                        if (!request.alternative().derivedAttributes().isEmpty()) {
                            return false;
                        }
                        eligible.put(request, read(claim, request));
                    }
                }
            }
            return true;
        } catch (AllocationError | Undecidable e) {
            return false;
        }
    }

    private BitSet read(int claim, RequestState request) {
        BitSet found = new BitSet();
        for (int kind = 0; kind < examples.size(); kind++) {
            Device device = examples.get(kind).device();
            if (matcher.isEligible(requests.claim(claim), request, examples.get(kind))) {
                found.set(kind);
                requests.rules(claim).stream()
                        .filter(rule -> rule.concerns(request))
                        .forEach(rule -> matcher.attribute(request, device, rule.attribute()));
            }
        }
        return found;
    }

    /** The kinds of devices that the request could take; a copy. */
    BitSet eligible(RequestState request) {
        BitSet found = new BitSet();
        found.or(eligible.getOrDefault(request, found));
        return found;
    }

    /** The kinds that the current or a later request could take. */
    BitSet useful(Place place) {
        BitSet useful = new BitSet();
        if (!areCertain) {
            useful.set(0, examples.size());
            return useful;
        }
        for (int claim = place.claim(); claim < requests.size(); claim++) {
            List<List<RequestState>> ofClaim = requests.of(claim);
            int first = claim == place.claim() ? place.request() : 0;
            for (int i = first; i < ofClaim.size(); i++) {
                ofClaim.get(i).forEach(request -> useful.or(eligible(request)));
            }
        }
        return useful;
    }
}
