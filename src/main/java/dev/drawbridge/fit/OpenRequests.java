package dev.drawbridge.fit;

import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Request;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The requests of a workload's claims that are not allocated, and what each finds on its nodes if nothing is taken. */
final class OpenRequests {

    private final ScheduledFleet scheduled;
    private final Question question;
    private final List<RequestedDevices> all;

    OpenRequests(ScheduledFleet scheduled, Question question) {
        this.scheduled = scheduled;
        this.question = question;
        this.all = RequestedDevices.of(question.openClaims());
    }

    /** Each alternative of each request, in the order of the claims. */
    List<RequestedDevices> all() {
        return all;
    }

    /** What an alternative finds. */
    Funnel funnel(Alternative alternative) {
        return scheduled.funnel(question.nodes(), alternative);
    }

    /** Whether each request alone finds enough devices on a node. */
    boolean isEachEnough() {
        return question.openClaims().stream()
                .flatMap(claim -> claim.requests().stream())
                .allMatch(request -> request.alternatives().stream()
                        .anyMatch(alternative -> funnel(alternative).isEnough()));
    }

    /** An alternative in words: its place in a claim, or the container and the resource that it is for. */
    String subject(RequestedDevices requested) {
        Alternative alternative = requested.alternative();
        Request request = requested.claim().requests().get(requested.request());
        ContainerResource resource = question.extendedResource(requested.claim(), request.name());
        String wanted = (alternative.isAll() ? "all devices" : Plural.of(alternative.count(), "device")) + " of class "
                + alternative.deviceClassName();
        if (resource != null) {
            return resource + ": " + wanted
                    + (resource.amount() > alternative.count()
                            ? " (of " + resource.amount() + " requested; the others are shared with later containers)"
                            : "");
        }
        return "claim " + requested.claim() + ": spec.devices.requests[" + requested.request() + "] \"" + request.name()
                + "\"" + (request.isPrioritized() ? " alternative \"" + alternative.name() + "\"" : "") + ": "
                + wanted;
    }

    /** The container and the resource that a request is for; null of a request of a claim that users write. */
    @Nullable
    ContainerResource resource(Claim claim, int request) {
        return question.extendedResource(claim, claim.requests().get(request).name());
    }

    /** Where an alternative is; null if it is not of a file. */
    @Nullable
    ObjectField field(RequestedDevices requested) {
        return question.open().stream()
                .filter(claim -> claim.claim() == requested.claim())
                .findFirst()
                .map(claim -> claim.alternative(requested.request(), requested.alternative()))
                .orElse(null);
    }
}
