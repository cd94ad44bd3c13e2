package dev.drawbridge.constraint.cel;

import dev.drawbridge.port.SemanticVersion;
import org.jspecify.annotations.Nullable;

/** A failure that ends an expression at once: unlike an error, {@code ||} and {@code &&} do not absorb it. */
@SuppressWarnings("serial")
final class GoPanic extends Error {

    private GoPanic(String problem) {
        super("internal error: runtime error: " + problem, null, false, false);
    }

    /** The panic of a hash table with a key that has no hash: a version, a format or bytes. */
    static GoPanic unhashable(@Nullable Object key) {
        String type = key instanceof SemanticVersion
                ? "cel.Semver"
                : key instanceof NamedFormat ? "cel.Format" : "types.Bytes";
        return new GoPanic("hash of unhashable type " + type);
    }
}
