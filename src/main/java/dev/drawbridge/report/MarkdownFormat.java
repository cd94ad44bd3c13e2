package dev.drawbridge.report;

import dev.drawbridge.field.Printable;
import dev.drawbridge.field.Severity;
import java.io.PrintWriter;
import java.util.HashSet;
import java.util.Set;

/** A table for the comment on a pull request, which holds 65,536 characters: {@value #MAX_ROWS} rows at most. */
final class MarkdownFormat {

    private static final int MAX_ROWS = 100;
    private static final int MAX_DIFFS = 20_000;

    static void write(Report report, PrintWriter out) {
        boolean failed = report.summary().findings().errors() > 0;
        out.println(
                "### Drawbridge: " + (failed ? "the cluster would refuse this" : "nothing the cluster would refuse"));
        out.println();
        out.println(report.summary() + ".");
        if (report.findings().isEmpty()) {
            return;
        }
        out.println();
        out.println("| | where | object | what |");
        out.println("| --- | --- | --- | --- |");
        report.findings().stream()
                .limit(MAX_ROWS)
                .forEach(finding -> out.println("| "
                        + (finding.severity() == Severity.ERROR ? "❌" : "⚠️") + " | `" + Printable.of(finding.file())
                        + ":"
                        + finding.lineNumber() + "` | " + cell(finding.object().toString()) + " | "
                        + cell(finding.sentenceAndFix())
                        + " |"));
        if (report.findings().size() > MAX_ROWS) {
            out.println();
            out.println("… and " + (report.findings().size() - MAX_ROWS) + " more.");
        }
        fixes(report, out);
    }

    /** The changes that {@code check --fix} would make, each once. */
    private static void fixes(Report report, PrintWriter out) {
        Set<String> shown = new HashSet<>();
        int left = MAX_DIFFS;
        for (Finding finding : report.findings()) {
            SuggestedFix fix = finding.fix();
            if (fix != null
                    && !fix.diff().isEmpty()
                    && fix.diff().length() <= left
                    && shown.add(finding.file() + fix.diff())) {
                out.println();
                out.println("`drawbridge check --fix" + (fix.suggestion().isUnsafe() ? "=unsafe" : "") + "` in `"
                        + Printable.of(finding.file()) + "`:");
                out.println();
                out.println(fix.inMarkdown());
                left -= fix.diff().length();
            }
        }
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ");
    }
}
