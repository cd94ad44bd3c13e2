package dev.drawbridge.fit;

import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Claim;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One alternative of a request of a claim.
 *
 * @param request the index of the request
 * @param alternative the alternative; for an exact request, its only one
 */
public record RequestedDevices(Claim claim, int request, Alternative alternative) {

    /** All alternatives of all requests, in the order of the claims. */
    static List<RequestedDevices> of(List<Claim> claims) {
        return claims.stream().flatMap(RequestedDevices::of).toList();
    }

    private static Stream<RequestedDevices> of(Claim claim) {
        return IntStream.range(0, claim.requests().size())
                .boxed()
                .flatMap(request -> claim.requests().get(request).alternatives().stream()
                        .map(alternative -> new RequestedDevices(claim, request, alternative)));
    }
}
