package dev.drawbridge.port;

/**
 * String functions of Go's {@code strings} package that differ in Java: {@code toLowerCase} has special cases for İ
 * (U+0130) and the last sigma of a word, and {@code strip} does not remove the no-break space.
 *
 * <p>Source: {@code strings.ToLower}, {@code strings.TrimSpace}, and regular expressions that ignore case.
 */
public final class GoStrings {

    private static final char NEXT_LINE = '\u0085';
    private static final char KELVIN = '\u212a';
    private static final char LONG_S = '\u017f';

    private GoStrings() {}

    /** Converts each character to lower case on its own: İ (U+0130) becomes {@code i}, the Kelvin sign {@code k}. */
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
     * The string as an expression with {@code (?i)} compares it with ASCII: the Kelvin sign is {@code k}, the long s
     * (U+017F) is {@code s}, and İ is only itself.
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

    /** Removes Unicode white space at both ends. */
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

    /** Whether JSON requires an escape in the string. */
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
