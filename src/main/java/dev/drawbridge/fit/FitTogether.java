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
 * @param refused the pods that ResourceQuotas exclude, in the order of their workloads; not among those left over
 */
public record FitTogether(
        long pods,
        List<Left> left,
        When when,
        @Nullable String proof,
        boolean isCutShort,
        Set<DeviceId> taken,
        List<Refused> refused) {

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

    /** A workload some of whose new pods are left over, and why none is scheduled; empty if those that fit are. */
    public record Left(Workload workload, long pods, long left, String gang) {

        private String text() {
            return FitTogether.text(workload, pods, left) + gang;
        }
    }

    /** New pods of a workload that the API server refuses by quota, or their claims; its message about the first. */
    public record Refused(Workload workload, boolean isOfClaims, long pods, long refused, String message) {

        /** What is refused, for a line about the workload. */
        public String brief() {
            String some = (refused == pods ? "all " : refused + " of ") + pods + " replicas";
            String all = isOfClaims ? "the claims of " + some : some;
            return "a quota refuses " + (pods > 1 ? all : isOfClaims ? "its claim" : "it");
        }

        private String text() {
            String what = !isOfClaims ? "" : pods == 1 ? "the claim of " : "the claims of ";
            return "the API server refuses " + what + FitTogether.text(workload, pods, refused) + ": " + message;
        }
    }

    private static String text(Workload workload, long pods, long some) {
        if (pods == 1) {
            return (workload.kind().equals("DaemonSet") ? "a pod of " : "") + workload;
        }
        return (some == pods ? "all " : some + " of ") + pods + " replicas of " + workload;
    }

    /** Whether it is certain that they do not fit. */
    public boolean isProven() {
        return proof != null || !refused.isEmpty();
    }

    /** Whether all fit, as far as known. */
    public boolean fits() {
        return left.isEmpty() && refused.isEmpty();
    }

    /** The number of pods left over. */
    public long leftPods() {
        return left.stream().mapToLong(Left::left).sum()
                + refused.stream().mapToLong(Refused::refused).sum();
    }

    /** The pods that do not fit, as a sentence. */
    public String headline() {
        List<String> sentences = new ArrayList<>();
        if (!refused.isEmpty()) {
            sentences.add((pods - leftPods()) + " of " + Printable.count(pods, "pod") + " fit at the same time");
            refused.stream().limit(MAX_NAMES).map(Refused::text).forEach(sentences::add);
            if (refused.size() > MAX_NAMES) {
                sentences.add(
                        "quotas exclude pods of " + Printable.count(refused.size() - MAX_NAMES, "other workload"));
            }
        }
        if (!left.isEmpty()) {
            sentences.add(ofDevices());
        }
        return String.join("; ", sentences);
    }

    private String ofDevices() {
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
