package dev.drawbridge.constraint.cel;

import dev.cel.runtime.CelEvaluationException;
import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An object of which at most some fields are known: using others is an error that starts with {@link #ERROR}. */
public final class Unknown extends AbstractMap<String, Object> implements ComputedFields {

    /** The start of the error of an expression that asks for what is not known. */
    public static final String ERROR = "unknown: ";

    /** The use of what is not known. */
    static final class Used extends RuntimeException {

        private static final long serialVersionUID = 1;

        private Used(String what) {
            super(ERROR + what, null, false, false);
        }

        /** The message of the use that caused a failure; null if it has another cause. */
        static @Nullable String cause(Throwable failure) {
            for (Throwable one = failure; one != null; one = one.getCause()) {
                if (one instanceof Used used) {
                    return used.getMessage();
                }
            }
            return null;
        }
    }

    private final String what;
    private final Map<String, Object> known;

    /**
     * Creates a value.
     *
     * @param what what is not known, for messages
     * @param known the known fields
     */
    public Unknown(String what, Map<String, Object> known) {
        this.what = what;
        this.known = Map.copyOf(known);
    }

    @Override
    public Object read(Object key) throws CelEvaluationException {
        if (!known.containsKey(key)) {
            throw new CelEvaluationException(ERROR + what);
        }
        return get(key);
    }

    @Override
    public Object get(@Nullable Object key) {
        Object value = known.get(key);
        if (value == null) {
            throw new Used(what);
        }
        return value;
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return get(key) != null;
    }

    @Override
    public Set<Entry<String, Object>> entrySet() {
        throw new Used(what);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
