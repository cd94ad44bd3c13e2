package dev.drawbridge.conformance;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.Comparator;

/**
 * A release as a recorded verdict names it: {@code 1.35} with its default gates, {@code 1.35+all} with every gate on,
 * {@code 1.35+DRAAdminAccess=false} with the gates that differ.
 *
 * @param gateText the gates as the recording writes them; empty if they are the release's defaults
 */
public record RecordedRelease(KubernetesRelease release, String gateText) implements Comparable<RecordedRelease> {

    private static final Comparator<RecordedRelease> ORDER =
            Comparator.comparing(RecordedRelease::release).thenComparing(RecordedRelease::gateText);

    public static RecordedRelease parse(String name) {
        int plus = name.indexOf('+');
        String release = plus < 0 ? name : name.substring(0, plus);
        return new RecordedRelease(
                KubernetesRelease.parse(release)
                        .orElseThrow(() -> new IllegalArgumentException("no rules for release " + name)),
                plus < 0 ? "" : name.substring(plus + 1));
    }

    /** The release of a line about policies; one that names none is of 1.37. */
    static RecordedRelease of(ObjectValue fields) {
        return parse(fields.has("release") ? fields.string("release") : "1.37");
    }

    GateSettings gates() {
        return GateSettings.parse(gateText);
    }

    @Override
    public int compareTo(RecordedRelease other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return release + (gateText.isEmpty() ? "" : "+" + gateText);
    }
}
