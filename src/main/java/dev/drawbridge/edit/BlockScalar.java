package dev.drawbridge.edit;

import org.jspecify.annotations.Nullable;

/** A literal block scalar, introduced by {@code |}, whose text is written unescaped. */
final class BlockScalar {

    private BlockScalar() {}

    /** A string in the style of another; null if that style is not a block, or cannot represent it. */
    static @Nullable String of(String value, String like) {
        int header = like.indexOf('\n');
        if (!like.startsWith("|") || header < 0 || value.isBlank() || Character.isWhitespace(value.charAt(0))) {
            return null;
        }
        int first = header + 1;
        while (first < like.length() && (like.charAt(first) == '\n' || like.charAt(first) == '\r')) {
            first++;
        }
        int begin = first;
        while (first < like.length() && like.charAt(first) == ' ') {
            first++;
        }
        String indentation = like.substring(begin, first);
        String lineBreak = like.charAt(Math.max(0, header - 1)) == '\r' ? "\r\n" : "\n";
        StringBuilder lines = new StringBuilder(like.substring(0, header + 1));
        String content = value.endsWith("\n") ? value.substring(0, value.length() - 1) : value;
        for (String line : content.split("\n", -1)) {
            lines.append(line.isEmpty() ? "" : indentation).append(line).append(lineBreak);
        }
        boolean hasLastBreak = like.endsWith("\n");
        return hasLastBreak ? lines.toString() : lines.substring(0, lines.length() - lineBreak.length());
    }
}
