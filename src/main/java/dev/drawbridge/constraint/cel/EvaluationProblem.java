package dev.drawbridge.constraint.cel;

import org.jspecify.annotations.Nullable;

/**
 * The reason why an expression has no value for a device.
 *
 * @param detail the error, worded like Kubernetes' if it has a message: {@code no such key: model}
 * @param missingKey the attribute or capacity that the device lacks; null for other errors
 */
public record EvaluationProblem(String detail, @Nullable String missingKey) {}
