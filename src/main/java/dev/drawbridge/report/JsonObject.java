package dev.drawbridge.report;

import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/** An object of a {@link JsonTree}, with its entries in the order in which they were added. */
@SuppressWarnings("serial")
public final class JsonObject extends LinkedHashMap<String, Object> {

    /** Adds an entry, unless the value is null; returns this. */
    public JsonObject with(String key, @Nullable Object value) {
        if (value != null) {
            put(key, value);
        }
        return this;
    }
}
