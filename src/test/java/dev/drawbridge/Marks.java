package dev.drawbridge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The expected findings in a fixture, on its lines: {@code # ERROR type origin}. */
public final class Marks {

    private static final Pattern MARK = Pattern.compile("# ERROR (\\S+) (\\S+)$");

    private Marks() {}

    /** The marks of a file, as {@code line: type origin}. */
    public static List<String> in(Path fixture) throws IOException {
        List<String> marked = new ArrayList<>();
        List<String> lines = Files.readAllLines(fixture);
        for (int i = 0; i < lines.size(); i++) {
            Matcher mark = MARK.matcher(lines.get(i));
            if (mark.find()) {
                marked.add(i + 1 + ": " + mark.group(1) + " " + mark.group(2));
            }
        }
        return marked;
    }
}
