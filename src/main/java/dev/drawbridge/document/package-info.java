/**
 * Bytes become values that know their positions: {@link dev.drawbridge.document.JsonReader} and
 * {@link dev.drawbridge.document.YamlReader} are the entry points. No other package uses the parsers behind them, and nothing is known here
 * of Kubernetes' types or rules.
 */
@NullMarked
package dev.drawbridge.document;

import org.jspecify.annotations.NullMarked;
