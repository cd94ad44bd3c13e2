package dev.drawbridge.report;

import dev.drawbridge.field.Origin;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.EnumSet;
import java.util.Set;
import tools.jackson.core.JsonGenerator;

/** SARIF 2.1.0: a rule is the machine name of one of ours, with help; a finding that the base had is unchanged. */
final class SarifFormat {

    private static final String SCHEMA =
            "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

    private SarifFormat() {}

    static void write(Report report, PrintWriter out) {
        Set<Origin> rules = EnumSet.noneOf(Origin.class);
        report.findings().forEach(finding -> rules.add(finding.origin()));
        try (JsonGenerator json = Json.generator(out)) {
            json.writeStartObject();
            json.writeStringProperty("$schema", SCHEMA);
            json.writeStringProperty("version", "2.1.0");
            json.writeArrayPropertyStart("runs");
            json.writeStartObject();
            driver(json, rules);
            json.writeStringProperty("columnKind", "utf16CodeUnits");
            json.writeArrayPropertyStart("results");
            report.findings().forEach(finding -> result(json, finding));
            json.writeEndArray();
            json.writeEndObject();
            json.writeEndArray();
            json.writeEndObject();
        }
        out.println();
    }

    private static void driver(JsonGenerator json, Set<Origin> rules) {
        json.writeObjectPropertyStart("tool");
        json.writeObjectPropertyStart("driver");
        json.writeStringProperty("name", "drawbridge");
        json.writeArrayPropertyStart("rules");
        rules.forEach(origin -> {
            json.writeStartObject();
            json.writeStringProperty("id", origin.toString());
            text(json, "shortDescription", origin.description());
            text(
                    json,
                    "help",
                    origin.description() + " Which field, what was found and what to do stands in the message.");
            json.writeEndObject();
        });
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void text(JsonGenerator json, String property, String text) {
        json.writeObjectPropertyStart(property);
        json.writeStringProperty("text", text);
        json.writeEndObject();
    }

    /** A path as a reference, in which a colon is no scheme's. */
    private static String uri(String file) {
        try {
            return file.startsWith("/")
                    ? new URI(null, null, file, null).getRawPath()
                    : new URI(null, null, "/" + file, null).getRawPath().substring(1);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void result(JsonGenerator json, Finding finding) {
        json.writeStartObject();
        json.writeStringProperty("ruleId", finding.origin().toString());
        json.writeStringProperty("level", finding.severity().toString());
        json.writeStringProperty("baselineState", finding.known() ? "unchanged" : "new");
        text(json, "message", finding.sentence());
        json.writeArrayPropertyStart("locations");
        json.writeStartObject();
        json.writeObjectPropertyStart("physicalLocation");
        json.writeObjectPropertyStart("artifactLocation");
        json.writeStringProperty("uri", uri(finding.file()));
        json.writeEndObject();
        json.writeObjectPropertyStart("region");
        json.writeNumberProperty("startLine", finding.lineNumber());
        json.writeNumberProperty("startColumn", finding.columnNumber());
        json.writeEndObject();
        json.writeEndObject();
        json.writeEndObject();
        json.writeEndArray();
        json.writeObjectPropertyStart("partialFingerprints");
        json.writeStringProperty(
                "drawbridge/v1", Integer.toHexString(finding.fingerprint().hashCode()));
        json.writeEndObject();
        json.writeEndObject();
    }
}
