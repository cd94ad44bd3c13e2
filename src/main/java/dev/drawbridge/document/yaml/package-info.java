/**
 * YAML as kubectl reads it: {@link dev.drawbridge.document.yaml.YamlReader} is the entry point, and all else is its
 * own.
 */
@NullMarked
package dev.drawbridge.document.yaml;

import org.jspecify.annotations.NullMarked;
