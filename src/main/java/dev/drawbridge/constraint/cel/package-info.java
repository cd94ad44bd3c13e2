/**
 * Device selectors in the Common Expression Language: the language of each release, validation of expressions, and cost
 * estimation. The only package that uses {@code dev.cel}. The functions are the rows of {@link
 * dev.drawbridge.constraint.cel.CelFunctions}. The entry point is {@link
 * dev.drawbridge.constraint.cel.SelectorLanguage}.
 */
@NullMarked
package dev.drawbridge.constraint.cel;

import org.jspecify.annotations.NullMarked;
