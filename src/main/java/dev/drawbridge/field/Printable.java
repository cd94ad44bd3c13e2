package dev.drawbridge.field;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Names and keys of users in the lines of a report or a log: what would end a line, move the cursor or turn the text
 * around is escaped as in JSON, such as {@code \\u001b}. The API server passes no warning on that has a control
 * character (k8s.io/apimachinery/pkg/util/net, NewWarningHeader).
 */
public final class Printable {

    /** A change of the colour, which takes no room. */
    private static final Pattern PAINT = Pattern.compile("\\x1b\\[[0-9]+m");

    private Printable() {}

    /** The text, which usually needs no escaping. */
    public static String of(String text) {
        int plain = 0;
        while (plain < text.length() && (isAscii(text.charAt(plain)) || !isEscaped(text.codePointAt(plain)))) {
            plain++;
        }
        if (plain == text.length()) {
            return text;
        }
        StringBuilder printable = new StringBuilder();
        text.codePoints().forEach(character -> {
            if (isEscaped(character)) {
                printable.append(escaped(character));
            } else {
                printable.appendCodePoint(character);
            }
        });
        return printable.toString();
    }

    /** Escapes a character as in YAML and JSON strings. */
    private static String escaped(int character) {
        return switch (character) {
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> {
                StringBuilder escaped = new StringBuilder();
                for (char unit : Character.toChars(character)) {
                    escaped.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
                }
                yield escaped.toString();
            }
        };
    }

    /** A number and a noun, which is plural unless the number is one. */
    public static String count(long count, String what) {
        return count + " " + (count == 1 ? what : plural(what));
    }

    public static String plural(String what) {
        return what + (what.endsWith("s") ? "es" : "s");
    }

    /** The first names, and the number of the others: {@code a, b and 3 more}. */
    public static String first(int most, List<String> names) {
        int shown = Math.min(names.size(), most);
        return String.join(", ", names.subList(0, shown))
                + (names.size() > shown ? " and " + (names.size() - shown) + " more" : "");
    }

    /** The text with each of its characters replaced by a dot. */
    public static String masked(String text) {
        StringBuilder masked = new StringBuilder(text);
        for (int i = 0; i < masked.length(); i++) {
            if (!Character.isSurrogate(masked.charAt(i)) && isEscaped(masked.charAt(i))) {
                masked.setCharAt(i, '·');
            }
        }
        return masked.toString();
    }

    /** A line in parts of at most this many columns, those after the first with this indentation. */
    public static List<String> wrapped(String line, int columns, String indent) {
        List<String> lines = new ArrayList<>();
        StringBuilder current = new StringBuilder();
        int width = 0;
        boolean isFirst = true;
        for (String word : line.split(" ")) {
            int length = width(word);
            if (width > indent.length() && width + 1 + length > columns) {
                lines.add(current.toString());
                current = new StringBuilder(indent).append(word);
                width = indent.length() + length;
            } else {
                current.append(isFirst ? "" : " ").append(word);
                width += (isFirst ? 0 : 1) + length;
            }
            isFirst = false;
        }
        lines.add(current.toString());
        return lines;
    }

    /** The columns that a text takes in a terminal: two for each East Asian wide character and emoji. */
    public static int width(String text) {
        return PAINT.matcher(text)
                .replaceAll("")
                .codePoints()
                .map(character -> switch (Character.getType(character)) {
                    case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK -> 0;
                    default -> character >= 0x1100 && isWide(character) ? 2 : 1;
                })
                .sum();
    }

    /** Whether the character is in a block of wide characters. Source: Unicode, EastAsianWidth.txt. */
    private static boolean isWide(int character) {
        return character <= 0x115f
                || character >= 0x2e80 && character <= 0xa4cf
                || character >= 0xac00 && character <= 0xd7a3
                || character >= 0xf900 && character <= 0xfaff
                || character >= 0xfe30 && character <= 0xfe6f
                || character >= 0xff00 && character <= 0xff60
                || character >= 0xffe0 && character <= 0xffe6
                || character >= 0x1f300 && character <= 0x1faff
                || character >= 0x20000 && character <= 0x3fffd;
    }

    private static boolean isEscaped(int character) {
        if (isAscii(character)) {
            return false;
        }
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }

    private static boolean isAscii(int character) {
        return character >= ' ' && character <= '~';
    }
}
