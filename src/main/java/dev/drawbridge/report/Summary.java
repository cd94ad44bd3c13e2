package dev.drawbridge.report;

import java.util.List;

/**
 * What a run looked at.
 *
 * @param files how many files were read
 * @param checked how many DRA objects were judged
 * @param others how many documents are of other groups
 * @param skipped the files that are templates, each with the reason
 * @param unreadable how many files could not be read
 * @param errors how many findings are errors
 * @param warnings how many are warnings
 * @param suppressed how many a baseline has
 */
public record Summary(
        int files,
        int checked,
        int others,
        List<String> skipped,
        int unreadable,
        int errors,
        int warnings,
        int suppressed) {

    @Override
    public String toString() {
        return count(checked, "DRA object") + " checked in " + count(files, "file") + ": " + count(errors, "error")
                + ", "
                + count(warnings, "warning") + "; " + count(others, "other document") + ", " + skipped.size()
                + " skipped, " + unreadable + " unreadable"
                + (suppressed == 0 ? "" : ", " + suppressed + " in the baseline");
    }

    private static String count(int count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }
}
