package dev.drawbridge.conformance;

import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.schema.UnknownFields;
import dev.drawbridge.validation.ApiServer;
import dev.drawbridge.validation.ResourceApi;
import dev.drawbridge.validation.ValidationRequest;
import dev.drawbridge.validation.Validator;
import dev.drawbridge.validation.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares Drawbridge's verdicts with recorded ones, release by release. Each case is read once and validated for every
 * release.
 */
public final class Conformance {

    private static final Verdict UNREADABLE = new Verdict.Denied(
            List.of(new FieldError(ErrorType.INVALID, FieldPath.ROOT, "is not JSON", Origin.UNREADABLE, null)),
            List.of());

    private final Validator validator = new Validator();
    private final Set<KubernetesRelease> releases;

    /** Compares these releases; all if the set is empty. */
    public Conformance(Set<KubernetesRelease> releases) {
        this.releases = Set.copyOf(releases);
    }

    /** Adds every verdict of the file to the result. */
    public void compare(Path file, ConformanceResult result) throws IOException {
        compare(file, result, Integer.MAX_VALUE);
    }

    /** Adds verdicts of the file to the result, up to a number of differences. */
    public void compare(Path file, ConformanceResult result, int differences) throws IOException {
        CaseReader reader = new CaseReader(file);
        PolicyCase policies = new PolicyCase();
        reader.readLines((fields, place) -> {
            if (PodFitCase.isOne(fields)) {
                PodFitCase.read(fields).compare(releases, result);
            } else if (FitCase.isOne(fields)) {
                FitCase.read(fields).compare(releases, result);
            } else if (ConversionCase.isOne(fields)) {
                ConversionCase.compare(fields, result);
            } else if (PolicyCase.isOne(fields)) {
                policies.compare(fields, result);
            } else if (DefinitionCase.isOne(fields)) {
                DefinitionCase.compare(fields, result);
            } else if (TypeCheckCase.isOne(fields)) {
                TypeCheckCase.compare(fields, result);
            } else if (ParameterCase.isOne(fields)) {
                ParameterCase.compare(fields, result);
            } else {
                compare(reader.parse(fields, place), result);
            }
            return result.differences().size() < differences;
        });
    }

    private void compare(RecordedCase recorded, ConformanceResult result) {
        for (RecordedVerdict theirs : recorded.verdicts()) {
            Comparison comparison = new Comparison(recorded, theirs);
            for (String name : theirs.releases()) {
                RecordedRelease release = RecordedRelease.parse(name);
                if (releases.isEmpty() || releases.contains(release.release())) {
                    compare(recorded, theirs, comparison, release, result);
                }
            }
        }
    }

    private void compare(
            RecordedCase recorded,
            RecordedVerdict theirs,
            Comparison comparison,
            RecordedRelease release,
            ConformanceResult result) {
        Verdict verdict = recorded.sent().object() == null
                ? UNREADABLE
                : validate(recorded, recorded.sent().object(), release);
        String difference = verdict instanceof Verdict.NotApplicable none
                ? "not checked: " + none.explanation()
                : comparison.difference(verdict);
        Optional<KnownDeviation> deviation = difference.isEmpty()
                ? Optional.empty()
                : KnownDeviation.explaining(recorded, theirs, comparison, verdict);
        if (difference.isEmpty()) {
            result.same(release, recorded.group());
        } else if (deviation.isPresent()) {
            result.deviation(release, recorded.group(), deviation.get());
        } else {
            result.different(
                    release,
                    recorded.group(),
                    recorded.id() + " " + recorded.sent().kind() + " " + recorded.group() + ": " + difference);
        }
    }

    private Verdict validate(RecordedCase recorded, Value object, RecordedRelease release) {
        Verdict verdict = validated(
                recorded, recorded.sent().request(), object, recorded.sent().oldObject(), release);
        boolean isDecoded =
                verdict.errors().stream().noneMatch(error -> error.type().isDecoding());
        if (isDecoded
                && recorded.sent().oldObject() != null
                && ResourceApi.isWorkload(
                        recorded.sent().apiVersion(), recorded.sent().kind())) {
            // The recorder also decodes the stored object, and stops if it is not an object of the kind.
            List<FieldError> unstorable =
                    validated(recorded, Operation.CREATE, recorded.sent().oldObject(), null, release).errors().stream()
                            .filter(error -> error.type() == ErrorType.WRONG_TYPE)
                            .toList();
            return unstorable.isEmpty() ? verdict : new Verdict.Denied(unstorable, List.of());
        }
        return verdict;
    }

    private Verdict validated(
            RecordedCase recorded,
            Operation request,
            Value object,
            @Nullable Value oldObject,
            RecordedRelease release) {
        return validator.validate(new ValidationRequest(
                recorded.sent().apiVersion(),
                recorded.sent().kind(),
                request,
                object,
                oldObject,
                new ApiServer(release.release(), release.gates(), UnknownFields.DENY),
                recorded.sent().namespaceLabels()));
    }
}
