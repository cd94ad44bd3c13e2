/**
 * The rules: one table per kind, and {@link dev.drawbridge.resource.Kinds}, the list of them; {@link
 * dev.drawbridge.resource.RuleBook} is the entry point. A row states what the API requires; nothing here loops over
 * JSON or compares versions.
 */
@NullMarked
package dev.drawbridge.resource;

import org.jspecify.annotations.NullMarked;
