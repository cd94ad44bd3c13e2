package dev.drawbridge.cli;

import dev.drawbridge.conformance.Conformance;
import dev.drawbridge.conformance.ConformanceResult;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Holds our verdicts against recorded ones of real API servers. */
@Command(
        name = "conformance",
        description = "Compare with recorded verdicts of API servers.",
        mixinStandardHelpOptions = true)
final class ConformanceCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Recorded verdicts: JSON lines, plain or gzip")
    private List<Path> files = List.of();

    @Option(
            names = "--release",
            paramLabel = "RELEASE",
            converter = ReleaseConverter.class,
            description = "Compare only this release; repeatable (default: all)")
    private Set<KubernetesRelease> releases = Set.of();

    @Option(names = "--show", paramLabel = "N", description = "Print the first N differences")
    private int show;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        Conformance conformance = new Conformance(releases);
        ConformanceResult result = new ConformanceResult();
        for (Path file : files) {
            try {
                conformance.compare(file, result);
            } catch (IOException e) {
                spec.commandLine().getErr().println(file + ": cannot be read: " + e);
                return ExitCode.USAGE;
            }
        }
        out.println(result.table().stripTrailing());
        result.differences().stream().limit(show).forEach(out::println);
        return result.differences().isEmpty() ? ExitCode.CLEAN : ExitCode.FINDINGS;
    }
}
