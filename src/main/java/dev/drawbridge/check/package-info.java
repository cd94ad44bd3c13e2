/**
 * The local check: objects of manifests validated as if they were created, as findings. The entry point is {@link dev.drawbridge.check.Checker}.
 */
@NullMarked
package dev.drawbridge.check;

import org.jspecify.annotations.NullMarked;
