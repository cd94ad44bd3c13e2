/**
 * The scheduler's plugin around its allocator: it finds the claims of a pod, creates a claim for its extended
 * resources, and excludes nodes. {@link dev.drawbridge.fit.plugin.DynamicResources} is the entry point, and
 * {@link dev.drawbridge.fit.plugin.PodFilter} the answer for each node. What keeps a pod from a node is a cause
 * ({@code fit.cause}); what would help is found in {@code fit}.
 *
 * <p><b>Source</b>: {@code pkg/scheduler/framework/plugins/dynamicresources}, versions 1.34.9, 1.35.6, 1.36.3,
 * 1.37.1, 1.38.0-beta.0.
 */
@NullMarked
package dev.drawbridge.fit.plugin;

import org.jspecify.annotations.NullMarked;
