package dev.drawbridge.server;

/**
 * Shared by all requests.
 *
 * @param large the slots for large reviews
 */
record WebhookContext(Reviews reviews, LargeReviews large, Connections connections) {}
