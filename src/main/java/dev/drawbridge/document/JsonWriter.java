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

    JsonWriter(int limit) {
        this.limit = limit;
    }

    /** What was written, cut with an ellipsis at the limit. */
    @Override
    public String toString() {
        if (out.length() <= limit) {
            return out.toString();
        }
        int end = Character.isHighSurrogate(out.charAt(limit - 1)) ? limit - 1 : limit;
        return out.substring(0, end) + ELLIPSIS;
    }

    /**
     * The bytes of a string with its quotes and JSON's escapes, and optionally those that Go's encoder adds for HTML
     * and JavaScript.
     */
    static long bytes(String text, boolean escapesHtml) {
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

    /** Whether nothing more would be shown. */
    boolean isFull() {
        return out.length() > limit;
    }

    void raw(String text) {
        out.append(text);
    }

    void string(String text) {
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
