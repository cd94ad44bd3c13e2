package dev.drawbridge.validation;

import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.Locator;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.field.Trace;
import dev.drawbridge.resource.Kind;
import dev.drawbridge.resource.Kinds;
import dev.drawbridge.resource.RuleBook;
import dev.drawbridge.resource.ServedVersion;
import dev.drawbridge.resource.rule.AdminAccessNeedsLabel;
import dev.drawbridge.schema.ApiVersion;
import dev.drawbridge.schema.Converted;
import dev.drawbridge.schema.ConvertedPlace;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Projection;
import dev.drawbridge.schema.Repaired;
import dev.drawbridge.schema.Request;
import dev.drawbridge.schema.Served;
import dev.drawbridge.schema.Target;
import dev.drawbridge.schema.UnknownFields;
import dev.drawbridge.schema.ValidationResult;
import dev.drawbridge.validation.Verdict.NotApplicable;
import dev.drawbridge.validation.Verdict.Reason;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Validates objects of {@code resource.k8s.io} as the API server of a release does. Thread-safe. */
public final class Validator {

    /** The API group. */
    public static final String GROUP = Kinds.GROUP;

    /** The labels that a namespace needs for admin access, one in each release, with the value {@code true}. */
    public static final Set<String> ADMIN_ACCESS_LABELS =
            Set.of(AdminAccessNeedsLabel.FIRST_LABEL, AdminAccessNeedsLabel.LABEL);

    /** An object with more mistakes than this is reported as having as many. */
    public static final int MAX_ERRORS = ValidationContext.MAX_ERRORS;

    private final RuleBook rules = new RuleBook();

    /** Which releases serve what, by version and release, oldest first. */
    public List<Served> served() {
        return Kinds.served();
    }

    /** The newest release that the table has rules for. */
    public KubernetesRelease newestRelease() {
        return Kinds.newestRelease();
    }

    /** The newest release that serves the kind in this version; empty if none does or the table does not have it. */
    public Optional<KubernetesRelease> newestServing(String apiVersion, String kind) {
        Optional<ApiVersion> version = version(apiVersion);
        return version.flatMap(known -> Kinds.kind(kind, known).flatMap(one -> Kinds.newestServing(one, known)));
    }

    /**
     * A stored object in the words of another API version, as the server reads it for an update; empty if there is no
     * conversion, as from v1alpha2.
     *
     * @param release the release that reads; null is the newest that serves the other version
     */
    public Optional<Converted> converted(
            String apiVersion,
            String kind,
            ObjectValue object,
            String otherVersion,
            @Nullable KubernetesRelease release) {
        Optional<ApiVersion> from = version(apiVersion);
        Optional<ApiVersion> to = version(otherVersion);
        Optional<KubernetesRelease> reader = release != null ? Optional.of(release) : newestServing(otherVersion, kind);
        if (from.isEmpty() || to.isEmpty() || reader.isEmpty()) {
            return Optional.empty();
        }
        return rules.converted(kind, from.get(), to.get(), reader.get(), object);
    }

    /**
     * A place in objects of a kind, and what is put there, in the words of another API version; empty if the one
     * version has no such place, or there is no conversion.
     *
     * @param path the steps to it: names of fields, keys of maps, and places in lists
     * @param value null if nothing is put there
     * @param release the release that reads
     */
    public Optional<ConvertedPlace> converted(
            String apiVersion,
            String kind,
            List<String> path,
            @Nullable Value value,
            String otherVersion,
            KubernetesRelease release) {
        return version(apiVersion)
                .flatMap(from -> version(otherVersion).flatMap(to -> rules.conversion(kind, from, to, release)))
                .flatMap(conversion -> conversion.convert(path, value));
    }

    /**
     * The newest version in which the release serves the kind, but none newer than the given one; empty if there is
     * none.
     */
    public Optional<String> newestVersion(String kind, KubernetesRelease release, String notAfter) {
        return version(notAfter)
                .flatMap(limit -> Kinds.versions(kind, release).stream()
                        .filter(version -> version.compareTo(limit) <= 0)
                        .reduce((older, newer) -> newer)
                        .map(ApiVersion::qualified));
    }

    /** Whether one API version of the group is older than the other. */
    public boolean isOlder(String apiVersion, String other) {
        Optional<ApiVersion> newer = version(other);
        return newer.isPresent()
                && version(apiVersion)
                        .filter(one -> one.compareTo(newer.get()) < 0)
                        .isPresent();
    }

    /**
     * The object with the mistakes put right that have one meaning in a release; null is the newest that serves the
     * version.
     */
    public Optional<Repaired> repaired(
            String apiVersion,
            String kind,
            ObjectValue object,
            @Nullable KubernetesRelease release,
            Repaired.Wish wish) {
        return kind(apiVersion, kind)
                .flatMap(known -> version(apiVersion)
                        .flatMap(version -> (release == null
                                        ? Kinds.newestServing(known, version)
                                        : Optional.of(release))
                                .map(reader ->
                                        rules.whole(known, version, reader).repaired(object, wish))));
    }

    /**
     * Whether two objects are the same to the API server, which reads them in this version: after defaults, quantities
     * by what they are worth.
     */
    public boolean isSame(String apiVersion, String kind, ObjectValue left, ObjectValue right) {
        return whole(apiVersion, kind).map(table -> table.isSame(left, right)).orElse(false);
    }

    /**
     * The default that the newest release that serves the version gives an unset field, as short JSON; empty if it has
     * none.
     */
    public Optional<String> defaultOf(String apiVersion, String kind, FieldPath path) {
        return whole(apiVersion, kind).map(table -> table.defaultOf(path));
    }

    /**
     * The defaults that a release puts into an object that is created, as short JSON by the paths of the fields; empty
     * if the release does not serve the object.
     */
    public Map<FieldPath, String> defaults(
            String apiVersion, String kind, ObjectValue object, KubernetesRelease release, GateSettings gates) {
        return version(apiVersion)
                .flatMap(version -> kind(apiVersion, kind)
                        .filter(known -> known.isServed(version, release))
                        .map(known -> rules.defaults(
                                known, new Target(version, release, gates.in(release), Request.CREATE), object)))
                .orElse(Map.of());
    }

    /** The fields that tell the entries of the list at a path apart; empty if none do. */
    public List<String> keysOf(String apiVersion, String kind, FieldPath path) {
        return whole(apiVersion, kind).map(table -> table.keysOf(path)).orElse(List.of());
    }

    private Optional<Projection> whole(String apiVersion, String kind) {
        return kind(apiVersion, kind)
                .flatMap(known -> version(apiVersion)
                        .flatMap(version -> Kinds.newestServing(known, version)
                                .map(release -> rules.whole(known, version, release))));
    }

    /** Whether the release serves the kind in the version. */
    public boolean isServed(String apiVersion, String kind, KubernetesRelease release) {
        return version(apiVersion)
                .filter(version -> kind(apiVersion, kind)
                        .filter(known -> known.isServed(version, release))
                        .isPresent())
                .isPresent();
    }

    /**
     * The versions in which the release serves a kind of the group, such as {@code resource.k8s.io/v1}, the oldest
     * first.
     */
    public List<String> versions(String kind, KubernetesRelease release) {
        return Kinds.versions(kind, release).stream().map(ApiVersion::qualified).toList();
    }

    /** Whether the group has a kind of this name in any version. */
    public static boolean isKind(String kind) {
        return Kinds.knows(kind);
    }

    /** Whether objects of the kind live in namespaces. */
    public boolean isNamespaced(String apiVersion, String kind) {
        return kind(apiVersion, kind).map(Kind::namespaced).orElse(false);
    }

    /** Whether the kind has a status that is written by itself. */
    public boolean hasStatus(String apiVersion, String kind) {
        return kind(apiVersion, kind).map(Kind::hasStatus).orElse(false);
    }

    private Optional<Kind> kind(String apiVersion, String kind) {
        return version(apiVersion).flatMap(version -> Kinds.kind(kind, version));
    }

    /**
     * Whether objects of this kind have pods, or are of Kubernetes' own workloads: only what they say of claims is
     * validated.
     */
    public static boolean isWorkload(String apiVersion, String kind) {
        return version(apiVersion)
                .filter(version -> !version.group().equals(GROUP))
                .flatMap(version -> Kinds.kind(kind, version))
                .isPresent();
    }

    /** Whether the object of a request, which is of such a kind, says anything of claims; nothing else is validated. */
    public boolean mentionsClaims(ValidationRequest request) {
        Optional<ApiVersion> version = version(request.apiVersion());
        Kind kind = version.flatMap(known -> Kinds.kind(request.kind(), known)).orElse(null);
        KubernetesRelease release = kind == null
                ? null
                : Optional.ofNullable(request.release())
                        .or(() -> Kinds.newestServing(kind, version.get()))
                        .orElse(null);
        return kind != null
                && release != null
                && request.object() instanceof ObjectValue object
                && rules.isInPart(kind, target(request, version.get(), release), object);
    }

    private static Target target(ValidationRequest request, ApiVersion version, KubernetesRelease release) {
        return new Target(version, release, request.gates().in(release), request.request());
    }

    private static Optional<ApiVersion> version(String apiVersion) {
        return ApiVersion.ofObject(apiVersion);
    }

    /** The group; empty if there is none, as in {@code v1}, and the whole text where a group is alone. */
    private static String group(String apiVersion) {
        int slash = apiVersion.indexOf('/');
        return slash >= 0 ? apiVersion.substring(0, slash) : apiVersion.equals(GROUP) ? GROUP : "";
    }

    /** What the API server would say. */
    public Verdict validate(ValidationRequest request) {
        return validate(request, null);
    }

    /** The same; all that is demanded of the object is added to the trace, null where nobody wants to know. */
    public Verdict validate(ValidationRequest request, @Nullable Trace trace) {
        String group = group(request.apiVersion());
        boolean isOurs = isOurs(group, request.kind());
        if (!isOurs && Kinds.knows(request.kind()) && isMisspelled(group)) {
            return new NotApplicable(
                    Reason.UNKNOWN_VERSION,
                    Kinds.whyUnknown(request.apiVersion(), request.kind()),
                    Kinds.hint(request.kind()));
        }
        Optional<ApiVersion> version = version(request.apiVersion());
        Optional<Kind> kind = version.flatMap(known -> Kinds.kind(request.kind(), known));
        if (!isOurs && kind.isEmpty()) {
            return new NotApplicable(Reason.OTHER_GROUP, request.apiVersion() + " is not of " + GROUP);
        }
        if (!isOurs && request.release() != null && request.release().compareTo(Kinds.oldestOfWorkloads()) < 0) {
            String explanation = "pods and their templates are checked from Kubernetes " + Kinds.oldestOfWorkloads()
                    + " on, not for " + request.release();
            return new NotApplicable(Reason.UNCHECKED_RELEASE, explanation);
        }
        if (kind.isEmpty()) {
            boolean isKnown = version.isEmpty() || Kinds.knows(request.kind());
            return new NotApplicable(
                    isKnown ? Reason.UNKNOWN_VERSION : Reason.UNKNOWN_KIND,
                    Kinds.whyUnknown(request.apiVersion(), request.kind()),
                    request.apiVersion().isEmpty() ? "" : Kinds.hint(request.kind()));
        }
        return inRelease(request, kind.get(), version.get(), trace);
    }

    /** What a release serves of the group, as Helm names it: each version, and each kind in it. */
    public static List<String> served(KubernetesRelease release) {
        Set<String> served = new LinkedHashSet<>();
        for (ApiVersion version : ApiVersion.values()) {
            for (Kind kind : Kinds.all()) {
                if (Kinds.kind(kind.name(), version).isPresent() && kind.isServed(version, release)) {
                    served.add(version.qualified());
                    served.add(version.qualified() + "/" + kind.name());
                }
            }
        }
        return List.copyOf(served);
    }

    /** Whether an API version is one of the group. */
    public static boolean isOfGroup(String apiVersion) {
        return apiVersion.startsWith(GROUP + "/");
    }

    /**
     * Whether validation applies to objects of the kind: those of the group, or of a group that is its misspelled name,
     * and workloads.
     */
    public static boolean hasRulesFor(String apiVersion, String kind) {
        String group = group(apiVersion);
        return isOurs(group, kind) || Kinds.knows(kind) && isMisspelled(group) || isWorkload(apiVersion, kind);
    }

    private static boolean isOurs(String group, String kind) {
        return group.isEmpty() ? Kinds.knows(kind) : group.equals(GROUP);
    }

    /**
     * Whether a group that is not ours is nearly written like it, such as {@code resources.k8s.io} or {@code
     * resource.k8s}.
     */
    private static boolean isMisspelled(String group) {
        return GROUP.startsWith(group + ".") || Spelling.nearest(group, List.of(GROUP)) != null;
    }

    private Verdict inRelease(ValidationRequest request, Kind kind, ApiVersion version, @Nullable Trace trace) {
        Optional<KubernetesRelease> newest = Kinds.newestServing(kind, version);
        KubernetesRelease release = request.release() != null ? request.release() : newest.orElse(null);
        if (release == null || !kind.isServed(version, release)) {
            String explanation = release == null
                    ? "no Kubernetes release serves " + kind.name() + " in " + request.apiVersion()
                    : whyNotServed(kind, version, request.apiVersion(), List.of(release));
            return new NotApplicable(Reason.NOT_SERVED, explanation);
        }
        if (trace != null) {
            trace.target("Kubernetes " + release);
        }
        Target target = target(request, version, release);
        ValidationResult result = validated(request, kind, target, trace != null);
        warnOfEnd(request, kind, target, result.place());
        if (trace != null) {
            trace.add(result.place().trace());
        }
        return verdict(request, result);
    }

    /**
     * Why releases, oldest first, have no rules for a kind in a version that the table has: who serves it, and which
     * versions these releases serve.
     */
    public String whyNotServed(String apiVersion, String kind, List<KubernetesRelease> releases) {
        ApiVersion version = version(apiVersion).orElseThrow();
        return whyNotServed(Kinds.kind(kind, version).orElseThrow(), version, apiVersion, releases);
    }

    private static String whyNotServed(
            Kind kind, ApiVersion version, String apiVersion, List<KubernetesRelease> releases) {
        return "Kubernetes " + KubernetesRelease.ranges(releases)
                + (releases.size() == 1 ? " does not serve " : " do not serve ") + kind.name() + " in " + apiVersion
                + "; " + Kinds.whoServes(kind, version, releases);
    }

    private ValidationResult validated(ValidationRequest request, Kind kind, Target target, boolean isTraced) {
        Supplier<ValidationContext> places =
                () -> new ValidationContext(request.namespaceLabels(), request.outOfTime(), isTraced);
        if (request.object() instanceof ObjectValue || request.object() instanceof NullValue) {
            ObjectValue object = objectOrEmpty(request.object());
            ObjectValue old = request.oldObject() == null ? null : objectOrEmpty(request.oldObject());
            ValidationResult result = rules.validate(kind, target, object, old, request.unknownFields(), places);
            is("apiVersion", request.apiVersion(), object, result.place());
            is("kind", request.kind(), object, result.place());
            TypeMeta.check(object, result.place());
            return result;
        }
        ValidationContext place = places.get();
        String detail = "expected an object, found " + request.object().typeName();
        place.reportWrongType(request.object(), detail);
        return new ValidationResult(request.object(), place);
    }

    private static Verdict verdict(ValidationRequest request, ValidationResult result) {
        ValidationContext place = result.place();
        Value root = result.value();
        List<FieldError> warnings = warnings(place, request.object(), root);
        return place.errors().isEmpty()
                ? new Verdict.Allowed(warnings)
                : new Verdict.Denied(located(place.errors(), root), warnings);
    }

    /** At the webhook the API server has warned of a deprecated version itself. */
    private void warnOfEnd(ValidationRequest request, Kind kind, Target target, ValidationContext place) {
        String what = request.apiVersion() + " " + request.kind();
        Optional<KubernetesRelease> first = Kinds.removal(kind, target.version(), target.release());
        Optional<ServedVersion> deprecation = kind.deprecation(target.version(), target.release());
        place.enter("apiVersion");
        if (first.isPresent()) {
            String detail = what + " is unavailable in Kubernetes " + first.get() + " and later";
            place.warn(ErrorType.NOT_SUPPORTED, null, detail, Origin.REMOVED);
        } else if (deprecation.isPresent() && request.unknownFields() == UnknownFields.DENY) {
            List<ApiVersion> versions = Kinds.versions(kind.name(), target.release());
            ServedVersion version = deprecation.get();
            String end = version.removed() == null ? "" : ", unavailable in " + version.removed() + " and later";
            String detail = what + " is deprecated in Kubernetes " + version.deprecated() + " and later" + end
                    + "; use " + versions.get(versions.size() - 1);
            place.warn(ErrorType.NOT_SUPPORTED, null, detail, Origin.DEPRECATED);
        }
        place.leave();
    }

    private static ObjectValue objectOrEmpty(Value value) {
        return value instanceof ObjectValue object ? object : ObjectValue.EMPTY;
    }

    /**
     * The API server refuses an object that says it is of another kind or version than the request; it may leave them
     * out.
     */
    private static void is(String field, String expected, ObjectValue object, ValidationContext place) {
        if (object.get(field) instanceof StringValue text
                && !text.value().isEmpty()
                && !text.value().equals(expected)) {
            String detail = "must be " + expected + ", as the request is";
            place.report(ErrorType.INVALID, text, detail, Origin.TYPE_META, field);
        }
    }

    private static List<FieldError> warnings(ValidationContext place, Value root, Value left) {
        List<FieldError> losses = located(place.losses(), root);
        List<FieldError> others = located(place.warnings(), left);
        if (losses.isEmpty()) {
            return others;
        }
        List<FieldError> all = new ArrayList<>(losses);
        all.addAll(others);
        all.sort(Validator::byPosition);
        return List.copyOf(all);
    }

    /** The errors, each once, in the order of their places where the object knows its own. */
    private static List<FieldError> located(List<FieldError> errors, Value root) {
        if (errors.isEmpty()) {
            return List.of();
        }
        boolean hasPlaces = root.position() != null;
        Set<FieldError> distinct = new LinkedHashSet<>();
        for (FieldError error : errors) {
            boolean isPlaced = !hasPlaces || error.position() != null;
            distinct.add(isPlaced ? error : error.at(position(root, error.type(), error.path())));
        }
        List<FieldError> located = new ArrayList<>(distinct);
        if (hasPlaces) {
            located.sort(Validator::byPosition);
        }
        return List.copyOf(located);
    }

    /**
     * What has no position comes last. A chain of comparators would take longer to make than a first verdict to find.
     */
    private static int byPosition(FieldError one, FieldError other) {
        Position first = one.position();
        Position second = other.position();
        if (first == null || second == null) {
            return Boolean.compare(first == null, second == null);
        }
        int lines = Integer.compare(first.line(), second.line());
        return lines != 0 ? lines : Integer.compare(first.column(), second.column());
    }

    private static @Nullable Position position(Value root, ErrorType type, FieldPath path) {
        return type == ErrorType.UNKNOWN_FIELD ? Locator.ofKey(root, path) : Locator.ofValue(root, path);
    }
}
