package dev.drawbridge.report;

import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Printable;
import dev.drawbridge.field.PrintedTable;
import dev.drawbridge.page.HtmlPage;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** The report as a page; the source of at most {@value #MAX_SOURCES} characters is in it. */
final class HtmlFormat {

    private static final int MAX_SOURCES = 4_000_000;

    static void write(Report report, PrintWriter out, Function<Origin, String> help, PageContext context) {
        List<Finding> findings = report.findings().stream()
                .sorted(Comparator.comparing(Finding::known).thenComparing(Finding::severity))
                .toList();
        Map<String, String> rules = new TreeMap<>();
        findings.forEach(
                finding -> rules.computeIfAbsent(finding.origin().toString(), rule -> help.apply(finding.origin())));
        List<PrintedTable> tables = new ArrayList<>(context.tables());
        PrintedTable matrix = matrix(report);
        PrintedTable skipped = PrintedTable.of(
                "Not checked", List.of("file and reason"), report.summary().listed(), List::of);
        List<String> columns = List.of("severity", "file", "line", "object", "finding", "rule", "releases");
        tables.add(PrintedTable.of("Findings", columns, findings, HtmlFormat::row));
        tables.add(matrix);
        List<String> ofRule = List.of("rule", "what it checks");
        tables.add(PrintedTable.of("Rules", ofRule, rules.entrySet(), rule -> List.of(rule.getKey(), rule.getValue())));
        tables.add(skipped);
        Object root = new JsonObject()
                .with("findings", findings.stream().map(HtmlFormat::finding).toList())
                .with("files", sources(findings, context))
                .with("rules", rules)
                .with("tables", JsonTree.each(context.tables(), PrintedTable::data))
                .with("matrix", matrix.data())
                .with("skipped", skipped.data());
        String title = "Drawbridge: " + context.subject()
                + (report.summary().findings().errors() > 0 ? ", with errors" : "");
        long files = findings.stream()
                .filter(finding -> !finding.known())
                .map(Finding::file)
                .distinct()
                .count();
        List<String> summary = List.of(
                report.summary().found() + (files == 0 ? "" : " in " + Printable.count(files, "file")),
                report.summary().read(),
                (report.releases().isEmpty() ? "" : "Kubernetes " + String.join(", ", report.releases()) + " · ")
                        + context.read());
        new HtmlPage("check", title, summary, tables).write(JsonTree.compact(root), out);
    }

    private static PrintedTable matrix(Report report) {
        List<String> columns = new ArrayList<>(List.of("object", "apiVersion", "file"));
        report.releases().forEach(release -> columns.add("Kubernetes " + release));
        List<List<Object>> rows = new ArrayList<>();
        for (Report.Validated validated : report.objects()) {
            List<Object> row = new ArrayList<>(List.of(
                    validated.object(), validated.object().apiVersion(), validated.file() + ":" + validated.line()));
            validated.verdicts().forEach(verdict -> row.add(word(verdict)));
            rows.add(row);
        }
        return new PrintedTable("Verdicts by release", columns, rows);
    }

    private static String word(Report.Answer answer) {
        return switch (answer) {
            case ALLOWED, REFUSED -> answer.toString();
            case REFUSED_BY_DRIVER -> "ok, refused by the driver";
            case NOT_SERVED -> "not served";
            case UNCHECKED -> "not checked";
        };
    }

    private static List<?> row(Finding finding) {
        return List.of(
                finding.severity(),
                finding.file(),
                finding.lineNumber(),
                finding.object(),
                finding.sentenceAndFix(),
                finding.origin(),
                String.join(", ", finding.releases()));
    }

    private static Object finding(Finding finding) {
        SuggestedFix fix = finding.fix();
        String what = fix == null
                ? null
                : fix.suggestion().mark() + " " + fix.suggestion().what();
        return JsonFormat.place(finding)
                .with("message", finding.message())
                .with("rule", finding.origin())
                .with("object", finding.object())
                .with("releases", finding.releases())
                .with("known", finding.known())
                .with("explain", finding.explanation())
                .with("fix", what)
                .with("diff", fix == null ? null : fix.diff());
    }

    /** The texts of the files with findings, as long as they are not too much in all. */
    private static Object sources(List<Finding> findings, PageContext context) {
        Map<String, Object> texts = new LinkedHashMap<>();
        int left = MAX_SOURCES;
        for (Finding finding : findings) {
            String file = finding.file();
            PageContext.Sides sides =
                    texts.containsKey(file) ? null : context.sources().apply(file);
            if (sides == null) {
                continue;
            }
            int length = sides.base().length() + sides.head().length();
            if (length <= left) {
                left -= length;
                texts.put(file, List.of(sides.basePath(), sides.base(), sides.head(), sides.rows()));
            }
        }
        return texts;
    }
}
