package dev.drawbridge.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The fuzz targets: the classes of the tests whose names end with Fuzzer, with a folder of seeds each. */
final class Fuzzers {

    private static final Path SOURCES = Path.of("src/test/java");
    private static final Path SEEDS = Path.of("src/test/resources/fuzz");
    private static final String SUFFIX = "Fuzzer.java";

    private Fuzzers() {}

    /** Their names, such as {@code dev.drawbridge.document.JsonFuzzer}. */
    static List<String> names() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter(file -> file.toString().endsWith(SUFFIX))
                    .map(file -> SOURCES.relativize(file).toString())
                    .map(file -> file.substring(0, file.length() - ".java".length())
                            .replace('/', '.')
                            .replace('\\', '.'))
                    .sorted()
                    .toList();
        }
    }

    /** The folder with the seeds of a target, and with the inputs of findings that were fixed. */
    static Path seeds(String name) {
        return SEEDS.resolve(name.substring(name.lastIndexOf('.') + 1));
    }
}
