package dev.drawbridge.document.yaml;

import dev.drawbridge.field.Position;

/** The texts of scalars: each begins at the cursor, and ends at the cursor afterwards. */
final class YamlScalarScanner {

    private static final String ESCAPES = "0abt\tnvfre \"'\\N_LP";
    private static final String ESCAPED = "\0\7\b\t\t\n\13\f\r\33 \"'\\\u0085\u00a0\u2028\u2029";
    private static final char NONE = '\0';
    private static final int HEX = 16;

    private final YamlCursor cursor;

    /** A scalar's text, as far as it differs from the source. */
    private final StringBuilder text = new StringBuilder();

    /** The ends of the lines that were passed since the text's last character. */
    private final StringBuilder breaks = new StringBuilder();

    private boolean hasEndedLine;

    private int end;

    YamlScalarScanner(YamlCursor cursor) {
        this.cursor = cursor;
    }

    boolean hasEndedLine() {
        return hasEndedLine;
    }

    /** The end of the plain or block scalar that was scanned last, without the line break of its last line. */
    int end() {
        return end;
    }

    /** A scalar without quotes, whose later lines begin at this column or to its right. */
    String plain(int indent, boolean isInBrackets) {
        text.setLength(0);
        hasEndedLine = false;
        int start = cursor.offset();
        end = start;
        do {
            int run = cursor.offset();
            cursor.skipPlain(isInBrackets);
            if (cursor.offset() > run) {
                if (hasEndedLine) {
                    cursor.copy(start, end, text);
                    fold();
                    start = run;
                    hasEndedLine = false;
                }
                end = cursor.offset();
            }
        } while (skipBetween(indent)
                && (isInBrackets || cursor.column() >= indent)
                && cursor.next() != '#'
                && !cursor.isAtDocumentIndicator());
        if (text.isEmpty()) {
            return cursor.text(start, end);
        }
        cursor.copy(start, end, text);
        return text.toString();
    }

    /** Skips blanks and line breaks within a plain scalar; false if there are none. */
    private boolean skipBetween(int indent) {
        int start = cursor.offset();
        while (true) {
            if (YamlCharacters.isBreak(cursor.next())) {
                endLine();
            } else if (!YamlCharacters.isBlank(cursor.next())) {
                return cursor.offset() > start;
            } else if (hasEndedLine && cursor.column() < indent && cursor.next() == '\t') {
                throw new YamlException("tab used for indentation; use spaces", cursor.position());
            } else {
                cursor.skip(1);
            }
        }
    }

    private void endLine() {
        if (!hasEndedLine) {
            breaks.setLength(0);
            hasEndedLine = true;
        }
        breaks.append(cursor.skipBreak());
    }

    /** Folds the line breaks that were skipped: one becomes a space, of several all but the first are kept. */
    private void fold() {
        boolean isFeed = breaks.charAt(0) == '\n';
        if (isFeed && breaks.length() == 1) {
            text.append(' ');
        } else {
            text.append(breaks, isFeed ? 1 : 0, breaks.length());
        }
    }

    String quoted(YamlToken token) {
        text.setLength(0);
        char quote = cursor.next();
        cursor.skip(1);
        int start = cursor.offset();
        int lastSign = start;
        while (cursor.next() != quote || quote == '\'' && cursor.afterNext() == quote) {
            char sign = cursor.next();
            if (sign == YamlCharacters.END || cursor.isAtDocumentIndicator()) {
                throw new YamlException("unclosed quote; it starts here", token.position());
            }
            if (sign == quote) {
                cursor.skip(1);
                cursor.copy(start, cursor.offset(), text);
                cursor.skip(1);
                start = cursor.offset();
            } else if (sign == '\\' && quote == '"') {
                cursor.copy(start, cursor.offset(), text);
                escaped();
                start = cursor.offset();
            } else if (YamlCharacters.isBreak(sign)) {
                cursor.copy(start, lastSign, text);
                hasEndedLine = false;
                skipBetween(0);
                fold();
                start = cursor.offset();
            } else {
                cursor.skip(1);
            }
            if (!YamlCharacters.isBlank(sign)) {
                lastSign = cursor.offset();
            }
        }
        cursor.copy(start, cursor.offset(), text);
        cursor.skip(1);
        return text.toString();
    }

    /** Adds the character of the escape at the cursor. */
    private void escaped() {
        Position place = cursor.position();
        cursor.skip(1);
        char sign = cursor.next();
        int known = ESCAPES.indexOf(sign);
        if (YamlCharacters.isBreak(sign)) {
            cursor.skipBreak();
            breaks.setLength(0);
            hasEndedLine = true;
            skipBetween(0);
            text.append(breaks);
        } else if (known >= 0) {
            cursor.skip(1);
            text.append(ESCAPED.charAt(known));
        } else {
            text.appendCodePoint(
                    switch (sign) {
                        case 'x' -> codePoint(2, place);
                        case 'u' -> codePoint(4, place);
                        case 'U' -> codePoint(8, place);
                        default ->
                            throw new YamlException(
                                    "unknown escape sequence \\" + sign + "; write \\\\ for a backslash", place);
                    });
        }
    }

    private int codePoint(int digits, Position place) {
        int value = 0;
        for (int i = 0; i < digits; i++) {
            cursor.skip(1);
            char sign = cursor.next();
            int digit = sign > 'f' ? -1 : Character.digit(sign, HEX);
            if (digit < 0) {
                throw new YamlException("an escape sequence has fewer hexadecimal digits than " + digits, place);
            }
            value = value * HEX + digit;
        }
        if (!Character.isValidCodePoint(value)
                || Character.isBmpCodePoint(value) && Character.isSurrogate((char) value)) {
            throw new YamlException("an escape sequence is not a character; use \\U for one beyond \\uffff", place);
        }
        cursor.skip(1);
        return value;
    }

    /** Scans a block scalar: literal after {@code |}, folded after {@code >}; the outer indent is -1 for a document. */
    String block(int outerIndent) {
        text.setLength(0);
        boolean isLiteral = cursor.next() == '|';
        cursor.skip(1);
        char chomping = chomping();
        int indent = indentation(Math.max(outerIndent, 0));
        chomping = chomping == NONE ? chomping() : chomping;
        cursor.skipBlanks();
        end = cursor.offset();
        if (cursor.next() == '#') {
            cursor.skipComment();
        }
        if (!YamlCharacters.isBreakOrEnd(cursor.next())) {
            throw new YamlException("only a comment may follow | or > on the same line", cursor.position());
        }
        cursor.skipBreak();
        breaks.setLength(0);
        indent = skipEmptyLines(indent, outerIndent);
        char lastBreak = NONE;
        boolean isIndented = true;
        while (cursor.column() == indent && cursor.next() != YamlCharacters.END) {
            boolean isMoreIndented = YamlCharacters.isBlank(cursor.next());
            if (isLiteral || isIndented || isMoreIndented || lastBreak != '\n') {
                addBreak(lastBreak);
            } else if (breaks.isEmpty()) {
                text.append(' ');
            }
            text.append(breaks);
            breaks.setLength(0);
            isIndented = isMoreIndented;
            int start = cursor.offset();
            cursor.skipToBreak();
            end = cursor.offset();
            cursor.copy(start, end, text);
            lastBreak = cursor.skipBreak();
            skipEmptyLines(indent, outerIndent);
        }
        if (chomping != '-') {
            addBreak(lastBreak);
        }
        if (chomping != '+') {
            return text.toString();
        }
        end = cursor.offset() - cursor.column() - 1;
        return text.append(breaks).toString();
    }

    private void addBreak(char lastBreak) {
        if (lastBreak != NONE) {
            text.append(lastBreak);
        }
    }

    /** Reads the chomping indicator, {@code +} or {@code -}. */
    private char chomping() {
        char sign = cursor.next();
        if (sign != '+' && sign != '-') {
            return NONE;
        }
        cursor.skip(1);
        return sign;
    }

    /** Reads the indentation indicator; 0 if there is none. */
    private int indentation(int outer) {
        char digit = cursor.next();
        if (digit < '0' || digit > '9') {
            return 0;
        }
        if (digit == '0') {
            throw new YamlException("the indentation indicator of | or > must be 1 to 9", cursor.position());
        }
        cursor.skip(1);
        return outer + digit - '0';
    }

    /** Skips empty lines and the next line's indentation; detects the block's indentation if it is unknown (0). */
    private int skipEmptyLines(int indent, int outerIndent) {
        int deepest = 0;
        while (true) {
            while ((indent == 0 || cursor.column() < indent) && cursor.next() == ' ') {
                cursor.skip(1);
            }
            deepest = Math.max(deepest, cursor.column());
            if ((indent == 0 || cursor.column() < indent) && cursor.next() == '\t') {
                throw new YamlException("tab used for indentation; use spaces", cursor.position());
            }
            if (!YamlCharacters.isBreak(cursor.next())) {
                return indent == 0 ? Math.max(deepest, Math.max(outerIndent + 1, 1)) : indent;
            }
            breaks.append(cursor.skipBreak());
        }
    }
}
