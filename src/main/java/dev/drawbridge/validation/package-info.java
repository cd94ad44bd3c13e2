/**
 * The entry point of the rule engine: {@link dev.drawbridge.validation.Validator} answers a {@link
 * dev.drawbridge.validation.ValidationRequest} with a {@link dev.drawbridge.validation.Verdict}. {@link
 * dev.drawbridge.validation.ResourceApi} has the kinds, their versions and the releases that serve them; {@link
 * dev.drawbridge.validation.Scheme} converts, defaults, compares and repairs objects.
 */
@NullMarked
package dev.drawbridge.validation;

import org.jspecify.annotations.NullMarked;
