package dev.drawbridge.constraint;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A check of one value that is set and has the right JSON type.
 *
 * <p>Stateless and thread-safe: state of a validation is in the {@link ValidationContext}.
 *
 * <p>Not sealed: constraints are in the package of their subject, such as {@code constraint.cel}. Code that prints
 * them, or generates JSON Schema or tests, uses {@link #demands}.
 */
public interface Constraint extends ObjectRule {

    /** Reports the value's errors to the context. */
    void check(Value value, ValidationContext context);

    /** On an object, it is a rule. */
    @Override
    default void check(ObjectValue object, @Nullable ObjectValue old, ValidationContext context) {
        check(object, context);
    }

    /** The key fields of a list's entries, if the constraint requires them to be unique; otherwise empty. */
    default List<String> keys() {
        return List.of();
    }
}
