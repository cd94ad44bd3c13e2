package dev.drawbridge.admission;

import dev.drawbridge.field.FieldError;
import dev.drawbridge.validation.ValidationRequest;
import java.util.List;

/** What there is to say of a claim or a template, if the devices of a cluster are known. */
@FunctionalInterface
public interface FleetRules {

    /** They are not known. */
    FleetRules NONE = request -> Answer.NOTHING;

    /**
     * What there is to say.
     *
     * @param warnings why it does not fit; empty if it does, or if there is no answer
     * @param denies whether the object is to be refused for them
     */
    record Answer(List<FieldError> warnings, boolean denies) {

        /** Nothing. */
        public static final Answer NOTHING = new Answer(List.of(), false);
    }

    /** What there is to say, soon: a tenth of the time that the API server waits is too long. */
    Answer answer(ValidationRequest request);
}
