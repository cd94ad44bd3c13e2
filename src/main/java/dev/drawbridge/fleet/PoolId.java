package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;
import java.util.Comparator;

/** The names that identify a pool. */
public record PoolId(String driver, String pool) implements Comparable<PoolId> {

    private static final Comparator<PoolId> ORDER =
            Comparator.comparing(PoolId::driver).thenComparing(PoolId::pool);

    /** The pool of a slice; its node if the pool is omitted. */
    static PoolId of(ObjectValue slice) {
        ObjectValue spec = slice.object("spec");
        return new PoolId(
                spec.string("driver"), spec.has("pool") ? spec.object("pool").string("name") : spec.string("nodeName"));
    }

    @Override
    public int compareTo(PoolId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return driver + "/" + pool;
    }
}
