/**
 * Bytes become values that know where they stand: {@link dev.drawbridge.document.JsonReader} and
 * {@link dev.drawbridge.document.YamlReader} are the doors. No other room knows the parsers behind them, and nothing is known here
 * of Kubernetes' types or rules.
 */
@NullMarked
package dev.drawbridge.document;

import org.jspecify.annotations.NullMarked;
