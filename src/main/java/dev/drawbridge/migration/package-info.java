/**
 * Manifests in older API versions become the same objects in newer ones, in their own text:
 * {@link dev.drawbridge.migration.Migration} is the entry point. Which fields move is what the rule tables say.
 */
@NullMarked
package dev.drawbridge.migration;

import org.jspecify.annotations.NullMarked;
