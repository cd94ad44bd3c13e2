package dev.drawbridge.port;

import dev.drawbridge.port.GoRegexp.Problem;

/**
 * The measures of a part of a regular expression.
 *
 * @param size the number of instructions it would compile to
 * @param height its nesting depth, including itself
 * @param repeats the largest product of nested counted repetitions
 */
record RegexpPart(Shape shape, boolean foldsCase, long size, int height, int repeats) {

    private static final int MAX_HEIGHT = 1000;

    /** 128 MiB of instructions, 40 bytes each. */
    private static final long MAX_SIZE = (128 << 20) / 40;

    enum Shape {
        EMPTY,
        /** A sequence of characters. */
        LITERAL,
        /** One of several characters. */
        CHARACTER_CLASS,
        SEQUENCE,
        ALTERNATIVES,
        OTHER
    }

    static RegexpPart of(Shape shape) {
        return new RegexpPart(shape, false, 1, 1, 1);
    }

    static RegexpPart literal(boolean foldsCase) {
        return new RegexpPart(Shape.LITERAL, foldsCase, 1, 1, 1);
    }

    /** Whether two alternatives merge into one: single characters into a class, and empty ones into one. */
    boolean absorbs(RegexpPart next) {
        return isOneCharacter() && next.isOneCharacter() || shape == Shape.EMPTY && next.shape == Shape.EMPTY;
    }

    private boolean isOneCharacter() {
        return shape == Shape.CHARACTER_CLASS || shape == Shape.LITERAL && size == 1;
    }

    /** Source: Go, {@code regexp/syntax}, checkSize and checkHeight. */
    void check() throws Problem {
        if (size > MAX_SIZE) {
            throw new Problem("expression too large");
        }
        if (height > MAX_HEIGHT) {
            throw new Problem("expression nests too deeply");
        }
    }

    /** Joins two adjacent literals. */
    RegexpPart joined(RegexpPart next) {
        return new RegexpPart(Shape.LITERAL, foldsCase, size + next.size, 1, 1);
    }

    boolean canJoin(RegexpPart next) {
        return shape == Shape.LITERAL && next.shape == Shape.LITERAL && foldsCase == next.foldsCase;
    }

    RegexpPart captured() {
        return new RegexpPart(Shape.OTHER, false, 2 + size, height + 1, repeats);
    }

    /** Source: Go, {@code regexp/syntax}, calcSize. A maximum of -1 means none. */
    RegexpPart repeated(int min, int max, boolean counted) {
        long repeatedSize = max < 0 ? (min == 0 ? 2 + size : 1 + min * size) : max * size + max - min;
        int times = max < 0 ? min : max;
        int product = !counted || times == 0 && max < 0 ? repeats : max == 0 ? 1 : times * repeats;
        return new RegexpPart(Shape.OTHER, false, Math.max(1, repeatedSize), height + 1, product);
    }
}
