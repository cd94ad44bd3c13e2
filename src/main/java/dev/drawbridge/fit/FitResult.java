package dev.drawbridge.fit;

import dev.drawbridge.fleet.DeviceId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether a workload's claims can be allocated.
 *
 * @param fitting the nodes on which its claims can be allocated
 * @param example one way to allocate them; null if there is none
 * @param reasons why not, for each request; empty if it fits now
 * @param hints what would change the answer
 * @param findings names that lead to nothing
 */
public record FitResult(
        Workload workload,
        Answer answer,
        Nodes fitting,
        @Nullable Example example,
        List<Reason> reasons,
        List<String> hints,
        List<ReferenceFinding> findings) {

    /**
     * Nodes on which claims can be allocated.
     *
     * @param possible how many nodes the pods of the workload may run on
     * @param now those on which they fit as things are
     * @param freed those on which they fit when no other claim has a device
     */
    public record Nodes(int possible, List<String> now, List<String> freed) {}

    /** How many nodes its pods may run on. */
    public int nodes() {
        return fitting.possible();
    }

    /** The nodes on which they fit as things are. */
    public List<String> now() {
        return fitting.now();
    }

    /** The nodes on which they fit when no other claim has a device. */
    public List<String> freed() {
        return fitting.freed();
    }

    /** The answer for a workload. One list for text, JSON, findings and exit codes. */
    public enum Answer {
        /** Its claims can be allocated now. */
        FITS("fits", 0),
        /** They can be allocated when other claims free their devices. */
        FITS_WHEN_FREED("fitsWhenFreed", 1),
        /** They can be allocated once something has ended that ends by itself, such as another pod's use of a claim. */
        BLOCKED("blocked", 1),
        /** Not known: something is missing, or the time was too short. */
        UNKNOWN("unknown", 2),
        /** They can be allocated on no node of this fleet. */
        NEVER("never", 3),
        /** Scheduling fails with an error. */
        ERROR("error", 3),
        /** The API server refuses the workload or one of its claims, so that it never exists. */
        INVALID("invalid", 3);

        private final String id;
        private final int rank;

        Answer(String id, int rank) {
            this.id = id;
            this.rank = rank;
        }

        /** Whether a workload that had the other answer is as well off with this one. */
        public boolean isNoWorseThan(Answer other) {
            return rank <= other.rank;
        }

        /** Whether it makes a check fail; {@code isStrict} where what has to wait fails, too. */
        public boolean fails(boolean isStrict) {
            return this != FITS && (isStrict || !waits());
        }

        /** Whether the workload waits for something that ends. */
        public boolean waits() {
            return this == FITS_WHEN_FREED || this == BLOCKED;
        }

        /** Whether it is certain that the workload gets no devices as things are. */
        public boolean isCertainlyNot() {
            return this == NEVER || this == ERROR || this == INVALID;
        }

        /** The name in JSON, such as {@code fitsWhenFreed}. */
        @Override
        public String toString() {
            return id;
        }
    }

    /**
     * One way to allocate the claims.
     *
     * @param node the node
     * @param requests those that get devices, with the devices
     * @param holders the claims that have one of these devices now
     */
    public record Example(String node, List<RequestDevices> requests, List<String> holders) {}

    /**
     * The devices of a request.
     *
     * @param claim the claim, such as {@code ml/train}; empty of an extended resource
     * @param request the request, or {@code request/alternative} where there was a choice; empty of an extended
     *     resource
     * @param resource the extended resource that the request is for; null of a request of a claim that users write
     */
    public record RequestDevices(
            String claim, String request, @Nullable ContainerResource resource, List<DeviceId> devices) {}

    /**
     * Why something fails.
     *
     * @param subject what it is about, such as a request
     * @param lines what is known
     * @param field the field that decides; null if that is not one of an object in a file
     */
    public record Reason(
            String subject, List<String> lines, @Nullable ObjectField field) {

        /** A reason that is no field of an object. */
        Reason(String subject, List<String> lines) {
            this(subject, lines, null);
        }
    }

    /** The answer in a few words; {@code where} is what has the nodes: a fleet, or a cluster. */
    public String headline(String where) {
        String count = nodes() == 1 ? "1 node" : nodes() + " nodes";
        return switch (answer) {
            case FITS -> "fits now on " + now().size() + " of " + count;
            case FITS_WHEN_FREED ->
                "does not fit now; fits " + freed().size() + " of " + count + " when others free their devices";
            case NEVER -> "never fits this " + where + " (" + count + ")";
            case ERROR -> "scheduling fails with an error";
            case BLOCKED -> "does not fit now; fits when something ends";
            case UNKNOWN -> "unknown whether it fits this " + where;
            case INVALID -> "invalid: the API server refuses it";
        };
    }
}
