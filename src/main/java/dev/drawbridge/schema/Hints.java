package dev.drawbridge.schema;

import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Spelling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What to do about what is not a field of an object type, or not an object where one must be: how an error's sentence
 * ends.
 */
final class Hints {

    private static final int MAX_HOLDERS = 2;
    private static final List<String> BOOLEANS = List.of("true", "false");
    private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1,18}");

    private Hints() {}

    /**
     * About a name that no field has here: the field one level down that has it, a field that is spelled alike, the
     * field that replaced it, the version or release that has it, or where else in the object it belongs.
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
        String home = FieldHomes.of(root, path, name);
        return home == null ? "; remove it or fix the name" : "; it belongs " + home;
    }

    /**
     * The one field of an object type that holds objects with a field of this name; null where there is none, or
     * several.
     */
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
        if (wanted == ScalarKind.STRING && (value instanceof NumberValue || value instanceof BooleanValue)) {
            return "; put it in quotes";
        }
        boolean isQuoted = value instanceof StringValue text
                && (wanted == ScalarKind.BOOLEAN && BOOLEANS.contains(text.value())
                        || wanted.isInteger() && INTEGER.matcher(text.value()).matches());
        return isQuoted ? "; remove its quotes" : "";
    }

    /**
     * About a value where an object is expected: the fields that may have been meant; empty where there is none, or too
     * many.
     */
    static String ofValue(ObjectNode type, Value value) {
        List<String> holders = new ArrayList<>();
        for (FieldNode field : type.fields) {
            if (field.node instanceof ScalarNode scalar && scalar.kind().problem(value) == null) {
                holders.add("{" + field.name + ": …}");
            }
        }
        return holders.isEmpty() || holders.size() > MAX_HOLDERS ? "" : "; write " + String.join(" or ", holders);
    }
}
