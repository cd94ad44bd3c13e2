/**
 * Mistakes in manifests that have one meaning, put right in their own text: {@link dev.drawbridge.fix.Fixes} is the
 * entry point. What a mistake means is what the hint about it says.
 */
@NullMarked
package dev.drawbridge.fix;

import org.jspecify.annotations.NullMarked;
