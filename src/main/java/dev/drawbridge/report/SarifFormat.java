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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** SARIF 2.1.0: a rule is the machine name of one of ours, with help; a finding that the base had is unchanged. */
final class SarifFormat {

    private static final String SCHEMA =
            "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

    static void write(Report report, PrintWriter out, Function<Origin, String> help) {
        Set<Origin> rules = EnumSet.noneOf(Origin.class);
        report.findings().forEach(finding -> rules.add(finding.origin()));
        boolean hasBaseline = report.findings().stream().anyMatch(Finding::known);
        Object run = new JsonObject()
                .with("tool", Map.of("driver", driver(rules, help)))
                .with("columnKind", "utf16CodeUnits")
                .with("invocations", List.of(invocation(report.summary())))
                .with("results", JsonTree.each(report.findings(), finding -> result(finding, hasBaseline)));
        JsonTree.write(
                new JsonObject()
                        .with("$schema", SCHEMA)
                        .with("version", "2.1.0")
                        .with("runs", List.of(run)),
                out);
    }

    private static Object driver(Set<Origin> rules, Function<Origin, String> help) {
        return new JsonObject()
                .with("name", "drawbridge")
                .with("version", SarifFormat.class.getPackage().getImplementationVersion())
                .with("informationUri", "https://drawbridge.dev")
                .with("rules", JsonTree.each(rules, origin -> rule(origin, help.apply(origin))));
    }

    private static Object rule(Origin origin, String help) {
        RuleText rule = origin.text();
        return new JsonObject()
                .with("id", origin)
                .with("shortDescription", text(rule.meaning()))
                .with("fullDescription", text(rule.meaning() + " " + rule.why()))
                .with("help", text(help))
                .with("helpUri", rule.page())
                .with("defaultConfiguration", Map.of("level", rule.severity()));
    }

    /** Skipped files are notifications. */
    private static Object invocation(Summary summary) {
        return new JsonObject()
                .with("executionSuccessful", summary.unreadable() == 0)
                .with("toolExecutionNotifications", JsonTree.each(summary.skipped(), SarifFormat::note));
    }

    private static Object note(Skipped skipped) {
        return new JsonObject().with("level", "note").with("message", text("skipped " + skipped));
    }

    private static Object text(String text) {
        return Map.of("text", text);
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

    private static Object result(Finding finding, boolean hasBaseline) {
        SuggestedFix fix = finding.fix();
        Object place = new JsonObject()
                .with("artifactLocation", Map.of("uri", uri(finding.file())))
                .with(
                        "region",
                        new JsonObject()
                                .with("startLine", finding.lineNumber())
                                .with("startColumn", finding.columnNumber()));
        return new JsonObject()
                .with("ruleId", finding.origin())
                .with("level", finding.severity())
                .with("baselineState", !hasBaseline ? null : finding.known() ? "unchanged" : "new")
                .with("message", text(finding.sentence()))
                .with("locations", List.of(Map.of("physicalLocation", place)))
                .with("fixes", fix == null || fix.replacements().isEmpty() ? null : List.of(fix(finding.file(), fix)))
                .with("properties", finding.explanation().isEmpty() ? null : Map.of("explain", finding.explanation()))
                .with("partialFingerprints", Map.of("drawbridge/v2", sha256(finding.fingerprint())));
    }

    private static Object fix(String file, SuggestedFix fix) {
        Object change = new JsonObject()
                .with("artifactLocation", Map.of("uri", uri(file)))
                .with("replacements", JsonTree.each(fix.replacements(), SarifFormat::replacement));
        return new JsonObject()
                .with(
                        "description",
                        text(fix.suggestion().what() + (fix.suggestion().isUnsafe() ? " (review it)" : "")))
                .with("artifactChanges", List.of(change));
    }

    private static Object replacement(SuggestedFix.Replacement replacement) {
        Object region = new JsonObject()
                .with("startLine", replacement.begin().line())
                .with("startColumn", replacement.begin().column())
                .with("endLine", replacement.end().line())
                .with("endColumn", replacement.end().column());
        return new JsonObject().with("deletedRegion", region).with("insertedContent", text(replacement.text()));
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
