package dev.drawbridge.edit;

import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes values as text that YAML and, if quoted, JSON parse alike. */
final class ScalarText {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z/][A-Za-z0-9._/~-]*");
    private static final Set<String> WORDS = Set.of("y", "n", "yes", "no", "on", "off", "true", "false", "null");

    /** A string in the quotes of another text, or without quotes if they are not needed. */
    static String of(String value, String like) {
        if (like.startsWith("\"")) {
            return quoted(value);
        }
        boolean isPrintable = value.chars().allMatch(sign -> sign >= ' ' && sign != 0x7f && sign < 0x80);
        if (like.startsWith("'") && isPrintable) {
            return "'" + value.replace("'", "''") + "'";
        }
        boolean isPlain = PLAIN.matcher(value).matches() && !WORDS.contains(value.toLowerCase(Locale.ROOT));
        return isPlain ? value : quoted(value);
    }

    /** A value on one line; its strings have the quotes of another text. */
    static String of(Value value, String like) {
        if (value instanceof StringValue string) {
            return of(string.value(), like);
        }
        if (value instanceof NumberValue number) {
            return number.text();
        }
        if (value instanceof BooleanValue bool) {
            return Boolean.toString(bool.value());
        }
        if (value instanceof ListValue list) {
            return list.items().stream().map(item -> of(item, like)).collect(Collectors.joining(", ", "[", "]"));
        }
        if (value instanceof ObjectValue object) {
            return IntStream.range(0, object.size())
                    .mapToObj(i -> of(object.key(i), like) + ": " + of(object.value(i), like))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        return "null";
    }

    private static String quoted(String value) {
        StringBuilder text = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char sign = value.charAt(i);
            if (sign == '"' || sign == '\\') {
                text.append('\\').append(sign);
            } else if (sign < ' ' || sign >= 0x7f && sign < 0xa0 || sign == '\u2028' || sign == '\u2029') {
                text.append(String.format("\\u%04x", (int) sign));
            } else {
                text.append(sign);
            }
        }
        return text.append('"').toString();
    }
}
