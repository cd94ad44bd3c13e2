package dev.drawbridge.constraint;

import dev.drawbridge.document.ObjectValue;

/**
 * The API server's changes to an update before validation: fields that the request omits are taken from the stored
 * object.
 *
 * <p>Source: PrepareForUpdate of the registry's strategies.
 */
public interface Preparation {

    /** The object to validate; the given one if nothing changes. */
    ObjectValue prepare(ObjectValue object, ObjectValue old);
}
