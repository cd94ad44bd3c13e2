package dev.drawbridge.document.yaml;

import dev.drawbridge.field.Position;
import org.jspecify.annotations.Nullable;

/**
 * The texts of a stream's documents. A line that begins with {@code ---} separates them, whatever it is in; one with
 * nothing before it starts the first document.
 */
final class YamlTexts {

    private static final String SEPARATOR = "---";

    private final String text;
    private final char[] signs;
    private int begin;
    private boolean hasPassed;
    private int line;
    private int lineStart;

    YamlTexts(String stream, int begin) {
        // Go's reader gives each line its end, the last one too.
        this.text = stream.endsWith("\n") ? stream : stream + '\n';
        this.signs = new char[text.length() + 1];
        this.begin = begin;
        text.getChars(0, text.length(), signs, 0);
        for (int i = 0; i < begin; i++) {
            if (signs[i] == '\n') {
                line++;
                lineStart = i + 1;
            }
        }
    }

    /**
     * A cursor at the start of the next text; null after the last one.
     *
     * @throws YamlException if the text has a character that YAML does not have, or a separator is followed by text on
     *     its line
     */
    @Nullable
    YamlCursor next() {
        hasPassed = false;
        if (begin > text.length()) {
            return null;
        }
        refuseUnlessAlone(begin, line);
        int lines = 0;
        boolean hasPairs = false;
        boolean isParted = false;
        int end = begin;
        while (end < text.length() && !isParted) {
            char sign = signs[end];
            if (sign == '\n') {
                lines++;
                isParted = isSeparator(end + 1);
            } else if (sign < ' ' || sign > '~') {
                hasPairs |= Character.isSurrogate(sign);
                if (!YamlCharacters.isAllowed(sign)) {
                    throw new YamlCursor(text, signs, begin, line, lineStart, hasPairs).refused(end);
                }
            }
            end++;
        }
        refuseUnlessAlone(end, line + lines);
        YamlCursor cursor = new YamlCursor(text, signs, begin, line, lineStart, hasPairs);
        // Everything up to here has been read.
        signs[end] = YamlCharacters.END;
        begin = isParted ? text.indexOf('\n', end) + 1 : text.length() + 1;
        lineStart = begin;
        line += lines + 1;
        hasPassed = true;
        return cursor;
    }

    /** Passes the text that was refused; false if no other follows. */
    boolean skip() {
        if (!hasPassed) {
            int end = begin;
            do {
                int next = text.indexOf('\n', end) + 1;
                end = next == 0 ? text.length() + 1 : next;
                line++;
            } while (end < text.length() && !isSeparator(end));
            begin = end < text.length() ? text.indexOf('\n', end) + 1 : text.length() + 1;
            line++;
            lineStart = begin;
        }
        return begin <= text.length();
    }

    private boolean isSeparator(int at) {
        return signs[at] == '-' && text.startsWith(SEPARATOR, at);
    }

    private void refuseUnlessAlone(int at, int place) {
        if (!isSeparator(at)) {
            return;
        }
        int rest = at + SEPARATOR.length();
        while (signs[rest] != '\n' && YamlCharacters.isSpace(signs[rest])) {
            rest++;
        }
        if (signs[rest] != '\n' && signs[rest] != '#') {
            throw new YamlException(
                    "only a comment may follow --- on the same line; start the document on the next line",
                    new Position(place + 1, 1));
        }
    }
}
