package dev.drawbridge.report;

import dev.drawbridge.field.Origin;
import dev.drawbridge.page.HtmlPage;
import dev.drawbridge.page.HtmlTable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** The report as a page; the source of at most {@value #MAX_SOURCES} characters is in it. */
final class HtmlFormat {

    private static final int MAX_SOURCES = 4_000_000;

    private HtmlFormat() {}

    static void write(Report report, PrintWriter out, Function<Origin, String> help, PageContext context) {
        List<HtmlTable> tables = new ArrayList<>(context.tables());
        tables.add(new HtmlTable(
                "Findings",
                List.of("severity", "file", "line", "object", "finding", "rule", "releases"),
                report.findings().stream().map(HtmlFormat::row).toList()));
        new HtmlPage("check", title(report, context), report.summary().toString(), tables)
                .write(JsonTree.compact(data(report, help, context)), out);
    }

    private static String title(Report report, PageContext context) {
        return (context.hasBase() ? "Drawbridge: check of a change" : "Drawbridge: check")
                + (report.summary().findings().errors() > 0 ? ", with errors" : "");
    }

    private static List<String> row(Finding finding) {
        return List.of(
                finding.severity().toString(),
                finding.file(),
                Integer.toString(finding.lineNumber()),
                finding.object().toString(),
                finding.sentenceAndFix(),
                finding.origin().toString(),
                String.join(", ", finding.releases()));
    }

    private static Object data(Report report, Function<Origin, String> help, PageContext context) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("releases", report.releases());
        root.put("hasBase", context.hasBase());
        root.put("findings", report.findings().stream().map(HtmlFormat::finding).toList());
        root.put("objects", report.objects().stream().map(HtmlFormat::object).toList());
        root.put("files", sources(report, context));
        Map<String, String> rules = new TreeMap<>();
        report.findings()
                .forEach(finding ->
                        rules.computeIfAbsent(finding.origin().toString(), rule -> help.apply(finding.origin())));
        root.put("rules", rules);
        root.put(
                "tables",
                context.tables().stream()
                        .map(table -> Map.of("title", table.title(), "columns", table.columns(), "rows", table.rows()))
                        .toList());
        root.put(
                "skipped",
                report.summary().listed().stream().map(Skipped::toString).toList());
        return root;
    }

    private static Object finding(Finding finding) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("severity", finding.severity().toString());
        object.put("file", finding.file());
        object.put("line", finding.lineNumber());
        object.put("column", finding.columnNumber());
        object.put("path", finding.path());
        object.put("message", finding.message());
        object.put("type", finding.rule().type());
        object.put("rule", finding.origin().toString());
        object.put("object", finding.object().toString());
        object.put("releases", finding.releases());
        object.put("known", finding.known());
        object.put("explain", finding.explanation());
        SuggestedFix fix = finding.fix();
        if (fix != null) {
            object.put("fix", fix.mark() + " " + fix.what());
            object.put("diff", fix.diff());
        }
        return object;
    }

    private static Object object(Report.Validated validated) {
        return Map.of(
                "file", validated.file(),
                "line", validated.line(),
                "object", validated.object().toString(),
                "apiVersion", validated.object().apiVersion(),
                "verdicts",
                        validated.verdicts().stream()
                                .map(Report.Answer::toString)
                                .toList());
    }

    /** The texts of the files with findings, as long as they are not too much in all. */
    private static Object sources(Report report, PageContext context) {
        Map<String, Object> texts = new LinkedHashMap<>();
        int left = MAX_SOURCES;
        for (Finding finding : report.findings()) {
            String file = finding.file();
            PageContext.Sides sides =
                    texts.containsKey(file) ? null : context.sources().apply(file);
            if (sides == null) {
                continue;
            }
            int length = sides.base().length() + sides.head().length();
            if (length <= left) {
                left -= length;
                texts.put(file, Map.of("base", sides.base(), "head", sides.head()));
            }
        }
        return texts;
    }
}
