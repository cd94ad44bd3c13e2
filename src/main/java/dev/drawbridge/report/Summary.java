package dev.drawbridge.report;

import dev.drawbridge.field.Printable;
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

    /** What was not checked though it can have DRA objects or claims. */
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
                + (suppressed == 0 ? "" : ", " + suppressed + " suppressed");
    }
}
