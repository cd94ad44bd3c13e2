/**
 * Checks of strings: DNS labels, label keys, quantities. A check returns null or an error as a sentence. The parsers of
 * quantities, times and the like are in {@link dev.drawbridge.port}.
 */
@NullMarked
package dev.drawbridge.constraint.content;

import org.jspecify.annotations.NullMarked;
