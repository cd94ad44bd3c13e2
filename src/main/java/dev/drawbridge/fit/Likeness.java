package dev.drawbridge.fit;

import dev.drawbridge.constraint.cel.DeviceProgram;
import dev.drawbridge.fleet.Device;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which requests ask for the same, and which devices cannot be told apart by anything that the search looks at. */
final class Likeness {

    private final Allocator allocator;
    private final AllocatorVersion version;
    private final DeviceMatcher matcher;
    private final ClaimRequests requests;
    private final List<Candidate> candidates;

    Likeness(Allocator allocator, DeviceMatcher matcher, ClaimRequests requests, List<Candidate> candidates) {
        this.allocator = allocator;
        this.version = allocator.version();
        this.matcher = matcher;
        this.requests = requests;
        this.candidates = candidates;
    }

    /** Whether the requests of the claim ask for the same, so that their devices can be chosen in one order. */
    boolean areAlike(int claim, List<RequestState> one, List<RequestState> other) {
        RequestState first = one.get(0);
        RequestState second = other.get(0);
        return !first.isAlternative()
                && !second.isAlternative()
                && first.asksForTheSame(second)
                && candidates.stream().noneMatch(candidate -> candidate.device.allowMultipleAllocations())
                && requests.constraints(claim).stream()
                        .allMatch(constraint -> constraint.concerns(first) == constraint.concerns(second)
                                && (!version.remembersOneValuePerRequest() || !constraint.concerns(first)));
    }

    /** Whether all that is still to come asks for the same as this request. */
    boolean isRestAlike(Place place) {
        List<List<RequestState>> ofClaim = requests.of(place.claim());
        for (int i = place.request(); i + 1 < ofClaim.size(); i++) {
            if (!areAlike(place.claim(), ofClaim.get(i), ofClaim.get(i + 1))) {
                return false;
            }
        }
        return place.claim() + 1 == requests.size() && version.choosesInOrder();
    }

    /** All that requests, constraints and counters see of a device. */
    Object looks(Candidate candidate) {
        Device device = candidate.device;
        List<Object> looks = new ArrayList<>();
        looks.add(candidate.isAllocated);
        looks.add(device.allowMultipleAllocations());
        looks.add(device.hasBindingConditions());
        looks.add(candidate.slice.skipsNodeOperations());
        looks.add(matcher.isOnNode(candidate));
        looks.add(device.taints());
        looks.add(device.capacity());
        looks.add(allocator.allocated().capacity().getOrDefault(device.id(), Map.of()));
        looks.add(allocator.allocated().shared().contains(device.id()));
        if (!device.consumesCounters().isEmpty()) {
            looks.add(List.of(candidate.pool.id(), candidate.slice.name(), device.consumesCounters()));
        }
        requests.all().forEach(request -> addReads(request, device, looks));
        for (int claim = 0; claim < requests.size(); claim++) {
            requests.constraints(claim)
                    .forEach(constraint -> looks.add(value(device.attribute(constraint.attribute()))));
        }
        return looks;
    }

    private void addReads(RequestState request, Device device, List<Object> looks) {
        Stream<DeviceProgram> selectors =
                Stream.concat(request.classSelectors().stream(), request.selectors().stream());
        Stream<DeviceProgram> derivations =
                request.alternative().derivedAttributes().values().stream().map(allocator::derivation);
        Stream.concat(selectors, derivations)
                .flatMap(program -> program.reads().stream())
                .forEach(read -> looks.add(value(read.of(device))));
    }

    private static Object value(@Nullable Object value) {
        return value == null ? "" : value;
    }
}
