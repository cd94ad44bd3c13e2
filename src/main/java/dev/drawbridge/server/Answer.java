package dev.drawbridge.server;

/**
 * A whole response.
 *
 * @param status the HTTP status
 * @param body JSON
 */
record Answer(int status, byte[] body) {}
