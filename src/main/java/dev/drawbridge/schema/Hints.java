package dev.drawbridge.schema;

import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What to do about what is no field of an object type, or not an object where one must stand: how an error's sentence ends. */
final class Hints {

    private static final int MAX_HOLDERS = 2;
    private static final List<String> BOOLEANS = List.of("true", "false");
    private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1,18}");

    private Hints() {}

    /** About a name that no field has here. */
    static String ofName(ObjectNode type, String name) {
        List<String> holders = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (FieldNode field : type.fields) {
            names.add(field.name);
            if (field.node instanceof ObjectNode inner && inner.field(name) != null) {
                holders.add(field.name);
            }
        }
        if (holders.size() == 1) {
            return "; move it into " + holders.get(0);
        }
        String elsewhere = type.table.elsewhere(name, type.target);
        if (elsewhere != null) {
            return "; it is one " + elsewhere;
        }
        String meant = Spelling.hint(name, names);
        return meant.isEmpty() ? "; remove it or mend its name" : meant;
    }

    /** About a field of a cluster that is newer than the release, or than the table. */
    static String ofLaterField(ObjectNode type, String name) {
        String elsewhere = type.table.elsewhere(name, type.target);
        return elsewhere == null
                ? "unknown field, not in Drawbridge's table"
                : "unknown field here; it exists " + elsewhere;
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

    /** About a value in place of an object: the fields in which it may have been meant to stand; empty where there is none, or many. */
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
