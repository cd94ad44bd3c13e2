package dev.drawbridge.port;

/**
 * Texts as Go's {@code strings} package treats them, where Java differs: {@code toLowerCase} knows İ (U+0130) and the
 * last sigma of a word, {@code strip} does not know the no-break space.
 *
 * <p>Source: {@code strings.ToLower}, {@code strings.TrimSpace}, and regular expressions that ignore case.
 */
public final class GoStrings {

    private static final char NEXT_LINE = '\u0085';
    private static final char KELVIN = '\u212a';
    private static final char LONG_S = '\u017f';

    private GoStrings() {}

    /** Each character in lower case by itself: İ (U+0130) is {@code i}, the Kelvin sign {@code k}. */
    public static String toLower(String text) {
        if (isLowerAscii(text)) {
            return text;
        }
        StringBuilder lower = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            lower.appendCodePoint(Character.toLowerCase(text.codePointAt(i)));
        }
        return lower.toString();
    }

    /**
     * The text as an expression with {@code (?i)} compares it with ASCII: the Kelvin sign is {@code k}, the long s
     * (U+017F) is {@code s}, and İ nothing but itself.
     */
    public static String fold(String text) {
        StringBuilder folded = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            folded.append(fold(text.charAt(i)));
        }
        return folded.toString();
    }

    private static char fold(char character) {
        return switch (character) {
            case KELVIN -> 'k';
            case LONG_S -> 's';
            default -> character >= 'A' && character <= 'Z' ? (char) (character + ('a' - 'A')) : character;
        };
    }

    private static boolean isLowerAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character >= 0x80 || character >= 'A' && character <= 'Z') {
                return false;
            }
        }
        return true;
    }

    /** Without the white space of Unicode at both ends. */
    public static String trimSpace(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && isSpace(text.charAt(from))) {
            from++;
        }
        while (to > from && isSpace(text.charAt(to - 1))) {
            to--;
        }
        return text.substring(from, to);
    }

    private static boolean isSpace(char character) {
        return Character.isSpaceChar(character) || character >= '\t' && character <= '\r' || character == NEXT_LINE;
    }

    /** Whether JSON cannot have the text without an escape in it. */
    public static boolean isEscapedInJson(String text) {
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            boolean isEscaped =
                    switch (character) {
                        case '"', '\\' -> true;
                        default -> character < ' ';
                    };
            if (isEscaped) {
                return true;
            }
        }
        return false;
    }
}
