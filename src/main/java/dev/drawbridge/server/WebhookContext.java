package dev.drawbridge.server;

/** Shared by all requests; {@link ReviewSize} says which queue is whose. */
record WebhookContext(Reviews reviews, ReviewQueue large, ReviewQueue costly, Connections connections) {}
