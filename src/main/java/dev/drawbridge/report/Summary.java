package dev.drawbridge.report;

import dev.drawbridge.field.Printable;
import java.util.List;

/**
 * Counts of a run.
 *
 * @param files how many files were read
 * @param checked how many DRA objects were validated
 * @param others how many documents are of other groups
 * @param skipped what was not checked, though it was found
 * @param unreadable how many files could not be read
 * @param errors how many findings are errors
 * @param warnings how many are warnings
 * @param suppressed how many findings a baseline or the base of a comparison has already, or a comment suppresses
 * @param pods the pods among the objects
 */
public record Summary(
        int files,
        int checked,
        int others,
        List<Skipped> skipped,
        int unreadable,
        int errors,
        int warnings,
        int suppressed,
        Pods pods) {

    /**
     * Pods, and what makes pods, of which only the claims are checked.
     *
     * @param checked how many were validated
     * @param unchecked the releases against which those with claims could not be validated
     */
    public record Pods(int checked, List<String> unchecked) {

        private static final Pods NONE = new Pods(0, List.of());

        /** The end of a sentence about a run; empty without pods. */
        @Override
        public String toString() {
            String releases = String.join(", ", unchecked);
            if (checked > 0) {
                return "; of pods only the claims are checked"
                        + (unchecked.isEmpty() ? "" : ", and not for Kubernetes " + releases);
            }
            return unchecked.isEmpty() ? "" : "; pods are not checked for Kubernetes " + releases;
        }
    }

    /** A run without findings, and without pods. */
    public Summary(int files, int checked, int others, List<Skipped> skipped, int unreadable) {
        this(files, checked, others, skipped, unreadable, 0, 0, 0, Pods.NONE);
    }

    /** A copy with these pods. */
    public Summary withPods(Pods some) {
        return new Summary(files, checked, others, skipped, unreadable, errors, warnings, suppressed, some);
    }

    /** A copy that counts these findings; known ones and the given number are suppressed. */
    public Summary of(List<Finding> findings, int more) {
        int known = 0;
        int wrong = 0;
        for (Finding finding : findings) {
            if (finding.known()) {
                known++;
            } else if (finding.severity() == Severity.ERROR) {
                wrong++;
            }
        }
        int minor = findings.size() - known - wrong;
        return new Summary(files, checked, others, skipped, unreadable, wrong, minor, known + more, pods);
    }

    /** Skipped files that may have DRA objects or claims. */
    public List<Skipped> listed() {
        return skipped.stream().filter(Skipped::isListed).toList();
    }

    /**
     * Whether the run has errors; strictly, also warnings, and files that were skipped though they can have DRA
     * objects.
     */
    public boolean fails(boolean isStrict) {
        return errors > 0 || isStrict && (warnings > 0 || !listed().isEmpty());
    }

    @Override
    public String toString() {
        return Printable.count(checked, "DRA object") + " checked in " + Printable.count(files, "file") + ": "
                + Printable.count(errors, "error")
                + ", "
                + Printable.count(warnings, "warning") + "; " + Printable.count(others, "other document") + ", "
                + skipped.size()
                + " skipped, " + unreadable + " unreadable"
                + (suppressed == 0 ? "" : ", " + suppressed + " suppressed")
                + pods;
    }
}
