package dev.drawbridge.constraint.cel;

import org.jspecify.annotations.Nullable;

/**
 * The reason why an expression has no value for a device.
 *
 * @param detail the error, worded like Kubernetes' if it has a message: {@code no such key: model}
 * @param missingKey the attribute or capacity that the device lacks; null for other errors
 * @param isUnknown whether the expression may have a value that Drawbridge cannot find
 */
public record EvaluationProblem(String detail, @Nullable String missingKey, boolean isUnknown) {

    /** An error that the expression has in Kubernetes, too. */
    public EvaluationProblem(String detail, @Nullable String missingKey) {
        this(detail, missingKey, false);
    }

    static EvaluationProblem unknown(String what) {
        return new EvaluationProblem("unknown: " + what, null, true);
    }
}
