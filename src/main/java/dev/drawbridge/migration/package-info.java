/**
 * Rewrites manifests from older to newer API versions in their own text. {@link dev.drawbridge.migration.Migration} is
 * the entry point. The rule tables define which fields move.
 */
@NullMarked
package dev.drawbridge.migration;

import org.jspecify.annotations.NullMarked;
