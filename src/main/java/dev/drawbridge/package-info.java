/**
 * Drawbridge, an admission gate for Kubernetes Dynamic Resource Allocation. {@link dev.drawbridge.Main} picks the door.
 */
@NullMarked
package dev.drawbridge;

import org.jspecify.annotations.NullMarked;
