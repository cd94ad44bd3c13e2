package dev.drawbridge.schema;

import dev.drawbridge.schema.UnknownName.Place;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The meanings of the unknown names in objects of one type. A mistake is often in many objects, and in each entry of a
 * list. Thread-safe.
 */
final class UnknownNames {

    /** The number of meanings that are kept, and the length of a path with a name: a hostile object has any names. */
    private static final int MAX_KEPT = 256;

    private static final int MAX_LENGTH = 128;

    private final ObjectNode root;

    /** Null until an object has an unknown field. */
    private volatile @Nullable List<Place> places;

    private final Map<Spelled, UnknownName> kept = new ConcurrentHashMap<>();

    private record Spelled(ObjectNode type, String path, String name) {}

    UnknownNames(ObjectNode root) {
        this.root = root;
    }

    /** The object types within the type. */
    List<Place> places() {
        List<Place> known = places;
        if (known == null) {
            known = UnknownName.places(root);
            places = known;
        }
        return known;
    }

    /** The meaning of a name in an object at a path, such as {@code spec.devices.requests[]}. */
    UnknownName of(ObjectNode type, String path, String name) {
        Spelled spelled = new Spelled(type, path, name);
        UnknownName known = kept.get(spelled);
        if (known == null) {
            known = new UnknownName(places(), type, path, name);
            if (kept.size() < MAX_KEPT && path.length() + name.length() <= MAX_LENGTH) {
                kept.put(spelled, known);
            }
        }
        return known;
    }
}
