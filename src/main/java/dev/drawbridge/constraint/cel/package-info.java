/**
 * Expressions of the Common Expression Language that choose devices: the language that a release has, whether an
 * expression is one of it, and what it would cost at most. The only package that uses {@code dev.cel}. The entry point
 * is {@link dev.drawbridge.constraint.cel.SelectorLanguage}.
 */
@NullMarked
package dev.drawbridge.constraint.cel;

import org.jspecify.annotations.NullMarked;
