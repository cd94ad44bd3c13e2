package dev.drawbridge.conformance;

import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;

/**
 * A release as a recorded verdict names it: {@code 1.35} with its default gates, {@code 1.35+all} with every gate on.
 *
 * @param allGates whether every gate is on
 */
public record RecordedRelease(KubernetesRelease release, boolean allGates) implements Comparable<RecordedRelease> {

    private static final String ALL = "+all";

    public static RecordedRelease parse(String name) {
        boolean all = name.endsWith(ALL);
        String release = all ? name.substring(0, name.length() - ALL.length()) : name;
        return new RecordedRelease(
                KubernetesRelease.parse(release)
                        .orElseThrow(() -> new IllegalArgumentException("no rules for release " + name)),
                all);
    }

    GateSettings gates() {
        return allGates ? GateSettings.ALL : GateSettings.DEFAULTS;
    }

    @Override
    public int compareTo(RecordedRelease other) {
        int byRelease = release.compareTo(other.release);
        return byRelease != 0 ? byRelease : Boolean.compare(allGates, other.allGates);
    }

    @Override
    public String toString() {
        return release + (allGates ? ALL : "");
    }
}
