package dev.drawbridge.schema;

/** What a table is projected for: the version the object is written in, the release that judges it, and the request. */
public record Target(ApiVersion version, KubernetesRelease release, Request request) {}
