package dev.drawbridge.check;

import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.document.Locator;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Suggestion;
import dev.drawbridge.fix.Applied;
import dev.drawbridge.validation.ValidationRequest;
import dev.drawbridge.validation.Verdict;
import dev.drawbridge.workload.TemplateValidator;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Errors of rules that a value of the wrong type keeps from running, though they do not depend on it: {@code count:
 * "2"} hides that two requests have one name. They are those of the object with the value as it was meant.
 */
final class IndependentErrors {

    private IndependentErrors() {}

    /** The verdict with these errors; unchanged if no type is wrong, or if the intended value is unknown. */
    static Verdict with(TemplateValidator validator, ValidationRequest question, ObjectValue object, Verdict verdict) {
        Set<FieldPath> wrong = verdict.errors().stream()
                .filter(error -> error.type() == ErrorType.WRONG_TYPE)
                .map(FieldError::path)
                .collect(Collectors.toSet());
        if (wrong.isEmpty()) {
            return verdict;
        }
        List<Suggestion> safe = new ArrayList<>();
        for (FieldError error : verdict.errors()) {
            if (error.suggestion() != null && !error.suggestion().isUnsafe()) {
                safe.add(error.suggestion());
            }
        }
        ObjectValue meant = Applied.of(object, safe).object();
        if (meant == object) {
            return verdict;
        }
        Set<String> known = verdict.errors().stream().map(Answered::key).collect(Collectors.toSet());
        List<FieldError> errors = new ArrayList<>(verdict.errors());
        for (FieldError error : validator
                .validate(question.of(question.request(), meant, question.oldObject()), null, true)
                .errors()) {
            boolean isIndependent = !error.type().isDecoding()
                    && wrong.stream().noneMatch(path -> isWithin(path, error.path()))
                    && JsonEquality.same(Locator.value(object, error.path()), Locator.value(meant, error.path()));
            if (isIndependent && known.add(Answered.key(error))) {
                errors.add(error);
            }
        }
        return Verdict.of(errors, verdict.warnings());
    }

    /** Whether one of the paths leads through the other: an error about the whole depends on its parts. */
    private static boolean isWithin(FieldPath one, FieldPath other) {
        return one.steps().contains(other) || other.steps().contains(one);
    }
}
