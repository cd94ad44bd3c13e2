package dev.drawbridge.constraint.cel;

/**
 * How large a value can be: characters, bytes, entries. Beyond 2^63-1 it stays there.
 *
 * @param min at least
 * @param max at most
 */
record Size(long min, long max) {

    /** Nothing is known. */
    static final Size UNKNOWN = new Size(0, Long.MAX_VALUE);

    /** Of a number, a boolean, a time. */
    static final Size ONE = of(1);

    /** Exactly so large. */
    static Size of(long size) {
        return new Size(size, size);
    }

    Size plus(Size other) {
        return new Size(sum(min, other.min), sum(max, other.max));
    }

    Size times(Size other) {
        return new Size(product(min, other.min), product(max, other.max));
    }

    /** From the smaller minimum to the larger maximum. */
    Size or(Size other) {
        return new Size(Math.min(min, other.min), Math.max(max, other.max));
    }

    /** What it costs at most to look at all of it at so much apiece. */
    long cost(double each) {
        return scaled(max, each);
    }

    static long sum(long one, long other) {
        long sum = one + other;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    static long product(long one, long other) {
        long high = Math.multiplyHigh(one, other);
        long low = one * other;
        return high != 0 || low < 0 ? Long.MAX_VALUE : low;
    }

    private static long scaled(long size, double factor) {
        double scaled = Math.ceil(size * factor);
        return scaled >= Long.MAX_VALUE ? Long.MAX_VALUE : (long) scaled;
    }
}
