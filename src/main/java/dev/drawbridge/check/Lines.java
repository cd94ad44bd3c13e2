package dev.drawbridge.check;

import java.nio.charset.StandardCharsets;

/** Lines of a text. */
final class Lines {

    private Lines() {}

    /** The line of this number, counted from 1, without its end; empty where there is none. */
    static String line(byte[] text, int number) {
        int start = 0;
        for (int line = 1; line < number; line++) {
            start = end(text, start) + 1;
            if (start > text.length) {
                return "";
            }
        }
        int end = Math.min(end(text, start), text.length);
        return new String(text, start, Math.max(0, end - start), StandardCharsets.UTF_8).stripTrailing();
    }

    private static int end(byte[] text, int from) {
        int end = from;
        while (end < text.length && text[end] != '\n') {
            end++;
        }
        return end;
    }
}
