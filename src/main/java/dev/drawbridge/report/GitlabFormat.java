package dev.drawbridge.report;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import tools.jackson.core.JsonGenerator;

/** GitLab's code quality report. */
final class GitlabFormat {

    private GitlabFormat() {}

    static void write(Report report, PrintWriter out) {
        try (JsonGenerator json = Json.generator(out)) {
            json.writeStartArray();
            report.findings().forEach(finding -> finding(json, finding));
            json.writeEndArray();
        }
        out.println();
    }

    private static void finding(JsonGenerator json, Finding finding) {
        json.writeStartObject();
        json.writeStringProperty("description", finding.sentence());
        json.writeStringProperty("check_name", finding.origin().toString());
        byte[] identity = (finding.fingerprint() + finding.lineNumber()).getBytes(StandardCharsets.UTF_8);
        json.writeStringProperty("fingerprint", UUID.nameUUIDFromBytes(identity).toString());
        json.writeStringProperty("severity", finding.severity() == Severity.ERROR ? "major" : "minor");
        json.writeObjectPropertyStart("location");
        json.writeStringProperty("path", finding.file());
        json.writeObjectPropertyStart("lines");
        json.writeNumberProperty("begin", finding.lineNumber());
        json.writeEndObject();
        json.writeEndObject();
        json.writeEndObject();
    }
}
