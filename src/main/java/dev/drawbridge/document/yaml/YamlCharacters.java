package dev.drawbridge.document.yaml;

/** Character classes of YAML 1.1. */
final class YamlCharacters {

    /** Marks the end of a text; not a character of YAML. */
    static final char END = '\0';

    private static final char NEXT_LINE = '\u0085';
    private static final char LINE_SEPARATOR = '\u2028';
    private static final char PARAGRAPH_SEPARATOR = '\u2029';
    private static final char NO_BREAK_SPACE = '\u00a0';
    private static final char LAST = '\ufffd';

    static boolean isAllowed(char sign) {
        return sign < ' '
                ? sign == '\n' || sign == '\t' || sign == '\r'
                : sign <= '~' || sign == NEXT_LINE || sign >= NO_BREAK_SPACE && sign <= LAST;
    }

    /** Whether the line ends with it. */
    static boolean isBreak(char sign) {
        return sign != END && isBreakOrEnd(sign);
    }

    /** Whether the line ends with it, or the text. */
    static boolean isBreakOrEnd(char sign) {
        return sign < ' ' ? sign != '\t' : isBreakBeyondAscii(sign);
    }

    private static boolean isBreakBeyondAscii(char sign) {
        return sign >= NEXT_LINE && (sign == NEXT_LINE || isSeparator(sign));
    }

    /** Whether it ends a line, or a paragraph, and is itself in a text of several lines. */
    static boolean isSeparator(char sign) {
        return sign == LINE_SEPARATOR || sign == PARAGRAPH_SEPARATOR;
    }

    static boolean isBlank(char sign) {
        return sign == ' ' || sign == '\t';
    }

    static boolean isBlankOrEnd(char sign) {
        return sign <= ' ' || isBreakBeyondAscii(sign);
    }

    /** Whether Go takes it for space, as it does of what comes from web pages. */
    static boolean isSpace(char sign) {
        return Character.isWhitespace(sign) || Character.isSpaceChar(sign) || sign == NEXT_LINE;
    }

    /** Whether it may be in the name of an anchor, or of a tag's handle. */
    static boolean isNamePart(char sign) {
        return sign >= 'a' && sign <= 'z'
                || sign >= 'A' && sign <= 'Z'
                || sign >= '0' && sign <= '9'
                || sign == '_'
                || sign == '-';
    }
}
