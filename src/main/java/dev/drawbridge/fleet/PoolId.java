package dev.drawbridge.fleet;

import java.util.Comparator;

/** The names that identify a pool. */
public record PoolId(String driver, String pool) implements Comparable<PoolId> {

    private static final Comparator<PoolId> ORDER =
            Comparator.comparing(PoolId::driver).thenComparing(PoolId::pool);

    @Override
    public int compareTo(PoolId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return driver + "/" + pool;
    }
}
