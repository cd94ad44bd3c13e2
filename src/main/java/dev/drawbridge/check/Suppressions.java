package dev.drawbridge.check;

import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.manifest.Suppression;
import dev.drawbridge.report.Finding;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The findings that comments in a file leave, those for comments without effect, and how many are suppressed. */
record Suppressions(List<Finding> findings, List<Finding> unused, int suppressed) {

    /**
     * Applies the comments of a file to its findings.
     *
     * @param today what ended before suppresses nothing: its findings are warnings
     * @param isChecked whether a comment's object was checked, so that the comment can be unused
     */
    static Suppressions of(
            KeptFile file, List<Finding> findings, Supplier<LocalDate> today, Predicate<Suppression> isChecked) {
        if (file.suppressions().isEmpty()) {
            return new Suppressions(findings, List.of(), 0);
        }
        List<Finding> left = new ArrayList<>();
        Set<String> used = new HashSet<>();
        for (Finding finding : findings) {
            String rule = finding.origin().toString();
            List<Suppression> comments = finding.origin() == Origin.UNREADABLE
                    ? List.of()
                    : file.suppressions().stream()
                            .filter(comment -> comment.suppresses(rule, finding.lineNumber()))
                            .filter(comment -> !comment.isWrong())
                            .toList();
            comments.forEach(comment -> used.add(comment.line() + rule));
            if (comments.isEmpty()) {
                left.add(finding);
            } else if (comments.stream().allMatch(comment -> comment.isOver(today))) {
                left.add(finding.as(Severity.WARNING)
                        .saying(finding.message() + "; was suppressed until "
                                + comments.get(0).until()));
            }
        }
        List<Finding> unused = new ArrayList<>();
        for (Suppression comment : file.suppressions()) {
            if (comment.isWrong()) {
                unused.add(finding(
                        file,
                        comment,
                        "nothing is suppressed: until=" + comment.until()
                                + " must be a date, such as until=2027-01-31"));
                continue;
            }
            for (String rule : comment.rules()) {
                // Findings about references depend on the input, so their comments may be meant for --closed.
                if (!used.contains(comment.line() + rule) && !Origin.isOfReferences(rule) && isChecked.test(comment)) {
                    unused.add(unused(file, comment, rule));
                }
            }
        }
        return new Suppressions(left, unused, findings.size() - left.size());
    }

    private static Finding unused(KeptFile file, Suppression comment, String rule) {
        String message = Origin.named(rule).isPresent()
                ? "unused suppression of " + rule + "; remove it"
                : "unknown rule \"" + rule + "\" in a suppression" + Origin.hint(rule);
        return finding(file, comment, message);
    }

    private static Finding finding(KeptFile file, Suppression comment, String message) {
        return Finding.ofFile(
                Severity.WARNING,
                file.name(),
                comment.position(),
                Origin.UNUSED_SUPPRESSION,
                message,
                file.lines().excerpt(comment.position()));
    }
}
