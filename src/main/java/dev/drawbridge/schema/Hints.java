package dev.drawbridge.schema;

import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Spelling;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Hints for unknown fields and for values where an object is expected: the end of an error's sentence. */
final class Hints {

    private static final int MAX_HOLDERS = 2;
    private static final List<String> BOOLEANS = List.of("true", "false");
    private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1,18}");

    private Hints() {}

    /**
     * The hint for an unknown field: the field one level down with this name, a field with a similar name, its
     * replacement, the version or release that has it, or its place in the object.
     *
     * @param root the type of the whole object
     * @param path the path of the object that has the name, such as {@code spec.devices}
     */
    static String ofName(ObjectNode root, String path, ObjectNode type, String name) {
        if (path.equals(name) || path.endsWith("." + name)) {
            return "; move its content up by one level";
        }
        FieldNode holder = holder(type, name);
        if (holder != null) {
            // "spec" alone would be the object that it is in.
            boolean isAmbiguous = path.equals(holder.name) || path.endsWith("." + holder.name);
            return "; move it into " + (isAmbiguous ? path + "." : "") + holder.name;
        }
        String replacement = type.table.replacement(name);
        if (replacement != null) {
            return "; " + replacement;
        }
        String elsewhere = type.table.elsewhere(name, type.target);
        if (elsewhere != null) {
            return "; it " + elsewhere;
        }
        String meant = Spelling.hint(name, names(type));
        if (!meant.isEmpty()) {
            return meant;
        }
        String below = meantBelow(type, name);
        FieldNode around = below == null ? null : holder(type, below);
        if (around != null) {
            return "; did you mean " + around.name + "." + below + "?";
        }
        String home = FieldHomes.of(root, path, name);
        return home == null ? "; remove it or fix the name" : "; it belongs " + home;
    }

    /** The only field of an object type whose object has a field with this name; null if there is none, or several. */
    static @Nullable FieldNode holder(ObjectNode type, String name) {
        FieldNode holder = null;
        for (FieldNode field : type.fields) {
            if (!field.ignored && field.node instanceof ObjectNode inner && inner.field(name) != null) {
                if (holder != null) {
                    return null;
                }
                holder = field;
            }
        }
        return holder;
    }

    /**
     * The one name one level down that is spelled like this one, if none of the type itself is, and no other version or
     * release has it; null if there is none, or several.
     */
    static @Nullable String meantBelow(ObjectNode type, String name) {
        boolean isElsewhere = type.table.replacement(name) != null || type.table.elsewhere(name, type.target) != null;
        if (isElsewhere || Spelling.nearest(name, names(type)) != null) {
            return null;
        }
        return Spelling.only(name, namesBelow(type));
    }

    /** The names of the fields one level down. */
    static Set<String> namesBelow(ObjectNode type) {
        Set<String> below = new LinkedHashSet<>();
        for (FieldNode field : type.fields) {
            if (!field.ignored && field.node instanceof ObjectNode inner) {
                below.addAll(names(inner));
            }
        }
        return below;
    }

    static List<String> names(ObjectNode type) {
        return Arrays.stream(type.fields).map(field -> field.name).toList();
    }

    /** About a field of a cluster that is newer than the release, or than the table. */
    static String ofLaterField(ObjectNode type, String name) {
        String elsewhere = type.table.elsewhere(name, type.target);
        return elsewhere == null ? "unknown field, not in Drawbridge's table" : "unknown field here; it " + elsewhere;
    }

    /** About a value that quotes make another one, or their lack. */
    static String ofQuotes(ScalarKind wanted, Value value) {
        if (wanted == ScalarKind.STRING && value instanceof NumberValue) {
            return "; put it in quotes";
        }
        if (wanted == ScalarKind.STRING && value instanceof BooleanValue) {
            return "; put it in quotes (YAML reads y, n, yes, no, on and off as true or false)";
        }
        boolean isQuoted = value instanceof StringValue text
                && (wanted == ScalarKind.BOOLEAN && BOOLEANS.contains(text.value())
                        || wanted.isInteger() && INTEGER.matcher(text.value()).matches());
        return isQuoted ? "; remove its quotes" : "";
    }

    /** A hint for a value instead of an object: the probable fields; empty if there is none, or too many. */
    static String ofValue(ObjectNode type, Value value) {
        List<FieldNode> holders = holdersOf(type, value);
        String written =
                holders.stream().map(field -> "{" + field.name + ": …}").collect(Collectors.joining(" or "));
        return holders.isEmpty() || holders.size() > MAX_HOLDERS ? "" : "; write " + written;
    }

    /** The fields of an object type that take the value. */
    static List<FieldNode> holdersOf(ObjectNode type, Value value) {
        return Arrays.stream(type.fields)
                .filter(field ->
                        field.node instanceof ScalarNode scalar && scalar.kind().problem(value) == null)
                .toList();
    }
}
