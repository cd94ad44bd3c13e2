package dev.drawbridge.report;

import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/** GitLab's code quality report. */
final class GitlabFormat {

    static void write(Report report, PrintWriter out, Function<Origin, String> help) {
        List<Object> entries = new ArrayList<>();
        report.findings().forEach(finding -> entries.add(entry(finding, body(finding, help.apply(finding.origin())))));
        report.summary().listed().forEach(skipped -> entries.add(entry(skipped)));
        JsonTree.write(entries, out);
    }

    /** The help, and how to put the mistake right: a merge request shows Markdown there. */
    private static String body(Finding finding, String help) {
        SuggestedFix fix = finding.fix();
        if (fix == null || fix.diff().isEmpty()) {
            return help;
        }
        String command = fix.suggestion().isUnsafe() ? "drawbridge check --fix=unsafe" : "drawbridge check --fix";
        return help + (help.isEmpty() ? "" : "\n\n") + "`" + command + "`:\n\n" + fix.inMarkdown();
    }

    private static Object entry(Skipped skipped) {
        return entry("skipped: " + skipped.reason(), "", "skipped", skipped.toString(), "info", skipped.place(), 1);
    }

    private static Object entry(Finding finding, String help) {
        return entry(
                finding.sentenceAndFix(),
                help,
                finding.origin().toString(),
                finding.fingerprint() + finding.lineNumber(),
                finding.severity() == Severity.ERROR ? "major" : "minor",
                finding.file(),
                finding.lineNumber());
    }

    private static Object entry(
            String description, String help, String rule, String identity, String severity, String file, int line) {
        return new JsonObject()
                .with("description", description)
                .with("content", help.isEmpty() ? null : Map.of("body", help))
                .with("check_name", rule)
                .with("fingerprint", UUID.nameUUIDFromBytes(identity.getBytes(StandardCharsets.UTF_8)))
                .with("severity", severity)
                .with("location", new JsonObject().with("path", file).with("lines", Map.of("begin", line)));
    }
}
