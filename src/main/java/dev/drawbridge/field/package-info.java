/**
 * The vocabulary of findings: path ({@link dev.drawbridge.field.FieldPath}), type ({@link
 * dev.drawbridge.field.ErrorType}), and the error itself ({@link dev.drawbridge.field.FieldError}). It uses only the
 * JDK.
 */
@NullMarked
package dev.drawbridge.field;

import org.jspecify.annotations.NullMarked;
