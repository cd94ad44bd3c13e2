package dev.drawbridge.mutation;

import java.nio.file.Path;

/**
 * A change of a source file.
 *
 * @param start where the replaced text begins, in characters
 * @param end where it ends
 * @param line the line of its first character, from 1
 */
record Mutant(Path file, int start, int end, int line, String original, String replacement) {

    /** The source with the change. */
    String applied(String source) {
        return source.substring(0, start) + replacement + source.substring(end);
    }

    @Override
    public String toString() {
        return file.getFileName() + ":" + line + " " + shortened(original) + " -> " + shortened(replacement);
    }

    private static String shortened(String text) {
        String line = text.replaceAll("\\s+", " ").strip();
        return line.length() <= 100 ? line : line.substring(0, 40) + " ... " + line.substring(line.length() - 55);
    }
}
