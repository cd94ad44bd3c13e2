/**
 * Compares Drawbridge's verdicts with recorded verdicts of API servers: {@link dev.drawbridge.conformance.Conformance}
 * is the entry point. This is the only place that defines when verdicts are equal and how the server names the user's
 * fields.
 */
@NullMarked
package dev.drawbridge.conformance;

import org.jspecify.annotations.NullMarked;
