/**
 * The engine's entry point: one question ({@link dev.drawbridge.validation.ValidationRequest}), one answer
 * ({@link dev.drawbridge.validation.Verdict}), {@link dev.drawbridge.validation.Validator} between them.
 * {@link dev.drawbridge.validation.ResourceApi} has the kinds, their versions and the releases that serve them;
 * {@link dev.drawbridge.validation.Scheme} converts, defaults, compares and repairs objects.
 */
@NullMarked
package dev.drawbridge.validation;

import org.jspecify.annotations.NullMarked;
