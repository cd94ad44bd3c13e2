package dev.drawbridge.cli;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** All words of the command line; {@code serve} is described here and run by {@code Main}, so that no other loads Spring. */
@Command(
        name = "drawbridge",
        description = "An admission gate for Kubernetes Dynamic Resource Allocation.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            ServeCommand.class,
            CheckCommand.class,
            ConformanceCommand.class,
            CertsCommand.class,
            CompletionCommand.class,
            VersionCommand.class
        },
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.Provider.class,
        footer = "%nExit codes: 0 clean, 1 findings, 2 input or usage, 3 a bug.")
public final class Cli implements Runnable {

    private static final int USAGE_WIDTH = 100;
    private static final String CHECK = "check";

    @Spec
    private CommandSpec spec;

    /** Whether the words start the webhook; asked for help about it, the command line answers. */
    public static boolean isServe(String[] args) {
        return args.length > 0
                && args[0].equals(ServeCommand.NAME)
                && Arrays.stream(args).noneMatch(arg -> arg.equals("--help") || arg.equals("-h"));
    }

    /** Runs a command line to its end and gives its exit code. */
    public static int run(String[] args, PrintStream out, PrintStream err) {
        boolean isCheck = args.length > 0 && args[0].equals(CHECK);
        // The one that runs on every save is made without the others, which costs half as much.
        CommandLine described = isCheck
                ? new CommandLine(new CheckCommand()).setCommandName("drawbridge " + CHECK)
                : new CommandLine(new Cli());
        CommandLine line = described
                .setOut(writer(out))
                .setErr(writer(err))
                .setUsageHelpWidth(USAGE_WIDTH)
                .setParameterExceptionHandler((wrong, words) -> {
                    CommandLine command = wrong.getCommandLine();
                    command.getErr().println("drawbridge: " + wrong.getMessage());
                    command.getErr().println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
                    return ExitCode.USAGE;
                })
                .setExecutionExceptionHandler((e, command, result) -> {
                    command.getErr().println("drawbridge: this is a bug of Drawbridge: " + e);
                    if (Arrays.asList(args).contains("--debug")) {
                        e.printStackTrace(command.getErr());
                    } else {
                        command.getErr().println("Run it again with --debug and report what it prints.");
                    }
                    return ExitCode.BUG;
                });
        return line.execute(isCheck ? Arrays.copyOfRange(args, 1, args.length) : args);
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, StandardCharsets.UTF_8);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
