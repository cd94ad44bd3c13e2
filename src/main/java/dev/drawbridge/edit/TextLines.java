package dev.drawbridge.edit;

/** The lines of a text: where they begin and end, how deep they are indented, and the same lines indented otherwise. */
final class TextLines {

    private static final char BYTE_ORDER_MARK = '\ufeff';

    private final String text;

    TextLines(String text) {
        this.text = text;
    }

    /** Where the line of this place begins, behind a byte order mark. */
    int begin(int place) {
        int begin = text.lastIndexOf('\n', place - 1) + 1;
        return begin == 0 && !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? 1 : begin;
    }

    /** Where the line of this place ends, before the characters that end it. */
    int end(int place) {
        int end = text.indexOf('\n', place);
        if (end < 0) {
            return text.length();
        }
        return end > place && text.charAt(end - 1) == '\r' ? end - 1 : end;
    }

    /** Where the line behind the one of this place begins; the text's end where it is the last one. */
    int next(int place) {
        int end = text.indexOf('\n', place);
        return end < 0 ? text.length() : end + 1;
    }

    int column(int place) {
        return place - begin(place);
    }

    /** Whether nothing but spaces is before this place in its line. */
    boolean isFirst(int place) {
        return text.substring(begin(place), place).isBlank();
    }

    /** The characters that end the line of this place, or the one before where it is the last. */
    String breakAt(int place) {
        int end = text.indexOf('\n', place);
        end = end < 0 ? text.lastIndexOf('\n') : end;
        return end > 0 && text.charAt(end - 1) == '\r' ? "\r\n" : "\n";
    }

    /**
     * The column of the comment that is alone in the line that begins there; -1 if the line has something else, -2
     * where it has nothing.
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

    /** What {@link #commentColumn} says of a line that is empty. */
    static final int EMPTY = -2;

    /** What {@link #commentColumn} says of a line that has something else. */
    static final int OTHER = -1;

    /**
     * The lines, so much deeper. Empty ones stay, and so do comments that begin with the line.
     *
     * @param isWhole whether the first line is one from its beginning
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

    /** Writes another indentation for the line, and gives where its text goes on. */
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
