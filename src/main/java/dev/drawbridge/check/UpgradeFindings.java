package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.policy.CustomResources;
import dev.drawbridge.policy.Definition;
import dev.drawbridge.policy.DefinitionError;
import dev.drawbridge.policy.MatchedNames;
import dev.drawbridge.report.Finding;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.validation.ResourceApi;
import dev.drawbridge.validation.Validator;
import dev.drawbridge.validation.Verdict;
import dev.drawbridge.workload.TemplateValidator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The effects of a cluster upgrade on objects: an error for an object that only the newer release refuses; warnings for
 * silent changes, deprecations, and objects that the older release refuses already. Thread-safe.
 */
public final class UpgradeFindings {

    private static final FieldPath API_VERSION = FieldPath.of("apiVersion");
    private static final FieldPath LAST_APPLIED =
            FieldPath.of("metadata", "annotations").key("kubectl.kubernetes.io/last-applied-configuration");

    private final TemplateValidator validator;
    private final ManifestValidator validate;
    private final FindingFactory make;
    private final CheckSettings settings;
    private final KubernetesRelease from;
    private final KubernetesRelease to;

    /** The policies, in both releases; null if there are none. */
    private @Nullable PolicyFindings policies;

    UpgradeFindings(CheckSettings settings, KubernetesRelease from, KubernetesRelease to, FindingFactory make) {
        this.settings = settings;
        this.validator = new TemplateValidator(new Validator(), settings.input().templates());
        this.validate = new ManifestValidator(settings, validator, null);
        this.make = make;
        this.from = from;
        this.to = to;
    }

    TemplateValidator validator() {
        return validator;
    }

    /**
     * An object with what the upgrade does to it.
     *
     * @param isOurs whether it is a DRA object, or has pods that use claims
     * @param effects what the upgrade changes
     * @param others the mistakes for which both releases refuse it
     */
    public record Upgraded(Manifest manifest, boolean isOurs, List<Finding> effects, List<Finding> others) {

        public List<Finding> findings() {
            List<Finding> all = new ArrayList<>(effects);
            all.addAll(others);
            return all;
        }

        /** Whether only the newer release refuses the object. */
        public boolean breaks() {
            return effects.stream().anyMatch(finding -> finding.severity() == Severity.ERROR);
        }

        /** Whether its version is deprecated in the newer release. */
        public boolean isDeprecated() {
            return effects.stream().anyMatch(finding -> isEnd(finding.origin()));
        }

        /** Whether the upgrade changes anything else: a field is dropped or kept, or a default differs. */
        public boolean changes() {
            return effects.stream()
                    .anyMatch(finding -> finding.severity() == Severity.WARNING && !isEnd(finding.origin()));
        }

        private static boolean isEnd(Origin origin) {
            return origin == Origin.DEPRECATED || origin == Origin.REMOVED;
        }
    }

    /** Also compares what policies decide in both releases. */
    void policies(PolicyFindings ofBoth) {
        policies = ofBoth;
    }

    /** The object in a file of these lines. */
    public Upgraded of(Manifest manifest, Lines lines) {
        Verdict before = verdict(manifest, from);
        Verdict after = verdict(manifest, to);
        List<Finding> findings = new ArrayList<>();
        List<Finding> others = new ArrayList<>();
        Manifest moved = manifest;
        if (isNotServed(after)) {
            boolean wasServed = !isNotServed(before);
            (wasServed ? findings : others)
                    .add(finding(
                            manifest, wasServed ? Severity.ERROR : Severity.WARNING, gone(manifest, wasServed), lines));
            if (!wasServed) {
                return new Upgraded(manifest, true, findings, others);
            }
            moved = moved(manifest);
            after = moved == manifest ? before : verdict(moved, to);
        }
        compareDecisions(manifest, moved, lines, findings, others);
        if (after instanceof Verdict.NotApplicable) {
            return new Upgraded(manifest, !findings.isEmpty() || !others.isEmpty(), findings, others);
        }

        Map<String, FieldError> now = byRule(ofServer(after));
        Map<String, FieldError> refused = byRule(ofServer(before));
        ofServer(after).stream()
                .filter(error -> !refused.containsKey(rule(error)))
                .forEach(error ->
                        findings.add(finding(manifest, Severity.ERROR, said(error, accepted(manifest)), lines)));
        boolean isMoved = moved != manifest;
        ofServer(before).stream()
                .filter(error -> isMoved || now.containsKey(rule(error)))
                .forEach(error -> others.add(finding(
                        manifest, Severity.WARNING, said(error, "; Kubernetes " + from + " also refuses it"), lines)));
        compareWarnings(manifest, before, after, lines, findings);
        compareDefaults(moved, lines, findings);
        return new Upgraded(manifest, true, findings, others);
    }

    /** An object that is not ours: ours are the policies that decide about it, and its rules if it is a policy. */
    Upgraded ofOther(Manifest manifest, Lines lines) {
        List<Finding> findings = new ArrayList<>();
        List<Finding> others = new ArrayList<>();
        if (manifest.apiVersion().startsWith(Definition.GROUP + "/")) {
            rules(manifest, lines, findings);
        } else {
            compareDecisions(manifest, manifest, lines, findings, others);
        }
        return new Upgraded(manifest, !findings.isEmpty() || !others.isEmpty(), findings, others);
    }

    /** A policy, a binding or the configuration of webhooks: its rules may match nothing in the newer release. */
    private void rules(Manifest manifest, Lines lines, List<Finding> findings) {
        ObjectValue object = manifest.object();
        for (DefinitionError one : added(release -> MatchedNames.warnings(object, release, CustomResources.NONE))) {
            String detail = one.sentence() + "; in Kubernetes " + from + " it matches";
            FieldError error = new FieldError(one.type(), one.path(), detail, Origin.NOT_SERVED, null);
            findings.add(finding(manifest, Severity.ERROR, error, lines));
        }
        if (CheckSettings.Policies.isOne(manifest)) {
            List<DefinitionError> refused = added(release -> Definition.problems(object, release));
            refused.addAll(added(release -> Definition.unserved(object, release, Severity.ERROR).stream()
                    .toList()));
            refused.forEach(
                    one -> findings.add(PolicyFindings.mistake(make, manifest, one, List.of(to.toString()), lines)));
        }
    }

    /** What is wrong in the newer release only. */
    private List<DefinitionError> added(Function<KubernetesRelease, List<DefinitionError>> problems) {
        List<DefinitionError> added = new ArrayList<>(problems.apply(to));
        problems.apply(from).forEach(old -> added.removeIf(one -> one.path().equals(old.path())));
        return added;
    }

    /** What policies decide about an object, and about it as the newer release is sent it. */
    private void compareDecisions(
            Manifest manifest, Manifest moved, Lines lines, List<Finding> findings, List<Finding> others) {
        if (policies == null) {
            return;
        }
        List<Finding> old =
                policies.of(new Pair(null, manifest, lines, false), from).toList();
        boolean isRefused = old.stream().anyMatch(one -> one.severity() == Severity.ERROR);
        boolean isAccepted = !isRefused && old.stream().noneMatch(one -> one.origin() == Origin.POLICY_UNKNOWN);
        policies.of(new Pair(null, moved, lines, false), to)
                .filter(one -> one.severity() == Severity.ERROR || !old.contains(one))
                .map(one -> one.in(List.of(to.toString())))
                .forEach(one -> {
                    if (one.severity() == Severity.ERROR && isRefused) {
                        others.add(one.saying(one.message() + "; Kubernetes " + from + " also refuses it")
                                .as(Severity.WARNING));
                    } else {
                        boolean isNew = one.severity() == Severity.ERROR && isAccepted;
                        findings.add(isNew ? one.saying(one.message() + accepted(manifest)) : one);
                    }
                });
    }

    /** That the older release accepts an object: empty if it does not serve it. */
    private String accepted(Manifest manifest) {
        boolean isUnserved = ResourceApi.isOfGroup(manifest.apiVersion())
                && !ResourceApi.isServed(manifest.apiVersion(), manifest.kind(), from);
        return isUnserved ? "" : "; Kubernetes " + from + " accepts it";
    }

    /** The errors of the API server: a driver refuses parameters in any release. */
    private static List<FieldError> ofServer(Verdict verdict) {
        return verdict.errors().stream()
                .filter(error -> error.origin() != Origin.DRIVER_PARAMETERS)
                .toList();
    }

    private Verdict verdict(Manifest manifest, KubernetesRelease release) {
        return validate.verdicts(manifest, Operation.CREATE, manifest.object(), null, release, null)
                .all();
    }

    /** The object in the newest version that the newer release serves; unchanged if there is no conversion. */
    private Manifest moved(Manifest manifest) {
        String version = newest(manifest);
        return validator
                .validator()
                .scheme()
                .converted(manifest.apiVersion(), manifest.kind(), manifest.object(), version, null)
                .map(converted -> new Manifest(
                        manifest.file(),
                        manifest.within(),
                        written(converted.object(), version),
                        version,
                        manifest.kind(),
                        manifest.namespaces()))
                .orElse(manifest);
    }

    private static ObjectValue written(ObjectValue object, String version) {
        return object.mapped(
                (key, value) -> key.equals("apiVersion") ? new StringValue(version, value.position()) : value);
    }

    private void compareWarnings(
            Manifest manifest, Verdict before, Verdict after, Lines lines, List<Finding> findings) {
        Map<String, FieldError> old = byRule(before.warnings());
        for (FieldError warning : after.warnings()) {
            if (Upgraded.isEnd(warning.origin()) || old.get(rule(warning)) == null) {
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
                        + " drops it; remove it, or make sure that it is intended";
                findings.add(finding(manifest, Severity.WARNING, with(warning, detail), lines));
            }
        }
    }

    private void compareDefaults(Manifest manifest, Lines lines, List<Finding> findings) {
        if (!ResourceApi.isServed(manifest.apiVersion(), manifest.kind(), from)) {
            return;
        }
        Map<FieldPath, String> old = defaults(manifest, from);
        Map<FieldPath, String> now = defaults(manifest, to);
        Set<FieldPath> paths = new LinkedHashSet<>(now.keySet());
        paths.addAll(old.keySet());
        for (FieldPath path : paths) {
            String before = old.get(path);
            String after = now.get(path);
            boolean isReported = findings.stream()
                    .anyMatch(finding -> finding.origin() == Origin.DROPPED
                            && path.toString().startsWith(finding.path().toString()));
            if (!Objects.equals(before, after) && !isReported) {
                String detail = "not set: the default is " + (before == null ? "none" : before) + " in Kubernetes "
                        + from + ", " + (after == null ? "none" : after) + " in Kubernetes " + to + "; set it";
                FieldError error = new FieldError(ErrorType.INVALID, path, detail, Origin.CHANGED_DEFAULT, null);
                findings.add(finding(manifest, Severity.WARNING, error, lines));
            }
        }
    }

    private Map<FieldPath, String> defaults(Manifest manifest, KubernetesRelease release) {
        return validator
                .validator()
                .scheme()
                .defaults(
                        manifest.apiVersion(),
                        manifest.kind(),
                        manifest.object(),
                        release,
                        settings.target().gates());
    }

    /** Finds the clients that wrote an object in a version that the newer release does not serve. */
    List<Finding> writers(Manifest manifest) {
        Map<String, Finding> findings = new LinkedHashMap<>();
        ObjectValue metadata = manifest.object().object("metadata");
        for (int i = 0; i < metadata.list("managedFields").size(); i++) {
            Value entry = metadata.list("managedFields").get(i);
            if (entry instanceof ObjectValue fields && isRemoved(fields.string("apiVersion"), manifest.kind())) {
                String detail = fields.string("manager") + " wrote it as " + fields.string("apiVersion") + " ("
                        + fields.string("operation") + ", " + fields.string("time") + "), which Kubernetes " + to
                        + " does not serve; if it still does, update it, or configure it to write " + newest(manifest);
                FieldPath path =
                        FieldPath.of("metadata", "managedFields").index(i).child("apiVersion");
                findings.putIfAbsent(detail, finding(manifest, Severity.WARNING, error(path, detail), Lines.NONE));
            }
        }
        String applied = metadata.object("annotations").string("kubectl.kubernetes.io/last-applied-configuration");
        String version = applied.replaceAll("(?s).*?\"apiVersion\"\\s*:\\s*\"([^\"]*)\".*", "$1");
        if (!applied.isEmpty() && isRemoved(version, manifest.kind())) {
            String detail = "last applied with kubectl as " + version + ", which Kubernetes " + to
                    + " does not serve; apply it as " + newest(manifest);
            findings.put(detail, finding(manifest, Severity.ERROR, error(LAST_APPLIED, detail), Lines.NONE));
        }
        return List.copyOf(findings.values());
    }

    private boolean isRemoved(String apiVersion, String kind) {
        return ResourceApi.newestServing(apiVersion, kind).isPresent() && !ResourceApi.isServed(apiVersion, kind, to);
    }

    private static boolean isNotServed(Verdict verdict) {
        return verdict instanceof Verdict.NotApplicable none && none.reason() == Verdict.Reason.NOT_SERVED;
    }

    private FieldError gone(Manifest manifest, boolean wasServed) {
        String detail = manifest.apiVersion() + " " + manifest.kind() + " is not served in Kubernetes " + to
                + (wasServed ? "; use " + newest(manifest) + ", as drawbridge migrate does" : ", nor in " + from);
        return new FieldError(ErrorType.NOT_SUPPORTED, API_VERSION, detail, Origin.NOT_SERVED, null);
    }

    private String newest(Manifest manifest) {
        List<String> versions = ResourceApi.versions(manifest.kind(), to);
        return versions.isEmpty() ? "no version: the kind was removed" : versions.get(versions.size() - 1);
    }

    private static FieldError error(FieldPath path, String detail) {
        return new FieldError(ErrorType.NOT_SUPPORTED, path, detail, Origin.REMOVED, null);
    }

    private static FieldError with(FieldError error, String detail) {
        return new FieldError(error.type(), error.path(), detail, error.origin(), error.position());
    }

    private static FieldError said(FieldError error, String more) {
        return with(error, error.message() + more);
    }

    private static Map<String, FieldError> byRule(List<FieldError> errors) {
        Map<String, FieldError> byRule = new LinkedHashMap<>();
        errors.forEach(error -> byRule.putIfAbsent(rule(error), error));
        return byRule;
    }

    /** A key for errors that is independent of the object's version: the last field of the path, and the position. */
    private static String rule(FieldError error) {
        List<FieldPath> steps = error.path().steps();
        String last = steps.isEmpty() ? "" : steps.get(steps.size() - 1).toString();
        return error.type() + " " + error.origin() + " "
                + (error.position() == null
                        ? error.path()
                        : last.substring(last.lastIndexOf('.') + 1) + error.position());
    }

    private Finding finding(Manifest manifest, Severity severity, FieldError error, Lines lines) {
        return make.finding(manifest, severity, error, List.of(to.toString()), lines);
    }
}
