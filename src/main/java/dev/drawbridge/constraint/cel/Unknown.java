package dev.drawbridge.constraint.cel;

import dev.cel.runtime.CelEvaluationException;
import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An object of which at most some fields are known, or a text that is not: using what is not known is an error that is
 * {@link Used}.
 */
public final class Unknown extends AbstractMap<String, Object> implements ComputedFields {

    /** What an authorizer does not know. */
    public static final String ROLES = "the roles of the cluster";

    /** The use of what is not known; the message names it. */
    @SuppressWarnings("serial")
    static final class Used extends RuntimeException {

        /** The last one of a thread: of two operands that fail, dev.cel throws the first failure only. */
        private static final ThreadLocal<@Nullable String> LAST = new ThreadLocal<>();

        Used(String what) {
            super(what, null, false, false);
            LAST.set(what);
        }

        /** Sets what was last used in this thread, and returns what was before; null for nothing. */
        static @Nullable String replaced(@Nullable String what) {
            String last = LAST.get();
            LAST.set(what);
            return last;
        }

        /** What is not known, if its use caused a failure; null if it has another cause. */
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
    private final boolean isText;

    /**
     * Creates a value.
     *
     * @param what what is not known, for messages
     */
    public Unknown(String what, Map<String, Object> known) {
        this(what, known, false);
    }

    private Unknown(String what, Map<String, Object> known, boolean isText) {
        this.what = what;
        this.known = Map.copyOf(known);
        this.isText = isText;
    }

    /** A value of a field that is there: reading it is the error. */
    public static Unknown text(String what) {
        return new Unknown(what, Map.of(), true);
    }

    /** The error of an expression that uses what is not known. */
    static CelEvaluationException used(String what) {
        return new CelEvaluationException(what, new Used(what));
    }

    /** The value of a field that an expression reads; null if there is none. */
    static @Nullable Object readable(@Nullable Object value) throws CelEvaluationException {
        if (value instanceof Unknown unknown && unknown.isText) {
            throw unknown.use();
        }
        return value;
    }

    /** The error of an expression that uses the object itself. */
    CelEvaluationException use() {
        return used(what);
    }

    @Override
    public Object read(Object key) throws CelEvaluationException {
        if (!known.containsKey(key)) {
            throw use();
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
