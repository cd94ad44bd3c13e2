/**
 * The vocabulary of a finding: where ({@link dev.drawbridge.field.FieldPath}), what kind
 * ({@link dev.drawbridge.field.ErrorType}), and all of it ({@link dev.drawbridge.field.FieldError}, the door). Nothing
 * but the JDK comes in here.
 */
@NullMarked
package dev.drawbridge.field;

import org.jspecify.annotations.NullMarked;
