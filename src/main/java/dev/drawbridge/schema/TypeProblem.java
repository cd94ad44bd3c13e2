package dev.drawbridge.schema;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Suggestion;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Checks whether a JSON value fits a Go type, like the API server's decoder. */
final class TypeProblem {

    private static final int MAX_HOLDERS = 2;

    private TypeProblem() {}

    /** The reason why a non-null value is not of this type; null if it is. */
    static @Nullable String of(TypeNode type, Value value) {
        if (type instanceof ScalarNode scalar) {
            return scalar.kind().problem(value);
        }
        if (type instanceof ListNode list) {
            String problem = "expected a list, found " + value.typeName();
            return value instanceof ListValue
                    ? null
                    : of(list.item(), value) == null
                            ? problem + "; start each entry with \"- \""
                            : list.item() instanceof ObjectNode item ? problem + hint(item, value) : problem;
        }
        if (value instanceof ObjectValue) {
            return null;
        }
        String problem = "expected an object, found " + value.typeName();
        if (value instanceof ListValue list && list.size() == 1 && list.get(0) instanceof ObjectValue one) {
            boolean isMeant = type instanceof ObjectNode object && object.hasAll(one);
            return isMeant ? problem + "; remove the \"- \"" : problem;
        }
        return type instanceof ObjectNode object ? problem + hint(object, value) : problem;
    }

    /** A hint for a value instead of an object: the probable fields; empty if there is none, or too many. */
    private static String hint(ObjectNode type, Value value) {
        String written = written(type, value);
        return written.isEmpty() ? "" : "; write " + written;
    }

    private static String written(ObjectNode type, Value value) {
        List<FieldNode> holders = holders(type, value);
        if (holders.isEmpty() && type.fields.length == 1 && type.fields[0].node instanceof ObjectNode inner) {
            String within = written(inner, value);
            return within.isEmpty() ? "" : "{" + type.fields[0].name + ": " + within + "}";
        }
        return holders.size() > MAX_HOLDERS
                ? ""
                : holders.stream().map(field -> "{" + field.name + ": …}").collect(Collectors.joining(" or "));
    }

    private static List<FieldNode> holders(ObjectNode type, Value value) {
        List<FieldNode> holders = Arrays.stream(type.fields)
                .filter(field ->
                        field.node instanceof ScalarNode scalar && scalar.kind().problem(value) == null)
                .toList();
        List<FieldNode> names =
                holders.stream().filter(field -> field.name.equals("name")).toList();
        return names.isEmpty() ? holders : names;
    }

    /** The change that makes a value of another type one of this type; null if there is none, or several. */
    static @Nullable Suggestion suggestion(TypeNode type, Value value, FieldPath path) {
        if (type instanceof ScalarNode scalar) {
            return scalar.kind().quotes(value, path);
        }
        Position position = value.position();
        if (!(type instanceof ObjectNode object)
                || position == null
                || value instanceof ListValue
                || object.table.isPart()) {
            return null;
        }
        List<FieldNode> holders = holders(object, value);
        return holders.size() == 1 ? Suggestion.wrap(position, path, holders.get(0).name, value.excerpt()) : null;
    }
}
