package dev.drawbridge.constraint;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import java.util.function.Predicate;

/** The entries that the server removes from a list in an update before validation. */
@FunctionalInterface
public interface EntryRemoval {

    /**
     * Returns a test for removed entries.
     *
     * @param object the object that has the list
     * @param old the stored object that has the list
     */
    Predicate<Value> removed(ObjectValue object, ObjectValue old);
}
