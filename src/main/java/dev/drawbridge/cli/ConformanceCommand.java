package dev.drawbridge.cli;

import dev.drawbridge.conformance.Conformance;
import dev.drawbridge.conformance.ConformanceResult;
import dev.drawbridge.conformance.FitCase;
import dev.drawbridge.conformance.RecordedRelease;
import dev.drawbridge.fit.Fit;
import dev.drawbridge.manifest.FileProblem;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/** Compares Drawbridge's verdicts with recorded verdicts of API servers. */
final class ConformanceCommand {

    static final Command COMMAND = new Command(
            "conformance",
            "Compare Drawbridge's verdicts with recorded verdicts of API servers.",
            "FILE...",
            List.of(
                    Command.value("release", "RELEASE", "Compare only this release; repeatable (default: all)"),
                    Command.value("show", "N", "Print the first N differences"),
                    Command.flag("decide", "Print Drawbridge's decisions for the allocations in FILE")),
            List.of("", "FILE has recorded verdicts: JSON lines, plain or gzip."),
            ConformanceCommand::run);

    private ConformanceCommand() {}

    private static int run(Arguments arguments, PrintWriter out, PrintWriter err) {
        if (arguments.parameters().isEmpty()) {
            throw new UsageException("a FILE of recorded verdicts is missing");
        }
        if (arguments.has("decide")) {
            return decide(arguments, out);
        }
        int show = arguments.number("show", 0, Integer.MAX_VALUE, 0);
        Conformance conformance = new Conformance(Set.copyOf(arguments.allParsed("release", Releases::one)));
        ConformanceResult result = new ConformanceResult();
        for (String file : arguments.parameters()) {
            try {
                conformance.compare(Path.of(file), result);
            } catch (IOException e) {
                throw new InputException(file + ": cannot be read: " + FileProblem.of(e), e);
            }
        }
        out.println(result.table().stripTrailing());
        result.differences().stream().limit(show).forEach(out::println);
        return result.differences().isEmpty() ? ExitCode.CLEAN : ExitCode.FINDINGS;
    }

    /** Counts the nodes that the claims of each case fit. */
    private static int decide(Arguments arguments, PrintWriter out) {
        List<RecordedRelease> releases = arguments.allParsed("release", RecordedRelease::parse);
        RecordedRelease release =
                releases.isEmpty() ? RecordedRelease.parse(Fit.newestKnown().toString()) : releases.get(0);
        out.printf(Locale.ROOT, "%-20s %8s %8s %8s %9s%n", "question", "fits", "no", "error", "undecided");
        for (String file : arguments.parameters()) {
            try (InputStream input = file.endsWith(".gz")
                    ? new GZIPInputStream(Files.newInputStream(Path.of(file)))
                    : Files.newInputStream(Path.of(file))) {
                FitCase.readQuestions(input, question -> {
                    Map<String, Long> counts = question.decide(release).values().stream()
                            .collect(Collectors.groupingBy(FitCase::outcome, Collectors.counting()));
                    out.printf(
                            Locale.ROOT,
                            "%-20s %8d %8d %8d %9d%n",
                            question.id(),
                            counts.getOrDefault("fits", 0L),
                            counts.getOrDefault("no", 0L),
                            counts.getOrDefault("error", 0L),
                            counts.getOrDefault("undecided", 0L));
                });
            } catch (IOException e) {
                throw new InputException(file + ": cannot be read: " + FileProblem.of(e), e);
            }
        }
        return ExitCode.CLEAN;
    }
}
