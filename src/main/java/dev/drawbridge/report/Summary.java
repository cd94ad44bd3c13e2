package dev.drawbridge.report;

import dev.drawbridge.field.Printable;
import dev.drawbridge.field.Severity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Counts of a run.
 *
 * @param checked how many DRA objects were validated
 * @param others how many documents are of other groups
 * @param skipped what was not checked, though it was found
 * @param pods the pods among the objects
 */
public record Summary(
        int files, int checked, int others, List<Skipped> skipped, int unreadable, Findings findings, Pods pods) {

    /**
     * Numbers of findings.
     *
     * @param suppressed how many a baseline or the base of a comparison has already, or a comment suppresses
     * @param known how many of these the base has
     * @param hidden how many of the known ones are not shown
     */
    public record Findings(int errors, int warnings, int suppressed, int known, int hidden) {

        private static final Findings NONE = new Findings(0, 0, 0, 0, 0);
    }

    /**
     * Pods and workloads, of which only the claims are checked.
     *
     * @param checked how many were validated
     * @param unchecked the releases for which pods with claims could not be validated
     */
    public record Pods(int checked, List<String> unchecked) {

        private static final Pods NONE = new Pods(0, List.of());

        /** The end of a sentence about a run; empty without pods. */
        @Override
        public String toString() {
            String releases = String.join(", ", unchecked);
            if (checked > 0) {
                return "; only the claims of pods are checked"
                        + (unchecked.isEmpty() ? "" : ", and not for Kubernetes " + releases);
            }
            return unchecked.isEmpty() ? "" : "; pods are not checked for Kubernetes " + releases;
        }
    }

    /** A run without findings, and without pods. */
    public Summary(int files, int checked, int others, List<Skipped> skipped, int unreadable) {
        this(files, checked, others, skipped, unreadable, Findings.NONE, Pods.NONE);
    }

    public Summary withPods(Pods some) {
        return new Summary(files, checked, others, skipped, unreadable, findings, some);
    }

    /** A copy with this number of known findings that are not shown. */
    public Summary hiding(int known) {
        return new Summary(files, checked, others, skipped, unreadable, new Findings(0, 0, known, known, known), pods);
    }

    /** A copy that counts these findings; known ones and the given number are suppressed. */
    public Summary of(List<Finding> found, int more) {
        int known = (int) found.stream().filter(Finding::known).count();
        int wrong = (int) found.stream()
                .filter(one -> !one.known() && one.severity() == Severity.ERROR)
                .count();
        Findings counts = new Findings(
                wrong, found.size() - known - wrong, known + more, known + findings.hidden(), findings.hidden());
        return new Summary(files, checked, others, skipped, unreadable, counts, pods);
    }

    /** Skipped files that may have DRA objects or claims. */
    public List<Skipped> listed() {
        return skipped.stream().filter(Skipped::isListed).toList();
    }

    /** Whether the run has errors; strictly, also warnings, and skipped files that can have DRA objects. */
    public boolean fails(boolean isStrict) {
        return findings.errors() > 0
                || isStrict && (findings.warnings() > 0 || !listed().stream().allMatch(Skipped::isKnown));
    }

    @Override
    public String toString() {
        return checkedObjects() + ": " + found() + rest();
    }

    String found() {
        List<String> found =
                counts(Printable.count(findings.errors(), "error"), Printable.count(findings.warnings(), "warning"));
        return found.isEmpty() ? "no findings" : String.join(", ", found);
    }

    String read() {
        return checkedObjects() + rest();
    }

    private String checkedObjects() {
        return (checked == 0 ? "no DRA objects" : Printable.count(checked, "DRA object")) + " checked"
                + (files == 0 ? "" : " in " + Printable.count(files, "file"));
    }

    private String rest() {
        List<String> others = counts(
                Printable.count(this.others, "other document"),
                skipped.size() + " skipped",
                unreadable + " unreadable",
                findings.suppressed() - findings.known() + " suppressed",
                findings.known() + " in the base already");
        return (others.isEmpty() ? "" : "; " + String.join(", ", others)) + pods + notChecked();
    }

    /** The counts that are not zero. */
    public static List<String> counts(String... all) {
        return Stream.of(all).filter(count -> !count.startsWith("0 ")).toList();
    }

    /** What can have DRA objects or claims and was not checked, by cause; empty if there is nothing. */
    private String notChecked() {
        Map<String, Integer> causes = new LinkedHashMap<>();
        listed().forEach(one -> causes.merge(one.counted(), 1, Integer::sum));
        String counts = causes.entrySet().stream()
                .map(cause -> cause.getValue() + " " + cause.getKey())
                .collect(Collectors.joining(", "));
        return counts.isEmpty() ? "" : "; " + listed().size() + " not checked: " + counts;
    }
}
