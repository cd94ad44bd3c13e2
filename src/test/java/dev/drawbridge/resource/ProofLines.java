package dev.drawbridge.resource;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Files of expressions with Kubernetes' answers: cells separated by tabs, with the expression last. */
final class ProofLines {

    private ProofLines() {}

    static List<String[]> of(String file) throws IOException {
        Path path = Path.of("src/test/resources/proof", file);
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(path)), StandardCharsets.UTF_8))) {
            return reader.lines().map(line -> line.split("\t", -1)).toList();
        }
    }
}
