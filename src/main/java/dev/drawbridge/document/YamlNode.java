package dev.drawbridge.document;

/** What an anchor can stand before. */
sealed interface YamlNode permits YamlScalar, YamlCollection {}
