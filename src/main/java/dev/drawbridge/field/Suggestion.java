package dev.drawbridge.field;

import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A change of an object that would remove an error: a field moves, or a value is replaced or removed.
 *
 * @param kind the kind of change
 * @param position the key of the field that moves or is removed, or the value that is replaced
 * @param path the path of {@code position}, with keys of maps as fields
 * @param target the new path of the field, or of the object that gets the fields of a level; null if nothing moves
 * @param before the text of the value that is replaced; empty if none is
 * @param after the text of its replacement: a string, or a JSON number or boolean; empty for none
 * @param isUnsafe whether a person must look at the result, since the text may have another meaning
 */
public record Suggestion(
        Kind kind,
        Position position,
        FieldPath path,
        @Nullable FieldPath target,
        String before,
        String after,
        boolean isUnsafe) {

    /** The order of the text. */
    public static final Comparator<Suggestion> BY_POSITION = Comparator.comparing(Suggestion::position);

    private static final int MAX_SHOWN = 80;

    /** The kinds of changes. */
    public enum Kind {
        /** A field moves into an object next to it, or into the new entry of a list, maybe by another name. */
        INTO,
        /** A field moves into an object around its own. */
        OUT,
        /** The fields of an object replace it: a level that the version does not have. */
        UP,
        /** A field gets another name. */
        RENAME,
        /** A value becomes the only field of an object. */
        WRAP,
        /** A value becomes the only entry of a list. */
        LIST,
        /** A value replaces the list or object that has nothing else. */
        ONLY,
        /** The entry of a list becomes two, the second of which begins with the field. */
        SPLIT,
        /** A key becomes the name of its object. */
        NAME,
        /** A string is replaced by another. */
        REPLACE,
        /** A number or boolean becomes a string. */
        QUOTE,
        /** A string becomes the number or boolean in it. */
        UNQUOTE,
        /** The second of two equal entries is removed. */
        DUPLICATE,
        /** A field that exists nowhere is removed. */
        REMOVE,
        /** The object moves to another API version. */
        VERSION,
        /** A role gets another rule below one that it has. */
        RULE
    }

    /** A field or value that moves to another path. */
    public static Suggestion move(Kind kind, Position position, FieldPath path, FieldPath target) {
        return new Suggestion(kind, position, path, target, "", "", false);
    }

    /** A value that moves into a new object, as its only field. */
    public static Suggestion wrap(Position position, FieldPath path, String field, String value) {
        return new Suggestion(Kind.WRAP, position, path, path.child(field), value, "", false);
    }

    /** A value that is replaced. */
    public static Suggestion replace(Kind kind, Position position, FieldPath path, String before, String after) {
        return new Suggestion(kind, position, path, null, before, after, false);
    }

    /** A number or boolean that becomes a string; unsafe if it is written in another way than JSON's. */
    public static Suggestion quote(Position position, FieldPath path, String number, String written) {
        return new Suggestion(Kind.QUOTE, position, path, null, number, written, !number.equals(written));
    }

    public static Suggestion remove(Kind kind, Position position, FieldPath path) {
        return new Suggestion(kind, position, path, null, "", "", kind == Kind.REMOVE);
    }

    /** The change of an object as one of the object that has it at a path, without the first steps of its paths. */
    Suggestion moved(int steps, FieldPath holder) {
        FieldPath to = target == null ? null : target.moved(steps, holder);
        return new Suggestion(kind, position, path.moved(steps, holder), to, before, after, isUnsafe);
    }

    /** Whether what it moves is validated only at its new place. */
    public boolean isMove() {
        return switch (kind) {
            case INTO, OUT, UP, RENAME, WRAP, LIST, ONLY, NAME -> true;
            case SPLIT, REPLACE, QUOTE, UNQUOTE, DUPLICATE, REMOVE, VERSION, RULE -> false;
        };
    }

    /** Whether the value gets another JSON type: until then, rules over its object are not checked. */
    public boolean isRetyping() {
        return switch (kind) {
            case WRAP, LIST, ONLY, QUOTE, UNQUOTE -> true;
            case INTO, OUT, UP, RENAME, SPLIT, NAME, REPLACE, DUPLICATE, REMOVE, VERSION, RULE -> false;
        };
    }

    /** The field that gets the moved one: an object or list next to it. */
    public String holder() {
        FieldPath holder = Objects.requireNonNull(Objects.requireNonNull(target).parent());
        return name(isOfEntry() ? Objects.requireNonNull(holder.parent()) : holder);
    }

    /** Whether the field moves into the entry of a list. */
    public boolean isOfEntry() {
        return kind == Kind.INTO
                && Objects.requireNonNull(Objects.requireNonNull(target).parent())
                                .name()
                        == null;
    }

    /** Whether both fields move into the same entry of a list, which would mean something else with one of them. */
    public boolean isWith(Suggestion other) {
        return kind == Kind.INTO
                && other.kind == Kind.INTO
                && isOfEntry()
                && Objects.equals(
                        Objects.requireNonNull(target).parent(),
                        Objects.requireNonNull(other.target).parent());
    }

    /** The new name of the field. */
    public String newName() {
        return name(Objects.requireNonNull(target));
    }

    /** The change in the past tense, such as {@code moved count into exactly}. */
    public String what() {
        String name = name(path);
        return switch (kind) {
            case INTO ->
                name.equals(newName())
                        ? "moved " + name + " into " + holder()
                        : "renamed " + name + " to " + newName() + " and moved it into " + holder();
            case OUT -> "moved " + name + " to where it belongs";
            case UP -> "moved the fields of " + name + " one level up";
            case RENAME -> "renamed " + name + " to " + newName();
            case WRAP -> "moved " + before + " into " + newName();
            case LIST -> "made " + name + " a list";
            case ONLY -> "replaced " + name + " by its only part";
            case SPLIT -> "began a new entry with " + name;
            case NAME -> "replaced " + name + ": by name: " + name;
            case REPLACE -> "replaced " + (isLong() ? name : before + " by " + after);
            case QUOTE -> "put " + after + " in quotes" + (isUnsafe ? ", which was the number " + before : "");
            case UNQUOTE -> "removed the quotes of " + after;
            case DUPLICATE -> "removed the second " + name;
            case REMOVE -> "removed " + name + ", an unknown field";
            case VERSION -> "migrated from " + before + " to " + after;
            case RULE -> "added a rule for " + after;
        };
    }

    /** Whether the values are too long to show, as expressions are. */
    private boolean isLong() {
        return before.length() + after.length() > MAX_SHOWN || before.indexOf('\n') >= 0;
    }

    /** The note on a finding that {@code check --fix} would fix. */
    public String mark() {
        return isUnsafe ? "[fixable with --fix=unsafe]" : "[fixable]";
    }

    private static String name(FieldPath path) {
        return String.valueOf(path.name());
    }
}
