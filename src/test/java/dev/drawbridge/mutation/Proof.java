package dev.drawbridge.mutation;

import dev.drawbridge.conformance.Conformance;
import dev.drawbridge.conformance.ConformanceResult;
import dev.drawbridge.document.yaml.RecordedStreams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** The replay of the repository's recorded verdicts and YAML streams. Also loaded by a mutant's class loader. */
public final class Proof implements Supplier<String> {

    /** The folder of the selection. */
    static final Path FOLDER = Path.of("src/test/resources/proof");

    /** Cases of the repository that are in no file of {@code ../shared/conformance}, those of few verdicts first. */
    private static final List<String> OWN = List.of(
            "../conformance/own.jsonl",
            "odd.jsonl.gz",
            "costs-cel.jsonl.gz",
            "parameters.jsonl.gz",
            "drivers.jsonl.gz",
            "conversions.jsonl.gz",
            "pods.jsonl.gz");

    private static final List<String> FILES = List.of(
            "v1",
            "v1alpha2",
            "v1beta1",
            "v1-cel",
            "v1alpha3",
            "v1beta2",
            "v1alpha2-cel",
            "v1beta1-cel",
            "v1alpha3-cel");

    private final Path folder;

    /** Replays the selection in the repository. */
    public Proof() {
        this(FOLDER);
    }

    /** Replays the files of another folder. */
    public Proof(Path folder) {
        this.folder = folder;
    }

    /** The first difference; empty if every verdict equals the recorded one. */
    @Override
    public String get() {
        try {
            for (String file : folder.equals(FOLDER) ? OWN : List.<String>of()) {
                ConformanceResult own = new ConformanceResult();
                new Conformance(Set.of()).compare(folder.resolve(file), own, 1);
                if (!own.differences().isEmpty()) {
                    return own.differences().get(0);
                }
            }
            for (String file : FILES) {
                ConformanceResult result = new ConformanceResult();
                new Conformance(Set.of()).compare(folder.resolve(file + ".jsonl.gz"), result, 1);
                if (!result.differences().isEmpty()) {
                    return result.differences().get(0);
                }
            }
            Path own = folder.resolve("streams.jsonl.gz");
            Path streams =
                    Files.exists(own) ? own : folder.resolveSibling("yaml").resolve("streams.jsonl");
            List<String> differences = RecordedStreams.differences(streams);
            return differences.isEmpty() ? "" : differences.get(0);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
