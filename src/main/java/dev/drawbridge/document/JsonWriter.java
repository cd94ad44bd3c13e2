package dev.drawbridge.document;

import java.nio.charset.StandardCharsets;

/**
 * Writes values as compact JSON, cut at a limit: the cost depends on the output, not on the size of the value.
 * Jackson's generator, which reports use, neither stops at a limit nor counts bytes without writing them.
 */
final class JsonWriter {

    private static final String ELLIPSIS = "…";

    /** The bytes of an escape such as {@code \\n}, and of one such as {@code \\u003c}. */
    private static final int ESCAPED = 2;

    private static final int CODED = 6;
    private static final int SEPARATOR_BYTES = 3;
    private static final char LINE_SEPARATOR = '\u2028';
    private static final char PARAGRAPH_SEPARATOR = '\u2029';

    private final StringBuilder out = new StringBuilder();
    private final int limit;

    private JsonWriter(int limit) {
        this.limit = limit;
    }

    static String write(Value value, int limit) {
        JsonWriter writer = new JsonWriter(limit);
        writer.value(value);
        if (writer.out.length() <= limit) {
            return writer.out.toString();
        }
        int end = Character.isHighSurrogate(writer.out.charAt(limit - 1)) ? limit - 1 : limit;
        return writer.out.substring(0, end) + ELLIPSIS;
    }

    /** Counts bytes without writing. */
    static long bytes(Value root, boolean escapesHtml) {
        long bytes = 0;
        for (Value value : root.all()) {
            if (value instanceof ObjectValue object) {
                bytes += 2 + Math.max(0, object.size() - 1);
                for (int i = 0; i < object.size(); i++) {
                    bytes += 1 + bytes(object.key(i), escapesHtml);
                }
            } else if (value instanceof ListValue list) {
                bytes += 2 + Math.max(0, list.size() - 1);
            } else if (value instanceof StringValue string) {
                bytes += bytes(string.value(), escapesHtml);
            } else if (value instanceof NumberValue number) {
                bytes += number.text().length();
            } else {
                bytes += value instanceof BooleanValue bool && !bool.value() ? 5 : 4;
            }
        }
        return bytes;
    }

    /**
     * The bytes of a string with its quotes and JSON's escapes, and optionally those that Go's encoder adds for HTML
     * and JavaScript.
     */
    private static long bytes(String text, boolean escapesHtml) {
        long bytes = 2L + text.getBytes(StandardCharsets.UTF_8).length;
        for (int i = 0; i < text.length(); i++) {
            bytes += switch (text.charAt(i)) {
                case '"', '\\', '\n', '\r', '\t', '\b', '\f' -> ESCAPED - 1;
                case '<', '>', '&' -> escapesHtml ? CODED - 1 : 0;
                case LINE_SEPARATOR, PARAGRAPH_SEPARATOR -> escapesHtml ? CODED - SEPARATOR_BYTES : 0;
                default -> text.charAt(i) < ' ' ? CODED - 1 : 0;
            };
        }
        return bytes;
    }

    private boolean isFull() {
        return out.length() > limit;
    }

    private void value(Value value) {
        if (value instanceof ObjectValue object) {
            object(object);
        } else if (value instanceof ListValue list) {
            list(list);
        } else if (value instanceof StringValue string) {
            string(string.value());
        } else if (value instanceof NumberValue number) {
            out.append(number.text());
        } else if (value instanceof BooleanValue bool) {
            out.append(bool.value());
        } else {
            out.append("null");
        }
    }

    private void object(ObjectValue object) {
        out.append('{');
        for (int i = 0; i < object.size() && !isFull(); i++) {
            if (i > 0) {
                out.append(',');
            }
            string(object.key(i));
            out.append(':');
            value(object.value(i));
        }
        out.append('}');
    }

    private void list(ListValue list) {
        out.append('[');
        for (int i = 0; i < list.size() && !isFull(); i++) {
            if (i > 0) {
                out.append(',');
            }
            value(list.get(i));
        }
        out.append(']');
    }

    private void string(String text) {
        out.append('"');
        for (int i = 0; i < text.length() && !isFull(); i++) {
            character(text.charAt(i));
        }
        out.append('"');
    }

    private void character(char character) {
        switch (character) {
            case '"', '\\' -> out.append('\\').append(character);
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> {
                if (isPrintable(character)) {
                    out.append(character);
                } else {
                    out.append(String.format("\\u%04x", (int) character));
                }
            }
        }
    }

    /** Whether a terminal or log can take the character as is: neither a control nor a direction character. */
    private static boolean isPrintable(char character) {
        int type = Character.getType(character);
        return type != Character.CONTROL
                && type != Character.FORMAT
                && type != Character.LINE_SEPARATOR
                && type != Character.PARAGRAPH_SEPARATOR;
    }
}
