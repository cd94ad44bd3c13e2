/**
 * Pure checks of text: is this a DNS label, a label key, a quantity? Text in; nothing or a sentence out. Only the JDK
 * comes in here.
 */
@NullMarked
package dev.drawbridge.constraint.content;

import org.jspecify.annotations.NullMarked;
