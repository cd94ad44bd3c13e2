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
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/** Compares Drawbridge's verdicts with recorded verdicts of API servers; {@code src/test/conformance.sh} runs it. */
final class ConformanceCommand {

    private static final String SCRIPT = "src/test/conformance.sh";

    private static final Command COMMAND = Command.named("conformance");

    private ConformanceCommand() {}

    public static void main(String[] words) {
        PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int exitCode = run(List.of(words), out, err);
        out.flush();
        System.exit(exitCode);
    }

    /** Runs a command line to its end and gives its exit code. */
    static int run(List<String> words, PrintWriter out, PrintWriter err) {
        try {
            if (words.contains("--help") || words.contains("-h")) {
                StringWriter help = new StringWriter();
                Help.of(COMMAND, new PrintWriter(help));
                out.print(help.toString().replace("drawbridge " + COMMAND.name(), SCRIPT));
                return ExitCode.CLEAN;
            }
            return run(Arguments.of(COMMAND, words), out, err);
        } catch (UsageException wrong) {
            err.println(SCRIPT + ": " + wrong.getMessage());
            return ExitCode.USAGE;
        } catch (RuntimeException | Error e) {
            e.printStackTrace(err);
            return ExitCode.BUG;
        }
    }

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
