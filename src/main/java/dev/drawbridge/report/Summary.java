package dev.drawbridge.report;

import java.util.List;

/**
 * What a run checked.
 *
 * @param files how many files were read
 * @param checked how many DRA objects were validated
 * @param others how many documents are of other groups
 * @param skipped what was not checked, though it was found
 * @param unreadable how many files could not be read
 * @param errors how many findings are errors
 * @param warnings how many are warnings
 * @param suppressed how many findings a baseline or the base of a comparison has already, or a comment suppresses
 */
public record Summary(
        int files,
        int checked,
        int others,
        List<Skipped> skipped,
        int unreadable,
        int errors,
        int warnings,
        int suppressed) {

    /** The same run with these findings: those that are known are suppressed, and so are so many more. */
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
        return new Summary(files, checked, others, skipped, unreadable, wrong, minor, known + more);
    }

    @Override
    public String toString() {
        return count(checked, "DRA object") + " checked in " + count(files, "file") + ": " + count(errors, "error")
                + ", "
                + count(warnings, "warning") + "; " + count(others, "other document") + ", " + skipped.size()
                + " skipped, " + unreadable + " unreadable"
                + (suppressed == 0 ? "" : ", " + suppressed + " suppressed");
    }

    private static String count(int count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }
}
