package dev.drawbridge.cli;

import dev.drawbridge.conformance.Conformance;
import dev.drawbridge.conformance.ConformanceResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Holds our verdicts against recorded ones of real API servers. */
final class ConformanceCommand {

    static final Command COMMAND = new Command(
            "conformance",
            "Compare with recorded verdicts of API servers.",
            "FILE...",
            List.of(
                    Command.value("release", "RELEASE", "Compare only this release; repeatable (default: all)"),
                    Command.value("show", "N", "Print the first N differences")),
            List.of("", "FILE has recorded verdicts: JSON lines, plain or gzip."),
            ConformanceCommand::run);

    private ConformanceCommand() {}

    private static int run(Arguments arguments, PrintWriter out, PrintWriter err) {
        if (arguments.parameters().isEmpty()) {
            throw new UsageException("a FILE of recorded verdicts is missing");
        }
        int show = arguments.number("show", 0, Integer.MAX_VALUE, 0);
        Conformance conformance = new Conformance(Set.copyOf(arguments.allParsed("release", Releases::one)));
        ConformanceResult result = new ConformanceResult();
        for (String file : arguments.parameters()) {
            try {
                conformance.compare(Path.of(file), result);
            } catch (IOException e) {
                throw new InputException(file + ": cannot be read: " + e, e);
            }
        }
        out.println(result.table().stripTrailing());
        result.differences().stream().limit(show).forEach(out::println);
        return result.differences().isEmpty() ? ExitCode.CLEAN : ExitCode.FINDINGS;
    }
}
