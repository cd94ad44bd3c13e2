/**
 * The webhook: Spring lives here and only here, and Jetty through what it documents for users. {@link
 * dev.drawbridge.server.WebhookApplication} is the entry point, {@link dev.drawbridge.server.WebhookHandler} takes each
 * request. HTTP, TLS, settings, health and metrics; what a review means is {@code admission}'s.
 */
@NullMarked
package dev.drawbridge.server;

import org.jspecify.annotations.NullMarked;
