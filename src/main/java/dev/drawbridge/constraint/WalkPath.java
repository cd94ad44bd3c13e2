package dev.drawbridge.constraint;

import dev.drawbridge.field.FieldPath;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The path of a walk over an object. It is a stack, so an object without mistakes creates no path; each {@code enter}
 * needs its {@code leave}. For the walk alone: a constraint or rule has {@link ValidationContext#at}.
 */
public final class WalkPath {

    private static final int USUAL_DEPTH = 16;
    private static final int STEPS_BETWEEN_CHECKS = 0x3FF;
    private static final int FIELD = -1;
    private static final int KEY = -2;

    private final BooleanSupplier outOfTime;
    private @Nullable String[] names = new String[USUAL_DEPTH];
    private int[] indexes = new int[USUAL_DEPTH];
    private int depth;
    private int stored;
    private int steps;

    WalkPath(BooleanSupplier outOfTime) {
        this.outOfTime = outOfTime;
    }

    public void enter(String field) {
        push(field, FIELD);
    }

    public void enter(int entry) {
        push(null, entry);
    }

    /** Enters the value of a map's key, of which the path shows at most this many characters. */
    public void enterKey(String key, int shown) {
        push(key, KEY - shown);
    }

    private void push(@Nullable String name, int index) {
        step();
        if (depth == names.length) {
            names = Arrays.copyOf(names, 2 * depth);
            indexes = Arrays.copyOf(indexes, 2 * depth);
        }
        names[depth] = name;
        indexes[depth] = index;
        depth++;
    }

    public void leave() {
        depth--;
    }

    /** Enters a part that is stored unchanged: its accepted expressions and parameters are not validated again. */
    public void enterStored() {
        stored++;
    }

    public void leaveStored() {
        stored--;
    }

    boolean isStored() {
        return stored > 0;
    }

    /** Counts a step, and checks the deadline from time to time. */
    void step() {
        if ((++steps & STEPS_BETWEEN_CHECKS) == 0) {
            checkTime();
        }
    }

    void checkTime() {
        if (outOfTime.getAsBoolean()) {
            throw new CancellationException("out of time");
        }
    }

    FieldPath path(boolean keysAsFields, boolean wholeKeys) {
        FieldPath path = FieldPath.ROOT;
        for (int i = 0; i < depth; i++) {
            String name = names[i];
            if (name == null) {
                path = path.index(indexes[i]);
            } else if (keysAsFields || indexes[i] == FIELD) {
                path = path.child(name);
            } else {
                path = wholeKeys ? path.key(name) : path.key(name, KEY - indexes[i]);
            }
        }
        return path;
    }
}
