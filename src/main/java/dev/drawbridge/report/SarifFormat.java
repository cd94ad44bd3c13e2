package dev.drawbridge.report;

import dev.drawbridge.field.Origin;
import dev.drawbridge.field.RuleText;
import java.io.PrintWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;

/** SARIF 2.1.0: a rule is the machine name of one of ours, with help; a finding that the base had is unchanged. */
final class SarifFormat {

    private static final String SCHEMA =
            "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

    private SarifFormat() {}

    static void write(Report report, PrintWriter out, Function<Origin, String> help) {
        Set<Origin> rules = EnumSet.noneOf(Origin.class);
        report.findings().forEach(finding -> rules.add(finding.origin()));
        try (JsonGenerator json = Json.generator(out)) {
            json.writeStartObject();
            json.writeStringProperty("$schema", SCHEMA);
            json.writeStringProperty("version", "2.1.0");
            json.writeArrayPropertyStart("runs");
            json.writeStartObject();
            driver(json, rules, help);
            json.writeStringProperty("columnKind", "utf16CodeUnits");
            invocation(json, report.summary());
            boolean hasBaseline = report.findings().stream().anyMatch(Finding::known);
            json.writeArrayPropertyStart("results");
            report.findings().forEach(finding -> result(json, finding, hasBaseline));
            json.writeEndArray();
            json.writeEndObject();
            json.writeEndArray();
            json.writeEndObject();
        }
        out.println();
    }

    private static void driver(JsonGenerator json, Set<Origin> rules, Function<Origin, String> help) {
        json.writeObjectPropertyStart("tool");
        json.writeObjectPropertyStart("driver");
        json.writeStringProperty("name", "drawbridge");
        String version = SarifFormat.class.getPackage().getImplementationVersion();
        if (version != null) {
            json.writeStringProperty("version", version);
        }
        json.writeStringProperty("informationUri", "https://drawbridge.dev");
        json.writeArrayPropertyStart("rules");
        rules.forEach(origin -> {
            json.writeStartObject();
            json.writeStringProperty("id", origin.toString());
            RuleText rule = origin.text();
            text(json, "shortDescription", rule.meaning());
            text(json, "fullDescription", rule.meaning() + " " + rule.why());
            text(json, "help", help.apply(origin));
            json.writeStringProperty("helpUri", rule.page());
            json.writeObjectPropertyStart("defaultConfiguration");
            json.writeStringProperty("level", rule.severity().toString());
            json.writeEndObject();
            json.writeEndObject();
        });
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndObject();
    }

    /** Skipped files are notifications. */
    private static void invocation(JsonGenerator json, Summary summary) {
        json.writeArrayPropertyStart("invocations");
        json.writeStartObject();
        json.writeBooleanProperty("executionSuccessful", summary.unreadable() == 0);
        json.writeArrayPropertyStart("toolExecutionNotifications");
        summary.skipped().forEach(skipped -> {
            json.writeStartObject();
            json.writeStringProperty("level", "note");
            text(json, "message", "skipped " + skipped);
            json.writeEndObject();
        });
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndArray();
    }

    private static void text(JsonGenerator json, String property, String text) {
        json.writeObjectPropertyStart(property);
        json.writeStringProperty("text", text);
        json.writeEndObject();
    }

    /** A path as a relative reference, in which a colon does not end a scheme. */
    private static String uri(String file) {
        try {
            return file.startsWith("/")
                    ? new URI("file", "", file, null).toString()
                    : new URI(null, null, "/" + file, null).getRawPath().substring(1);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void result(JsonGenerator json, Finding finding, boolean hasBaseline) {
        json.writeStartObject();
        json.writeStringProperty("ruleId", finding.origin().toString());
        json.writeStringProperty("level", finding.severity().toString());
        if (hasBaseline) {
            json.writeStringProperty("baselineState", finding.known() ? "unchanged" : "new");
        }
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
        if (finding.fix() != null && !finding.fix().replacements().isEmpty()) {
            fix(json, finding, finding.fix());
        }
        if (!finding.explanation().isEmpty()) {
            json.writeObjectPropertyStart("properties");
            json.writeStringProperty("explain", finding.explanation());
            json.writeEndObject();
        }
        json.writeObjectPropertyStart("partialFingerprints");
        json.writeStringProperty("drawbridge/v2", sha256(finding.fingerprint()));
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void fix(JsonGenerator json, Finding finding, SuggestedFix fix) {
        json.writeArrayPropertyStart("fixes");
        json.writeStartObject();
        text(json, "description", fix.isUnsafe() ? fix.what() + " (review it)" : fix.what());
        json.writeArrayPropertyStart("artifactChanges");
        json.writeStartObject();
        json.writeObjectPropertyStart("artifactLocation");
        json.writeStringProperty("uri", uri(finding.file()));
        json.writeEndObject();
        json.writeArrayPropertyStart("replacements");
        for (SuggestedFix.Replacement replacement : fix.replacements()) {
            json.writeStartObject();
            json.writeObjectPropertyStart("deletedRegion");
            json.writeNumberProperty("startLine", replacement.begin().line());
            json.writeNumberProperty("startColumn", replacement.begin().column());
            json.writeNumberProperty("endLine", replacement.end().line());
            json.writeNumberProperty("endColumn", replacement.end().column());
            json.writeEndObject();
            text(json, "insertedContent", replacement.text());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndArray();
    }

    private static String sha256(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
