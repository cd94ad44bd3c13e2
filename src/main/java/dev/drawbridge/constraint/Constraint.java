package dev.drawbridge.constraint;

import dev.drawbridge.document.Value;
import java.util.List;

/**
 * A check of one value that is set and has the right JSON type.
 *
 * <p>Stateless and thread-safe: what differs between two values is in the {@link ValidationContext}.
 *
 * <p>Not sealed: constraints are in the package of what they check, such as {@code constraint.cel}. Code that prints
 * them, or makes a JSON Schema or tests of them, needs no case for each of them: it uses {@link #demands}.
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
