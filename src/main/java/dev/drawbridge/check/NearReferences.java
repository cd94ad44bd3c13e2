package dev.drawbridge.check;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.Placeholders;
import dev.drawbridge.manifest.References;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Severity;
import dev.drawbridge.validation.Validator;
import dev.drawbridge.workload.KnownDevices;
import dev.drawbridge.workload.PodTemplate;
import dev.drawbridge.workload.PodTemplates;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Names of claims, templates, classes, requests and drivers that are not in the input though something is that is almost written so; claims that
 * no container uses; extended resources of several classes. What is simply not in the input is nobody's mistake.
 */
final class NearReferences {

    private static final String CLAIM = "ResourceClaim";
    private static final String TEMPLATE = "ResourceClaimTemplate";
    private static final String CLASS = "DeviceClass";

    /** Groups whose templates are completed from other objects: a claim that is not declared there may be declared elsewhere. */
    private static final Set<String> MERGED = Set.of("serving.kserve.io", "trainer.kubeflow.org", "nvidia.com");

    /**
     * An object that others name.
     *
     * @param namespace empty where the object names none, or has none
     * @param folder the folder of its file
     * @param place where it is, for people
     * @param requests the names of its requests, and of their alternatives with a slash between
     * @param classes the classes that it requests
     */
    record Definition(
            String kind,
            String namespace,
            String name,
            String folder,
            String place,
            List<String> requests,
            List<String> classes) {}

    /**
     * A name in an object.
     *
     * @param kind what it names; {@code Driver} is a driver
     * @param request the request of it that is named; empty for none
     * @param isUsed whether a container uses it
     * @param at a finding at its place, without a message
     */
    record Reference(
            String kind, String namespace, String name, String folder, String request, boolean isUsed, Finding at) {}

    /**
     * An extended resource of a class.
     *
     * @param at a finding at its place, without a message
     */
    record ExtendedResource(String name, String className, String folder, Finding at) {}

    /**
     * The part of a file that matters here.
     *
     * @param findings what is wrong whatever other files have
     */
    record Facts(
            List<Definition> definitions,
            List<Reference> references,
            List<ExtendedResource> resources,
            List<Finding> findings) {}

    private NearReferences() {}

    /** The facts of a file. */
    static Facts facts(ManifestFile file, FindingFactory make, Lines lines, PodTemplates templates) {
        Reader reader = new Reader(make, lines, templates);
        file.manifests().stream()
                .filter(manifest -> Placeholders.in(manifest.object()) == null)
                .forEach(reader::read);
        return reader.facts();
    }

    /**
     * The findings of files.
     *
     * @param hasAll whether every name that leads to nothing is reported anyway: with a fleet, or if the input is all there is
     */
    static List<Finding> of(Collection<Facts> files, boolean hasAll) {
        Index index = new Index();
        files.forEach(index::add);
        List<Finding> findings = new ArrayList<>(index.sharedResources());
        for (Facts file : files) {
            if (!hasAll) {
                findings.addAll(file.findings());
            }
            for (Reference reference : file.references()) {
                boolean isReported = hasAll && !reference.kind().equals(Reader.DRIVER);
                Finding finding = isReported ? null : index.of(reference);
                if (finding != null) {
                    findings.add(finding);
                }
            }
        }
        return findings;
    }

    /** What all files define. */
    private static final class Index {

        private final Map<String, List<Definition>> byName = new HashMap<>();
        private final Map<String, List<Definition>> byFolder = new HashMap<>();
        private final Map<String, Set<String>> names = new HashMap<>();
        private final List<ExtendedResource> resources = new ArrayList<>();

        void add(Facts facts) {
            for (Definition one : facts.definitions()) {
                byName.computeIfAbsent(one.kind() + " " + one.name(), none -> new ArrayList<>())
                        .add(one);
                byFolder.computeIfAbsent(one.kind() + " " + one.folder(), none -> new ArrayList<>())
                        .add(one);
                names.computeIfAbsent(one.kind(), none -> new TreeSet<>()).add(one.name());
            }
            resources.addAll(facts.resources());
        }

        @Nullable
        Finding of(Reference reference) {
            if (reference.kind().equals(CLASS) || reference.kind().equals(Reader.DRIVER)) {
                return known(reference);
            }
            List<Definition> same = byName.getOrDefault(reference.kind() + " " + reference.name(), List.of());
            for (Definition one : same) {
                if (isInNamespace(one, reference)) {
                    return found(reference, one);
                }
            }
            if (!reference.request().isEmpty()) {
                // Its claim is reported where it is named.
                return null;
            }
            for (Definition one : same) {
                if (one.folder().equals(reference.folder())) {
                    return finding(
                            reference.at(),
                            reference.kind() + " " + reference.name() + " is in namespace " + one.namespace() + " ("
                                    + one.place() + "), not in " + reference.namespace());
                }
            }
            Map<String, Definition> near = new LinkedHashMap<>();
            byFolder.getOrDefault(reference.kind() + " " + reference.folder(), List.of()).stream()
                    .filter(one -> isInNamespace(one, reference))
                    .forEach(one -> near.put(one.name(), one));
            String nearest = same.isEmpty() ? KnownDevices.nearName(reference.name(), near.keySet()) : null;
            Definition meant = nearest == null ? null : near.get(nearest);
            return meant == null
                    ? null
                    : finding(
                            reference.at(),
                            reference.kind() + " " + reference.name() + " is not in the input; did you mean "
                                    + meant.name() + " (" + meant.place() + ")?");
        }

        /** Whether they may be in one namespace: the namespace of what names none is that of the command that applies it. */
        private static boolean isInNamespace(Definition one, Reference reference) {
            return one.namespace().isEmpty()
                    || reference.namespace().isEmpty()
                    || one.namespace().equals(reference.namespace());
        }

        private static @Nullable Finding found(Reference reference, Definition one) {
            String request = reference.request();
            if (!request.isEmpty()
                    && !one.requests().isEmpty()
                    && !one.requests().contains(request)) {
                Finding at = reference.at().of(Origin.UNKNOWN_CLAIM_REQUEST);
                String nearest = KnownDevices.nearName(request, one.requests());
                return nearest == null
                        ? null
                        : finding(
                                at,
                                one.kind() + " " + one.name() + " (" + one.place() + ") has no request " + request
                                        + "; did you mean " + nearest + "?");
            }
            if (!reference.isUsed() && KnownDevices.areForContainers(one.classes())) {
                return finding(
                        reference.at().of(Origin.UNUSED_CLAIM),
                        "no container uses the claim: its devices are allocated, and no container gets them; name it in"
                                + " resources.claims of a container");
            }
            return null;
        }

        private @Nullable Finding known(Reference reference) {
            boolean isClass = reference.kind().equals(CLASS);
            if (names.getOrDefault(reference.kind(), Set.of()).contains(reference.name())) {
                return null;
            }
            Set<String> near = new TreeSet<>();
            byFolder.getOrDefault(reference.kind() + " " + reference.folder(), List.of())
                    .forEach(one -> near.add(one.name()));
            String nearest = isClass
                    ? KnownDevices.nearestClass(reference.name(), near)
                    : KnownDevices.nearestDriver(reference.name(), near);
            return nearest == null
                    ? null
                    : finding(
                            reference.at(),
                            (isClass ? "DeviceClass " : "driver ") + reference.name()
                                    + " is not in the input, and not known; did you mean " + nearest + "?");
        }

        /** Classes of a folder that have the same extended resource: the scheduler uses one of them. */
        List<Finding> sharedResources() {
            List<Finding> findings = new ArrayList<>();
            Map<String, ExtendedResource> first = new HashMap<>();
            for (ExtendedResource one : resources) {
                ExtendedResource other = first.putIfAbsent(one.folder() + "\n" + one.name(), one);
                if (other != null && !other.className().equals(one.className())) {
                    findings.add(finding(
                            one.at(),
                            "DeviceClass " + other.className() + " has the extended resource " + one.name()
                                    + " as well; the scheduler uses one of the two classes"));
                }
            }
            return findings;
        }

        private static Finding finding(Finding at, String message) {
            return at.with(message);
        }
    }

    /** Reads the facts of one file. */
    private static final class Reader {

        static final String DRIVER = "Driver";

        private static final Map<String, Origin> RULES = Map.of(
                CLAIM, Origin.UNKNOWN_CLAIM,
                TEMPLATE, Origin.UNKNOWN_CLAIM_TEMPLATE,
                CLASS, Origin.UNKNOWN_DEVICE_CLASS,
                DRIVER, Origin.UNKNOWN_DRIVER);

        private final FindingFactory make;
        private final Lines lines;
        private final PodTemplates templates;
        private final List<Definition> definitions = new ArrayList<>();
        private final List<Reference> references = new ArrayList<>();
        private final List<ExtendedResource> resources = new ArrayList<>();
        private final List<Finding> findings = new ArrayList<>();

        Reader(FindingFactory make, Lines lines, PodTemplates templates) {
            this.make = make;
            this.lines = lines;
            this.templates = templates;
        }

        Facts facts() {
            return new Facts(
                    List.copyOf(definitions), List.copyOf(references), List.copyOf(resources), List.copyOf(findings));
        }

        void read(Manifest manifest) {
            if (manifest.apiVersion().startsWith(Validator.GROUP + "/")) {
                readObject(manifest);
            } else {
                templates.of(manifest).forEach(template -> readPods(manifest, template));
            }
        }

        private void readObject(Manifest manifest) {
            ObjectValue spec = manifest.object().object("spec");
            boolean isTemplate = manifest.kind().equals(TEMPLATE);
            ObjectValue claim = isTemplate ? spec.object("spec") : spec;
            List<String> requests = new ArrayList<>();
            List<String> classes = new ArrayList<>();
            for (ObjectValue request : claim.object("devices").list("requests").objects()) {
                requests.add(request.string("name"));
                addClass(request, classes);
                addClass(request.object("exactly"), classes);
                for (ObjectValue alternative : request.list("firstAvailable").objects()) {
                    requests.add(request.string("name") + "/" + alternative.string("name"));
                    addClass(alternative, classes);
                }
            }
            String driver = manifest.kind().equals("ResourceSlice") ? spec.string("driver") : "";
            if (!driver.isEmpty()) {
                define(manifest, DRIVER, driver, List.of(), List.of());
            } else if (!manifest.name().isEmpty()) {
                define(manifest, manifest.kind(), manifest.name(), requests, classes);
            }
            readClasses(manifest);
            FieldPath config = isTemplate
                    ? FieldPath.of("spec", "spec", "devices", "config")
                    : manifest.kind().equals(CLASS)
                            ? FieldPath.of("spec", "config")
                            : FieldPath.of("spec", "devices", "config");
            readDrivers(
                    manifest,
                    manifest.kind().equals(CLASS)
                            ? spec.list("config")
                            : claim.object("devices").list("config"),
                    config);
            String resource = manifest.kind().equals(CLASS) ? spec.string("extendedResourceName") : "";
            if (!resource.isEmpty()) {
                FieldPath path = FieldPath.of("spec", "extendedResourceName");
                Finding at = at(manifest, path, spec.get("extendedResourceName"), Origin.SHARED_EXTENDED_RESOURCE);
                resources.add(new ExtendedResource(resource, manifest.name(), DuplicateObjects.folder(manifest), at));
            }
        }

        private static void addClass(ObjectValue request, List<String> classes) {
            if (!request.string("deviceClassName").isEmpty()) {
                classes.add(request.string("deviceClassName"));
            }
        }

        private void define(Manifest manifest, String kind, String name, List<String> requests, List<String> classes) {
            definitions.add(new Definition(
                    kind,
                    kind.equals(CLASS) ? "" : manifest.namespace(""),
                    name,
                    DuplicateObjects.folder(manifest),
                    DuplicateObjects.place(manifest),
                    List.copyOf(requests),
                    List.copyOf(classes)));
        }

        private void readClasses(Manifest manifest) {
            References.of(manifest, (path, kind, name) -> {
                if (kind.equals(CLASS) && !name.value().isEmpty()) {
                    add(manifest, CLASS, name.value(), "", true, path, name);
                }
            });
        }

        private void readDrivers(Manifest manifest, ListValue configs, FieldPath path) {
            for (int i = 0; i < configs.size(); i++) {
                if (configs.get(i) instanceof ObjectValue config) {
                    String driver = config.object("opaque").string("driver");
                    if (!driver.isEmpty()) {
                        Value value = config.object("opaque").get("driver");
                        FieldPath field = path.index(i).child("opaque").child("driver");
                        add(manifest, DRIVER, driver, "", true, field, value);
                    }
                }
            }
        }

        private void readPods(Manifest manifest, PodTemplate template) {
            Map<String, List<PodTemplate.Use>> uses = new HashMap<>();
            template.uses()
                    .forEach(use -> uses.computeIfAbsent(use.name(), none -> new ArrayList<>())
                            .add(use));
            boolean hasContainers =
                    template.spec().has("containers") || !template.uses().isEmpty();
            Set<String> declared = new HashSet<>();
            ListValue claims = template.spec().list(template.claimsField());
            for (int i = 0; i < claims.size(); i++) {
                if (claims.get(i) instanceof ObjectValue claim) {
                    declared.add(claim.string("name"));
                    FieldPath path =
                            template.path().child(template.claimsField()).index(i);
                    List<PodTemplate.Use> used = uses.getOrDefault(claim.string("name"), List.of());
                    readClaim(manifest, claim, path, used, !hasContainers || !used.isEmpty());
                    // Up to Kubernetes 1.30.
                    readClaim(manifest, claim.object("source"), path.child("source"), used, true);
                }
            }
            readUndeclared(manifest, template, declared);
        }

        private void readClaim(
                Manifest manifest, ObjectValue claim, FieldPath path, List<PodTemplate.Use> used, boolean isUsed) {
            for (String kind : List.of(CLAIM, TEMPLATE)) {
                String field = kind.equals(CLAIM) ? "resourceClaimName" : "resourceClaimTemplateName";
                String name = claim.string(field);
                if (!name.isEmpty()) {
                    add(manifest, kind, name, "", isUsed, path.child(field), claim.get(field));
                    for (PodTemplate.Use use : used) {
                        if (!use.request().isEmpty()) {
                            add(manifest, kind, name, use.request(), true, use.requestPath(), use.requestValue());
                        }
                    }
                }
            }
        }

        /** Of Kubernetes' own workloads the API server's rules report it. */
        private void readUndeclared(Manifest manifest, PodTemplate template, Set<String> declared) {
            String group = manifest.apiVersion()
                    .substring(0, Math.max(0, manifest.apiVersion().indexOf('/')));
            boolean isComplete = !MERGED.contains(group) && !template.isGuessed() || !declared.isEmpty();
            if (!isComplete || Validator.isWorkload(manifest.apiVersion(), manifest.kind())) {
                return;
            }
            for (PodTemplate.Use use : template.uses()) {
                if (!use.name().isEmpty() && !declared.contains(use.name())) {
                    String message = "must be one of the names in " + template.path() + "." + template.claimsField()
                            + (declared.isEmpty()
                                    ? ", which is empty; declare the claim there"
                                    : ": " + String.join(", ", new TreeSet<>(declared)));
                    findings.add(at(manifest, use.path(), use.value(), Origin.CONTAINER_CLAIM)
                            .with(message));
                }
            }
        }

        private void add(
                Manifest manifest,
                String kind,
                String name,
                String request,
                boolean isUsed,
                FieldPath path,
                @Nullable Value value) {
            references.add(new Reference(
                    kind,
                    manifest.namespace(""),
                    name,
                    DuplicateObjects.folder(manifest),
                    request,
                    isUsed,
                    at(manifest, path, value, RULES.getOrDefault(kind, Origin.UNKNOWN_CLAIM))));
        }

        private Finding at(Manifest manifest, FieldPath path, @Nullable Value value, Origin rule) {
            FieldError error =
                    new FieldError(ErrorType.NOT_FOUND, path, null, "", rule, value == null ? null : value.position());
            return make.finding(manifest, Severity.WARNING, error, List.of(), lines);
        }
    }
}
