package dev.drawbridge.live.why;

import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.SnapshotKind;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Causes in the scheduler's own message, for a cluster that can be read only in part.
 *
 * <p>Source: {@code dynamicresources.go}, PreEnqueue, PreFilter and Filter; {@code
 * k8s.io/dynamic-resource-allocation/resourceclaim}.
 */
final class SchedulerMessages {

    private enum Sentence {
        CLASS("device class (\\S+) does not exist", Cause.CLASS_MISSING, "DeviceClass %s does not exist"),
        NOT_MADE(
                "waiting for dynamic resource controller to create the resourceclaim for pod \"?([^\"\\s]+)",
                Cause.CLAIM_NOT_CREATED,
                "the claims of pod %s have not been created"),
        CLAIM(
                "resourceclaim(?:\\.resource\\.k8s\\.io)? \"([^\"]+)\" not found",
                Cause.CLAIM_MISSING,
                "ResourceClaim %s does not exist"),
        DELETED(
                "resourceclaim \"([^\"]+)\" is being deleted",
                Cause.CLAIM_BEING_DELETED,
                "ResourceClaim %s is being deleted"),
        PINNED(
                "resourceclaim( )not available on the node",
                Cause.CLAIM_PINNED,
                "an allocated claim of the pod has devices of another node%s");

        private final Pattern pattern;
        private final Cause cause;
        private final String summary;

        Sentence(String pattern, Cause cause, String summary) {
            this.pattern = Pattern.compile(pattern);
            this.cause = cause;
            this.summary = summary;
        }
    }

    private SchedulerMessages() {}

    static ClusterFinding find(@Nullable String message, Set<SnapshotKind> unseen) {
        String hidden = unseen.stream().map(SnapshotKind::plural).collect(Collectors.joining(", "));
        for (Sentence sentence : Sentence.values()) {
            Matcher matcher = sentence.pattern.matcher(message == null ? "" : message);
            if (matcher.find()) {
                return ClusterFinding.of(
                        sentence.cause,
                        sentence.summary.formatted(matcher.group(1).strip()),
                        "reported by the scheduler; " + hidden + " could not be seen");
            }
        }
        return ClusterFinding.of(Cause.UNKNOWN, "not known without " + hidden + ", which could not be seen");
    }
}
