package dev.drawbridge.fleet;

import dev.drawbridge.claim.ClaimDevices;
import dev.drawbridge.claim.ClaimDevices.DeviceRequest;
import dev.drawbridge.document.ObjectValue;
import java.util.Collection;
import java.util.List;

/**
 * A request of a claim.
 *
 * @param alternatives the alternatives in order of preference; an exact request has one, without a name of its own
 * @param isPrioritized whether it is a list of alternatives ({@code firstAvailable})
 */
public record Request(String name, List<Alternative> alternatives, boolean isPrioritized) {

    /** The requests of a claim with this specification. */
    public static List<Request> ofSpec(ObjectValue spec) {
        return ClaimDevices.ofSpec(spec).requests().stream().map(Request::of).toList();
    }

    private static Request of(DeviceRequest request) {
        String name = request.name();
        List<Alternative> alternatives = request.alternatives().stream()
                .map(body -> Alternative.of(body.value().string("name"), body.value()))
                .toList();
        return alternatives.isEmpty()
                ? new Request(name, List.of(Alternative.of(name, request.exact().value())), false)
                : new Request(name, alternatives, true);
    }

    /** The name of an alternative in allocation results: {@code request/alternative}, or that of an exact request. */
    public String fullName(Alternative alternative) {
        return isPrioritized ? name + "/" + alternative.name() : name;
    }

    /** Whether the {@code requests} of a constraint or configuration include it; an empty list includes all. */
    public boolean isNamedIn(Collection<String> requests, Alternative alternative) {
        return requests.isEmpty() || requests.contains(name) || requests.contains(fullName(alternative));
    }
}
