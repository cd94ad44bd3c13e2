package dev.drawbridge.gitops;

import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.FindingFactory;
import dev.drawbridge.check.ManifestValidator;
import dev.drawbridge.check.Namespaces;
import dev.drawbridge.check.ObjectFindings;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Origin;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Report;
import dev.drawbridge.report.Severity;
import dev.drawbridge.schema.Converted;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Request;
import dev.drawbridge.validation.Validator;
import dev.drawbridge.validation.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What releases say to an object that a change creates or updates. What the base had already is known. */
final class UpdateValidator {

    private static final int MAX_CONSUMERS = 10;

    private final ChangeSettings settings;
    private final CheckSettings check;
    private final Validator validator;
    private final ManifestValidator validate;
    private final FindingFactory make;
    private final Namespaces namespaces;
    private final ChangedFiles files;
    private final WholeHead wholeHead;
    private final String baseName;

    UpdateValidator(
            ChangeSettings settings,
            Validator validator,
            FindingFactory make,
            Namespaces namespaces,
            ChangedFiles files,
            WholeHead wholeHead,
            String baseName) {
        this.settings = settings;
        this.check = settings.check();
        this.validator = validator;
        this.validate = new ManifestValidator(check, validator);
        this.make = make;
        this.namespaces = namespaces;
        this.files = files;
        this.wholeHead = wholeHead;
        this.baseName = baseName;
    }

    /**
     * What they say; the labels of its namespace are looked up in the whole head where they decide.
     *
     * @param base what is stored; null of an object that is created
     * @param answers gets the answer of each release
     */
    ObjectFindings validate(@Nullable Manifest base, Manifest head, List<Report.Answer> answers) throws IOException {
        ObjectFindings found = answered(base, head, answers);
        if (found.has(Origin.ADMIN_ACCESS_LABEL) && namespaces.labels(head) == null) {
            wholeHead.get();
            if (namespaces.labels(head) != null) {
                answers.clear();
                found = answered(base, head, answers);
            }
        }
        return found;
    }

    private ObjectFindings answered(@Nullable Manifest base, Manifest head, List<Report.Answer> answers)
            throws IOException {
        ObjectFindings found = new ObjectFindings(make, head, files.lines(head.file()));
        for (KubernetesRelease release : check.validates()) {
            answers.add(
                    base == null
                            ? validate.created(head, release, namespaces.labels(head), found)
                            : updated(base, head, release, found));
        }
        return found;
    }

    private Report.Answer updated(
            Manifest base, Manifest head, @Nullable KubernetesRelease release, ObjectFindings found)
            throws IOException {
        Optional<ObjectValue> stored = validator
                .converted(base.apiVersion(), base.kind(), base.object(), head.apiVersion(), release)
                .map(Converted::object);
        if (stored.isEmpty()) {
            return unconverted(base, head, release, found);
        }
        ObjectValue old = stored.get();
        Verdict before = verdict(head, Request.UPDATE, old, old, release);
        boolean isSameVersion = base.apiVersion().equals(head.apiVersion());
        Set<String> inBase = Stream.concat(
                        before.errors().stream(), isSameVersion ? before.warnings().stream() : Stream.empty())
                .map(UpdateValidator::key)
                .collect(Collectors.toSet());
        BiFunction<FieldError, Finding, Finding> as =
                (error, finding) -> inBase.contains(key(error)) ? finding.asKnown() : lowered(error, finding);
        Verdict verdict = verdict(head, Request.UPDATE, head.object(), old, release);
        Report.Answer answer = found.add(explained(verdict, base, old, head), release, as);
        if (check.validatesStatus() && hasStatus(head, old)) {
            Verdict status = verdict(head, Request.UPDATE_STATUS, head.object(), old, release);
            Report.Answer ofStatus = found.add(explained(status, base, old, head), release, as);
            return ofStatus == Report.Answer.REFUSED ? ofStatus : answer;
        }
        return answer;
    }

    /** An object that Kubernetes does not convert, or that no release serves, which the base may have had already. */
    private Report.Answer unconverted(
            Manifest base, Manifest head, @Nullable KubernetesRelease release, ObjectFindings found) {
        Verdict created = validate.verdict(head, Request.CREATE, head.object(), null, release, namespaces.labels(head));
        if (created instanceof Verdict.NotApplicable none && none.reason() != Verdict.Reason.NOT_SERVED) {
            boolean isKnown = base.apiVersion().equals(head.apiVersion());
            return found.add(created, release, (error, finding) -> isKnown ? finding.asKnown() : finding);
        }
        Verdict refused = new Verdict.Denied(List.of(ImmutableChange.ofVersion(base, head)), List.of());
        return found.add(refused, release, this::lowered);
    }

    private boolean hasStatus(Manifest head, ObjectValue old) {
        return validator.hasStatus(head.apiVersion(), head.kind())
                && (head.object().object("status").size() > 0
                        || old.object("status").size() > 0);
    }

    private Verdict verdict(
            Manifest head, Request request, ObjectValue object, ObjectValue old, @Nullable KubernetesRelease release) {
        return validate.verdict(head, request, object, old, release, namespaces.labels(head));
    }

    private Finding lowered(FieldError error, Finding finding) {
        boolean isAllowed = settings.allowsRecreate() && error.origin() == Origin.RECREATE;
        return isAllowed ? finding.as(Severity.WARNING) : finding;
    }

    private static String key(FieldError error) {
        return error.type() + " " + error.path() + " " + error.origin();
    }

    /** The verdict, in which an immutable field says what it was, where, and what can be done. */
    private Verdict explained(Verdict verdict, Manifest base, ObjectValue old, Manifest head) throws IOException {
        if (!(verdict instanceof Verdict.Denied denied)) {
            return verdict;
        }
        List<FieldError> errors = new ArrayList<>();
        boolean isDecoded =
                denied.errors().stream().noneMatch(error -> error.type().isDecoding());
        for (FieldError error : denied.errors()) {
            // Nobody should delete an object because of a typo: what cannot be decoded cannot be compared.
            errors.add(
                    ImmutableChange.is(error) && isDecoded
                            ? ImmutableChange.explained(
                                    error, base, old, head, baseName, consumers(old, head), validator)
                            : error);
        }
        return new Verdict.Denied(errors, denied.warnings());
    }

    /** Who uses the object: those it is reserved for, and what in the head names it. */
    private String consumers(ObjectValue old, Manifest head) throws IOException {
        Set<String> names = new LinkedHashSet<>();
        ListValue reserved = old.object("status").list("reservedFor");
        for (int i = 0; i < reserved.size(); i++) {
            if (reserved.get(i) instanceof ObjectValue consumer) {
                names.add(consumer.string("resource") + " " + consumer.string("name"));
            }
        }
        wholeHead
                .get()
                .naming(make.identity(head))
                .forEach(named -> names.add(named.by().kind() + " " + named.by().name()));
        return names.stream().limit(MAX_CONSUMERS).collect(Collectors.joining(", "));
    }
}
