package dev.drawbridge.field;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The place of a value in an object, such as {@code spec.devices.requests[0].name}, written as Kubernetes writes it.
 *
 * <p>Source: {@code k8s.io/apimachinery/pkg/util/validation/field/path.go}. Immutable; the root is the object itself.
 */
public final class FieldPath {

    /** The object itself; its text is empty. */
    public static final FieldPath ROOT = new FieldPath(null, null, -1);

    /** Instead of an index, the mark of a map's key. */
    private static final int KEY = -2;

    private static final String ELLIPSIS = "...";

    /** The limit of characters of a name or key, since many errors may be below it; the middle is omitted. */
    public static final int MAX_SHOWN = 1_000;

    private final @Nullable FieldPath parent;
    private final @Nullable String name;
    private final int index;

    /** The number of characters of the name or key that are written. */
    private final int shown;

    private FieldPath(@Nullable FieldPath parent, @Nullable String name, int index) {
        this(parent, name, index, MAX_SHOWN);
    }

    private FieldPath(@Nullable FieldPath parent, @Nullable String name, int index, int shown) {
        this.parent = parent;
        this.name = name;
        this.index = index;
        this.shown = shown;
    }

    /** The path of the given fields, one below the other. */
    public static FieldPath of(String... fields) {
        FieldPath path = ROOT;
        for (String field : fields) {
            path = path.child(field);
        }
        return path;
    }

    /** The field of this name below. */
    public FieldPath child(String field) {
        return new FieldPath(this, field, -1);
    }

    /** The value of this key in a map, written {@code [key]}. */
    public FieldPath key(String key) {
        return new FieldPath(this, key, KEY);
    }

    /**
     * Appends a map key, of which at most this number of characters is shown.
     *
     * <p>Source: {@code pkg/apis/resource/validation/validation.go}, truncateIfTooLong.
     */
    public FieldPath key(String key, int shown) {
        return new FieldPath(this, key, KEY, shown);
    }

    /** The list entry below, counted from 0. */
    public FieldPath index(int entry) {
        if (entry < 0) {
            throw new IllegalArgumentException("an index counts from 0: " + entry);
        }
        return new FieldPath(this, null, entry);
    }

    /** The last step of another path below this one. */
    public FieldPath stepLike(FieldPath other) {
        return new FieldPath(this, other.name, other.index, other.shown);
    }

    /** The path without its first steps, below another. */
    FieldPath moved(int skipped, FieldPath holder) {
        FieldPath moved = holder;
        List<FieldPath> steps = steps();
        for (FieldPath step : steps.subList(Math.min(steps.size(), skipped), steps.size())) {
            moved = moved.stepLike(step);
        }
        return moved;
    }

    /** The path without its last step; null at the root. */
    public @Nullable FieldPath parent() {
        return parent;
    }

    /** The steps from the object down. */
    public List<FieldPath> steps() {
        List<FieldPath> steps = new ArrayList<>();
        for (FieldPath path = this; path.parent != null; path = path.parent) {
            steps.add(0, path);
        }
        return steps;
    }

    /** Whether the first step is the field of this name. */
    public boolean isBelow(String field) {
        List<FieldPath> steps = steps();
        return !steps.isEmpty() && field.equals(steps.get(0).name);
    }

    /** The last step's field name or map key; null if the last step is a list entry, and at the root. */
    public @Nullable String name() {
        return name;
    }

    /** Whether the last step goes to an entry of a list or a map, as opposed to a field. */
    public boolean isEntry() {
        return index >= 0 || index == KEY;
    }

    /** The last step's list index; negative if the last step is a field, and at the root. */
    public int index() {
        return index;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        append(text);
        return text.toString();
    }

    private void append(StringBuilder text) {
        if (parent == null) {
            return;
        }
        parent.append(text);
        if (isEntry()) {
            text.append('[')
                    .append(name == null ? Integer.toString(index) : shortened(name))
                    .append(']');
            return;
        }
        if (!text.isEmpty()) {
            text.append('.');
        }
        text.append(name == null ? "" : shortened(name));
    }

    /** The number of characters of the last step's name or key that its text has. */
    private int written() {
        return name == null ? 0 : Math.min(name.length(), shown);
    }

    private String shortened(String step) {
        if (step.length() <= shown) {
            return step;
        }
        int kept = shown - ELLIPSIS.length();
        return step.substring(0, (kept + 1) / 2) + ELLIPSIS + step.substring(step.length() - kept / 2);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FieldPath that
                && index == that.index
                && Objects.equals(name, that.name)
                && written() == that.written()
                && Objects.equals(parent, that.parent);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Objects.hashCode(parent) + Objects.hashCode(name)) + index;
    }
}
