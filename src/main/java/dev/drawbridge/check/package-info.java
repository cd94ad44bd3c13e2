/**
 * The local check: objects of manifests judged as if they were created, as findings. The door is {@link dev.drawbridge.check.Checker}.
 */
@NullMarked
package dev.drawbridge.check;

import org.jspecify.annotations.NullMarked;
