package dev.drawbridge.server;

/**
 * The whole body of a call. A type of its own: Spring converts an argument that is an array entry by entry, which takes it seconds for
 * the largest review.
 *
 * @param bytes as they came
 */
record ReviewBody(byte[] bytes) {}
