package dev.drawbridge.fit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether a workload's claims can be allocated.
 *
 * @param nodes how many nodes its pods may run on
 * @param now the nodes on which they fit as things are
 * @param freed the nodes on which they fit when no other claim has a device
 * @param example one way to allocate them; null where there is none
 * @param reasons why not, for each request; empty where it fits now
 * @param hints what would change the answer
 * @param replicas how many replicas fit at the same time at least; 0 where it is not counted
 * @param findings names that lead to nothing
 */
public record FitResult(
        Workload workload,
        Answer answer,
        int nodes,
        List<String> now,
        List<String> freed,
        @Nullable Example example,
        List<Reason> reasons,
        List<String> hints,
        long replicas,
        List<ReferenceFinding> findings) {

    /** The answer. */
    public enum Answer {
        /** It fits now. */
        FITS(0),
        /** It fits when other claims give their devices back. */
        FITS_WHEN_FREED(1),
        /** It fits no node of this fleet. */
        NEVER(3),
        /** Scheduling fails with an error. */
        ERROR(3),
        /** Not known. */
        UNDECIDED(2);

        private final int rank;

        Answer(int rank) {
            this.rank = rank;
        }

        /** Whether a workload that had the other answer is as well off with this one. */
        public boolean isNoWorseThan(Answer other) {
            return rank <= other.rank;
        }
    }

    /**
     * One way to allocate the claims.
     *
     * @param node the node
     * @param devices the devices, with the requests that have them
     * @param holders the claims that have one of these devices now
     */
    public record Example(String node, List<Decision.Chosen> devices, List<String> holders) {}

    /**
     * Why something fails.
     *
     * @param subject what it is about, such as a request
     * @param lines what is known
     */
    public record Reason(String subject, List<String> lines) {}

    /** The answer in a few words; {@code where} is what has the nodes: a fleet, or a cluster. */
    public String headline(String where) {
        String count = nodes == 1 ? "1 node" : nodes + " nodes";
        return switch (answer) {
            case FITS -> "fits now on " + now.size() + " of " + count;
            case FITS_WHEN_FREED ->
                "does not fit now; fits " + freed.size() + " of " + count + " when other claims free their devices";
            case NEVER -> "never fits this " + where + " (" + count + ")";
            case ERROR -> "scheduling fails with an error";
            case UNDECIDED -> "undecided: it is not known whether it fits this " + where;
        };
    }
}
