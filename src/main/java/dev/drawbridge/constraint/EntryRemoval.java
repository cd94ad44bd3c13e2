package dev.drawbridge.constraint;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import java.util.function.Predicate;

/** Which entries of a list the server takes out of an update before it validates. */
@FunctionalInterface
public interface EntryRemoval {

    /**
     * Whether an entry is taken out.
     *
     * @param object what holds the list
     * @param old what holds it in what is stored
     */
    Predicate<Value> removed(ObjectValue object, ObjectValue old);
}
