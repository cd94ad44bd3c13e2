package dev.drawbridge.schema;

import dev.drawbridge.constraint.Constraint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list.
 *
 * @param itemBeyondLimit what the entries are validated as where the list is too long
 * @param validatedOnceBy the field by which an entry repeats an earlier one and is then not validated, empty for
 *     strings; null if each is
 * @param repeatedItem what such an entry is validated as
 * @param pairedBy the field whose text tells which stored entry an entry updates; null if it is not used
 * @param keys the fields that tell entries apart, whatever their index; empty if none do
 * @param unchangedItem what an entry is validated as that is the same as the stored one; null if the Go type does not
 *     pair them
 * @param limit how long it may be
 * @param checkedFirst whether a list that is too long is not looked into
 */
record ListNode(
        Node item,
        Node itemBeyondLimit,
        @Nullable String validatedOnceBy,
        Node repeatedItem,
        @Nullable String pairedBy,
        List<String> keys,
        @Nullable Node unchangedItem,
        Constraint[] limit,
        boolean checkedFirst,
        Constraint[] constraints)
        implements Node {

    @Override
    public @Nullable ObjectNode objects() {
        return item instanceof ObjectNode object ? object : null;
    }
}
