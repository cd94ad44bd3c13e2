/**
 * Rules across fields and for updates, each named as the sentence that it enforces: a row of {@link
 * dev.drawbridge.resource.rule.PlainRule}, or a class.
 */
@NullMarked
package dev.drawbridge.resource.rule;

import org.jspecify.annotations.NullMarked;
