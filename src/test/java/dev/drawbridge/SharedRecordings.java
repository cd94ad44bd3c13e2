package dev.drawbridge;

import dev.drawbridge.conformance.ByteLines;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The recorded verdicts of a version next to the checkout, read once for all tests: up to 300 MB each.
 *
 * @param verdicts one object in six, except those of the repository's selection, whose verdicts are always compared
 * @param updates one update, status update, transition or valid object in six
 * @param stored one object in 97
 * @param preview one object in six of those that have verdicts of a pre-release, with these verdicts
 */
public record SharedRecordings(Path verdicts, Path updates, Path stored, Path preview) {

    private static final Path FOLDER = Path.of("target/recordings");
    private static final Path SELECTION = Path.of("src/test/resources/proof");
    private static final Map<String, SharedRecordings> READ = new ConcurrentHashMap<>();

    /** More than the characters of a line up to its group. */
    private static final int HEAD = 200;

    private static final List<String> UPDATES = List.of("update", "status-update", "transition", "valid");

    /** The recordings of a file without its suffix, such as {@code v1}; the test is skipped if there are none. */
    public static SharedRecordings of(String name) {
        Path file = SharedData.require("conformance/" + name + ".jsonl.gz");
        return READ.computeIfAbsent(name, any -> {
            try {
                return read(name, file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static SharedRecordings read(String name, Path file) throws IOException {
        Files.createDirectories(FOLDER);
        SharedRecordings parts = new SharedRecordings(
                FOLDER.resolve(name + "-verdicts.jsonl"),
                FOLDER.resolve(name + "-updates.jsonl"),
                FOLDER.resolve(name + "-stored.jsonl"),
                FOLDER.resolve(name + "-preview.jsonl"));
        Map<String, String> previews = previews(file.resolveSibling("../preview/" + name + ".jsonl.gz"));
        Set<String> selected = selected(SELECTION.resolve(name + ".jsonl.gz"));
        try (ByteLines lines = new ByteLines(file);
                Part verdicts = new Part(parts.verdicts, 6);
                Part updates = new Part(parts.updates, 6);
                Part stored = new Part(parts.stored, 97);
                Part preview = new Part(parts.preview, 6)) {
            for (byte[] line = lines.next(); line != null; line = lines.next()) {
                String head = new String(line, 0, Math.min(HEAD, line.length), StandardCharsets.ISO_8859_1);
                if (verdicts.isNext() && !selected.contains(text(line))) {
                    verdicts.add(line);
                }
                if (stored.isNext()) {
                    stored.add(line);
                }
                if (UPDATES.contains(group(head)) && updates.isNext()) {
                    updates.add(line);
                }
                String its = previews.get(id(head));
                if (its != null && preview.isNext()) {
                    String whole = text(line);
                    preview.add((whole.substring(0, whole.lastIndexOf("\"verdicts\"")) + its)
                            .getBytes(StandardCharsets.ISO_8859_1));
                }
            }
        }
        return parts;
    }

    /** A file with one of {@code n} lines. */
    private static final class Part implements AutoCloseable {

        private final OutputStream chosen;
        private final int n;
        private long number;

        Part(Path file, int n) throws IOException {
            this.chosen = new BufferedOutputStream(Files.newOutputStream(file));
            this.n = n;
        }

        boolean isNext() {
            return SharedData.isSampled(number++, n);
        }

        void add(byte[] line) throws IOException {
            chosen.write(line);
            chosen.write('\n');
        }

        @Override
        public void close() throws IOException {
            chosen.close();
        }
    }

    private static Map<String, String> previews(Path file) throws IOException {
        Map<String, String> verdicts = new HashMap<>();
        if (Files.exists(file)) {
            try (ByteLines lines = new ByteLines(file)) {
                for (byte[] line = lines.next(); line != null; line = lines.next()) {
                    String text = text(line);
                    verdicts.put(id(text), text.substring(text.indexOf("\"verdicts\"")));
                }
            }
        }
        return verdicts;
    }

    private static Set<String> selected(Path file) throws IOException {
        Set<String> selected = new HashSet<>();
        try (ByteLines lines = new ByteLines(file)) {
            for (byte[] line = lines.next(); line != null; line = lines.next()) {
                selected.add(text(line));
            }
        }
        return selected;
    }

    private static String id(String line) {
        return line.substring(line.indexOf(':') + 1, line.indexOf(',')).strip();
    }

    private static String group(String line) {
        int begin = line.indexOf("\"group\": \"") + "\"group\": \"".length();
        return line.substring(begin, line.indexOf('"', begin));
    }

    /** The bytes as characters, whatever they mean. */
    private static String text(byte[] line) {
        return new String(line, StandardCharsets.ISO_8859_1);
    }
}
