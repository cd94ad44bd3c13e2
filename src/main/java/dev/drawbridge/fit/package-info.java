/**
 * Predicts whether claims can be allocated, and explains why not: {@link dev.drawbridge.fit.Fit} is the entry
 * point. It asks the scheduler's plugin ({@code fit.plugin}), which runs the allocator ({@code fit.allocator}),
 * about workloads of {@code fit.input}, and returns causes ({@code fit.cause}) with what would help. Arrows run
 * in this order only: fit, plugin, allocator; fit and plugin to cause and input.
 */
@NullMarked
package dev.drawbridge.fit;

import org.jspecify.annotations.NullMarked;
