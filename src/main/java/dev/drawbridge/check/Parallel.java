package dev.drawbridge.check;

import java.util.List;
import java.util.function.Function;

/** Work on many values, of which a few are left to one thread. */
final class Parallel {

    /** The number of values up to which one thread takes them; more are taken by a thread per processor. */
    private static final int FEW = 8;

    /** The results in the order of the values. */
    static <T, R> List<R> map(List<T> values, Function<T, R> function) {
        return (values.size() > FEW ? values.parallelStream() : values.stream())
                .map(function)
                .toList();
    }
}
