package dev.drawbridge.document;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A 64-bit hash of a value: it ignores the order of keys but not how numbers are written. Values may be nested as deep
 * as a reader allows.
 */
public final class ValueHash {

    private static final long START = 1_125_899_906_842_597L;
    private static final int PRIME = 31;

    /** Added to the hash of a path: values of different types at one place differ. */
    private static final long OBJECT = 1L << 40;

    private static final long LIST = 2L << 40;
    private static final long TEXT = 3L << 40;

    private ValueHash() {}

    /** A value, and the hash of its path. */
    private record Open(long path, Value value) {}

    public static long of(Value value) {
        long sum = 0;
        Deque<Open> open = new ArrayDeque<>();
        open.push(new Open(START, value));
        while (!open.isEmpty()) {
            Open one = open.pop();
            // Each leaf counts with its path, so that the order of keys does not matter.
            if (one.value instanceof ObjectValue object) {
                for (int i = 0; i < object.size(); i++) {
                    open.push(new Open(next(one.path, object.key(i)), object.value(i)));
                }
                sum += mixed(one.path + OBJECT + object.size());
            } else if (one.value instanceof ListValue list) {
                for (int i = 0; i < list.size(); i++) {
                    open.push(new Open(mixed(one.path + i), list.get(i)));
                }
                sum += mixed(one.path + LIST + list.size());
            } else if (one.value instanceof StringValue text) {
                sum += next(one.path + TEXT, text.value());
            } else {
                sum += next(one.path, one.value.excerpt());
            }
        }
        return sum;
    }

    private static long next(long hash, String text) {
        long next = hash;
        for (int i = 0; i < text.length(); i++) {
            next = PRIME * next + text.charAt(i);
        }
        return mixed(next);
    }

    /** Source: the finalizer of MurmurHash3, 64 bits. */
    private static long mixed(long hash) {
        long mixed = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ mixed >>> 33;
    }
}
