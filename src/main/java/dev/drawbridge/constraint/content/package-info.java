/**
 * Pure checks of text: is this a DNS label, a label key, a quantity? Text in; nothing or a sentence out. The readers
 * of quantities, times and the like are {@link dev.drawbridge.port}.
 */
@NullMarked
package dev.drawbridge.constraint.content;

import org.jspecify.annotations.NullMarked;
