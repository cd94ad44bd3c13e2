package dev.drawbridge.constraint;

import dev.drawbridge.document.ObjectValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A rule over several fields of an object, or over what it was and what it becomes.
 *
 * <p>The walk calls it only when everything in the object has the JSON type that the table says, so a rule reads plain
 * fields.
 */
public interface ObjectRule {

    /**
     * Reports to the place what is wrong.
     *
     * @param object the object of the request
     * @param old what is stored; null on create
     */
    void check(ObjectValue object, @Nullable ObjectValue old, ValidationContext place);

    /** What it demands; fields are those of the object. */
    List<Demand> demands();
}
