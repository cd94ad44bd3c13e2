/**
 * Reads bytes into values with positions: {@link dev.drawbridge.document.JsonReader} is the entry point for JSON, and
 * {@link dev.drawbridge.document.yaml.YamlReader} for YAML. No other package uses their parsers, and nothing here
 * depends on Kubernetes' types or rules.
 */
@NullMarked
package dev.drawbridge.document;

import org.jspecify.annotations.NullMarked;
