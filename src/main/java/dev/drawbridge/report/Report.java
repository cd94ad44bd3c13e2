package dev.drawbridge.report;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The result of a run.
 *
 * @param findings the findings, in the order of files and lines
 * @param objects every validated object, with each release's verdict
 * @param releases the releases that were validated against; empty if none was named
 * @param limits the files with admission policies and quotas, which limit the objects
 * @param summary what the run checked
 */
public record Report(
        List<Finding> findings, List<Validated> objects, List<String> releases, Set<String> limits, Summary summary) {

    public Report with(List<Finding> others) {
        return new Report(others, objects, releases, limits, summary);
    }

    /** This report with more findings, which come first. */
    public Report and(List<Finding> more) {
        List<Finding> all = Stream.concat(more.stream(), findings.stream()).toList();
        int known = (int) findings.stream().filter(Finding::known).count();
        Summary counted = summary.of(all, summary.findings().suppressed() - known);
        return new Report(all, objects, releases, limits, counted);
    }

    /**
     * A validated object.
     *
     * @param line its first line
     * @param verdicts the verdicts of the releases, in their order
     */
    public record Validated(String file, int line, ObjectReference object, List<Answer> verdicts) {

        /** Whether a release has rules for it. */
        public boolean isChecked() {
            return verdicts.stream().anyMatch(answer -> answer != Answer.UNCHECKED);
        }
    }

    /** A release's answer to an object. */
    public enum Answer {
        ALLOWED("ok"),
        /** Accepted, with parameters that the driver refuses when it prepares the claim. */
        REFUSED_BY_DRIVER("ok*"),
        REFUSED("refused"),
        /** The release does not serve the version. */
        NOT_SERVED("-"),
        /** Unknown: the object is a pod or workload, and the release's rules for these are not known. */
        UNCHECKED("?");

        private final String text;

        Answer(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
