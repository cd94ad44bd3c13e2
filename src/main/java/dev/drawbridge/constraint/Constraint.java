package dev.drawbridge.constraint;

import dev.drawbridge.document.Value;
import java.util.List;

/**
 * A check of one value that is set and has the right JSON type.
 *
 * <p>Stateless and thread-safe: what differs between two values is in the {@link ValidationContext}.
 *
 * <p>Not sealed: a constraint lives next to what it is about, expressions in {@code constraint.cel}, those of one kind with its rules. Whoever prints
 * one, or makes a JSON Schema or a test of it, needs no case for each: it says all that itself, as {@link #demands}.
 */
public interface Constraint {

    /** Reports to the place what is wrong with the value there. */
    void check(Value value, ValidationContext place);

    /** What it demands. */
    List<Demand> demands();

    /** The fields that tell the entries of a list apart, where it demands that these are unique; else empty. */
    default List<String> keys() {
        return List.of();
    }
}
