package dev.drawbridge.constraint.cel;

import dev.cel.runtime.CelEvaluationException;
import org.jspecify.annotations.Nullable;

/** A map whose values are computed when they are read, which may fail. */
interface ComputedFields {

    /** The value; null if there is none. */
    @Nullable
    Object read(Object key) throws CelEvaluationException;
}
