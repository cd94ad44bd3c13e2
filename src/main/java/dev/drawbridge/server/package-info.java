/**
 * The webhook: Spring lives here and only here. {@link dev.drawbridge.server.WebhookApplication} is the entry point.
 * HTTP, TLS, settings, health and metrics; what a review means is {@code admission}'s.
 */
@NullMarked
package dev.drawbridge.server;

import org.jspecify.annotations.NullMarked;
