/**
 * Documentation generated from the table: manuals of kinds, fields and rules. {@link dev.drawbridge.explain.Manual} is
 * the entry point. It contains no rules: only rows of the table are documented.
 */
@NullMarked
package dev.drawbridge.explain;

import org.jspecify.annotations.NullMarked;
