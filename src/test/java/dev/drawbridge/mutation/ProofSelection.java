package dev.drawbridge.mutation;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Selects the recorded verdicts for the repository: from each file of {@code ../shared/conformance} except the corpus,
 * each case, smallest first, with a new feature, and those in {@code needed.txt}, which detect further mutants.
 * Arguments: the folder of the recordings, the folder to write to.
 */
final class ProofSelection {

    private static final List<String> FILES = List.of(
            "v1",
            "v1beta2",
            "v1beta1",
            "v1alpha3",
            "v1alpha2",
            "v1-cel",
            "v1beta1-cel",
            "v1alpha3-cel",
            "v1alpha2-cel");

    private static final Pattern NUMBERS = Pattern.compile("[0-9a-f-]*[0-9][0-9a-f-]*");

    private final JsonReader json = JsonReader.withoutPositions(ReadLimits.DEFAULT);
    private final Set<String> seen = new HashSet<>();
    private final Set<String> needed;

    private ProofSelection(Set<String> needed) {
        this.needed = needed;
    }

    public static void main(String[] arguments) throws IOException {
        Path from = Path.of(arguments[0]);
        Path to = Path.of(arguments[1]);
        ProofSelection selection = new ProofSelection(Set.copyOf(Files.readAllLines(to.resolve("needed.txt"))));
        for (String file : FILES) {
            selection.select(from.resolve(file + ".jsonl.gz"), to.resolve(file + ".jsonl.gz"));
        }
        selection.selectFleets(
                from.resolveSibling("fit"), List.of("fleets.jsonl.gz", "newest.jsonl.gz"), to.resolve("fit.jsonl.gz"));
        selection.selectFleets(from.resolveSibling("pods"), List.of("fit.jsonl.gz"), to.resolve("pods-fit.jsonl.gz"));
        selection.selectParameters(
                from.resolveSibling("parameters").resolve("nvidia.jsonl.gz"), to.resolve("parameters.jsonl.gz"));
        selectStreams(from.resolveSibling("yaml").resolve("streams.jsonl"), to.resolve("streams.jsonl.gz"));
    }

    private void select(Path from, Path to) throws IOException {
        List<String> lines = lines(from);
        List<String> smallFirst = new ArrayList<>(lines);
        smallFirst.sort(Comparator.comparingInt(String::length));
        Set<String> selected = new HashSet<>();
        for (String line : smallFirst) {
            ObjectValue parsed = parse(line);
            boolean isNeeded = needed.contains(parsed.string("id"));
            if (seen.addAll(Features.of(parsed)) || isNeeded) {
                selected.add(line);
            }
        }
        write(lines.stream().filter(selected::contains).toList(), to);
        System.out.println(
                to + ": " + selected.size() + " of " + lines.size() + " cases, " + Files.size(to) + " bytes");
    }

    /** Fleets, smallest first, with a new combination of field and decision. */
    private void selectFleets(Path from, List<String> files, Path to) throws IOException {
        List<String> selected = new ArrayList<>();
        for (String file : files) {
            List<String> smallFirst = new ArrayList<>(lines(from.resolve(file)));
            smallFirst.sort(Comparator.comparingInt(String::length));
            for (String line : smallFirst) {
                if (seen.addAll(FleetFeatures.of(parse(line)))) {
                    selected.add(line);
                }
            }
        }
        write(selected, to);
        System.out.println(to + ": " + selected.size() + " fleets, " + Files.size(to) + " bytes");
    }

    /** Parameters, shortest first, with a new combination of fields and the driver's result. */
    private void selectParameters(Path from, Path to) throws IOException {
        List<String> selected = new ArrayList<>();
        List<String> smallFirst = new ArrayList<>(lines(from));
        smallFirst.sort(Comparator.comparingInt(String::length));
        for (String line : smallFirst) {
            ObjectValue fields = parse(line);
            String outcome = NUMBERS.matcher(line.substring(line.indexOf("\"verdicts\"")))
                    .replaceAll("#");
            if (seen.add(fields.string("driver") + fields.object("parameters").string("kind") + outcome)) {
                selected.add(line);
            }
        }
        write(selected, to);
        System.out.println(to + ": " + selected.size() + " parameters, " + Files.size(to) + " bytes");
    }

    /** All except those of yaml-test-suite, which has another licence. */
    private static void selectStreams(Path from, Path to) throws IOException {
        List<String> own = Files.readAllLines(from).stream()
                .filter(line -> line.contains("\"id\": \"scalar-") || line.contains("\"id\": \"stream-"))
                .toList();
        write(own, to);
        System.out.println(to + ": " + own.size() + " streams, " + Files.size(to) + " bytes");
    }

    private ObjectValue parse(String line) {
        return (ObjectValue) ((Document) json.read(line.getBytes(StandardCharsets.UTF_8))).value();
    }

    private static List<String> lines(Path file) throws IOException {
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        }
    }

    private static void write(List<String> lines, Path file) throws IOException {
        Files.createDirectories(file.getParent());
        try (Writer writer =
                new OutputStreamWriter(new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8)) {
            for (String line : lines) {
                writer.write(line);
                writer.write('\n');
            }
        }
    }
}
