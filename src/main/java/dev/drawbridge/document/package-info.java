/**
 * Bytes become values that know their positions: {@link dev.drawbridge.document.JsonReader} is the entry point for
 * JSON, and {@link dev.drawbridge.document.yaml.YamlReader} for YAML. No other package uses the parsers behind them,
 * and nothing is known here of Kubernetes' types or rules.
 */
@NullMarked
package dev.drawbridge.document;

import org.jspecify.annotations.NullMarked;
