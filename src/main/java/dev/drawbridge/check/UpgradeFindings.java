package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Severity;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Request;
import dev.drawbridge.validation.Validator;
import dev.drawbridge.validation.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an upgrade of the cluster does to objects: an error is what the newer release refuses and the older takes, a
 * warning what changes without a word, what is deprecated, and what the older refuses already. Thread-safe.
 */
public final class UpgradeFindings {

    private static final FieldPath API_VERSION = FieldPath.of("apiVersion");
    private static final FieldPath LAST_APPLIED =
            FieldPath.of("metadata", "annotations").key("kubectl.kubernetes.io/last-applied-configuration");

    private final Validator validator = new Validator();
    private final ManifestValidator validate;
    private final FindingFactory make;
    private final KubernetesRelease from;
    private final KubernetesRelease to;

    /** The findings of an upgrade from one release to another. */
    public UpgradeFindings(CheckSettings settings, KubernetesRelease from, KubernetesRelease to) {
        this.validate = new ManifestValidator(settings, validator, null);
        this.make = new FindingFactory(settings, validator);
        this.from = from;
        this.to = to;
    }

    /**
     * An object with what the upgrade does to it.
     *
     * @param isOurs whether it is a DRA object, or has pods that use claims
     */
    public record Upgraded(Manifest manifest, boolean isOurs, List<Finding> findings) {

        /** Whether the newer release refuses what the older takes. */
        public boolean breaks() {
            return findings.stream().anyMatch(finding -> finding.severity() == Severity.ERROR);
        }

        /** Whether its version is deprecated in the newer release. */
        public boolean isDeprecated() {
            return findings.stream()
                    .anyMatch(finding -> finding.origin() == Origin.DEPRECATED || finding.origin() == Origin.REMOVED);
        }

        /** Whether anything else is worth a look: a field that is dropped or kept, or a mistake of today. */
        public boolean changes() {
            return findings.stream()
                    .anyMatch(finding -> finding.severity() == Severity.WARNING
                            && finding.origin() != Origin.DEPRECATED
                            && finding.origin() != Origin.REMOVED);
        }
    }

    /** The object in a file of these lines. */
    public Upgraded of(Manifest manifest, Lines lines) {
        Verdict before = validate.verdict(manifest, Request.CREATE, manifest.object(), null, from, null);
        Verdict after = validate.verdict(manifest, Request.CREATE, manifest.object(), null, to, null);
        List<Finding> findings = new ArrayList<>();
        if (isNotServed(after)) {
            boolean wasServed = !isNotServed(before);
            findings.add(
                    finding(manifest, wasServed ? Severity.ERROR : Severity.WARNING, gone(manifest, wasServed), lines));
            return new Upgraded(manifest, true, findings);
        }
        if (after instanceof Verdict.NotApplicable) {
            return new Upgraded(manifest, false, findings);
        }
        Map<String, FieldError> refused = byRule(before.errors());
        for (FieldError error : after.errors()) {
            FieldError same = refused.get(rule(error));
            findings.add(
                    same == null
                            ? finding(
                                    manifest, Severity.ERROR, said(error, "; Kubernetes " + from + " takes it"), lines)
                            : finding(
                                    manifest,
                                    Severity.WARNING,
                                    said(error, "; Kubernetes " + from + " refuses it, too"),
                                    lines));
        }
        compareWarnings(manifest, before, after, lines, findings);
        return new Upgraded(manifest, true, findings);
    }

    private void compareWarnings(
            Manifest manifest, Verdict before, Verdict after, Lines lines, List<Finding> findings) {
        Map<String, FieldError> old = byRule(before.warnings());
        for (FieldError warning : after.warnings()) {
            boolean isEnd = warning.origin() == Origin.DEPRECATED || warning.origin() == Origin.REMOVED;
            if (isEnd || old.get(rule(warning)) == null) {
                boolean isLoss = warning.origin() == Origin.DROPPED && !isNotServed(before);
                findings.add(finding(
                        manifest,
                        Severity.WARNING,
                        isLoss ? said(warning, "; Kubernetes " + from + " keeps it") : warning,
                        lines));
            }
        }
        Map<String, FieldError> now = byRule(after.warnings());
        for (FieldError warning : before.warnings()) {
            if (warning.origin() == Origin.DROPPED && now.get(rule(warning)) == null) {
                String detail = "takes effect in Kubernetes " + to + ": Kubernetes " + from
                        + " drops it; remove it, or make sure that it is meant";
                findings.add(finding(manifest, Severity.WARNING, with(warning, detail), lines));
            }
        }
    }

    /** Who wrote an object of a cluster in a version that the newer release does not serve. */
    public List<Finding> writers(Manifest manifest) {
        Map<String, Finding> findings = new LinkedHashMap<>();
        ObjectValue metadata = manifest.object().object("metadata");
        for (int i = 0; i < metadata.list("managedFields").size(); i++) {
            Value entry = metadata.list("managedFields").get(i);
            if (entry instanceof ObjectValue fields && isRemoved(fields.string("apiVersion"), manifest.kind())) {
                String detail = fields.string("manager") + " wrote it as " + fields.string("apiVersion") + " ("
                        + fields.string("operation") + ", " + fields.string("time") + "), which Kubernetes " + to
                        + " does not serve; if it still does, update it, or have it write " + newest(manifest);
                FieldPath path =
                        FieldPath.of("metadata", "managedFields").index(i).child("apiVersion");
                findings.putIfAbsent(detail, finding(manifest, Severity.WARNING, error(path, detail), Lines.NONE));
            }
        }
        String applied = metadata.object("annotations").string("kubectl.kubernetes.io/last-applied-configuration");
        String version = applied.replaceAll("(?s).*?\"apiVersion\"\\s*:\\s*\"([^\"]*)\".*", "$1");
        if (!applied.isEmpty() && isRemoved(version, manifest.kind())) {
            String detail = "kubectl applied it last as " + version + ", which Kubernetes " + to
                    + " does not serve; apply it as " + newest(manifest);
            findings.put(detail, finding(manifest, Severity.ERROR, error(LAST_APPLIED, detail), Lines.NONE));
        }
        return List.copyOf(findings.values());
    }

    private boolean isRemoved(String apiVersion, String kind) {
        return validator.newestServing(apiVersion, kind).isPresent() && !validator.isServed(apiVersion, kind, to);
    }

    private static boolean isNotServed(Verdict verdict) {
        return verdict instanceof Verdict.NotApplicable none && none.reason() == Verdict.Reason.NOT_SERVED;
    }

    private FieldError gone(Manifest manifest, boolean wasServed) {
        String detail = manifest.apiVersion() + " " + manifest.kind() + " is not served in Kubernetes " + to
                + (wasServed ? "; use " + newest(manifest) + ": drawbridge migrate does it" : ", nor in " + from);
        return new FieldError(ErrorType.NOT_SUPPORTED, API_VERSION, null, detail, Origin.NOT_SERVED, place(manifest));
    }

    private static @Nullable Position place(Manifest manifest) {
        return manifest.object().get("apiVersion") instanceof StringValue text ? text.position() : null;
    }

    private String newest(Manifest manifest) {
        List<String> versions = validator.versions(manifest.kind(), to);
        return versions.isEmpty() ? "no version: the kind is gone" : versions.get(versions.size() - 1);
    }

    private static FieldError error(FieldPath path, String detail) {
        return new FieldError(ErrorType.NOT_SUPPORTED, path, null, detail, Origin.REMOVED, null);
    }

    private static FieldError with(FieldError error, String detail) {
        return new FieldError(error.type(), error.path(), null, detail, error.origin(), error.position());
    }

    private static FieldError said(FieldError error, String more) {
        return with(error, error.message() + more);
    }

    private static Map<String, FieldError> byRule(List<FieldError> errors) {
        Map<String, FieldError> byRule = new LinkedHashMap<>();
        errors.forEach(error -> byRule.putIfAbsent(rule(error), error));
        return byRule;
    }

    private static String rule(FieldError error) {
        return error.type() + " " + error.path() + " " + error.origin();
    }

    private Finding finding(Manifest manifest, Severity severity, FieldError error, Lines lines) {
        return make.finding(manifest, severity, error, List.of(to.toString()), lines);
    }

    /** The objects as a report names them. */
    public FindingFactory factory() {
        return make;
    }
}
