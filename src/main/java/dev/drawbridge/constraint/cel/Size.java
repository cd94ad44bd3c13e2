package dev.drawbridge.constraint.cel;

import org.jspecify.annotations.Nullable;

/** The range of a value's size in characters, bytes or entries, saturating at 2^63-1. */
record Size(long min, long max) {

    static final Size UNKNOWN = new Size(0, Long.MAX_VALUE);

    /** The size of a number, a boolean or a time. */
    static final Size ONE = of(1);

    /** The size of nothing: that of no entry. */
    static final Size NONE = new Size(Long.MAX_VALUE, 0);

    static Size of(long size) {
        return new Size(size, size);
    }

    /** This size; null if it is of nothing. */
    @Nullable
    Size ifAny() {
        return min > max ? null : this;
    }

    Size plus(Size other) {
        return new Size(sum(min, other.min), sum(max, other.max));
    }

    Size times(Size other) {
        return new Size(product(min, other.min), product(max, other.max));
    }

    Size or(Size other) {
        return new Size(Math.min(min, other.min), Math.max(max, other.max));
    }

    /** The maximum cost of reading all of it at this cost per element. */
    long cost(double each) {
        double scaled = Math.ceil(max * each);
        return scaled >= Long.MAX_VALUE ? Long.MAX_VALUE : (long) scaled;
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
}
