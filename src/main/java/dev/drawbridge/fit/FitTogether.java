package dev.drawbridge.fit;

import dev.drawbridge.field.Printable;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fleet.DeviceId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether workloads can be allocated at the same time.
 *
 * @param pods the total number of pods
 * @param left the workloads with pods left over, in their order
 * @param when the condition under which pods are left over
 * @param proof why the pods cannot fit in any placement; null if one placement in order failed, which proves nothing
 * @param isCutShort whether time ran out before all were placed
 * @param taken the devices of the pods that were placed now
 */
public record FitTogether(
        long pods, List<Left> left, When when, @Nullable String proof, boolean isCutShort, Set<DeviceId> taken) {

    private static final int MAX_NAMES = 5;

    /** The condition under which pods are left over. */
    public enum When {
        /** Now; all fit once other claims free their devices. */
        NOW,
        /** Now, and also once other claims free their devices. */
        ALWAYS,
        /** Once other claims free their devices; some of the workloads do not fit before. */
        WHEN_FREED
    }

    /**
     * A workload with pods left over.
     *
     * @param pods the number of its pods that are not running yet
     * @param left the number of these that are left over
     */
    public record Left(Workload workload, long pods, long left) {

        private String text() {
            if (pods == 1) {
                return workload.toString();
            }
            return (left == pods ? "all " : left + " of ") + pods + " replicas of " + workload;
        }
    }

    /** Whether all fit, as far as known. */
    public boolean fits() {
        return left.isEmpty();
    }

    /** The number of pods left over. */
    public long leftPods() {
        return left.stream().mapToLong(Left::left).sum();
    }

    /** The pods that do not fit, as a sentence. */
    public String headline() {
        List<String> names = new ArrayList<>();
        left.stream().limit(MAX_NAMES).map(Left::text).forEach(names::add);
        if (left.size() > MAX_NAMES) {
            names.add(Printable.count(left.size() - MAX_NAMES, "other workload"));
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
