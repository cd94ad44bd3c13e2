package dev.drawbridge.admission;

import dev.drawbridge.field.FieldError;
import dev.drawbridge.validation.Validator;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.api.model.StatusCause;
import io.fabric8.kubernetes.api.model.StatusCauseBuilder;
import java.util.List;
import java.util.stream.Collectors;

/** A refusal as the API server itself words one: 422 Invalid, a message for a person, and a cause for each mistake. */
final class Denial {

    private static final int UNPROCESSABLE_ENTITY = 422;

    /** Number of errors in the message, so that a terminal need not scroll; the causes list all of them. */
    private static final int MISTAKES_IN_MESSAGE = 10;

    /**
     * A hostile object can have a million mistakes; the answer stays small enough to be read, and to be kept for a slow
     * reader.
     */
    static final int MAX_CAUSES = 200;

    /**
     * The refusal of an object.
     *
     * @param signature the end of each cause, with the program and the release, since kubectl prints nothing else
     */
    static Status status(ReviewedObject object, String objectUid, List<FieldError> errors, String signature) {
        return new StatusBuilder()
                .withStatus("Failure")
                .withCode(UNPROCESSABLE_ENTITY)
                .withReason("Invalid")
                .withMessage(message(object, errors) + signature)
                .withNewDetails()
                .withName(object.name())
                .withGroup(object.apiVersion().substring(0, object.apiVersion().indexOf('/')))
                .withKind(object.kind())
                .withUid(objectUid.isEmpty() ? null : objectUid)
                .withCauses(causes(errors, signature))
                .endDetails()
                .build();
    }

    private static String message(ReviewedObject object, List<FieldError> errors) {
        int count = Math.min(errors.size(), Validator.MAX_ERRORS);
        String orMore = count < Validator.MAX_ERRORS ? "" : " or more";
        String mistakes = count + orMore + (count == 1 ? " mistake" : " mistakes");
        String shown = errors.stream()
                .limit(MISTAKES_IN_MESSAGE)
                .map(error -> error.path() + ": " + error.message())
                .collect(Collectors.joining("; "));
        String more = errors.size() <= MISTAKES_IN_MESSAGE
                ? ""
                : "; and " + (errors.size() - MISTAKES_IN_MESSAGE) + " more in details.causes"
                        + (errors.size() > MAX_CAUSES ? ", which holds the first " + MAX_CAUSES : "");
        return object.kind() + " \"" + object.qualifiedName() + "\" is invalid, " + mistakes + ": " + shown + more;
    }

    private static List<StatusCause> causes(List<FieldError> errors, String signature) {
        return errors.stream()
                .limit(MAX_CAUSES)
                .map(error -> new StatusCauseBuilder()
                        .withReason(error.type().reason())
                        .withField(error.path().toString())
                        .withMessage(error.message() + signature)
                        .build())
                .toList();
    }
}
