package dev.drawbridge.fit;

import dev.drawbridge.field.Printable;
import dev.drawbridge.fit.allocator.NodeDecisions;
import dev.drawbridge.fit.cause.ContainerResource;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fit.cause.FitChange;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fleet.DeviceId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether a workload's claims can be allocated.
 *
 * @param nodes the number of nodes that its pods may run on, and that have the devices of its allocated claims
 * @param now the nodes on which its claims fit now
 * @param freed the nodes on which they fit if no other claim holds a device
 * @param example one way to allocate them; null if there is none
 * @param causes the causes why not, for each request; empty if it fits now
 * @param findings names in the pod that lead nowhere, and what happens to pods that fit
 */
public record FitResult(
        Workload workload,
        Answer answer,
        int nodes,
        List<String> now,
        List<String> freed,
        @Nullable Example example,
        List<FitCause> causes,
        List<FitCause> findings) {

    /** The changes that would help, each alone; the last is that other claims free their devices. */
    public List<FitChange> changes() {
        List<FitChange> helping = new ArrayList<>();
        causes.stream()
                .flatMap(cause -> cause.changes().stream())
                .filter(change ->
                        answer == Answer.FITS_WHEN_FREED ? !change.now().isEmpty() : change.helps())
                .distinct()
                .forEach(helping::add);
        if (answer == Answer.FITS_WHEN_FREED) {
            helping.add(FitChange.Kind.HOLDERS.of().on(now, freed));
        }
        return helping;
    }

    /** The changes that the headline does not mention. */
    public List<FitChange> helpful() {
        return changes().stream()
                .filter(change -> change.kind() != FitChange.Kind.HOLDERS)
                .toList();
    }

    /** The number of nodes on which they fit, now or once devices are free. */
    public int most() {
        return Math.max(now.size(), freed.size());
    }

    /** The answer for a workload: its text, JSON name and exit code. */
    public enum Answer {
        /** Its claims can be allocated now. */
        FITS("fits", 0),
        /** Its claims can be allocated once other claims free their devices. */
        FITS_WHEN_FREED("fitsWhenFreed", 1),
        /** Its claims can be allocated once a temporary condition ends, such as another pod's use of a claim. */
        BLOCKED("blocked", 1),
        /** Unknown: objects are missing, or the time was too short. */
        UNKNOWN("unknown", 2),
        /** Its claims cannot be allocated on any node of this fleet. */
        NEVER("never", 3),
        /** Scheduling fails with an error. */
        ERROR("error", 3),
        /** The API server refuses the workload or one of its claims, so it never exists. */
        INVALID("invalid", 3);

        private final String id;
        private final int rank;

        Answer(String id, int rank) {
            this.id = id;
            this.rank = rank;
        }

        /**
         * The answer for a pod. An error on one node fails the pod, whatever is decided for the other nodes; an error
         * about invalid pools fails the node alone.
         *
         * @param whenFreed the decisions if no other claim holds a device
         */
        static Answer of(NodeDecisions now, Supplier<NodeDecisions> whenFreed) {
            if (now.failsPod()) {
                return ERROR;
            }
            if (!now.fitting().isEmpty()) {
                return FITS;
            }
            if (now.isUndecided()) {
                return UNKNOWN;
            }
            NodeDecisions freed = whenFreed.get();
            if (!freed.fitting().isEmpty()) {
                return FITS_WHEN_FREED;
            }
            return freed.isUndecided() ? UNKNOWN : NEVER;
        }

        public boolean isNoWorseThan(Answer other) {
            return rank <= other.rank;
        }

        /** Whether it fails a check; if {@code isStrict}, waiting fails, too. */
        public boolean fails(boolean isStrict) {
            return this != FITS && (isStrict || !waits());
        }

        /** Whether the workload waits for a temporary condition. */
        public boolean waits() {
            return this == FITS_WHEN_FREED || this == BLOCKED;
        }

        /** The name in JSON, such as {@code fitsWhenFreed}. */
        @Override
        public String toString() {
            return id;
        }
    }

    /** One way to allocate the claims on a node, and the claims that hold these devices now. */
    public record Example(String node, List<RequestDevices> requests, List<String> holders) {}

    /**
     * A request and its devices.
     *
     * @param claim the claim, such as {@code ml/train}; empty for an extended resource
     * @param request the request, or {@code request/alternative} if it has alternatives; empty for an extended resource
     * @param resource the extended resource of the request; null for a user's request
     */
    public record RequestDevices(
            String claim, String request, @Nullable ContainerResource resource, List<DeviceId> devices) {}

    /** The answer in a few words; {@code where} names the owner of the nodes: a fleet or a cluster. */
    public String headline(String where) {
        String count = nodes == 0 ? "no node is left" : Printable.count(nodes, "node");
        return switch (answer) {
            case FITS -> "fits now on " + now.size() + " of " + count;
            case FITS_WHEN_FREED ->
                "does not fit now; fits " + freed.size() + " of " + count + " when others free their devices";
            case NEVER -> "never fits this " + where + " (" + count + ")";
            case ERROR -> "scheduling fails with an error";
            case BLOCKED -> "does not fit now; fits when something ends";
            case UNKNOWN -> "unknown whether it fits this " + where;
            case INVALID -> {
                boolean arePods = !workload.kind().equals("Pod")
                        && causes.stream().anyMatch(cause -> cause.kind() == FitCause.Kind.PODS_FORBIDDEN);
                yield "invalid: the API server refuses " + (arePods || workload.isOfCustomKind() ? "its pods" : "it");
            }
        };
    }
}
