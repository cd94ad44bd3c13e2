package dev.drawbridge;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * The recorded verdicts of a version next to the checkout, read once for all tests: up to 300 MB each.
 *
 * @param verdicts one object in six
 * @param updates one update, status update, transition or valid object in six
 * @param stored one object in 97
 * @param preview one object in six of those that have verdicts of a pre-release, with these verdicts
 */
public record SharedRecordings(Path verdicts, Path updates, Path stored, Path preview) {

    private static final Path FOLDER = Path.of("target/recordings");
    private static final Map<String, SharedRecordings> READ = new ConcurrentHashMap<>();
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
        try (BufferedReader lines = lines(file);
                Part verdicts = new Part(parts.verdicts, 6);
                Part updates = new Part(parts.updates, 6);
                Part stored = new Part(parts.stored, 97);
                Part preview = new Part(parts.preview, 6)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                verdicts.add(line);
                stored.add(line);
                if (UPDATES.contains(group(line))) {
                    updates.add(line);
                }
                String its = previews.get(id(line));
                if (its != null) {
                    preview.add(line.substring(0, line.lastIndexOf("\"verdicts\"")) + its);
                }
            }
        }
        return parts;
    }

    /** A file with one of {@code n} lines. */
    private static final class Part implements AutoCloseable {

        private final BufferedWriter chosen;
        private final int n;
        private long number;

        Part(Path file, int n) throws IOException {
            this.chosen = Files.newBufferedWriter(file, StandardCharsets.ISO_8859_1);
            this.n = n;
        }

        void add(String line) throws IOException {
            if (SharedData.isSampled(number++, n)) {
                chosen.append(line).append('\n');
            }
        }

        @Override
        public void close() throws IOException {
            chosen.close();
        }
    }

    private static Map<String, String> previews(Path file) throws IOException {
        Map<String, String> verdicts = new HashMap<>();
        if (Files.exists(file)) {
            try (Stream<String> lines = lines(file).lines()) {
                lines.forEach(line -> verdicts.put(id(line), line.substring(line.indexOf("\"verdicts\""))));
            }
        }
        return verdicts;
    }

    private static String id(String line) {
        return line.substring(line.indexOf(':') + 1, line.indexOf(',')).strip();
    }

    private static String group(String line) {
        int begin = line.indexOf("\"group\": \"") + "\"group\": \"".length();
        return line.substring(begin, line.indexOf('"', begin));
    }

    /** The bytes as characters, which are faster to read than UTF-8 and are written back as they are. */
    private static BufferedReader lines(Path file) throws IOException {
        return new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file), 1 << 16), StandardCharsets.ISO_8859_1));
    }
}
