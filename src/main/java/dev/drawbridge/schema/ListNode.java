package dev.drawbridge.schema;

import dev.drawbridge.constraint.Constraint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list.
 *
 * @param repeats the entries that are not validated, since they repeat an earlier one; null if each is validated
 * @param pairedBy the field that identifies the stored entry of an entry; null if it is not used
 * @param keys the fields that identify entries regardless of their index; empty if there are none
 * @param unchangedItem the type for validating an entry that equals the stored one; null if the Go type does not pair
 *     entries
 */
record ListNode(
        TypeNode item,
        Limit limit,
        @Nullable Repeats repeats,
        @Nullable String pairedBy,
        List<String> keys,
        @Nullable TypeNode unchangedItem,
        Constraint[] constraints)
        implements TypeNode {

    /**
     * The maximum length of a list.
     *
     * @param itemBeyond the type for validating the entries of a list that is too long
     * @param checkedFirst whether the other constraints of a list that is too long are not checked
     */
    record Limit(Constraint[] constraints, TypeNode itemBeyond, boolean checkedFirst) {}

    /** Entries of a list that repeat an earlier one in the field {@code key}, or as a string if that is empty. */
    record Repeats(String key, TypeNode item) {}
}
