package dev.drawbridge.schema;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Position;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An object whose mistakes were put right where they have one meaning. What has a position in it comes from the object
 * before.
 *
 * @param object the object; the same where nothing was put right
 * @param repairs what was done, in the order of the object
 */
public record Repaired(ObjectValue object, List<Repair> repairs) {

    public Repaired {
        repairs = List.copyOf(repairs);
    }

    /**
     * One mistake that was put right.
     *
     * @param position where it was; null where the reader kept no positions
     * @param what what was done, such as {@code moved count into exactly}
     */
    public record Repair(@Nullable Position position, String what) {}
}
