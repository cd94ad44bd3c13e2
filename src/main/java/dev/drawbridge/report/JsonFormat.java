package dev.drawbridge.report;

import java.io.PrintWriter;
import tools.jackson.core.JsonGenerator;

/** The report as JSON, version 1; the documentation of check has its fields. */
final class JsonFormat {

    private JsonFormat() {}

    static void write(Report report, PrintWriter out) {
        try (JsonGenerator json = Json.generator(out)) {
            json.writeStartObject();
            json.writeNumberProperty("version", 1);
            json.writeArrayPropertyStart("releases");
            report.releases().forEach(json::writeString);
            json.writeEndArray();
            json.writeArrayPropertyStart("findings");
            report.findings().forEach(finding -> finding(json, finding));
            json.writeEndArray();
            summary(json, report.summary());
            json.writeEndObject();
        }
        out.println();
    }

    private static void finding(JsonGenerator json, Finding finding) {
        json.writeStartObject();
        json.writeStringProperty("severity", finding.severity().toString());
        json.writeStringProperty("file", finding.file());
        json.writeNumberProperty("line", finding.lineNumber());
        json.writeNumberProperty("column", finding.columnNumber());
        json.writeStringProperty("path", finding.path());
        json.writeStringProperty("type", finding.rule().type());
        json.writeStringProperty("origin", finding.origin().toString());
        json.writeStringProperty("message", finding.message());
        if (!finding.explanation().isEmpty()) {
            json.writeStringProperty("explain", finding.explanation());
        }
        if (finding.fix() != null) {
            json.writeObjectPropertyStart("fix");
            json.writeStringProperty("what", finding.fix().what());
            json.writeBooleanProperty("unsafe", finding.fix().isUnsafe());
            json.writeStringProperty("diff", finding.fix().diff());
            json.writeEndObject();
        }
        json.writeObjectPropertyStart("object");
        json.writeStringProperty("apiVersion", finding.object().apiVersion());
        json.writeStringProperty("kind", finding.object().kind());
        json.writeStringProperty("namespace", finding.object().namespace());
        json.writeStringProperty("name", finding.object().name());
        json.writeEndObject();
        json.writeArrayPropertyStart("releases");
        finding.releases().forEach(json::writeString);
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void summary(JsonGenerator json, Summary summary) {
        json.writeObjectPropertyStart("summary");
        json.writeNumberProperty("files", summary.files());
        json.writeNumberProperty("checked", summary.checked());
        json.writeNumberProperty("others", summary.others());
        json.writeArrayPropertyStart("skipped");
        summary.skipped().forEach(skipped -> json.writeString(skipped.toString()));
        json.writeEndArray();
        json.writeNumberProperty("unreadable", summary.unreadable());
        json.writeNumberProperty("errors", summary.findings().errors());
        json.writeNumberProperty("warnings", summary.findings().warnings());
        json.writeNumberProperty("suppressed", summary.findings().suppressed());
        json.writeNumberProperty("pods", summary.pods().checked());
        json.writeArrayPropertyStart("podsUnchecked");
        summary.pods().unchecked().forEach(json::writeString);
        json.writeEndArray();
        json.writeEndObject();
    }
}
