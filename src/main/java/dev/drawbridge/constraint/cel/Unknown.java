package dev.drawbridge.constraint.cel;

import dev.cel.runtime.CelEvaluationException;
import java.util.AbstractMap;
import java.util.Set;

/** A value that is not known: reading a field of it is an error that starts with {@link #ERROR}. */
public final class Unknown extends AbstractMap<String, Object> implements ComputedFields {

    /** The start of the error of an expression that asks for what is not known. */
    public static final String ERROR = "unknown: ";

    private final String what;

    /**
     * Creates a value.
     *
     * @param what what is not known, for messages
     */
    public Unknown(String what) {
        this.what = what;
    }

    @Override
    public Object read(Object key) throws CelEvaluationException {
        throw new CelEvaluationException(ERROR + what);
    }

    @Override
    public Set<Entry<String, Object>> entrySet() {
        return Set.of();
    }
}
