package dev.drawbridge.driver;

import dev.drawbridge.field.FieldError;
import java.util.List;

/**
 * What a driver says of parameters.
 *
 * @param errors what it refuses
 * @param warnings what it refuses unless a feature gate of it is on
 */
public record DriverFindings(List<FieldError> errors, List<FieldError> warnings) {

    /** Nothing. */
    public static final DriverFindings NONE = new DriverFindings(List.of(), List.of());
}
