package dev.drawbridge.check;

import dev.drawbridge.document.Locator;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.driver.DriverRegistry;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.manifest.Placeholders;
import dev.drawbridge.policy.CustomResources;
import dev.drawbridge.reference.MissingObject;
import dev.drawbridge.report.Finding;
import dev.drawbridge.validation.Verdict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The objects that claims and classes of v1alpha2 name as their parameters: whether they are in the input, and findings
 * by the CustomResourceDefinitions in the input and by the schemas of drivers.
 *
 * <p>Source: {@code k8s.io/api/resource/v1alpha2/types.go}, ResourceClaimParametersReference and
 * ResourceClassParametersReference.
 */
record ParameterReferences(CheckSettings settings, FindingFactory make) implements InputFindings {

    private static final ManifestReader READER = new ManifestReader();
    private static final String VERSION = "resource.k8s.io/v1alpha2";
    private static final Map<String, FieldPath> PLACES = Map.of(
            "ResourceClaim", FieldPath.of("spec", "parametersRef"),
            "ResourceClaimTemplate", FieldPath.of("spec", "spec", "parametersRef"),
            "ResourceClass", FieldPath.of("parametersRef"));

    static KeptFile.Parameters facts(ManifestFile file, byte[] text, String unnamed) {
        List<KeptFile.Reference> references = new ArrayList<>();
        List<Identity> objects = new ArrayList<>();
        boolean isKept = false;
        for (Manifest manifest : file.manifests()) {
            Identity identity = identity(manifest);
            objects.add(identity);
            isKept |= manifest.kind().equals(CustomResources.DEFINITION) || isCustom(identity);
            FieldPath path = PLACES.get(manifest.kind());
            if (path != null && manifest.apiVersion().equals(VERSION) && Placeholders.in(manifest.object()) == null) {
                reference(manifest, path, unnamed).ifPresent(references::add);
            }
        }
        return new KeptFile.Parameters(List.copyOf(references), List.copyOf(objects), isKept ? text : null);
    }

    /** Whether the object is of a group that is not Kubernetes' own. */
    private static boolean isCustom(Identity object) {
        return object.group().contains(".") && !object.group().endsWith(".k8s.io");
    }

    /**
     * The identity; the definition of an unknown kind decides whether it is namespaced, so an object without a
     * namespace is in none or in the default one.
     */
    private static Identity identity(Manifest manifest) {
        return Identity.of(manifest, manifest.namespace(""));
    }

    private static Optional<KeptFile.Reference> reference(Manifest manifest, FieldPath path, String unnamed) {
        if (!(Locator.value(manifest.object(), path) instanceof ObjectValue reference)
                || !(reference.get("name") instanceof StringValue name)
                || name.value().isEmpty()) {
            return Optional.empty();
        }
        String namespace =
                manifest.kind().equals("ResourceClass") ? reference.string("namespace") : manifest.namespace(unnamed);
        // Some drivers require the version there, too.
        String group = reference.string("apiGroup").replaceFirst("/.*", "");
        Identity target = new Identity(group, reference.string("kind"), namespace, name.value());
        return Optional.of(new KeptFile.Reference(manifest, path.child("name"), name, target));
    }

    @Override
    public List<Finding> of(WholeInput input) {
        Set<Identity> objects = new HashSet<>();
        List<KeptFile.Reference> references = new ArrayList<>();
        for (KeptFile file : input.files()) {
            references.addAll(file.parameters().references());
        }
        if (references.isEmpty()) {
            return List.of();
        }
        input.files().forEach(file -> objects.addAll(file.parameters().objects()));
        List<Finding> findings = new ArrayList<>();
        Set<Identity> wanted = new HashSet<>();
        for (KeptFile.Reference reference : references) {
            Identity found = find(reference.target(), objects);
            if (found != null) {
                wanted.add(found);
            } else {
                findings.add(missing(reference));
            }
        }
        findings.addAll(parameters(wanted, input.files()));
        return findings;
    }

    private @Nullable Identity find(Identity target, Set<Identity> objects) {
        Identity elsewhere = new Identity(target.group(), target.kind(), "", target.name());
        if (objects.contains(target)) {
            return target;
        }
        return target.namespace().equals(settings.input().namespace()) && objects.contains(elsewhere)
                ? elsewhere
                : null;
    }

    private Finding missing(KeptFile.Reference reference) {
        Identity target = reference.target();
        FieldError error = new FieldError(
                ErrorType.NOT_FOUND,
                reference.path(),
                MissingObject.of(target.kind(), target.namespace(), target.name())
                        .inInput(),
                Origin.UNKNOWN_PARAMETERS,
                reference.name().position());
        return finding(reference.manifest(), settings.input().ofMissing(), error);
    }

    private Finding finding(Manifest manifest, Severity severity, FieldError error) {
        return make.finding(manifest, severity, error, List.of(), Lines.NONE);
    }

    private List<Finding> parameters(Set<Identity> wanted, List<KeptFile> files) {
        List<Finding> findings = new ArrayList<>();
        List<Manifest> parameters = new ArrayList<>();
        DriverRegistry registry = settings.drivers();
        Set<String> kinds = new HashSet<>();
        wanted.forEach(one -> kinds.add(one.group() + " " + one.kind()));
        for (KeptFile file : files) {
            byte[] text = file.parameters().text();
            for (Manifest manifest : text == null
                    ? List.<Manifest>of()
                    : READER.read(file.name(), text).manifests()) {
                ObjectValue spec = manifest.object().object("spec");
                if (wanted.contains(identity(manifest))) {
                    parameters.add(manifest);
                } else if (manifest.kind().equals(CustomResources.DEFINITION)
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
            Verdict found = registry.validateReferenced(manifest.object());
            found.errors().forEach(error -> findings.add(finding(manifest, Severity.ERROR, error)));
            found.warnings().forEach(warning -> findings.add(finding(manifest, Severity.WARNING, warning)));
        }
        return findings;
    }

    private static FieldError unusable(IllegalArgumentException problem) {
        return new FieldError(
                ErrorType.INVALID,
                FieldPath.of("spec", "versions"),
                "parameters of this kind are not checked: " + problem.getMessage(),
                Origin.DRIVER_PARAMETERS,
                null);
    }
}
