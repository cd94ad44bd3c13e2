package dev.drawbridge.document.yaml;

/** What an anchor can be set on. */
sealed interface YamlNode permits YamlScalar, YamlCollection {}
