/**
 * THE RULES: a table a kind, and {@link dev.drawbridge.resource.Kinds}, the list of them; {@link
 * dev.drawbridge.resource.RuleBook} is the entry point. A row says what the API says; nothing here loops over JSON or
 * compares a version.
 */
@NullMarked
package dev.drawbridge.resource;

import org.jspecify.annotations.NullMarked;
