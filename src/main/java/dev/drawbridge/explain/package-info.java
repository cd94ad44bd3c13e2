/**
 * Rows of the table in words: manuals of kinds, fields and rules. {@link dev.drawbridge.explain.Manual} is the door. No
 * rule may come in: what is not in a row is not said.
 */
@NullMarked
package dev.drawbridge.explain;

import org.jspecify.annotations.NullMarked;
