package dev.drawbridge.fit;

import dev.drawbridge.fit.cause.ContainerResource;
import dev.drawbridge.fit.cause.ObjectField;
import dev.drawbridge.fit.cause.RequestedDevices;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Request;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The requests of a workload's unallocated claims, and the devices that each finds if nothing is taken. */
final class OpenRequests {

    private final ScheduledFleet scheduled;
    private final Question question;
    private final List<RequestedDevices> all;

    OpenRequests(ScheduledFleet scheduled, Question question) {
        this.scheduled = scheduled;
        this.question = question;
        this.all = question.openClaims().stream().flatMap(this::alternatives).toList();
    }

    private Stream<RequestedDevices> alternatives(Claim claim) {
        return IntStream.range(0, claim.requests().size()).boxed().flatMap(index -> {
            Request request = claim.requests().get(index);
            ContainerResource resource = question.extendedResource(claim, request.name());
            return request.alternatives().stream()
                    .map(alternative -> new RequestedDevices(claim, index, alternative, resource));
        });
    }

    /** Each alternative of each request, in the order of the claims. */
    List<RequestedDevices> all() {
        return all;
    }

    Funnel funnel(Alternative alternative) {
        return scheduled.funnel(question.nodes(), alternative);
    }

    boolean isEachEnough() {
        return question.openClaims().stream()
                .flatMap(claim -> claim.requests().stream())
                .allMatch(request -> request.alternatives().stream()
                        .anyMatch(alternative -> funnel(alternative).isEnough()));
    }

    @Nullable
    ObjectField field(RequestedDevices requested) {
        return question.open().stream()
                .filter(claim -> claim.claim() == requested.claim())
                .findFirst()
                .map(claim -> claim.alternative(requested.request(), requested.alternative()))
                .orElse(null);
    }
}
