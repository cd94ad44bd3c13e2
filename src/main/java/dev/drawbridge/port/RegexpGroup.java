package dev.drawbridge.port;

import dev.drawbridge.port.GoRegexp.Problem;
import dev.drawbridge.port.RegexpPart.Shape;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A group of a regular expression while it is parsed: the sequence of parts since its beginning or its last bar, and
 * the alternatives before.
 */
final class RegexpGroup {

    private static final int MAX_REPEATS = 1000;

    private final boolean captures;
    private final boolean foldedCase;

    /**
     * The last two parts, the later one first: a repetition applies to the last, and literals are joined once another
     * part follows.
     */
    private final Deque<RegexpPart> last = new ArrayDeque<>();

    private Run row = new Run(Shape.SEQUENCE);
    private final Run alternatives = new Run(Shape.ALTERNATIVES);
    private @Nullable RegexpPart lastAlternative;

    /** A sequence of parts: their number, and the sums and maxima of their measures. */
    private static final class Run {

        private final Shape kind;
        private int parts;
        private long size;
        private int height;
        private int repeats;
        private @Nullable RegexpPart only;

        Run(Shape kind) {
            this.kind = kind;
        }

        /** Parts of the same kind are taken apart. */
        void add(RegexpPart part) {
            only = parts == 0 ? part : null;
            parts++;
            size += part.size();
            height = Math.max(height, part.shape() == kind ? part.height() - 1 : part.height());
            repeats = Math.max(repeats, part.repeats());
        }

        /** The whole group, with a jump between two alternatives. */
        RegexpPart whole() {
            long jumps = kind == Shape.ALTERNATIVES ? parts - 1 : 0;
            return only != null ? only : new RegexpPart(kind, false, size + jumps, height + 1, repeats);
        }
    }

    /**
     * Begins a group.
     *
     * @param foldedCase whether case was ignored before it
     */
    RegexpGroup(boolean captures, boolean foldedCase) {
        this.captures = captures;
        this.foldedCase = foldedCase;
    }

    boolean foldedCase() {
        return foldedCase;
    }

    void literal(boolean foldsCase) throws Problem {
        add(RegexpPart.literal(foldsCase));
    }

    void characterClass() throws Problem {
        add(RegexpPart.of(Shape.CHARACTER_CLASS));
    }

    /** Adds the beginning or end of a string or word. */
    void assertion() throws Problem {
        add(RegexpPart.of(Shape.OTHER));
    }

    void add(RegexpPart part) throws Problem {
        join();
        if (last.size() == 2) {
            row.add(last.removeLast());
        }
        last.push(part);
        part.check();
    }

    private void join() {
        if (last.size() == 2 && last.getLast().canJoin(last.getFirst())) {
            RegexpPart joined = last.removeLast().joined(last.removeFirst());
            last.push(joined);
        }
    }

    void repeat(int min, int max, boolean counted) throws Problem {
        RegexpPart part = last.poll();
        if (part == null) {
            throw new Problem("missing argument to repetition operator");
        }
        RegexpPart repeated = part.repeated(min, max, counted);
        last.push(repeated);
        repeated.check();
        if (counted && (min >= 2 || max >= 2) && repeated.repeats() > MAX_REPEATS) {
            throw new Problem(
                    "invalid repeat count: at most " + MAX_REPEATS + ", those of enclosing groups multiplied");
        }
    }

    void bar() throws Problem {
        join();
        while (!last.isEmpty()) {
            row.add(last.removeLast());
        }
        RegexpPart alternative = row.parts == 0 ? RegexpPart.of(Shape.EMPTY) : row.whole();
        row = new Run(Shape.SEQUENCE);
        alternative.check();
        if (lastAlternative == null || !lastAlternative.absorbs(alternative)) {
            alternatives.add(alternative);
        }
        lastAlternative = alternative;
    }

    /** Ends the group. */
    RegexpPart close() throws Problem {
        bar();
        RegexpPart whole = captures ? alternatives.whole().captured() : alternatives.whole();
        whole.check();
        return whole;
    }
}
