package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.policy.AdmissionRequest;
import dev.drawbridge.policy.AdmissionRequest.GroupVersion;
import dev.drawbridge.policy.AdmissionRequest.Place;
import dev.drawbridge.policy.AdmissionRequest.Sender;
import dev.drawbridge.policy.Definition;
import dev.drawbridge.policy.DefinitionError;
import dev.drawbridge.policy.Parameters;
import dev.drawbridge.policy.PolicySet;
import dev.drawbridge.policy.PolicyVerdict;
import dev.drawbridge.policy.PolicyVerdict.Decision;
import dev.drawbridge.policy.Resources;
import dev.drawbridge.policy.ServerObjects;
import dev.drawbridge.report.Finding;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.ResourceApi;
import dev.drawbridge.validation.Scheme;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * What the admission policies of an input decide about its objects, and policies that the API server refuses. Each
 * object is a new one. Loaded if the input has policies.
 */
final class PolicyFindings {

    private static final String V1ALPHA = "/v1alpha";

    /** The random characters after {@code generateName}. */
    private static final String RANDOM = "xxxxx";

    private final CheckSettings settings;
    private final FindingFactory make;
    private final Scheme scheme;

    PolicyFindings(CheckSettings settings, FindingFactory make, Scheme scheme) {
        this.settings = settings;
        this.make = make;
        this.scheme = scheme;
    }

    /** The findings about these files, with all of their documents. */
    List<Finding> of(List<ReadFile> files) {
        List<ObjectValue> all = new ArrayList<>();
        Map<String, ObjectValue> namespaces = new HashMap<>();
        List<ObjectValue> policies = new ArrayList<>();
        List<ObjectValue> bindings = new ArrayList<>();
        List<Finding> findings = new ArrayList<>();
        for (ReadFile file : files) {
            for (Manifest manifest : KeptFile.objects(file.head())) {
                all.add(placed(manifest));
                if (Namespaces.isNamespace(manifest)) {
                    namespaces.put(manifest.name(), stored(manifest));
                }
                if (Definition.isOne(manifest.object())
                        && !manifest.apiVersion().contains(V1ALPHA)) {
                    List<DefinitionError> errors = Definition.errors(manifest.object());
                    errors.forEach(one ->
                            findings.add(refused(manifest, one, file.head().lines())));
                    if (errors.isEmpty()) {
                        (manifest.kind().equals(Definition.POLICY) ? policies : bindings).add(manifest.object());
                    }
                }
            }
        }
        PolicySet set =
                new PolicySet(policies, bindings, new Parameters(all, false), new ServerObjects(scheme, release()));
        for (ReadFile file : files) {
            for (Manifest manifest : KeptFile.objects(file.head())) {
                if (!manifest.apiVersion().startsWith(Definition.GROUP + "/")) {
                    findings.addAll(
                            decided(manifest, set.verdict(request(manifest, namespaces), access -> null), file));
                }
            }
        }
        return findings;
    }

    private KubernetesRelease release() {
        List<KubernetesRelease> releases = settings.target().releases();
        return releases.isEmpty() ? ResourceApi.newestRelease() : releases.get(releases.size() - 1);
    }

    private String namespace(Manifest manifest) {
        return Resources.isNamespaced(manifest.apiVersion(), manifest.kind())
                ? manifest.namespace(settings.input().namespace())
                : "";
    }

    /** The object in its namespace. */
    private ObjectValue placed(Manifest manifest) {
        String namespace = namespace(manifest);
        int entry = manifest.object().indexOf("metadata");
        ObjectValue metadata = manifest.object().object("metadata");
        if (namespace.isEmpty() || entry < 0 || metadata.has("namespace")) {
            return manifest.object();
        }
        return manifest.object()
                .with(
                        entry,
                        metadata.first(metadata.size())
                                .add("namespace", new StringValue(namespace, null), null)
                                .build());
    }

    /** A Namespace with the label that the server adds. */
    private static ObjectValue stored(Manifest manifest) {
        ObjectValue metadata = manifest.object().object("metadata");
        ObjectValue labels = metadata.object("labels");
        ObjectValue more = labels.first(labels.size())
                .add("kubernetes.io/metadata.name", new StringValue(manifest.name(), null), null)
                .build();
        int entry = metadata.indexOf("labels");
        ObjectValue labelled = entry < 0
                ? metadata.first(metadata.size()).add("labels", more, null).build()
                : metadata.with(entry, more);
        return manifest.object().with(manifest.object().indexOf("metadata"), labelled);
    }

    private AdmissionRequest request(Manifest manifest, Map<String, ObjectValue> namespaces) {
        String namespace = namespace(manifest);
        return new AdmissionRequest(
                "CREATE",
                new Place(
                        GroupVersion.parse(manifest.apiVersion()),
                        manifest.kind(),
                        Resources.of(manifest.kind()),
                        "",
                        namespace,
                        manifest.name().isEmpty() ? manifest.generateName() + RANDOM : manifest.name()),
                new Sender(null, false, Map.of()),
                manifest.object(),
                null,
                namespaces.get(namespace));
    }

    private Finding refused(Manifest manifest, DefinitionError error, Lines lines) {
        String text = error.text().lines().findFirst().orElse("");
        return finding(manifest, Severity.ERROR, error.type(), error.path(), text, Origin.POLICY_DEFINITION, lines);
    }

    private List<Finding> decided(Manifest manifest, PolicyVerdict verdict, ReadFile file) {
        List<Finding> findings = new ArrayList<>();
        new LinkedHashSet<>(verdict.denials())
                .forEach(one -> findings.add(decision(manifest, Severity.ERROR, one, one.message(), file)));
        new LinkedHashSet<>(verdict.warned())
                .forEach(one -> findings.add(decision(manifest, Severity.WARNING, one, one.warning(), file)));
        for (Decision one : new LinkedHashSet<>(verdict.unknown())) {
            String text = "not known whether " + Definition.POLICY + " '" + one.policy() + "' allows it: it depends on "
                    + one.text();
            findings.add(finding(
                    manifest,
                    Severity.WARNING,
                    ErrorType.FORBIDDEN,
                    FieldPath.ROOT,
                    text,
                    Origin.POLICY_UNKNOWN,
                    file.head().lines()));
        }
        return findings;
    }

    private Finding decision(Manifest manifest, Severity severity, Decision decision, String text, ReadFile file) {
        return finding(
                manifest,
                severity,
                ErrorType.FORBIDDEN,
                decision.read(),
                text,
                Origin.ADMISSION_POLICY,
                file.head().lines());
    }

    private Finding finding(
            Manifest manifest,
            Severity severity,
            ErrorType type,
            FieldPath path,
            String text,
            Origin origin,
            Lines lines) {
        FieldError error = new FieldError(type, path, text, origin, null);
        return make.finding(manifest, severity, error, List.of(), lines);
    }
}
