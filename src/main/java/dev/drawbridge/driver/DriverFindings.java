package dev.drawbridge.driver;

import dev.drawbridge.field.FieldError;
import java.util.ArrayList;
import java.util.List;

/**
 * A driver's findings for parameters.
 *
 * @param errors errors
 * @param warnings errors unless one of its feature gates is on
 */
public record DriverFindings(List<FieldError> errors, List<FieldError> warnings) {

    /** No findings. */
    public static final DriverFindings NONE = new DriverFindings(List.of(), List.of());

    /** Warnings alone. */
    public static DriverFindings ofWarnings(List<FieldError> warnings) {
        return warnings.isEmpty() ? NONE : new DriverFindings(List.of(), warnings);
    }

    /** Combines two sets of findings. */
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
