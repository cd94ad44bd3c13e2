package dev.drawbridge.constraint;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Demand;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A rule over several fields of an object, or over its old and new state.
 *
 * <p>The walk calls it only if everything in the object has the JSON type in the table, so a rule need not check types.
 */
public interface ObjectRule {

    /**
     * Reports errors to the context.
     *
     * @param old the stored object; null on create
     */
    void check(ObjectValue object, @Nullable ObjectValue old, ValidationContext context);

    /** Whether it is checked only if nothing else was wrong with the value, as a rule in CEL is. */
    default boolean isForValidValues() {
        return false;
    }

    /** The demands; their fields are relative to the object. */
    List<Demand> demands();
}
