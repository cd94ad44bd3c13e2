package dev.drawbridge.schema;

import dev.drawbridge.constraint.Constraint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list.
 *
 * @param limit how long it may be
 * @param repeats the entries that are not validated, since they repeat an earlier one; null if each is validated
 * @param pairedBy the field whose text tells which stored entry an entry updates; null if it is not used
 * @param keys the fields that tell entries apart, whatever their index; empty if none do
 * @param unchangedItem what an entry is validated as that is the same as the stored one; null if the Go type does not
 *     pair them
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
     * How long a list may be.
     *
     * @param itemBeyond what the entries of a list that is too long are validated as
     * @param checkedFirst whether the other constraints of a list that is too long are not checked
     */
    record Limit(Constraint[] constraints, TypeNode itemBeyond, boolean checkedFirst) {}

    /**
     * Entries that repeat an earlier one.
     *
     * @param key the field that is the same in both; empty for strings
     * @param item what such an entry is validated as
     */
    record Repeats(String key, TypeNode item) {}

    @Override
    public @Nullable ObjectNode objects() {
        return item instanceof ObjectNode object ? object : null;
    }
}
