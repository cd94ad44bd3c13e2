/**
 * Names of other objects: who names whom, what an input has, and the sentence about a name that leads nowhere. {@link
 * dev.drawbridge.reference.ReferenceReader} reads both sides, {@link dev.drawbridge.reference.NamedObjects} finds the
 * target or one with a similar name, and {@link dev.drawbridge.reference.MissingObject} is what {@code check}, {@code
 * why} and the webhook say of a missing one.
 */
@NullMarked
package dev.drawbridge.reference;

import org.jspecify.annotations.NullMarked;
