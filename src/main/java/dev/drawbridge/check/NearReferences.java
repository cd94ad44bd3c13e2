package dev.drawbridge.check;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.Placeholders;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.ObjectReference;
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
 * Names of claims, templates, classes, requests and drivers that are not in the input though something is that is
 * almost written so; claims that no container uses; extended resources of several classes. What is simply not in the
 * input is nobody's mistake.
 */
final class NearReferences implements InputFindings {

    private static final String CLAIM = "ResourceClaim";
    private static final String TEMPLATE = "ResourceClaimTemplate";
    private static final String CLASS = "DeviceClass";
    private static final String DRIVER = "Driver";

    private static final Map<String, Origin> RULES = Map.of(
            CLAIM, Origin.UNKNOWN_CLAIM,
            TEMPLATE, Origin.UNKNOWN_CLAIM_TEMPLATE,
            CLASS, Origin.UNKNOWN_DEVICE_CLASS,
            DRIVER, Origin.UNKNOWN_DRIVER);

    /**
     * Groups whose templates are completed from other objects: a claim that is not declared there may be declared
     * elsewhere.
     */
    private static final Set<String> MERGED = Set.of("serving.kserve.io", "trainer.kubeflow.org", "nvidia.com");

    /**
     * The object of a name or a definition.
     *
     * @param namespace empty where it names none, or has none
     * @param start where it begins
     */
    record Home(
            ObjectReference object,
            String within,
            String namespace,
            String file,
            String folder,
            @Nullable Position start,
            Lines lines) {

        private String place() {
            return file + (start == null ? "" : ":" + start);
        }
    }

    /**
     * An object that others name.
     *
     * @param requests the names of its requests, and of their alternatives with a slash between
     * @param classes the classes that it requests
     */
    record Definition(Home home, String kind, String name, List<String> requests, List<String> classes) {}

    /**
     * A name in an object.
     *
     * @param kind what it names; {@code Driver} is a driver
     * @param request the request of it that is named; empty for none
     * @param isUsed whether a container uses it
     * @param path the field, in the object
     */
    record Reference(
            Home home,
            String kind,
            String name,
            String request,
            boolean isUsed,
            FieldPath path,
            @Nullable Position position) {

        private Finding finding(Origin rule, String message) {
            return new Finding(
                    Severity.WARNING,
                    home.file(),
                    position,
                    home.within() + path,
                    ErrorType.NOT_FOUND.reason(),
                    rule,
                    message,
                    home.object(),
                    List.of(),
                    position == null ? null : home.lines().excerpt(position),
                    false);
        }
    }

    /**
     * The part of a file that matters here.
     *
     * @param resources the extended resources of classes, which are named as others are
     * @param findings what is wrong whatever other files have
     */
    record Facts(
            List<Definition> definitions,
            List<Reference> references,
            List<Reference> resources,
            List<Finding> findings) {

        /** None. */
        static final Facts NONE = new Facts(List.of(), List.of(), List.of(), List.of());
    }

    private final boolean hasAll;

    /**
     * References of an input.
     *
     * @param hasAll whether every name that leads to nothing is reported anyway: with a fleet, or if the input is all
     *     there is
     */
    NearReferences(boolean hasAll) {
        this.hasAll = hasAll;
    }

    @Override
    public List<Finding> of(WholeInput input) {
        return of(input.files().stream().map(KeptFile::references).toList(), hasAll);
    }

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
     * @param hasAll whether every name that leads to nothing is reported anyway: with a fleet, or if the input is all
     *     there is
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
                boolean isReported = hasAll && !reference.kind().equals(DRIVER);
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
        private final List<Reference> resources = new ArrayList<>();

        void add(Facts facts) {
            for (Definition one : facts.definitions()) {
                byName.computeIfAbsent(one.kind() + " " + one.name(), none -> new ArrayList<>())
                        .add(one);
                byFolder.computeIfAbsent(one.kind() + " " + one.home().folder(), none -> new ArrayList<>())
                        .add(one);
                names.computeIfAbsent(one.kind(), none -> new TreeSet<>()).add(one.name());
            }
            resources.addAll(facts.resources());
        }

        @Nullable
        Finding of(Reference reference) {
            if (reference.kind().equals(CLASS) || reference.kind().equals(DRIVER)) {
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
                if (one.home().folder().equals(reference.home().folder())) {
                    return reference.finding(
                            rule(reference),
                            reference.kind() + " " + reference.name() + " is in namespace "
                                    + one.home().namespace() + " (" + one.home().place() + "), not in "
                                    + reference.home().namespace());
                }
            }
            Map<String, Definition> near = new LinkedHashMap<>();
            byFolder.getOrDefault(reference.kind() + " " + reference.home().folder(), List.of()).stream()
                    .filter(one -> isInNamespace(one, reference))
                    .forEach(one -> near.put(one.name(), one));
            String nearest = same.isEmpty() ? KnownDevices.nearName(reference.name(), near.keySet()) : null;
            Definition meant = nearest == null ? null : near.get(nearest);
            return meant == null
                    ? null
                    : reference.finding(
                            rule(reference),
                            reference.kind() + " " + reference.name() + " is not in the input; did you mean "
                                    + meant.name() + " (" + meant.home().place() + ")?");
        }

        /**
         * Whether they may be in one namespace: the namespace of what names none is that of the command that applies
         * it.
         */
        private static boolean isInNamespace(Definition one, Reference reference) {
            return one.home().namespace().isEmpty()
                    || reference.home().namespace().isEmpty()
                    || one.home().namespace().equals(reference.home().namespace());
        }

        private static Origin rule(Reference reference) {
            return RULES.getOrDefault(reference.kind(), Origin.UNKNOWN_CLAIM);
        }

        private static @Nullable Finding found(Reference reference, Definition one) {
            String request = reference.request();
            if (!request.isEmpty()
                    && !one.requests().isEmpty()
                    && !one.requests().contains(request)) {
                String nearest = KnownDevices.nearName(request, one.requests());
                return nearest == null
                        ? null
                        : reference.finding(
                                Origin.UNKNOWN_CLAIM_REQUEST,
                                one.kind() + " " + one.name() + " ("
                                        + one.home().place() + ") has no request " + request + "; did you mean "
                                        + nearest + "?");
            }
            if (!reference.isUsed() && KnownDevices.areForContainers(one.classes())) {
                return reference.finding(
                        Origin.UNUSED_CLAIM,
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
            byFolder.getOrDefault(reference.kind() + " " + reference.home().folder(), List.of())
                    .forEach(one -> near.add(one.name()));
            String nearest = isClass
                    ? KnownDevices.nearestClass(reference.name(), near)
                    : KnownDevices.nearestDriver(reference.name(), near);
            return nearest == null
                    ? null
                    : reference.finding(
                            rule(reference),
                            (isClass ? "DeviceClass " : "driver ") + reference.name()
                                    + " is not in the input, and not known; did you mean " + nearest + "?");
        }

        /** Classes of a folder that have the same extended resource: the scheduler uses one of them. */
        List<Finding> sharedResources() {
            List<Finding> findings = new ArrayList<>();
            Map<String, Reference> first = new HashMap<>();
            for (Reference one : resources) {
                Reference other = first.putIfAbsent(one.home().folder() + "\n" + one.name(), one);
                String name = other == null ? "" : other.home().object().name();
                if (other != null && !name.equals(one.home().object().name())) {
                    findings.add(one.finding(
                            Origin.SHARED_EXTENDED_RESOURCE,
                            "DeviceClass " + name + " has the extended resource " + one.name()
                                    + " as well; the scheduler uses one of the two classes"));
                }
            }
            return findings;
        }
    }

    /** Reads the facts of one file. */
    private static final class Reader {

        private final FindingFactory make;
        private final Lines lines;
        private final PodTemplates templates;
        private final List<Definition> definitions = new ArrayList<>();
        private final List<Reference> references = new ArrayList<>();
        private final List<Reference> resources = new ArrayList<>();
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
                readObject(manifest, home(manifest));
                return;
            }
            List<PodTemplate> found = templates.of(manifest);
            Home home = found.isEmpty() ? null : home(manifest);
            for (PodTemplate template : found) {
                if (home != null
                        && (template.spec().list(template.claimsField()).size() > 0
                                || !template.uses().isEmpty())) {
                    readPods(home, template);
                }
            }
        }

        private Home home(Manifest manifest) {
            return new Home(
                    make.reference(manifest),
                    manifest.within(),
                    manifest.namespace(""),
                    manifest.file(),
                    DuplicateObjects.folder(manifest.file()),
                    manifest.object().position(),
                    lines);
        }

        private void readObject(Manifest manifest, Home home) {
            ObjectValue spec = manifest.object().object("spec");
            boolean isTemplate = manifest.kind().equals(TEMPLATE);
            boolean isClass = manifest.kind().equals(CLASS);
            ObjectValue claim = isTemplate ? spec.object("spec") : spec;
            FieldPath path = isTemplate ? FieldPath.of("spec", "spec", "devices") : FieldPath.of("spec", "devices");
            List<String> requests = new ArrayList<>();
            List<String> classes = new ArrayList<>();
            ListValue list = claim.object("devices").list("requests");
            for (int i = 0; i < list.size(); i++) {
                if (list.get(i) instanceof ObjectValue request) {
                    FieldPath entry = path.child("requests").index(i);
                    requests.add(request.string("name"));
                    addClass(home, request, entry, classes);
                    addClass(home, request.object("exactly"), entry.child("exactly"), classes);
                    ListValue alternatives = request.list("firstAvailable");
                    for (int j = 0; j < alternatives.size(); j++) {
                        if (alternatives.get(j) instanceof ObjectValue one) {
                            requests.add(request.string("name") + "/" + one.string("name"));
                            addClass(home, one, entry.child("firstAvailable").index(j), classes);
                        }
                    }
                }
            }
            String driver = manifest.kind().equals("ResourceSlice") ? spec.string("driver") : "";
            if (!driver.isEmpty()) {
                definitions.add(new Definition(home, DRIVER, driver, List.of(), List.of()));
            } else if (!manifest.name().isEmpty()) {
                definitions.add(new Definition(
                        home, manifest.kind(), manifest.name(), List.copyOf(requests), List.copyOf(classes)));
            }
            readDrivers(
                    home,
                    isClass ? spec.list("config") : claim.object("devices").list("config"),
                    isClass ? FieldPath.of("spec", "config") : path.child("config"));
            String resource = isClass ? spec.string("extendedResourceName") : "";
            if (!resource.isEmpty()) {
                resources.add(reference(
                        home,
                        CLASS,
                        resource,
                        "",
                        true,
                        FieldPath.of("spec", "extendedResourceName"),
                        spec.get("extendedResourceName")));
            }
        }

        private void addClass(Home home, ObjectValue request, FieldPath path, List<String> classes) {
            String name = request.string("deviceClassName");
            if (!name.isEmpty()) {
                classes.add(name);
                references.add(reference(
                        home, CLASS, name, "", true, path.child("deviceClassName"), request.get("deviceClassName")));
            }
        }

        private void readDrivers(Home home, ListValue configs, FieldPath path) {
            for (int i = 0; i < configs.size(); i++) {
                if (configs.get(i) instanceof ObjectValue config) {
                    String driver = config.object("opaque").string("driver");
                    if (!driver.isEmpty()) {
                        Value value = config.object("opaque").get("driver");
                        FieldPath field = path.index(i).child("opaque").child("driver");
                        references.add(reference(home, DRIVER, driver, "", true, field, value));
                    }
                }
            }
        }

        private void readPods(Home home, PodTemplate template) {
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
                    readClaim(home, claim, path, used, !hasContainers || !used.isEmpty());
                    // Up to Kubernetes 1.30.
                    readClaim(home, claim.object("source"), path.child("source"), used, true);
                }
            }
            readUndeclared(home, template, declared);
        }

        private void readClaim(
                Home home, ObjectValue claim, FieldPath path, List<PodTemplate.Use> used, boolean isUsed) {
            for (String kind : List.of(CLAIM, TEMPLATE)) {
                String field = kind.equals(CLAIM) ? "resourceClaimName" : "resourceClaimTemplateName";
                String name = claim.string(field);
                if (!name.isEmpty()) {
                    references.add(reference(home, kind, name, "", isUsed, path.child(field), claim.get(field)));
                    for (PodTemplate.Use use : used) {
                        if (!use.request().isEmpty()) {
                            references.add(reference(
                                    home, kind, name, use.request(), true, use.requestPath(), use.requestValue()));
                        }
                    }
                }
            }
        }

        /** Of Kubernetes' own workloads the API server's rules report it. */
        private void readUndeclared(Home home, PodTemplate template, Set<String> declared) {
            Manifest manifest = template.manifest();
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
                    findings.add(reference(home, CLAIM, use.name(), "", true, use.path(), use.value())
                            .finding(Origin.CONTAINER_CLAIM, message));
                }
            }
        }

        private static Reference reference(
                Home home,
                String kind,
                String name,
                String request,
                boolean isUsed,
                FieldPath path,
                @Nullable Value value) {
            return new Reference(home, kind, name, request, isUsed, path, value == null ? null : value.position());
        }
    }
}
