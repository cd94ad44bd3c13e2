package dev.drawbridge.schema;

import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.field.Suggestion;
import dev.drawbridge.field.Suggestion.Kind;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Checks whether a JSON value fits a Go type, like the API server's decoder; if not, finds what is meant. */
final class TypeProblem {

    private static final int MAX_HOLDERS = 2;

    /** The letters of the longest text that is taken for several names. */
    private static final int MAX_NAMES = 256;

    private static final Pattern NAMES = Pattern.compile("[\\w./-]+(?:[ ,]+[\\w./-]+)+");

    /** An entry of a mapping without its colon, with another sign for it, or without the space after it. */
    private static final Pattern ENTRY = Pattern.compile("(\\w+)(:| *=| ).*", Pattern.DOTALL);

    /** The reason why a non-null value is not of this type; null if it is. */
    static @Nullable String of(TypeNode type, Value value) {
        if (type instanceof ScalarNode scalar) {
            return scalar.kind().problem(value);
        }
        boolean isList = type instanceof ListNode;
        return (isList ? value instanceof ListValue : value instanceof ObjectValue)
                ? null
                : "expected " + (isList ? "a list" : "an object") + ", found " + value.typeName();
    }

    static boolean isOfType(TypeNode type, Value value) {
        return value instanceof NullValue || of(type, value) == null;
    }

    /** Whether the value is of the type, or would be with quotes or without them. */
    static boolean fits(TypeNode type, Value value) {
        if (type instanceof ListNode list && value instanceof ListValue entries) {
            return entries.items().stream().allMatch(entry -> fits(list.item(), entry));
        }
        return isOfType(type, value)
                || type instanceof ScalarNode scalar
                        && !scalar.kind().quotesHint(value).isEmpty();
    }

    /** What is meant by a value of another type. */
    static Meaning meaning(TypeNode type, Value value, FieldPath path) {
        Position position = value.position();
        Value only = only(type, value);
        if (only != null) {
            String hint = type instanceof ScalarNode ? "write " + only.shown() : "remove the \"- \"";
            return Meaning.at(position, hint, at -> Suggestion.replace(Kind.ONLY, at, path, value.shown(), ""));
        }
        if (type instanceof ScalarNode scalar) {
            return scalar.meaning(value, path);
        }
        if (type instanceof ListNode list) {
            String names = list.item() instanceof ScalarNode ? separated(value) : "";
            Meaning entry = names.isEmpty() ? ofEntry(list.item(), value, path) : new Meaning("write [" + names + "]");
            return entry.change() == null
                    ? entry
                    : Meaning.at(position, entry.hint(), at -> Suggestion.move(Kind.LIST, at, path, path.index(0)));
        }
        return type instanceof ObjectNode object ? ofContent(object, value, path, "", "") : new Meaning("");
    }

    /** What is meant by a value that is, or may become, an entry of the list that it is instead of. */
    private static Meaning ofEntry(TypeNode item, Value value, FieldPath path) {
        ObjectNode type = item instanceof ObjectNode object ? object : null;
        if (of(item, value) != null) {
            Value only = only(item, value);
            return type == null || only != null
                    ? new Meaning(
                            only == null ? "" : "write [" + only.shown() + "]",
                            meaning(item, value, path).change())
                    : ofContent(type, value, path, "[", "]");
        }
        ObjectValue object = value instanceof ObjectValue one ? one : null;
        if (object != null && object.size() == 1 && object.key(0).equals(path.name())) {
            return new Meaning(UnknownField.UP);
        }
        boolean isByName = object != null
                && type != null
                && type.field("name") != null
                && IntStream.range(0, object.size())
                        .allMatch(i -> type.field(object.key(i)) == null && object.value(i) instanceof ObjectValue);
        boolean isEntry = object == null || type != null && looksLike(type, object);
        String hint = isByName ? "begin each entry with \"- name: \" and its key" : "start each entry with \"- \"";
        return isEntry
                ? Meaning.at(value.position(), hint, at -> Suggestion.move(Kind.LIST, at, path, path.index(0)))
                : new Meaning(hint);
    }

    /** The only part of a list or object that is meant instead of it; null if there is none. */
    private static @Nullable Value only(TypeNode type, Value value) {
        Value only = value instanceof ListValue list && list.size() == 1
                ? list.get(0)
                : type instanceof ScalarNode && value instanceof ObjectValue object && object.size() == 1
                        ? object.get("name")
                        : null;
        boolean isMeant = only instanceof ObjectValue one
                ? type instanceof ObjectNode object && looksLike(object, one)
                        || type instanceof MapNode map
                                && IntStream.range(0, one.size()).allMatch(i -> of(map.value(), one.value(i)) == null)
                : type instanceof ScalarNode && only != null && of(type, only) == null;
        return isMeant ? only : null;
    }

    /** Names that spaces separate, or commas, as the entries of a list; empty for other values. */
    private static String separated(Value value) {
        String text = value instanceof StringValue string ? string.value() : "";
        return text.length() <= MAX_NAMES && NAMES.matcher(text).matches() ? text.replaceAll("[ ,]+", ", ") : "";
    }

    /** Whether an object has only fields of the type, maybe misspelled. */
    private static boolean looksLike(ObjectNode type, ObjectValue object) {
        List<String> names = Arrays.stream(type.fields).map(field -> field.name).toList();
        return object.size() > 0
                && object.keys().stream()
                        .allMatch(key -> type.field(key) != null
                                || !type.table.covers(key)
                                || Spelling.nearest(key, names) != null);
    }

    /** What is meant by a value instead of an object: its only field that may have the value, or one of a few. */
    private static Meaning ofContent(ObjectNode type, Value value, FieldPath path, String before, String after) {
        Matcher entry = ENTRY.matcher(value instanceof StringValue string ? string.value() : "");
        if (entry.matches() && type.field(entry.group(1)) != null) {
            return new Meaning(
                    switch (entry.group(2)) {
                        case ":" -> "put a space after the colon";
                        case " " -> "put a colon after " + entry.group(1);
                        default -> "write " + entry.group(1) + ": …";
                    });
        }
        FieldNode same = path.name() == null ? null : type.field(path.name());
        if (same != null && same.node instanceof ScalarNode && fits(same.node, value)) {
            return new Meaning("it is a field of an entry; indent it below the name of the entry");
        }
        List<FieldNode> holders = holders(type, value);
        String written = written(type, holders, value);
        String hint = written.isEmpty() ? "" : "write " + before + written + after;
        boolean isWrapped = holders.size() == 1 && !(value instanceof ListValue) && !type.table.isPart();
        return isWrapped
                ? Meaning.at(
                        value.position(), hint, at -> Suggestion.wrap(at, path, holders.get(0).name, value.shown()))
                : new Meaning(hint);
    }

    private static String written(ObjectNode type, List<FieldNode> holders, Value value) {
        if (holders.isEmpty() && type.fields.length == 1 && type.fields[0].node instanceof ObjectNode inner) {
            String within = written(inner, holders(inner, value), value);
            return within.isEmpty() ? "" : "{" + type.fields[0].name + ": " + within + "}";
        }
        return holders.size() > MAX_HOLDERS
                ? ""
                : holders.stream().map(field -> "{" + field.name + ": …}").collect(Collectors.joining(" or "));
    }

    /** The fields that may have a value instead of the object: its name, or what it must have if that is one field. */
    private static List<FieldNode> holders(ObjectNode type, Value value) {
        List<FieldNode> all = Arrays.stream(type.fields)
                .filter(field -> field.node instanceof ScalarNode && of(field.node, value) == null
                        || field.node instanceof ListNode list && isOf(list, value))
                .toList();
        List<FieldNode> names =
                all.stream().filter(field -> field.name.equals("name")).toList();
        List<FieldNode> required =
                all.stream().filter(one -> one.presence == Presence.REQUIRED).toList();
        List<FieldNode> holders =
                !names.isEmpty() ? names : required.size() > 1 ? List.of() : required.isEmpty() ? all : required;
        return holders.stream().allMatch(field -> mayHave(field, value)) ? holders : List.of();
    }

    /** Whether a value is no sentence instead of a name: expressions may have spaces, and mistakes. */
    private static boolean mayHave(FieldNode field, Value value) {
        if (!(value instanceof StringValue text) || text.value().indexOf(' ') < 0) {
            return true;
        }
        ValidationContext context = new ValidationContext(null);
        if (field.node instanceof ScalarNode scalar) {
            List.of(scalar.constraints()).forEach(one -> one.check(value, context));
        }
        return !field.name.equals("name") && context.errors().stream().allMatch(error -> error.origin() == Origin.CEL);
    }

    private static boolean isOf(ListNode list, Value value) {
        return value instanceof ListValue entries
                && list.item() instanceof ObjectNode item
                && entries.size() > 0
                && entries.objects().size() == entries.size()
                && entries.objects().stream().allMatch(item::hasAll);
    }
}
