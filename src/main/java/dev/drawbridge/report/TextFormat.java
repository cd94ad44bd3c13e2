package dev.drawbridge.report;

import dev.drawbridge.field.Excerpt;
import dev.drawbridge.field.Printable;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A line a finding, as compilers write them: {@code file:line:column: error: path: message [type, rule] (object)}; for
 * people at a terminal, with the line that it is about. Where several releases were named, a table of objects and
 * releases at the end.
 */
public final class TextFormat {

    private static final int USUAL_LINE = 256;
    private static final String NO_MARGIN = " ".repeat(5);
    private static final String BOLD = "\u001b[1m";
    private static final String RED = "\u001b[31m";
    private static final String YELLOW = "\u001b[33m";
    private static final String CYAN = "\u001b[36m";
    private static final String PLAIN = "\u001b[0m";

    private final PrintWriter out;
    private final boolean excerpts;
    private final boolean color;
    private final UnaryOperator<String> typed;

    /**
     * Text with or without the lines that findings are about, with or without colors.
     *
     * @param typed a file's path as the reader would type it
     */
    public TextFormat(PrintWriter out, boolean excerpts, boolean color, UnaryOperator<String> typed) {
        this.out = out;
        this.typed = typed;
        this.excerpts = excerpts;
        this.color = color;
    }

    /** Writes the report. */
    public void write(Report report) {
        boolean several = report.releases().size() > 1;
        for (Finding finding : report.findings()) {
            finding(
                    finding,
                    several
                            && !finding.releases().isEmpty()
                            && finding.releases().size() < report.releases().size());
        }
        if (several && !report.objects().isEmpty()) {
            matrix(report);
        }
        out.flush();
    }

    /** Names each object without an error. */
    public void right(Report report) {
        for (TestPoint point : TestPoint.of(report)) {
            if (point.errors().isEmpty() && !point.name().equals(point.file())) {
                out.println(paint(BOLD, Printable.of(typed.apply(point.file())) + ":" + point.line()) + ": "
                        + paint(CYAN, "ok") + ": " + point.name());
            }
        }
        out.flush();
    }

    private void finding(Finding finding, boolean nameReleases) {
        String place = Printable.of(typed.apply(finding.file()))
                + (finding.position() == null ? "" : ":" + finding.position());
        String shade = finding.severity() == Severity.ERROR ? RED : YELLOW;
        StringBuilder line = new StringBuilder(USUAL_LINE);
        line.append(paint(BOLD, place)).append(": ");
        line.append(paint(shade, finding.severity().toString())).append(": ");
        if (!finding.path().isEmpty()) {
            line.append(finding.path()).append(": ");
        }
        line.append(finding.message()).append(" [").append(kind(finding)).append(']');
        if (finding.fix() != null) {
            line.append(' ').append(finding.fix().mark());
        }
        String object =
                finding.object().kind().isEmpty() ? "" : finding.object().toString();
        String releases = nameReleases ? "Kubernetes " + String.join(", ", finding.releases()) : "";
        if (!object.isEmpty() || !releases.isEmpty()) {
            line.append(" (")
                    .append(object)
                    .append(object.isEmpty() || releases.isEmpty() ? "" : "; ")
                    .append(releases)
                    .append(')');
        }
        out.println(line);
        if (excerpts && finding.excerpt() != null && !finding.excerpt().text().isEmpty()) {
            excerpt(finding, finding.excerpt());
            if (!finding.explanation().isEmpty()) {
                out.println(paint(CYAN, NO_MARGIN + " = ") + finding.explanation());
            }
        }
    }

    /** The error's type and the rule; one of them where there is no more. */
    private static String kind(Finding finding) {
        String rule = finding.origin().toString();
        return rule.equals(finding.type()) ? rule : finding.type() + ", " + rule;
    }

    private void excerpt(Finding finding, Excerpt excerpt) {
        String number = Integer.toString(finding.lineNumber());
        String margin = " ".repeat(Math.max(0, 5 - number.length())) + number;
        out.println(
                paint(CYAN, margin + " | ") + Printable.masked(excerpt.text().replace('\t', ' ')));
        int length = Math.max(1, tokenEnd(excerpt.text(), excerpt.column()) - excerpt.column());
        out.println(paint(CYAN, " ".repeat(margin.length()) + " | ")
                + " ".repeat(excerpt.column())
                + paint(RED, "^".repeat(length)));
    }

    private static int tokenEnd(String line, int from) {
        int end = from;
        while (end < line.length() && !Character.isWhitespace(line.charAt(end)) && line.charAt(end) != ',') {
            end++;
        }
        String token = line.substring(from, end);
        while (token.endsWith("]") && token.indexOf('[') < 0 || token.endsWith("}") && token.indexOf('{') < 0) {
            token = token.substring(0, token.length() - 1);
        }
        return from + token.length();
    }

    private void matrix(Report report) {
        int width = report.objects().stream()
                .mapToInt(validated -> place(validated).length())
                .max()
                .orElse(0);
        out.println();
        out.println(paint(BOLD, row("", width, report.releases())));
        for (Report.Validated validated : report.objects()) {
            out.println(row(
                    place(validated),
                    width,
                    validated.verdicts().stream().map(Report.Answer::toString).toList()));
        }
    }

    private String place(Report.Validated validated) {
        return Printable.of(typed.apply(validated.file())) + ":" + validated.line() + " " + validated.object();
    }

    private static String row(String first, int width, List<String> cells) {
        StringBuilder row = new StringBuilder(first).append(" ".repeat(width - first.length()));
        cells.forEach(cell -> row.append("  ").append(cell).append(" ".repeat(Math.max(0, 7 - cell.length()))));
        return row.toString().stripTrailing();
    }

    private String paint(String shade, String text) {
        return color ? shade + text + PLAIN : text;
    }
}
