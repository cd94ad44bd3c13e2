package dev.drawbridge.resource;

import dev.drawbridge.schema.Availability;

/**
 * When a version of a kind is still served and no longer to be used.
 *
 * @param where the version, and since which release
 * @param unavailable the release that is to be the first without it, such as {@code 1.38}; the table may not have it yet
 */
public record Deprecation(Availability where, String unavailable) {}
