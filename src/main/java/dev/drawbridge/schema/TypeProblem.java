package dev.drawbridge.schema;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.field.Suggestion;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Checks whether a JSON value fits a Go type, like the API server's decoder. */
final class TypeProblem {

    private static final int MAX_HOLDERS = 2;

    /** The number of fields of an entry without its dash up to which its list is looked for. */
    private static final int MAX_ENTRY = 32;

    /** The letters of the longest text that is taken for several names. */
    private static final int MAX_NAMES = 256;

    private static final Pattern NAMES = Pattern.compile("[\\w./-]+(?:[ ,]+[\\w./-]+)+");

    private static final String BY_NAME = "; begin each entry with \"- name: \" and its key";

    private TypeProblem() {}

    /** Whether the value is of the type, or would be with quotes or without them. */
    static boolean fits(TypeNode type, Value value) {
        if (type instanceof ListNode list && value instanceof ListValue entries) {
            return entries.items().stream().allMatch(entry -> fits(list.item(), entry));
        }
        return isOfType(type, value)
                || type instanceof ScalarNode scalar
                        && !scalar.kind().quotesHint(value).isEmpty();
    }

    /**
     * The list without a value of whose first entry a field is, which lacks its dash: fields between them are of it,
     * too. Negative if there is none.
     */
    static int emptyListAbove(ObjectNode type, ObjectValue object, int entry) {
        int above = entry - 1;
        while (above >= 0
                && entry - above <= MAX_ENTRY
                && (type.field(object.key(above)) == null || object.isRepeated(above))) {
            above--;
        }
        FieldNode list =
                above < 0 || !(object.value(above) instanceof NullValue) ? null : type.field(object.key(above));
        ObjectNode item = list != null && list.node instanceof ListNode ? ObjectNode.in(list.node) : null;
        boolean isEntry = item != null
                && IntStream.rangeClosed(above + 1, entry).allMatch(i -> {
                    FieldNode field = item.field(object.key(i));
                    return field != null && fits(field.node, object.value(i));
                });
        return isEntry ? above : -1;
    }

    static boolean isOfType(TypeNode type, Value value) {
        return value instanceof NullValue || TypeProblem.of(type, value) == null;
    }

    /** The reason why a non-null value is not of this type; null if it is. */
    static @Nullable String of(TypeNode type, Value value) {
        if (type instanceof ScalarNode scalar) {
            String problem = scalar.kind().problem(value);
            String meant = scalar.meant(value);
            if (problem != null && meant != null) {
                return problem.replace(scalar.kind().quotesHint(value), "; write \"" + meant + "\"");
            }
            Value only = problem == null ? null : only(type, value);
            return only == null ? problem : problem + "; write " + only.shown();
        }
        if (type instanceof ListNode list) {
            String problem = "expected a list, found " + value.typeName();
            String entries = value instanceof StringValue text ? separated(text.value()) : "";
            if (!entries.isEmpty()) {
                return problem + "; write [" + entries + "]";
            }
            return value instanceof ListValue
                    ? null
                    : of(list.item(), value) == null
                            ? problem + (isByName(list, value) ? BY_NAME : "; start each entry with \"- \"")
                            : list.item() instanceof ObjectNode item ? problem + hint(item, value, "[", "]") : problem;
        }
        if (value instanceof ObjectValue) {
            return null;
        }
        String problem = "expected an object, found " + value.typeName();
        if (only(type, value) != null) {
            return problem + "; remove the \"- \"";
        }
        return type instanceof ObjectNode object ? problem + hint(object, value, "", "") : problem;
    }

    /** The only part of a list or object that is meant instead of it; null if there is none. */
    private static @Nullable Value only(TypeNode type, Value value) {
        Value only = value instanceof ListValue list && list.size() == 1
                ? list.get(0)
                : type instanceof ScalarNode && value instanceof ObjectValue object && object.size() == 1
                        ? object.get("name")
                        : null;
        boolean isMeant = only instanceof ObjectValue one
                ? type instanceof ObjectNode object && (object.hasAll(one) || looksLike(object, one))
                        || type instanceof MapNode map
                                && IntStream.range(0, one.size()).allMatch(i -> of(map.value(), one.value(i)) == null)
                : type instanceof ScalarNode scalar
                        && only != null
                        && scalar.kind().problem(only) == null;
        return isMeant ? only : null;
    }

    /** Whether a value is a map of the entries of a list by their names. */
    private static boolean isByName(ListNode list, Value value) {
        return list.item() instanceof ObjectNode item
                && item.field("name") != null
                && value instanceof ObjectValue map
                && IntStream.range(0, map.size())
                        .allMatch(i -> item.field(map.key(i)) == null && map.value(i) instanceof ObjectValue);
    }

    /** Names that spaces separate, or commas, as the entries of a list; empty for other texts. */
    private static String separated(String text) {
        return text.length() <= MAX_NAMES && NAMES.matcher(text).matches() ? text.replaceAll("[ ,]+", ", ") : "";
    }

    /** Whether a value is, or may become, an entry of the list that it is instead of. */
    private static boolean isEntry(ListNode list, Value value) {
        if (value instanceof StringValue text && !separated(text.value()).isEmpty()) {
            return false;
        }
        return of(list.item(), value) != null
                ? suggestion(list.item(), value, FieldPath.ROOT) != null
                : !(value instanceof ObjectValue object)
                        || list.item() instanceof ObjectNode item && looksLike(item, object);
    }

    /** Whether an object has only fields of the type, maybe misspelled. */
    private static boolean looksLike(ObjectNode type, ObjectValue object) {
        List<String> names = Arrays.stream(type.fields).map(field -> field.name).toList();
        return object.size() > 0
                && IntStream.range(0, object.size())
                        .mapToObj(object::key)
                        .allMatch(key -> type.field(key) != null
                                || !type.table.covers(key)
                                || Spelling.nearest(key, names) != null);
    }

    /** A hint for a value instead of an object: the probable fields; empty if there is none, or too many. */
    private static String hint(ObjectNode type, Value value, String before, String after) {
        if (value instanceof StringValue text) {
            int colon = text.value().indexOf(':');
            if (colon > 0 && type.field(text.value().substring(0, colon)) != null) {
                return "; put a space after the colon";
            }
        }
        String written = written(type, value);
        return written.isEmpty() ? "" : "; write " + before + written + after;
    }

    private static String written(ObjectNode type, Value value) {
        List<FieldNode> all = holders(type, value);
        List<FieldNode> required =
                all.stream().filter(one -> one.presence == Presence.REQUIRED).toList();
        List<FieldNode> holders = required.isEmpty() ? all : required;
        if (holders.isEmpty() && type.fields.length == 1 && type.fields[0].node instanceof ObjectNode inner) {
            String within = written(inner, value);
            return within.isEmpty() ? "" : "{" + type.fields[0].name + ": " + within + "}";
        }
        return holders.size() > MAX_HOLDERS || required.size() > 1
                ? ""
                : holders.stream().map(field -> "{" + field.name + ": …}").collect(Collectors.joining(" or "));
    }

    private static List<FieldNode> holders(ObjectNode type, Value value) {
        List<FieldNode> holders = Arrays.stream(type.fields)
                .filter(field ->
                        field.node instanceof ScalarNode scalar && scalar.kind().problem(value) == null
                                || field.node instanceof ListNode list && isOf(list, value))
                .toList();
        List<FieldNode> names =
                holders.stream().filter(field -> field.name.equals("name")).toList();
        return names.isEmpty() ? holders : names;
    }

    private static boolean isOf(ListNode list, Value value) {
        return value instanceof ListValue entries
                && list.item() instanceof ObjectNode item
                && entries.size() > 0
                && entries.objects().size() == entries.size()
                && entries.objects().stream().allMatch(item::hasAll);
    }

    /** The change that makes a value of another type one of this type; null if there is none, or several. */
    static @Nullable Suggestion suggestion(TypeNode type, Value value, FieldPath path) {
        Position position = value.position();
        if (position != null && only(type, value) != null) {
            return Suggestion.replace(Suggestion.Kind.ONLY, position, path, value.shown(), "");
        }
        if (type instanceof ScalarNode scalar) {
            String meant = scalar.meant(value);
            return meant == null || position == null
                    ? scalar.kind().quotes(value, path)
                    : Suggestion.replace(Suggestion.Kind.REPLACE, position, path, value.shown(), meant);
        }
        if (type instanceof ListNode list && position != null && isEntry(list, value)) {
            return Suggestion.move(Suggestion.Kind.LIST, position, path, path.index(0));
        }
        if (!(type instanceof ObjectNode object)
                || position == null
                || value instanceof ListValue
                || object.table.isPart()) {
            return null;
        }
        List<FieldNode> holders = holders(object, value);
        return holders.size() == 1 ? Suggestion.wrap(position, path, holders.get(0).name, value.shown()) : null;
    }
}
