package dev.drawbridge.document.yaml;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes objects as YAML in block style. Lists and objects without others in them are in flow style if they fit a line.
 */
public final class BlockYaml {

    private static final int MAX_FLOW = 100;
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z/_$][A-Za-z0-9/_$.-]*( [A-Za-z0-9/_$.()-]+)*");
    private static final Pattern RESERVED = Pattern.compile("(?i)y|n|yes|no|on|off|true|false|null");

    private final StringBuilder out = new StringBuilder();

    private BlockYaml() {}

    /** The text of an object, without a document marker. */
    public static String text(ObjectValue fields) {
        BlockYaml yaml = new BlockYaml();
        yaml.fields(fields, 0);
        return yaml.out.toString();
    }

    private void fields(ObjectValue fields, int indent) {
        fields.forEach((key, field) -> {
            out.append(" ".repeat(indent)).append(scalar(key)).append(':');
            value(field, indent);
        });
    }

    private void value(Value value, int indent) {
        if (!isNested(value) || fitsLine(value)) {
            out.append(' ').append(flow(value)).append('\n');
        } else if (value instanceof ObjectValue fields) {
            out.append('\n');
            fields(fields, indent + 2);
        } else if (value instanceof ListValue list) {
            out.append('\n');
            list.items().forEach(item -> item(item, indent));
        }
    }

    private void item(Value item, int indent) {
        if (item instanceof ObjectValue fields && fields.size() > 0 && !fitsLine(item)) {
            int start = out.length();
            fields(fields, indent + 2);
            out.replace(start + indent, start + indent + 2, "- ");
        } else {
            out.append(" ".repeat(indent)).append('-');
            value(item, indent + 2);
        }
    }

    /** Whether a value has no list or object in another, except empty ones, and is short. */
    private static boolean fitsLine(Value value) {
        return value.contents().stream()
                        .noneMatch(part -> part instanceof ObjectValue object && object.size() > 0
                                || part instanceof ListValue
                                        && part.contents().stream().anyMatch(BlockYaml::isNested))
                && flow(value).length() <= MAX_FLOW;
    }

    private static boolean isNested(Value value) {
        return value instanceof ObjectValue || value instanceof ListValue;
    }

    private static String flow(Value value) {
        if (value instanceof ObjectValue object) {
            StringJoiner fields = new StringJoiner(", ", "{", "}");
            object.forEach((key, field) -> fields.add(scalar(key) + ": " + flow(field)));
            return fields.toString();
        }
        if (value instanceof ListValue list) {
            return list.contents().stream().map(BlockYaml::flow).collect(Collectors.joining(", ", "[", "]"));
        }
        return value instanceof StringValue text ? scalar(text.value()) : value.json();
    }

    private static String scalar(String text) {
        boolean isPlain =
                PLAIN.matcher(text).matches() && !RESERVED.matcher(text).matches();
        return isPlain ? text : new StringValue(text, null).json();
    }
}
