/**
 * Recorded verdicts of real API servers, held against ours: {@link dev.drawbridge.conformance.Conformance} is the entry
 * point. What counts as the same, and the names that the server uses for the user's fields, are here and nowhere else.
 */
@NullMarked
package dev.drawbridge.conformance;

import org.jspecify.annotations.NullMarked;
