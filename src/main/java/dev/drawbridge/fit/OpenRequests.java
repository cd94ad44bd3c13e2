package dev.drawbridge.fit;

import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Request;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a workload's unallocated claims, and the devices that each finds on its nodes if nothing is taken.
 */
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

    /** The devices left for an alternative. */
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

    /** An alternative as text: its place in a claim, or its container and resource. */
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

    /** The container and resource of a request; null for a user's request. */
    @Nullable
    ContainerResource resource(Claim claim, int request) {
        return question.extendedResource(claim, claim.requests().get(request).name());
    }

    /** The field of an alternative; null if it is not from a file. */
    @Nullable
    ObjectField field(RequestedDevices requested) {
        return question.open().stream()
                .filter(claim -> claim.claim() == requested.claim())
                .findFirst()
                .map(claim -> claim.alternative(requested.request(), requested.alternative()))
                .orElse(null);
    }
}
