package dev.drawbridge.document;

/** What an anchor can be set on. */
sealed interface YamlNode permits YamlScalar, YamlCollection {}
