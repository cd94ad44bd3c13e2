package dev.drawbridge.report;

import dev.drawbridge.field.Excerpt;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Printable;
import dev.drawbridge.field.Severity;
import java.io.PrintWriter;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Two lines a finding: {@code file:line:column: error: field: message}, as compilers write it and editors read it, and
 * {@code path in object [type, rule]}; for people at a terminal, with the line that it is about. Where several releases
 * were named, a table of objects and releases at the end.
 *
 * @param typed a file's path as the reader would type it
 */
public record TextFormat(PrintWriter out, Style style, UnaryOperator<String> typed) {

    private static final int USUAL_LINE = 256;
    private static final String NO_MARGIN = " ".repeat(5);
    private static final String BOLD = "\u001b[1m";
    private static final String RED = "\u001b[31m";
    private static final String YELLOW = "\u001b[33m";
    private static final String CYAN = "\u001b[36m";
    private static final String GREY = "\u001b[2m";
    private static final String PLAIN = "\u001b[0m";

    /** The number of columns that the last cell of a row needs at least to be wrapped. */
    private static final int LEAST_CELL = 16;

    private static final String DETAIL = " ".repeat(2);
    private static final Pattern BEGIN = Pattern.compile(" *(?:(?:-|[0-9]+\\.) +)?");
    /**
     * The appearance of findings.
     *
     * @param columns after how many columns lines are wrapped at words; 0 if they are not
     * @param isWhole whether all findings of a rule are shown, not only the first {@value #MOST}
     */
    public record Style(boolean hasExcerpts, boolean hasColor, int columns, boolean isWhole) {

        /** The style for files and programs. */
        public static final Style PLAIN = new Style(false, false, 0, true);
    }

    /** The number of findings of one rule, or of skipped files with one reason, up to which each has its line. */
    public static final int MOST = 10;

    /** Rules that stand for many: of each of their messages the first findings are shown. */
    private static final Set<Origin> OF_AUTHORS =
            EnumSet.of(Origin.ADMISSION_POLICY, Origin.POLICY_DEFINITION, Origin.QUOTA_DEFINITION);

    public void write(Report report) {
        boolean several = report.releases().size() > 1;
        Map<String, Integer> left = new LinkedHashMap<>();
        Map<String, Map<String, Integer>> counts = new HashMap<>();
        for (Finding finding : report.findings()) {
            String rule = finding.severity() + " [" + finding.origin() + "]";
            Map<String, Integer> ofRule = counts.computeIfAbsent(rule, none -> new HashMap<>());
            String same = OF_AUTHORS.contains(finding.origin()) ? finding.message() : "";
            boolean isCounted = ofRule.containsKey(same) || ofRule.size() < MOST;
            int count = ofRule.merge(isCounted ? same : "", 1, Integer::sum);
            if (!style.isWhole && count > MOST) {
                left.merge(rule, 1, Integer::sum);
            } else {
                int releases = finding.releases().size();
                finding(finding, releases > 0 && releases < report.releases().size());
            }
        }
        left.forEach((rule, count) -> out.println(count + " more: " + rule + "; all with --verbose"));
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
            line.append(finding.path(), lastName(finding.path()), finding.path().length())
                    .append(": ");
        }
        line.append(finding.message());
        if (finding.fix() != null) {
            line.append(' ').append(finding.fix().suggestion().mark());
        }
        String object =
                finding.object().kind().isEmpty() ? "" : finding.object().toString();
        String subject = finding.path()
                + (finding.path().isEmpty() || object.isEmpty() ? "" : " in ")
                + object
                + (nameReleases ? " (Kubernetes " + String.join(", ", finding.releases()) + ")" : "");
        String rule = " [" + kind(finding) + "]";
        wrapped(line + (subject.isEmpty() ? rule : ""), style.columns()).forEach(out::println);
        if (!subject.isEmpty()) {
            wrapped(subject.strip() + rule, Math.max(0, style.columns() - DETAIL.length()))
                    .forEach(part -> out.println(paint(GREY, DETAIL + part)));
        }
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
     * A line in parts that fit the terminal. Those after the first are indented: as the last cell of a row, or below
     * the text of the first. A word that is too long stays whole.
     *
     * @param columns 0 for one part
     */
    public static List<String> wrapped(String line, int columns) {
        if (columns == 0 || Printable.width(line) <= columns) {
            return List.of(line);
        }
        Matcher begin = BEGIN.matcher(line);
        int last = line.lastIndexOf("  ") + 2;
        boolean isIndented = begin.lookingAt() && begin.end() > 0;
        if (!isIndented && last > Math.max(columns / 2, columns - LEAST_CELL)) {
            // A row whose last cell has no room stays whole.
            return List.of(line);
        }
        return Printable.wrapped(
                line, columns, isIndented ? " ".repeat(begin.end()) : last > 2 ? " ".repeat(last) : " ".repeat(4));
    }

    /** Where the last field of a path begins, whose list indexes and map keys may have dots. */
    private static int lastName(String path) {
        int depth = 0;
        for (int i = path.length() - 1; i > 0; i--) {
            depth += path.charAt(i) == ']' ? 1 : path.charAt(i) == '[' ? -1 : 0;
            if (depth == 0 && path.charAt(i) == '.') {
                return i + 1;
            }
        }
        return 0;
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
            List<String> verdicts =
                    validated.verdicts().stream().map(Report.Answer::toString).toList();
            out.println(row(place(validated), width, verdicts));
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
