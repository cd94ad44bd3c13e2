package dev.drawbridge.live;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A message of the kubelet about devices that it could not prepare.
 *
 * <p>Source: {@code pkg/kubelet/cm/dra/manager.go}, prepareResources; {@code
 * pkg/kubelet/cm/dra/plugin/dra_plugin_manager.go}.
 */
public enum KubeletMessage {
    NOT_REGISTERED(
            "DRA driver (\\S+) is not registered", "the driver %s is not registered with the kubelet of node %s", ""),
    UNAVAILABLE(
            "code = Unavailable",
            "the driver does not answer on its socket%s on node %s",
            "see whether the driver's pod on the node runs, and its log"),
    TIMEOUT(
            "code = DeadlineExceeded|context deadline exceeded",
            "the driver did not answer in time%s on node %s",
            "see the driver's log on the node"),
    OLD_CLAIM(
            "old ResourceClaim with same name (\\S+)",
            "the devices of an earlier ResourceClaim %s of the same name are still prepared on node %s",
            "wait until the kubelet has unprepared it; see the driver's log if that does not end"),
    UNPREPARING(
            "ResourceClaim (\\S+) is being unprepared",
            "the devices of ResourceClaim %s are being unprepared on node %s",
            "wait; the kubelet tries again"),
    NOT_ALLOWED(
            "is not allowed to use (?:ResourceClaim|resource claim) ([^\\s(]+)",
            "ResourceClaim %s is not reserved for the pod, according to the kubelet of node %s",
            ""),
    BY_DRIVER(
            "NodePrepareResources failed for ResourceClaim (\\S+):",
            "the driver could not prepare ResourceClaim %s on node %s",
            "fix what the driver names; its log on the node has more");

    private final Pattern pattern;
    private final String words;
    private final String change;

    KubeletMessage(String pattern, String words, String change) {
        this.pattern = Pattern.compile(pattern);
        this.words = words;
        this.change = change;
    }

    /** The driver or claim in a message, empty if it names none; null if it is another message. */
    public @Nullable String subject(String message) {
        Matcher matcher = pattern.matcher(message);
        return matcher.find() ? matcher.groupCount() == 0 ? "" : matcher.group(1) : null;
    }

    /** What it means. */
    public String meaning(String subject, String node) {
        return words.formatted(subject, node);
    }

    /** What to do; empty if that depends on the driver or scheduler. */
    public String change() {
        return change;
    }
}
