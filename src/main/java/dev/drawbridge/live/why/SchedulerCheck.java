package dev.drawbridge.live.why;

import dev.drawbridge.field.Printable;
import dev.drawbridge.fit.FitResult;
import dev.drawbridge.live.ClusterFinding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The scheduler's messages about anything but devices, or all messages if nothing else is known.
 *
 * <p>Source of the messages: {@code pkg/scheduler/framework/types.go}, FitError; {@code dynamicresources.go}.
 */
final class SchedulerCheck implements PodCheck {

    private static final Pattern ABOUT_DEVICES = Pattern.compile(
            "allocate all claims|resource ?claim|device class|deviceclass|^claim |waiting for dynamic resource"
                    + "|ResourceClaim|unknown reason|No preemption victims|Preemption is not helpful|preemption");

    @Override
    public List<ClusterFinding> find(PendingPod pod) {
        String message = pod.schedulerMessage();
        List<ClusterFinding> findings = new ArrayList<>();
        FitResult fit = pod.fit();
        if (message == null) {
            return findings;
        }
        List<String> others = parts(message).stream()
                .filter(part -> !ABOUT_DEVICES.matcher(part).find())
                .toList();
        if (!others.isEmpty()) {
            findings.add(ClusterFinding.of(Cause.NOT_DRA, "the scheduler: " + String.join(", ", others))
                    .noting(
                            OF_DEVICES.stream().allMatch(pod.snapshot()::sees)
                                            && pod.needsDevices()
                                            && fit.answer() == FitResult.Answer.FITS
                                    ? List.of("its claims can be allocated on " + names(fit.now()))
                                    : List.of()));
        }
        return findings;
    }

    /** The reasons in {@code 0/3 nodes are available: 1 Insufficient cpu, 2 cannot allocate all claims.}. */
    private static List<String> parts(String message) {
        String text = message.replaceFirst("(?s)\\.? *preemption: .*$", "");
        int colon = text.indexOf("nodes are available: ");
        String reasons = colon < 0 ? text : text.substring(colon + "nodes are available: ".length());
        return Arrays.stream(reasons.split(", (?=\\d+ )"))
                .map(part -> part.replaceFirst("\\.$", "").strip())
                .filter(part -> !part.isEmpty())
                .toList();
    }

    static String names(List<String> names) {
        return Printable.first(3, names);
    }
}
