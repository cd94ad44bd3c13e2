package dev.drawbridge.fleet;

import dev.drawbridge.schema.PatchVersion;

/**
 * The version of a fleet's scheduler, as far as it is known.
 *
 * @param evidence what makes the version likely, such as {@code by its kubelets}; empty if it is certain
 */
public record SchedulerVersion(PatchVersion version, String evidence) {

    /** Whether the patch is certain, too; otherwise only the release is. */
    boolean isCertain() {
        return evidence.isEmpty();
    }

    @Override
    public String toString() {
        return isCertain() ? version.toString() : "of about " + version + " (" + evidence + ")";
    }
}
