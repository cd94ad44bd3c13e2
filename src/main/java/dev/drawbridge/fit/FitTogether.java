package dev.drawbridge.fit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether workloads can be allocated at the same time.
 *
 * @param pods how many pods there are in all
 * @param left the workloads of which pods are left over, in their order
 * @param when when they are left over
 * @param proof why they cannot fit, however they are placed; null if they were placed one after the other and nothing
 *     more is known
 * @param isCutShort whether the time was over before all were placed
 */
public record FitTogether(
        long pods, List<Left> left, When when, @Nullable String proof, boolean isCutShort) {

    private static final int MAX_NAMES = 5;

    /** When pods are left over. */
    public enum When {
        /** As things are; all fit when other claims free their devices. */
        NOW,
        /** As things are, and when other claims free their devices. */
        ALWAYS,
        /** When other claims free their devices: some of the workloads do not fit before. */
        WHEN_FREED
    }

    /**
     * A workload of which pods are left over.
     *
     * @param pods how many it has that do not run yet
     * @param left how many of them are left over
     */
    public record Left(Workload workload, long pods, long left) {

        private String text() {
            if (pods == 1) {
                return workload.toString();
            }
            return (left == pods ? "all " : left + " of ") + pods + " replicas of " + workload;
        }
    }

    /** Whether all fit, as far as is known. */
    public boolean fits() {
        return left.isEmpty();
    }

    /** How many pods are left over. */
    public long leftPods() {
        return left.stream().mapToLong(Left::left).sum();
    }

    /** What does not fit, in a sentence. */
    public String headline() {
        List<String> names = new ArrayList<>();
        left.stream().limit(MAX_NAMES).map(Left::text).forEach(names::add);
        if (left.size() > MAX_NAMES) {
            names.add(Plural.of(left.size() - MAX_NAMES, "other workload"));
        }
        String last = names.remove(names.size() - 1);
        String all = names.isEmpty() ? last : String.join(", ", names) + " and " + last;
        boolean isOne = left.size() == 1 && left.get(0).pods() == 1;
        String verb = isOne ? " does not fit together with the others" : " do not fit at the same time";
        return all + verb + (when == When.WHEN_FREED ? ", even when other claims free their devices" : "") + why();
    }

    private String why() {
        if (proof != null) {
            return ": " + proof;
        }
        if (when == When.NOW) {
            return " now (placed one after the other); all fit when other claims free their devices";
        }
        return isCutShort ? " (not all were placed within the time limit)" : " (placed one after the other)";
    }
}
