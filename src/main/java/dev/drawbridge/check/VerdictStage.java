package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.driver.ObjectParameters;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Suggestion;
import dev.drawbridge.fix.ObjectFixes;
import dev.drawbridge.fix.Verdicts;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.schema.Converted;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.validation.ResourceApi;
import dev.drawbridge.validation.ResourceApi.TypeName;
import dev.drawbridge.validation.Verdict;
import dev.drawbridge.workload.TemplateValidator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Stage 4: the verdict of each release on the create or update of an object, and of drivers. Thread-safe.
 *
 * @param wasChecked whether the settings of the base have a file of it checked: no mistake of another one is known
 */
record VerdictStage(
        CheckSettings settings,
        TemplateValidator validator,
        ManifestValidator validate,
        ReplacedImages images,
        PatchedFields patched,
        Predicate<String> wasChecked) {

    private static final FieldPath API_VERSION = FieldPath.of("apiVersion");
    private static final Set<FieldPath> TYPE = Set.of(API_VERSION, FieldPath.of("kind"));

    /** The verdicts on an object; the labels of its namespace are null if they are not known. */
    Answered of(Pair pair, @Nullable Map<String, String> labels) {
        Manifest head = pair.head();
        if (head == null) {
            return new Answered(pair, List.of(), Map.of());
        }
        // What the base's settings leave out is new to the check, even if nothing of it changes.
        Manifest base = pair.base() != null
                        && pair.isUnchanged()
                        && !wasChecked.test(pair.base().file())
                ? null
                : pair.base();
        List<Answered.OfRelease> releases = new ArrayList<>();
        for (KubernetesRelease release : settings.target().validates()) {
            releases.add(
                    base == null
                            ? new Question(head, release, labels).created()
                            : new Question(images.of(head), release, labels).updated(images.of(base)));
        }
        return new Answered(pair, releases, fixes(head, releases, labels));
    }

    /** The fixes of an object's mistakes: the safe ones, then the unsafe ones. */
    private Map<Answered.Place, Suggestion> fixes(
            Manifest head, List<Answered.OfRelease> releases, @Nullable Map<String, String> labels) {
        List<Verdict> created = new ArrayList<>();
        for (Answered.OfRelease release : releases) {
            created.add(release.server());
        }
        if (!ObjectFixes.mayFix(created) || ObjectFixes.hasAliases(head.object())) {
            return Map.of();
        }
        Map<Answered.Place, Suggestion> fixes = new HashMap<>();
        boolean isUnsafe = false;
        do {
            ObjectFixes found = objectFixes(head, created, labels, isUnsafe);
            for (ObjectFixes.Solved one : found.solved()) {
                String name = one.error().path().name();
                fixes.putIfAbsent(new Answered.Place(one.error().origin(), one.position(), name), one.fix());
            }
            isUnsafe = !isUnsafe && found.isLeavingUnsafe();
        } while (isUnsafe);
        return fixes;
    }

    private ObjectFixes objectFixes(
            Manifest head, List<Verdict> created, @Nullable Map<String, String> labels, boolean isUnsafe) {
        ObjectValue object = head.object();
        boolean isEntry = !object.has("apiVersion") && !object.has("kind");
        TypeName type = new TypeName(head.apiVersion(), head.kind());
        return new ObjectFixes(verdicts(labels), isUnsafe, object, type, isEntry, created);
    }

    private Verdicts verdicts(@Nullable Map<String, String> labels) {
        CheckSettings.Target target = settings.target();
        return new Verdicts(validator, target.validates(), target.gates(), settings.drivers(), labels);
    }

    private final class Question {

        private final Manifest head;
        private final @Nullable KubernetesRelease release;
        private final @Nullable Map<String, String> labels;

        Question(Manifest head, @Nullable KubernetesRelease release, @Nullable Map<String, String> labels) {
            this.head = head;
            this.release = release;
            this.labels = labels;
        }

        /**
         * The object is new, and its status is an update of itself. If the release does not serve the type, the verdict
         * of the newest that does is added; if none does, the verdict on the type that is meant.
         */
        Answered.OfRelease created() {
            ManifestValidator.ManifestVerdict create = verdicts(Operation.CREATE, head.object(), null, release);
            List<Verdict> verdicts = new ArrayList<>();
            verdicts.add(create.all());
            if (create.all() instanceof Verdict.NotApplicable none && !none.isOther()) {
                TypeName meant = ResourceApi.probable(head.apiVersion(), head.kind());
                Manifest other = head.as(meant.apiVersion(), meant.kind());
                verdicts.add(withoutType(new Question(other, null, labels).verdict(Operation.CREATE, null, null)));
            }
            status().ifPresent(verdicts::add);
            return new Answered.OfRelease(release, verdicts, create.server(), Set.of(), null);
        }

        Answered.OfRelease updated(Manifest base) {
            boolean isUnserved = ResourceApi.isUnserved(head.apiVersion(), head.kind());
            if (!isUnserved && ResourceApi.isUnserved(base.apiVersion(), base.kind())) {
                // No cluster has it.
                return created();
            }
            // Of a custom kind only the pods are checked, which are created anew.
            ObjectValue old = !isUnserved && !ResourceApi.hasRulesFor(head.apiVersion(), head.kind())
                    ? base.object()
                    : validator
                            .validator()
                            .scheme()
                            .converted(base.apiVersion(), base.kind(), base.object(), head.apiVersion(), release)
                            .map(Converted::object)
                            .orElse(null);
            if (old == null) {
                return unconverted(base);
            }
            old = inNamespace(old);
            boolean isSameVersion = base.apiVersion().equals(head.apiVersion());
            // No cluster has a base that is refused: what it had from an earlier one is unknown.
            boolean isRefused = validate.isRefused(base) && !patched.mayHaveChanged(base);
            Operation request = isRefused ? Operation.CREATE : Operation.UPDATE;
            ObjectValue stored = isRefused ? null : old;
            Verdict before = verdict(request, old, stored, release);
            Set<String> known = Stream.concat(
                            before.errors().stream(),
                            before.warnings().stream()
                                    .filter(warning -> isSameVersion || warning.origin() == Origin.DEVICE_ATTRIBUTE))
                    .filter(error -> wasChecked.test(base.file()))
                    .map(Answered::key)
                    .collect(Collectors.toSet());
            List<Verdict> verdicts = new ArrayList<>();
            verdicts.add(verdict(request, stored, release));
            if (stored != null && settings.target().validatesStatus() && hasStatus(stored)) {
                verdicts.add(verdict(Operation.UPDATE_STATUS, stored, release));
            }
            return new Answered.OfRelease(release, verdicts, server(verdicts), known, stored);
        }

        /** The old object with the namespace of the new one: it is the same object, also if kustomize sets it. */
        private ObjectValue inNamespace(ObjectValue old) {
            Value namespace = head.object().object("metadata").get("namespace");
            return old.mapped((key, value) -> !key.equals("metadata") || !(value instanceof ObjectValue metadata)
                    ? value
                    : namespace == null
                            ? metadata.only(name -> !name.equals("namespace"))
                            : metadata.with("namespace", namespace));
        }

        /** An object that Kubernetes does not convert, or no release serves; the base may have had it already. */
        private Answered.OfRelease unconverted(Manifest base) {
            Verdict created = verdict(Operation.CREATE, null, release);
            if (created instanceof Verdict.NotApplicable none && none.reason() != Verdict.Reason.NOT_SERVED) {
                Set<String> known = base.apiVersion().equals(head.apiVersion())
                        ? none.errors().stream().map(Answered::key).collect(Collectors.toSet())
                        : Set.of();
                return new Answered.OfRelease(release, List.of(created), server(List.of(created)), known, null);
            }
            Verdict refused = new Verdict.Denied(List.of(notConverted(base)), List.of());
            return new Answered.OfRelease(release, List.of(refused), server(List.of(created)), Set.of(), null);
        }

        private FieldError notConverted(Manifest base) {
            String detail = "recreate needed: Kubernetes does not convert " + base.kind() + " from "
                    + base.apiVersion() + " to " + head.apiVersion()
                    + "; delete the object, then create it in the new version";
            return new FieldError(ErrorType.INVALID, API_VERSION, detail, Origin.RECREATE, null);
        }

        private boolean hasStatus(ObjectValue old) {
            return ResourceApi.hasStatus(head.apiVersion(), head.kind())
                    && (head.object().object("status").size() > 0
                            || old.object("status").size() > 0);
        }

        /** The status of an export of a live object, as an update of itself; empty if it has none. */
        private Optional<Verdict> status() {
            if (!settings.target().validatesStatus() || !hasStatus(ObjectValue.EMPTY)) {
                return Optional.empty();
            }
            List<FieldError> errors = verdict(Operation.UPDATE_STATUS, head.object(), release).errors().stream()
                    .filter(error -> error.path().isBelow("status"))
                    .toList();
            return Optional.of(Verdict.of(errors, deallocation(head.object()))
                    .and(new ObjectParameters(settings.drivers(), head.object(), null).ofStatus(head.kind())));
        }

        private Verdict verdict(Operation request, @Nullable ObjectValue old, @Nullable KubernetesRelease asked) {
            return verdict(request, head.object(), old, asked);
        }

        private Verdict verdict(
                Operation request, ObjectValue object, @Nullable ObjectValue old, @Nullable KubernetesRelease asked) {
            return verdicts(request, object, old, asked).all();
        }

        /** The verdict on the object if it were new, which decides about fixes; empty if nothing can be fixed. */
        private Verdict server(List<Verdict> verdicts) {
            return ObjectFixes.mayFix(verdicts)
                    ? VerdictStage.this.verdicts(labels).of(head.apiVersion(), head.kind(), head.object(), release)
                    : Verdict.Allowed.NOTHING;
        }

        private ManifestValidator.ManifestVerdict verdicts(
                Operation request, ObjectValue object, @Nullable ObjectValue old, @Nullable KubernetesRelease asked) {
            return validate.verdicts(head, request, object, old, asked, labels);
        }
    }

    /** A verdict of another release, or on another type, without findings for the type itself. */
    private static Verdict withoutType(Verdict verdict) {
        Predicate<FieldError> isOther = error -> !TYPE.contains(error.path());
        return Verdict.of(
                verdict.errors().stream().filter(isOther).toList(),
                verdict.warnings().stream().filter(isOther).toList());
    }

    private static List<FieldError> deallocation(ObjectValue object) {
        ObjectValue status = object.object("status");
        if (!status.isTrue("deallocationRequested")
                || status.list("reservedFor").size() == 0) {
            return List.of();
        }
        return List.of(new FieldError(
                ErrorType.FORBIDDEN,
                FieldPath.of("status", "deallocationRequested"),
                "is set while reservedFor has consumers: none can be added, and the claim is deallocated once these"
                        + " are removed",
                Origin.DEALLOCATION,
                status.keyPosition(status.indexOf("deallocationRequested"))));
    }
}
