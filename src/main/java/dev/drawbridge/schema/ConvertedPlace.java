package dev.drawbridge.schema;

import dev.drawbridge.document.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A place in an object in the words of another API version, and what is put there.
 *
 * @param path the steps to it: names of fields, keys of maps, and places in lists
 * @param value what is put there; null if nothing is
 * @param lost what the other version does not have
 */
public record ConvertedPlace(List<String> path, @Nullable Value value, List<Converted.Lost> lost) {

    public ConvertedPlace {
        path = List.copyOf(path);
        lost = List.copyOf(lost);
    }
}
