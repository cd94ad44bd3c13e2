package dev.drawbridge.schema;

import dev.drawbridge.document.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A place in an object in another API version, with a value.
 *
 * @param path the steps to it: names of fields, keys of maps, and places in lists
 * @param value the value; null if there is none
 */
public record ConvertedPlace(List<String> path, @Nullable Value value, List<Converted.Lost> lost) {

    public ConvertedPlace {
        path = List.copyOf(path);
        lost = List.copyOf(lost);
    }
}
