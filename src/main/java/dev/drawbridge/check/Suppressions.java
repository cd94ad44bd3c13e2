package dev.drawbridge.check;

import dev.drawbridge.field.Origin;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Suppression;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Severity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Findings without those that comments in their file suppress, and with those about comments that suppress nothing. */
public final class Suppressions {

    private final List<Finding> findings = new ArrayList<>();
    private int suppressed;

    private Suppressions() {}

    /** Applies the comments of a file to its findings. */
    public static Suppressions of(String file, List<Suppression> comments, List<Finding> findings, Lines lines) {
        Suppressions result = new Suppressions();
        Set<String> used = new HashSet<>();
        for (Finding finding : findings) {
            String rule = finding.origin().toString();
            boolean isSuppressed = finding.file().equals(file)
                    && finding.origin() != Origin.UNREADABLE
                    && comments.stream().anyMatch(comment -> comment.suppresses(rule, finding.lineNumber()));
            if (isSuppressed) {
                result.suppressed++;
                used.add(finding.lineNumber() + rule);
            } else {
                result.findings.add(finding);
            }
        }
        for (Suppression comment : comments) {
            for (String rule : comment.rules()) {
                // What references find depends on what the input is taken for: their comment may be for --closed.
                if (!used.contains(comment.line() + rule) && !Origin.isOfReferences(rule)) {
                    String message = Origin.named(rule).isPresent()
                            ? "unused suppression of " + rule + "; remove it"
                            : "unknown rule \"" + rule + "\" in a suppression; drawbridge version --rules lists them";
                    result.findings.add(Finding.ofFile(
                            Severity.WARNING,
                            file,
                            comment.position(),
                            Origin.UNUSED_SUPPRESSION,
                            message,
                            lines.excerpt(comment.position())));
                }
            }
        }
        return result;
    }

    /** What is left. */
    public List<Finding> findings() {
        return findings;
    }

    /** How many findings are suppressed. */
    public int suppressed() {
        return suppressed;
    }
}
