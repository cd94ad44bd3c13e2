package dev.drawbridge.document;

/** Values as compact JSON text, cut where a limit is reached: a deep or long value costs no more than what is shown of it. */
final class JsonWriter {

    private static final String ELLIPSIS = "…";

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

    /** What may go to a terminal or a log as it is; control and direction characters may not. */
    private static boolean isPrintable(char character) {
        int type = Character.getType(character);
        return type != Character.CONTROL
                && type != Character.FORMAT
                && type != Character.LINE_SEPARATOR
                && type != Character.PARAGRAPH_SEPARATOR;
    }
}
