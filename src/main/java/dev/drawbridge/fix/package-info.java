/**
 * Fixes mistakes in manifests that have only one possible meaning: {@link dev.drawbridge.fix.ObjectFixes} in an object,
 * {@link dev.drawbridge.fix.Fixes} in a text. The meaning is the {@link dev.drawbridge.field.Suggestion} of the error.
 */
@NullMarked
package dev.drawbridge.fix;

import org.jspecify.annotations.NullMarked;
