package dev.drawbridge.cli;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** All words of the command line but {@code serve}, which {@code Main} gives to the webhook. */
@Command(
        name = "drawbridge",
        description = "An admission gate for Kubernetes Dynamic Resource Allocation.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {CheckCommand.class, ConformanceCommand.class, CertsCommand.class, VersionCommand.class},
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.Provider.class,
        footer = {
            "",
            "  serve        Answer AdmissionReviews over HTTPS; takes Spring Boot's arguments, such as --server.port=9443.",
            "",
            "Exit codes: 0 clean, 1 findings, 2 input or usage, 3 a bug."
        })
public final class Cli implements Runnable {

    /** The word that is the webhook's. */
    public static final String SERVE = "serve";

    @Spec
    private CommandSpec spec;

    /** Runs a command line to its end and gives its exit code. */
    public static int run(String[] args, PrintStream out, PrintStream err) {
        CommandLine line = new CommandLine(new Cli())
                .setOut(writer(out))
                .setErr(writer(err))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((e, command, result) -> {
                    command.getErr().println("drawbridge: this is a bug of Drawbridge: " + e);
                    e.printStackTrace(command.getErr());
                    return ExitCode.BUG;
                });
        return line.execute(args);
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, StandardCharsets.UTF_8);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
