/**
 * Drawbridge, an admission gate for Kubernetes Dynamic Resource Allocation. {@link dev.drawbridge.Main} chooses the
 * entry point.
 */
@NullMarked
package dev.drawbridge;

import org.jspecify.annotations.NullMarked;
