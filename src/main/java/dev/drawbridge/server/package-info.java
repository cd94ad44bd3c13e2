/**
 * The webhook: HTTP, TLS, settings, health and metrics. Only this package and {@code startup} use Spring and Jetty.
 * {@link dev.drawbridge.server.WebhookApplication} is the entry point, and {@link
 * dev.drawbridge.server.WebhookHandler} receives each request; {@code admission} interprets reviews.
 */
@NullMarked
package dev.drawbridge.server;

import org.jspecify.annotations.NullMarked;
