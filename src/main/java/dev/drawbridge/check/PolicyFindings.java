package dev.drawbridge.check;

import dev.drawbridge.constraint.cel.Unknown;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.Placeholders;
import dev.drawbridge.policy.AdmissionRequest;
import dev.drawbridge.policy.AdmissionRequest.GroupVersion;
import dev.drawbridge.policy.AdmissionRequest.Place;
import dev.drawbridge.policy.AdmissionRequest.Sender;
import dev.drawbridge.policy.AdmissionRequest.User;
import dev.drawbridge.policy.CustomResources;
import dev.drawbridge.policy.Definition;
import dev.drawbridge.policy.DefinitionError;
import dev.drawbridge.policy.Parameters;
import dev.drawbridge.policy.PolicySet;
import dev.drawbridge.policy.PolicyVerdict;
import dev.drawbridge.policy.PolicyVerdict.Decision;
import dev.drawbridge.policy.ServerObjects;
import dev.drawbridge.rbac.RbacObjects;
import dev.drawbridge.rbac.RoleAuthorizer;
import dev.drawbridge.reference.MissingObject;
import dev.drawbridge.report.Finding;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.ResourceApi;
import dev.drawbridge.validation.Scheme;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What admission policies decide about the objects of an input, and policies that the API server refuses. Loaded if
 * there are policies. Thread-safe once it has its parameters.
 */
final class PolicyFindings {

    /** The random characters after {@code generateName}. */
    private static final String RANDOM = "xxxxx";

    private final CheckSettings settings;
    private final FindingFactory make;
    private final boolean hasBase;
    /** The mistakes with the releases that have them; none for all. */
    private final Map<Manifest, Map<DefinitionError, List<String>>> definitions = new LinkedHashMap<>();

    private final Map<String, ObjectValue> namespaces = new HashMap<>();
    private final List<ObjectValue> parameters = new ArrayList<>();
    private final @Nullable User user;
    private final RoleAuthorizer authorizer;
    private final Scheme scheme;
    private final CustomResources custom;
    private final Set<String> policyNames;
    private final Set<String> boundNames;
    private final Map<KubernetesRelease, PolicySet> policies = new LinkedHashMap<>();

    /**
     * The policies of an input and of the settings; an object of the input replaces one of the settings.
     *
     * @param input its policies, bindings, Namespaces and CustomResourceDefinitions
     * @param hasBase whether old objects are those of a base, not those of a cluster
     */
    PolicyFindings(
            CheckSettings settings,
            FindingFactory make,
            Scheme scheme,
            List<Manifest> input,
            RbacObjects roles,
            boolean hasBase) {
        this.settings = settings;
        this.make = make;
        this.hasBase = hasBase;
        CheckSettings.Policies more = settings.policies();
        user = more.user() == null ? null : User.named(more.user(), more.groups());
        this.scheme = scheme;
        Set<Identity> known = new HashSet<>();
        List<RbacObjects> allRoles = new ArrayList<>(List.of(roles));
        custom = CustomResources.of(Stream.of(more.fleet(), more.files(), input)
                .flatMap(List::stream)
                .map(Manifest::object));
        add(input, known);
        for (List<Manifest> others : List.of(more.files(), more.fleet())) {
            add(others.stream().filter(one -> !known.contains(identity(one))).toList(), known);
            allRoles.add(RbacObjects.of(others, settings.input().namespace()));
        }
        policyNames = names(true);
        boundNames = names(false);
        authorizer = new RoleAuthorizer(
                RbacObjects.joined(allRoles),
                settings.input().isClosed(),
                user == null ? null : user.name(),
                user == null ? List.of() : user.groups());
    }

    /** The policies for new objects. */
    static PolicyFindings ofNew(
            CheckSettings settings,
            FindingFactory make,
            Scheme scheme,
            List<KeptFile> files,
            Function<Set<String>, List<Manifest>> ofKinds) {
        List<Manifest> known = new ArrayList<>();
        files.forEach(file -> {
            known.addAll(file.others(KeptFile.NAMESPACE));
            known.addAll(file.others(CustomResources.DEFINITION));
            file.others().stream().filter(CheckSettings.Policies::isOne).forEach(known::add);
        });
        RbacObjects roles =
                RbacObjects.joined(files.stream().map(KeptFile::roles).toList());
        PolicyFindings policies = new PolicyFindings(settings, make, scheme, known, roles, false);
        Set<String> kinds = policies.parameterKinds();
        return policies.with(kinds.isEmpty() ? List.of() : ofKinds.apply(kinds), List.of());
    }

    /** The objects of these kinds in the heads of changes. */
    static List<Manifest> ofKinds(Set<String> kinds, List<Change> changes, Function<Change, ReadFile> read) {
        return flat(
                changes,
                read,
                file -> KeptFile.objects(file.head()).stream().filter(one -> kinds.contains(one.kind())));
    }

    static <T> List<T> flat(
            List<Change> changes, Function<Change, ReadFile> read, Function<ReadFile, Stream<T>> function) {
        return Parallel.map(
                        changes, change -> function.apply(read.apply(change)).toList())
                .stream()
                .flatMap(List::stream)
                .toList();
    }

    private void add(List<Manifest> manifests, Set<Identity> known) {
        for (Manifest manifest : manifests) {
            known.add(identity(manifest));
            if (Namespaces.isNamespace(manifest)) {
                namespaces.put(manifest.name(), stored(manifest.object()));
            } else if (CheckSettings.Policies.isOne(manifest)) {
                definitions.put(manifest, problems(manifest.object()));
            } else {
                parameters.add(placed(manifest));
            }
        }
    }

    private Identity identity(Manifest manifest) {
        return Identity.of(manifest, namespace(manifest));
    }

    Set<String> parameterKinds() {
        Set<String> kinds = new HashSet<>();
        definitions.keySet().forEach(policy -> {
            ObjectValue kind = policy.object().object("spec").object("paramKind");
            if (kind.size() > 0) {
                kinds.add(kind.string("kind"));
            }
        });
        return kinds;
    }

    /** These policies with the parameters among these objects of the input, and of what the input had before. */
    PolicyFindings with(List<Manifest> input, List<Manifest> before) {
        input.forEach(one -> parameters.add(placed(one)));
        Set<Identity> now = input.stream().map(this::identity).collect(Collectors.toSet());
        Parameters known = new Parameters(
                parameters,
                before.stream()
                        .filter(one -> !now.contains(identity(one)))
                        .map(this::placed)
                        .toList(),
                settings.input().isClosed() ? Parameters.Extent.ALL_OBJECTS : Parameters.Extent.SOME,
                custom);
        for (KubernetesRelease release : releases()) {
            ServerObjects objects =
                    new ServerObjects(scheme, release, settings.target().gates(), !hasBase, true);
            policies.put(
                    release,
                    new PolicySet(
                            accepted(Definition.POLICY, release),
                            accepted(Definition.BINDING, release),
                            known,
                            objects));
        }
        return this;
    }

    /** The policies or bindings that a release accepts. */
    private List<ObjectValue> accepted(String kind, KubernetesRelease release) {
        return definitions.entrySet().stream()
                .filter(one -> one.getKey().kind().equals(kind)
                        && one.getValue().entrySet().stream()
                                .noneMatch(problem -> problem.getKey().severity() == Severity.ERROR
                                        && isIn(problem.getValue(), release)))
                .map(one -> one.getKey().object())
                .toList();
    }

    /** Whether a release is one of these; none are all. */
    private static boolean isIn(List<String> releases, KubernetesRelease release) {
        return releases.isEmpty() || releases.contains(release.toString());
    }

    /** The mistakes of policies and bindings: of the input, if it is whole, and of the settings' files. */
    List<Finding> mistakes(Map<String, Lines> lines) {
        List<Finding> findings = new ArrayList<>();
        Map<String, Lines> read = new HashMap<>();
        Set<Manifest> files = Set.copyOf(settings.policies().files());
        Set<Manifest> fleet = Set.copyOf(settings.policies().fleet());
        definitions.forEach((manifest, errors) -> {
            boolean isOfFiles = files.contains(manifest);
            if (isRendered(manifest) && (isOfFiles || !hasBase && !fleet.contains(manifest))) {
                Lines ofFile = isOfFiles && !errors.isEmpty()
                        ? read.computeIfAbsent(manifest.file(), PolicyFindings::lines)
                        : lines.getOrDefault(manifest.file(), Lines.NONE);
                errors.forEach((error, releases) -> findings.add(mistake(make, manifest, error, releases, ofFile)));
                unbound(manifest, ofFile).ifPresent(findings::add);
            }
        });
        return findings;
    }

    /** The lines of a file that the settings name; none if it is no longer there. */
    static Lines lines(String file) {
        try {
            return new Lines(ReadLimits.DEFAULT.text(Path.of(file)));
        } catch (IOException | InvalidPathException gone) {
            return Lines.NONE;
        }
    }

    /** The mistakes of a policy or binding that a change adds or updates. */
    List<Finding> changed(Pair pair) {
        Manifest head = pair.head();
        Manifest base = pair.base();
        if (head == null || !CheckSettings.Policies.isOne(head) || !isRendered(head)) {
            return List.of();
        }
        Set<DefinitionError> before =
                base == null ? Set.of() : problems(base.object()).keySet();
        List<Finding> findings = new ArrayList<>();
        problems(head.object()).forEach((error, releases) -> {
            Finding finding = mistake(make, head, error, releases, pair.lines());
            findings.add(before.contains(error) ? finding.asKnown() : finding);
        });
        boolean isKnown = base != null && policyName(base).equals(policyName(head));
        unbound(head, pair.lines()).map(one -> isKnown ? one.asKnown() : one).ifPresent(findings::add);
        return findings;
    }

    /** A warning for a binding without its policy, or a policy without a binding. */
    private Optional<Finding> unbound(Manifest manifest, Lines lines) {
        boolean isPolicy = manifest.kind().equals(Definition.POLICY);
        Set<String> others = isPolicy ? boundNames : policyNames;
        String name = policyName(manifest);
        // An object whose name is not known may be meant.
        if (name.isEmpty() || others.contains(name) || others.contains("")) {
            return Optional.empty();
        }
        FieldPath path = isPolicy ? FieldPath.of("metadata", "name") : FieldPath.of("spec", "policyName");
        String text = isPolicy
                ? "no binding in the input refers to it; without one it has no effect"
                : MissingObject.of(Definition.POLICY, "", name)
                        .near(Spelling.nearest(name, others))
                        .inInput();
        Severity severity = isPolicy ? Severity.WARNING : settings.input().ofMissing();
        FieldError error = new FieldError(ErrorType.NOT_FOUND, path, text, Origin.POLICY_BINDING, null);
        return Optional.of(make.finding(manifest, severity, error, List.of(), lines));
    }

    /** The names of the policies, or those in the bindings. */
    private Set<String> names(boolean ofPolicies) {
        return definitions.keySet().stream()
                .filter(one -> ofPolicies == one.kind().equals(Definition.POLICY))
                .map(PolicyFindings::policyName)
                .collect(Collectors.toSet());
    }

    /** The name of a policy, or of a binding's policy; empty if it is not known. */
    private static String policyName(Manifest manifest) {
        String name = manifest.kind().equals(Definition.POLICY)
                ? manifest.name()
                : manifest.object().object("spec").string("policyName");
        return Placeholders.isIn(name) ? "" : name;
    }

    /** Whether no other tool fills in a part of an object. */
    private static boolean isRendered(Manifest manifest) {
        return Placeholders.in(manifest.object()) == null;
    }

    private List<KubernetesRelease> releases() {
        List<KubernetesRelease> releases = settings.target().releases();
        return releases.isEmpty() ? List.of(ResourceApi.newestRelease()) : releases;
    }

    private Map<DefinitionError, List<String>> problems(ObjectValue object) {
        List<KubernetesRelease> releases = settings.target().releases();
        if (!releases.isEmpty()) {
            return inReleases(releases, release -> problems(object, release));
        }
        Map<DefinitionError, List<String>> problems = inReleases(
                List.of(Definition.newestServing(object.string("apiVersion"))), release -> problems(object, release));
        Definition.unserved(object, KubernetesRelease.NEWEST, Severity.WARNING)
                .ifPresent(warning -> problems.put(warning, List.of()));
        return problems;
    }

    private Stream<DefinitionError> problems(ObjectValue object, KubernetesRelease release) {
        return Stream.of(Definition.problems(object, release), Definition.warnings(object, release, custom))
                .flatMap(List::stream);
    }

    /** What is found in each release, with the releases that have it; none for all. */
    private static <T> Map<T, List<String>> inReleases(
            Collection<KubernetesRelease> releases, Function<KubernetesRelease, Stream<T>> find) {
        Map<T, List<String>> found = new LinkedHashMap<>();
        releases.forEach(release -> find.apply(release)
                .distinct()
                .forEach(one ->
                        found.computeIfAbsent(one, none -> new ArrayList<>()).add(release.toString())));
        found.replaceAll((one, in) -> in.size() == releases.size() ? List.of() : in);
        return found;
    }

    private String namespace(Manifest manifest) {
        return custom.isNamespaced(manifest.apiVersion(), manifest.kind())
                ? manifest.namespace(settings.input().namespace())
                : "";
    }

    /** The object in its namespace. */
    private ObjectValue placed(Manifest manifest) {
        String namespace = namespace(manifest);
        ObjectValue metadata = manifest.object().object("metadata");
        return namespace.isEmpty() || metadata.has("namespace")
                ? manifest.object()
                : manifest.object().with("metadata", metadata.with("namespace", new StringValue(namespace, null)));
    }

    /** A Namespace with the label that the server adds. */
    static ObjectValue stored(ObjectValue namespace) {
        ObjectValue metadata = namespace.object("metadata");
        StringValue name = new StringValue(metadata.string("name"), null);
        ObjectValue labels = metadata.object("labels").with("kubernetes.io/metadata.name", name);
        return namespace.with("metadata", metadata.with("labels", labels));
    }

    private AdmissionRequest request(Pair pair) {
        Manifest head = pair.head();
        Manifest base = pair.base();
        Manifest about = Objects.requireNonNull(head == null ? base : head, "a pair has a base or a head");
        String namespace = namespace(about);
        return new AdmissionRequest(
                base == null ? "CREATE" : head == null ? "DELETE" : "UPDATE",
                new Place(
                        GroupVersion.parse(about.apiVersion()),
                        about.kind(),
                        custom.resource(about.apiVersion(), about.kind()),
                        "",
                        namespace,
                        about.name().isEmpty() ? about.generateName() + RANDOM : about.name()),
                new Sender(user, false, null),
                head == null ? null : head.object(),
                base == null ? null : base.object(),
                namespaces.get(namespace));
    }

    /** A mistake of a policy or a binding, in its file. */
    static Finding mistake(
            FindingFactory make, Manifest manifest, DefinitionError error, List<String> releases, Lines lines) {
        FieldError found =
                FieldError.within(error.type(), error.path(), error.sentence(), error.origin(), error.within());
        return make.finding(manifest, error.severity(), found, releases, lines);
    }

    /** What the policies decide about an object that is created, updated or deleted. */
    List<Finding> of(Pair pair) {
        List<Finding> findings = new ArrayList<>();
        inReleases(policies.keySet(), release -> of(pair, release))
                .forEach((one, releases) -> findings.add(one.in(releases)));
        return findings;
    }

    /** What they decide in one of the releases; nothing about an object that it does not serve. */
    Stream<Finding> of(Pair pair, KubernetesRelease release) {
        Manifest about = pair.head() == null ? pair.base() : pair.head();
        if (about == null
                || about.apiVersion().startsWith(Definition.GROUP + "/")
                || ResourceApi.isOfGroup(about.apiVersion())
                        && !ResourceApi.isServed(about.apiVersion(), about.kind(), release)) {
            return Stream.empty();
        }
        PolicyVerdict verdict = verdict(pair, release);
        List<Finding> findings = new ArrayList<>();
        for (Decision one : verdict.denials()) {
            findings.add(finding(pair, about, Severity.ERROR, one.read(), one.message(), Origin.ADMISSION_POLICY));
        }
        for (Decision one : verdict.warned()) {
            findings.add(finding(pair, about, Severity.WARNING, one.read(), one.warning(), Origin.ADMISSION_POLICY));
        }
        for (Decision one : verdict.unknown()) {
            String text = "not known whether " + Definition.POLICY + " '" + one.policy() + "' allows it: it depends on "
                    + one.text() + (one.text().equals(ServerObjects.USER) ? "; name it with --user" : "");
            findings.add(finding(pair, about, Severity.WARNING, FieldPath.ROOT, text, Origin.POLICY_UNKNOWN));
        }
        return findings.stream().map(one -> pair.head() == null ? deleted(one) : one);
    }

    /** Warnings for what these policies, of the base, deny or only roles allow, and those of the head allow. */
    List<Finding> deniedIn(String base, Pair pair, PolicyFindings head) {
        boolean isOfRoles = dependsOnRoles(pair) && !head.dependsOnRoles(pair);
        return of(pair).stream()
                .filter(one -> one.severity() == Severity.ERROR || isOfRoles && one.origin() == Origin.POLICY_UNKNOWN)
                .map(one -> new Finding(
                        Severity.WARNING,
                        one.location(),
                        one.field(),
                        new Finding.Rule(one.rule().type(), Origin.CHANGED_POLICIES),
                        "with the policies of " + base + ": " + one.message()
                                + "; this change alters them or what they depend on",
                        List.of()))
                .toList();
    }

    private PolicyVerdict verdict(Pair pair, KubernetesRelease release) {
        return Objects.requireNonNull(policies.get(release)).verdict(request(pair), authorizer);
    }

    /** Whether roles that are not known decide about an object. */
    private boolean dependsOnRoles(Pair pair) {
        return policies.keySet().stream()
                .flatMap(release -> verdict(pair, release).unknown().stream())
                .anyMatch(one -> one.text().equals(Unknown.ROLES));
    }

    /** A finding about an object that the head does not have. */
    private static Finding deleted(Finding finding) {
        return finding.saying(finding.message() + "; this change deletes it")
                .at(new Finding.Location(finding.file(), null, null));
    }

    private Finding finding(
            Pair pair, Manifest manifest, Severity severity, FieldPath path, String text, Origin origin) {
        FieldError error = new FieldError(ErrorType.FORBIDDEN, path, text, origin, null);
        return make.finding(manifest, severity, error, List.of(), pair.lines());
    }
}
