package dev.drawbridge.migration;

import dev.drawbridge.document.ObjectValue;
import java.util.Map;
import java.util.Optional;

/**
 * Reasons that are not in the API why objects must stay in their version.
 *
 * @param objects the reason of an object, by its content
 * @param keys the reasons of objects and patches, by {@link MigratedObject#key()}
 */
public record MigrationBlocker(OfObject objects, Map<String, String> keys) {

    public static final MigrationBlocker NONE = new MigrationBlocker((kind, object) -> Optional.empty(), Map.of());

    /** Why an object of the kind must stay as it is; empty if it need not. */
    @FunctionalInterface
    public interface OfObject {

        /** The reason; empty if there is none. */
        Optional<String> reason(String kind, ObjectValue object);
    }

    Optional<String> reason(String kind, String key, ObjectValue object) {
        return reason(key).or(() -> objects.reason(kind, object));
    }

    Optional<String> reason(String key) {
        return Optional.ofNullable(keys.get(key));
    }
}
