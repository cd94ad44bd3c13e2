package dev.drawbridge.constraint;

import dev.drawbridge.document.ObjectValue;

/**
 * What the API server makes of an update before it validates it: parts that the request does not write are put in from
 * the stored object.
 *
 * <p>Source: PrepareForUpdate of the registry's strategies.
 */
public interface Preparation {

    /**
     * The object that is validated; the given one if nothing changes.
     *
     * @param object the object of the request
     * @param old what is stored
     */
    ObjectValue prepare(ObjectValue object, ObjectValue old);
}
