package dev.drawbridge.constraint;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import java.util.function.Predicate;

/** The entries that the server removes from a list in an update before validation. */
@FunctionalInterface
public interface EntryRemoval {

    Predicate<Value> removed(ObjectValue object, ObjectValue old);
}
