package dev.drawbridge.edit;

/** The lines of a text: their bounds and indentation, and reindented copies. */
record TextLines(String text) {

    private static final char BYTE_ORDER_MARK = '\ufeff';

    /** The beginning of the line at this offset, after a byte order mark. */
    int begin(int place) {
        int begin = text.lastIndexOf('\n', place - 1) + 1;
        return begin == 0 && !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? 1 : begin;
    }

    int end(int place) {
        int end = text.indexOf('\n', place);
        if (end < 0) {
            return text.length();
        }
        return end > place && text.charAt(end - 1) == '\r' ? end - 1 : end;
    }

    /** The beginning of the next line; the end of the text after the last one. */
    int next(int place) {
        int end = text.indexOf('\n', place);
        return end < 0 ? text.length() : end + 1;
    }

    /** The number of the line of this place; the first is 1. */
    int number(int place) {
        return 1
                + (int) text.substring(0, place)
                        .chars()
                        .filter(sign -> sign == '\n')
                        .count();
    }

    int column(int place) {
        return place - begin(place);
    }

    /** Whether only spaces precede this offset on its line. */
    boolean isFirst(int place) {
        return text.substring(begin(place), place).isBlank();
    }

    /** The line break of the line at this offset, or of the preceding line if it is the last. */
    String breakAt(int place) {
        int end = text.indexOf('\n', place);
        end = end < 0 ? text.lastIndexOf('\n') : end;
        return end > 0 && text.charAt(end - 1) == '\r' ? "\r\n" : "\n";
    }

    /**
     * The column of the only comment on the line that begins here; {@link #OTHER} if the line has something else,
     * {@link #EMPTY} if it is empty.
     */
    int commentColumn(int lineBegin) {
        int at = lineBegin;
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
        if (at == text.length() || text.charAt(at) == '\n' || text.charAt(at) == '\r') {
            return EMPTY;
        }
        return text.charAt(at) == '#' ? at - lineBegin : OTHER;
    }

    /** The {@link #commentColumn} of an empty line. */
    static final int EMPTY = -2;

    /** The {@link #commentColumn} of a line with something else. */
    static final int OTHER = -1;

    /**
     * The lines indented by this much more. Empty lines and comments in column 1 are unchanged.
     *
     * @param isWhole whether the first line starts at its beginning
     */
    static String shifted(String lines, int by, boolean isWhole) {
        if (by == 0) {
            return lines;
        }
        StringBuilder shifted = new StringBuilder(lines.length() + 64);
        int at = 0;
        boolean isBegin = isWhole;
        while (at < lines.length()) {
            int end = lines.indexOf('\n', at) + 1;
            end = end == 0 ? lines.length() : end;
            if (isBegin) {
                at = indent(lines, at, by, shifted);
            }
            shifted.append(lines, at, end);
            at = end;
            isBegin = true;
        }
        return shifted.toString();
    }

    /** Writes the new indentation of the line, and returns the offset of its text. */
    private static int indent(String lines, int begin, int by, StringBuilder into) {
        char first = lines.charAt(begin);
        if (first == '\n' || first == '\r' || first == '#') {
            return begin;
        }
        if (by > 0) {
            into.append(" ".repeat(by));
            return begin;
        }
        int at = begin;
        while (at < lines.length() && at - begin < -by && lines.charAt(at) == ' ') {
            at++;
        }
        return at;
    }
}
