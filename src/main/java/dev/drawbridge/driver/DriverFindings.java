package dev.drawbridge.driver;

import dev.drawbridge.field.FieldError;
import java.util.ArrayList;
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

    /** Warnings alone. */
    public static DriverFindings ofWarnings(List<FieldError> warnings) {
        return warnings.isEmpty() ? NONE : new DriverFindings(List.of(), warnings);
    }

    /** These and those. */
    public DriverFindings and(DriverFindings others) {
        if (others == NONE || this == NONE) {
            return others == NONE ? this : others;
        }
        List<FieldError> allErrors = new ArrayList<>(errors);
        allErrors.addAll(others.errors);
        List<FieldError> allWarnings = new ArrayList<>(warnings);
        allWarnings.addAll(others.warnings);
        return new DriverFindings(allErrors, allWarnings);
    }
}
