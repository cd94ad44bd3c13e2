/**
 * The engine's entry point: one question ({@link dev.drawbridge.validation.ValidationRequest}), one answer
 * ({@link dev.drawbridge.validation.Verdict}), {@link dev.drawbridge.validation.Validator} between them.
 */
@NullMarked
package dev.drawbridge.validation;

import org.jspecify.annotations.NullMarked;
