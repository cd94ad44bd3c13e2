package dev.drawbridge.document.yaml;

/** A node that can have an anchor. */
sealed interface YamlNode permits YamlScalar, YamlCollection {}
