package dev.drawbridge.constraint.cel;

import org.jspecify.annotations.Nullable;

/**
 * Why an expression has no value for a device.
 *
 * @param detail what is wrong, as Kubernetes says it where it has a phrase: {@code no such key: model}
 * @param missingKey the attribute or capacity that the device lacks; null if it is something else
 */
public record EvaluationProblem(String detail, @Nullable String missingKey) {}
