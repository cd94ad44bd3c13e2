package dev.drawbridge.fleet;

import java.util.List;

/** A DeviceClass: the expressions that all its devices match. */
public record DeviceClass(String name, List<String> selectors) {}
