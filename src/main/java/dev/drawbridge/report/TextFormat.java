package dev.drawbridge.report;

import dev.drawbridge.field.Excerpt;
import dev.drawbridge.field.Printable;
import dev.drawbridge.field.Severity;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

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

    private static final String CONTINUED = " ".repeat(4);
    private static final Pattern PAINT = Pattern.compile("\\x1b\\[[0-9]+m");

    /**
     * The appearance of findings.
     *
     * @param hasExcerpts whether the lines that they are about follow
     * @param hasColor whether they have colors
     * @param columns after how many columns lines are wrapped at words; 0 if they are not
     */
    public record Style(boolean hasExcerpts, boolean hasColor, int columns) {

        /** The style for files and programs. */
        public static final Style PLAIN = new Style(false, false, 0);
    }

    private final PrintWriter out;
    private final Style style;
    private final UnaryOperator<String> typed;

    /**
     * Text of this style.
     *
     * @param typed a file's path as the reader would type it
     */
    public TextFormat(PrintWriter out, Style style, UnaryOperator<String> typed) {
        this.out = out;
        this.typed = typed;
        this.style = style;
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
        wrapped(line.toString(), style.columns()).forEach(out::println);
        if (style.hasExcerpts()
                && finding.location().excerpt() != null
                && !finding.location().excerpt().text().isEmpty()) {
            excerpt(finding, finding.location().excerpt());
            if (!finding.explanation().isEmpty()) {
                out.println(paint(CYAN, NO_MARGIN + " = ") + finding.explanation());
            }
        }
    }

    /**
     * A line in parts that fit the terminal; those after the first are indented. A word that is too long stays whole.
     */
    static List<String> wrapped(String line, int columns) {
        if (columns == 0) {
            return List.of(line);
        }
        List<String> lines = new ArrayList<>();
        StringBuilder current = new StringBuilder();
        int width = 0;
        for (String word : line.split(" ")) {
            int length = PAINT.matcher(word).replaceAll("").length();
            if (width > CONTINUED.length() && width + 1 + length > columns) {
                lines.add(current.toString());
                current = new StringBuilder(CONTINUED).append(word);
                width = CONTINUED.length() + length;
            } else {
                current.append(width == 0 ? "" : " ").append(word);
                width += (width == 0 ? 0 : 1) + length;
            }
        }
        lines.add(current.toString());
        return lines;
    }

    /** The error's type and rule, or only one of them if they are the same. */
    private static String kind(Finding finding) {
        String rule = finding.origin().toString();
        return rule.equals(finding.rule().type()) ? rule : finding.rule().type() + ", " + rule;
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
        if (report.objects().stream().anyMatch(one -> one.verdicts().contains(Report.Answer.REFUSED_BY_DRIVER))) {
            out.println("* Kubernetes accepts it, and the driver refuses its parameters when it prepares the claim");
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
        return style.hasColor() ? shade + text + PLAIN : text;
    }
}
