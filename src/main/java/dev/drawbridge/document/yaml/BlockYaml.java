package dev.drawbridge.document.yaml;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Writes maps, collections, texts, numbers, booleans and {@link Value}s as YAML in block style. Collections and maps
 * without others in them are in flow style if they fit a line.
 */
public final class BlockYaml {

    private static final int MAX_FLOW = 100;
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z/_$][A-Za-z0-9/_$.-]*( [A-Za-z0-9/_$.()-]+)*");
    private static final Pattern RESERVED = Pattern.compile("(?i)y|n|yes|no|on|off|true|false|null");

    private final StringBuilder out = new StringBuilder();

    private BlockYaml() {}

    /** A number or another value that is not a string, as written. */
    private record Literal(String json) {

        @Override
        public String toString() {
            return json;
        }
    }

    /** The text of a map, without a document marker. */
    public static String text(Map<?, ?> fields) {
        BlockYaml yaml = new BlockYaml();
        yaml.fields(fields, 0);
        return yaml.out.toString();
    }

    private void fields(Map<?, ?> fields, int indent) {
        fields.forEach((key, field) -> {
            out.append(" ".repeat(indent)).append(scalar(String.valueOf(key))).append(':');
            value(plain(field), indent);
        });
    }

    private void value(Object value, int indent) {
        String flow = isSimple(value) ? flow(value) : "";
        if (!flow.isEmpty() && flow.length() <= MAX_FLOW || !(value instanceof Map || value instanceof Collection)) {
            out.append(' ').append(flow).append('\n');
        } else if (value instanceof Map<?, ?> fields) {
            out.append('\n');
            fields(fields, indent + 2);
        } else if (value instanceof Collection<?> items) {
            out.append('\n');
            items.forEach(item -> item(plain(item), indent));
        }
    }

    private void item(Object item, int indent) {
        if (item instanceof Map<?, ?> fields
                && !fields.isEmpty()
                && !(isSimple(item) && flow(item).length() <= MAX_FLOW)) {
            int start = out.length();
            fields(fields, indent + 2);
            out.replace(start + indent, start + indent + 2, "- ");
        } else {
            out.append(" ".repeat(indent)).append('-');
            value(item, indent + 2);
        }
    }

    /** Whether a value has no map or collection in another, except empty ones. */
    private static boolean isSimple(Object value) {
        Collection<?> parts = value instanceof Map<?, ?> fields
                ? fields.values()
                : value instanceof Collection<?> items ? items : List.of();
        return parts.stream()
                .map(BlockYaml::plain)
                .noneMatch(part -> part instanceof Map<?, ?> map && !map.isEmpty()
                        || part instanceof Collection<?> items
                                && items.stream()
                                        .map(BlockYaml::plain)
                                        .anyMatch(one -> one instanceof Map || one instanceof Collection));
    }

    private static String flow(Object value) {
        if (value instanceof Map<?, ?> fields) {
            StringBuilder text = new StringBuilder("{");
            fields.forEach((key, field) -> text.append(text.length() == 1 ? "" : ", ")
                    .append(scalar(String.valueOf(key)))
                    .append(": ")
                    .append(flow(plain(field))));
            return text.append('}').toString();
        }
        if (value instanceof Collection<?> items) {
            StringBuilder text = new StringBuilder("[");
            items.forEach(item -> text.append(text.length() == 1 ? "" : ", ").append(flow(plain(item))));
            return text.append(']').toString();
        }
        return value instanceof String text ? scalar(text) : String.valueOf(value);
    }

    /** Documents' values as Java's; numbers and others keep their text. */
    private static Object plain(Object value) {
        if (value instanceof ObjectValue object) {
            Map<String, Object> fields = new LinkedHashMap<>();
            object.forEach(fields::put);
            return fields;
        }
        if (value instanceof ListValue list) {
            return list.items();
        }
        if (value instanceof StringValue text) {
            return text.value();
        }
        return value instanceof Value other ? new Literal(other.json()) : value;
    }

    private static String scalar(String text) {
        boolean isPlain =
                PLAIN.matcher(text).matches() && !RESERVED.matcher(text).matches();
        return isPlain ? text : new StringValue(text, null).json();
    }
}
