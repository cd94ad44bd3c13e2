package dev.drawbridge.report;

import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;

/** GitLab's code quality report. */
final class GitlabFormat {

    private GitlabFormat() {}

    static void write(Report report, PrintWriter out, Function<Origin, String> help) {
        try (JsonGenerator json = Json.generator(out)) {
            json.writeStartArray();
            report.findings().forEach(finding -> finding(json, finding, body(finding, help.apply(finding.origin()))));
            report.summary().listed().forEach(skipped -> skipped(json, skipped));
            json.writeEndArray();
        }
        out.println();
    }

    /** The help, and how to put the mistake right: a merge request shows Markdown there. */
    private static String body(Finding finding, String help) {
        SuggestedFix fix = finding.fix();
        if (fix == null || fix.diff().isEmpty()) {
            return help;
        }
        String command = fix.isUnsafe() ? "drawbridge check --fix=unsafe" : "drawbridge check --fix";
        return help + (help.isEmpty() ? "" : "\n\n") + "`" + command + "`:\n\n" + fix.inMarkdown();
    }

    private static void skipped(JsonGenerator json, Skipped skipped) {
        entry(json, "skipped: " + skipped.reason(), "", "skipped", skipped.toString(), "info", skipped.place(), 1);
    }

    private static void finding(JsonGenerator json, Finding finding, String help) {
        entry(
                json,
                finding.sentenceAndFix(),
                help,
                finding.origin().toString(),
                finding.fingerprint() + finding.lineNumber(),
                finding.severity() == Severity.ERROR ? "major" : "minor",
                finding.file(),
                finding.lineNumber());
    }

    private static void entry(
            JsonGenerator json,
            String description,
            String help,
            String rule,
            String identity,
            String severity,
            String file,
            int line) {
        json.writeStartObject();
        json.writeStringProperty("description", description);
        if (!help.isEmpty()) {
            json.writeObjectPropertyStart("content");
            json.writeStringProperty("body", help);
            json.writeEndObject();
        }
        json.writeStringProperty("check_name", rule);
        json.writeStringProperty(
                "fingerprint",
                UUID.nameUUIDFromBytes(identity.getBytes(StandardCharsets.UTF_8))
                        .toString());
        json.writeStringProperty("severity", severity);
        json.writeObjectPropertyStart("location");
        json.writeStringProperty("path", file);
        json.writeObjectPropertyStart("lines");
        json.writeNumberProperty("begin", line);
        json.writeEndObject();
        json.writeEndObject();
        json.writeEndObject();
    }
}
