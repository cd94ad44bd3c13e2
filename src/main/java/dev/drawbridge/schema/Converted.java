package dev.drawbridge.schema;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Position;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An object in another API version.
 *
 * @param lost the fields that the other version does not have, in the order of the object
 */
public record Converted(ObjectValue object, List<Lost> lost) {

    public Converted {
        lost = List.copyOf(lost);
    }

    /**
     * A field without an equivalent.
     *
     * @param position where it is; null if the reader kept no positions
     * @param isKnown whether the object's original version has it
     * @param elsewhere where it exists instead, such as {@code existed until Kubernetes 1.31}; null if the table does
     *     not have it
     */
    public record Lost(
            String field,
            @Nullable Position position,
            boolean isKnown,
            @Nullable String elsewhere) {}
}
