package dev.drawbridge.check;

import dev.drawbridge.document.Locator;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.driver.DriverFindings;
import dev.drawbridge.driver.DriverRegistry;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.manifest.Placeholders;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Severity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The objects that claims and classes of v1alpha2 name as their parameters: whether they are in the input, and what the
 * CustomResourceDefinitions in the input and the schemas of drivers say of them.
 *
 * <p>Source: {@code k8s.io/api/resource/v1alpha2/types.go}, ResourceClaimParametersReference and ResourceClassParametersReference.
 */
final class ParameterReferences {

    private static final String VERSION = "resource.k8s.io/v1alpha2";
    private static final Map<String, FieldPath> PLACES = Map.of(
            "ResourceClaim", FieldPath.of("spec", "parametersRef"),
            "ResourceClaimTemplate", FieldPath.of("spec", "spec", "parametersRef"),
            "ResourceClass", FieldPath.of("parametersRef"));

    /** A field that names parameters. */
    private record Reference(Manifest manifest, FieldPath path, StringValue name, Identity target) {}

    private final CheckSettings settings;
    private final FindingFactory make;
    private final ManifestReader reader = new ManifestReader();
    private final List<Reference> references = new ArrayList<>();
    private final Set<Identity> objects = new HashSet<>();

    /** The files that have what may be parameters, or define them. As text they take a fraction of the memory. */
    private final Map<String, byte[]> files = new LinkedHashMap<>();

    ParameterReferences(CheckSettings settings, FindingFactory make) {
        this.settings = settings;
        this.make = make;
    }

    /** Adds a file of the input. */
    void add(ManifestFile file, byte[] text) {
        for (Manifest manifest : file.manifests()) {
            Identity identity = identity(manifest);
            objects.add(identity);
            if (isDefinition(manifest) || isCustom(identity)) {
                files.putIfAbsent(manifest.file(), text);
            }
            FieldPath path = PLACES.get(manifest.kind());
            if (path != null && manifest.apiVersion().equals(VERSION) && Placeholders.in(manifest.object()) == null) {
                reference(manifest, path);
            }
        }
    }

    private static boolean isDefinition(Manifest manifest) {
        return manifest.kind().equals("CustomResourceDefinition");
    }

    /** Whether the object is of a group that is not Kubernetes' own. */
    private static boolean isCustom(Identity object) {
        return object.group().contains(".") && !object.group().endsWith(".k8s.io");
    }

    /** Whether a kind that is not known here has namespaces, its definition says: an object without one is in none, or in the default one. */
    private static Identity identity(Manifest manifest) {
        return Identity.of(manifest, manifest.namespace(""));
    }

    private void reference(Manifest manifest, FieldPath path) {
        if (Locator.value(manifest.object(), path) instanceof ObjectValue reference
                && reference.get("name") instanceof StringValue name
                && !name.value().isEmpty()) {
            String namespace = manifest.kind().equals("ResourceClass")
                    ? reference.string("namespace")
                    : manifest.namespace(settings.namespace());
            // Some drivers want the version there, too.
            String group = reference.string("apiGroup").replaceFirst("/.*", "");
            Identity target = new Identity(group, reference.string("kind"), namespace, name.value());
            references.add(new Reference(manifest, path.child("name"), name, target));
        }
    }

    /** What there is to say, by the names of the files. */
    Map<String, List<Finding>> findings() {
        Map<String, List<Finding>> findings = new HashMap<>();
        if (references.isEmpty()) {
            return findings;
        }
        Set<Identity> wanted = new HashSet<>();
        for (Reference reference : references) {
            Identity found = find(reference.target());
            if (found != null) {
                wanted.add(found);
            } else {
                add(findings, missing(reference));
            }
        }
        parameters(wanted).forEach(one -> add(findings, one));
        return findings;
    }

    private static void add(Map<String, List<Finding>> findings, Finding finding) {
        findings.computeIfAbsent(finding.file(), none -> new ArrayList<>()).add(finding);
    }

    /** The object of the input that a reference leads to; null where there is none. */
    private @Nullable Identity find(Identity target) {
        Identity elsewhere = new Identity(target.group(), target.kind(), "", target.name());
        if (objects.contains(target)) {
            return target;
        }
        return target.namespace().equals(settings.namespace()) && objects.contains(elsewhere) ? elsewhere : null;
    }

    private Finding missing(Reference reference) {
        Identity target = reference.target();
        String namespace = target.namespace().isEmpty() ? "" : target.namespace() + "/";
        FieldError error = new FieldError(
                ErrorType.NOT_FOUND,
                reference.path(),
                null,
                target.kind() + " " + namespace + target.name() + " not found; add it to the input, or fix the name",
                Origin.UNKNOWN_PARAMETERS,
                reference.name().position());
        return finding(reference.manifest(), settings.isClosed() ? Severity.ERROR : Severity.WARNING, error);
    }

    private Finding finding(Manifest manifest, Severity severity, FieldError error) {
        return make.finding(manifest, severity, error, List.of(), Lines.NONE);
    }

    /** What is wrong with these objects. */
    private List<Finding> parameters(Set<Identity> wanted) {
        List<Finding> findings = new ArrayList<>();
        List<Manifest> parameters = new ArrayList<>();
        DriverRegistry registry = settings.drivers();
        Set<String> kinds = new HashSet<>();
        wanted.forEach(one -> kinds.add(one.group() + " " + one.kind()));
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            for (Manifest manifest : reader.read(file.getKey(), file.getValue()).manifests()) {
                ObjectValue spec = manifest.object().object("spec");
                if (wanted.contains(identity(manifest))) {
                    parameters.add(manifest);
                } else if (isDefinition(manifest)
                        && kinds.contains(spec.string("group") + " "
                                + spec.object("names").string("kind"))) {
                    try {
                        registry = registry.withDefinition(manifest.object());
                    } catch (IllegalArgumentException e) {
                        findings.add(finding(manifest, Severity.WARNING, unusable(e)));
                    }
                }
            }
        }
        for (Manifest manifest : parameters) {
            DriverFindings found = registry.validateReferenced(manifest.object());
            found.errors().forEach(error -> findings.add(finding(manifest, Severity.ERROR, error)));
            found.warnings().forEach(warning -> findings.add(finding(manifest, Severity.WARNING, warning)));
        }
        return findings;
    }

    private static FieldError unusable(IllegalArgumentException problem) {
        return new FieldError(
                ErrorType.INVALID,
                FieldPath.of("spec", "versions"),
                null,
                "parameters of this kind are not checked: " + problem.getMessage(),
                Origin.DRIVER_PARAMETERS,
                null);
    }
}
