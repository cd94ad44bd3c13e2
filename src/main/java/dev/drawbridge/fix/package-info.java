/**
 * Fixes mistakes in manifests that have only one possible meaning, in their own text. {@link dev.drawbridge.fix.Fixes}
 * is the entry point. The meaning of a mistake is that of its hint.
 */
@NullMarked
package dev.drawbridge.fix;

import org.jspecify.annotations.NullMarked;
