package dev.drawbridge.document;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Paths that no rule reads: an object or a list there is skipped and stays empty, so its size costs no memory. */
public final class Omissions {

    /** Omits nothing. */
    public static final Omissions NONE = new Omissions();

    private final Map<String, Omissions> below = new HashMap<>();
    private boolean whole;

    private Omissions() {}

    /**
     * Paths of field names with points between them, such as {@code metadata.managedFields.fieldsV1}; a list's entries
     * have its path.
     */
    public static Omissions of(String... paths) {
        Omissions root = new Omissions();
        for (String path : paths) {
            Omissions at = root;
            for (String step : path.split("\\.", -1)) {
                at = at.below.computeIfAbsent(step, key -> new Omissions());
            }
            at.whole = true;
        }
        return root;
    }

    @Nullable
    Omissions below(String field) {
        return below.get(field);
    }

    /** Whether all that is in the value is left out. */
    boolean isWhole() {
        return whole;
    }
}
