package dev.drawbridge.cli;

import dev.drawbridge.field.Spelling;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The command line; {@code serve} is described here and run by {@code Main}, so that no other command loads Spring. */
public final class Cli {

    /** The commands in the order of the help. */
    // @formatter:off
    private static final List<String> NAMES = List.of(
        "serve", "check", "new", "migrate", "fit", "fleet", "ui", "lsp", "why", "doctor", "dump", "bugs", "drivers",
        "policy", "explain", "schema", "certs", "completion", "version");
    // @formatter:on

    /** The commands that show progress of their own, or none. */
    private static final List<String> ALONE = List.of("check", "lsp");

    /** What other tools call a command. */
    private static final Map<String, String> HABITS = Map.of(
            "lint", "check", "validate", "check", "convert", "migrate", "create", "new claim", "man", "help --man");

    private Cli() {}

    /** Whether the words start the webhook; help about it is printed by the command line. */
    public static boolean isServe(String[] args) {
        return args.length > 0 && args[0].equals("serve") && !asksForHelp(Arrays.asList(args));
    }

    static List<Command> commands() {
        return NAMES.stream().map(Command::named).toList();
    }

    private static Command named(String name) {
        if (!NAMES.contains(name)) {
            throw new UsageException("unknown command " + name
                    + (HABITS.containsKey(name)
                            ? "; did you mean " + HABITS.get(name) + "?"
                            : Spelling.hint(name, NAMES)));
        }
        return Command.named(name);
    }

    @FunctionalInterface
    private interface Action {

        /** Gives the exit code; an exception is about a file or cluster that cannot be read or written. */
        int run(Arguments arguments, PrintWriter out, PrintWriter err) throws IOException;
    }

    /** The implementation of the command with one of the names; loads no class of another. */
    private static Action action(String name) {
        return switch (name) {
            case "check" -> (arguments, out, err) -> new CheckRun(arguments, out, err).run();
            case "new" -> NewCommand::run;
            case "migrate" -> (arguments, out, err) -> new MigrateRun(arguments, out, err).run();
            case "fit" -> FitCommand::run;
            case "fleet" -> FleetCommand::run;
            case "ui" -> UiCommand::run;
            case "lsp" -> LspCommand::run;
            case "why" -> WhyCommand::run;
            case "doctor" -> DoctorCommand::run;
            case "dump" -> DumpCommand::run;
            case "bugs" -> BugsCommand::run;
            case "drivers" -> DriversCommand::run;
            case "policy" -> PolicyCommand::run;
            case "explain" -> ExplainCommand::run;
            case "schema" -> SchemaCommand::run;
            case "certs" -> CertsCommand::run;
            case "completion" ->
                (arguments, out, err) -> new CompletionCommand(commands()).run(arguments.parameters(), out);
            case "version" -> VersionCommand::run;
            default -> throw new IllegalStateException("Main runs the webhook");
        };
    }

    /** Runs a command line to its end and gives its exit code. */
    public static int run(String[] args, PrintStream outStream, PrintStream errStream) {
        PrintWriter out = new PrintWriter(outStream, false, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(errStream, true, StandardCharsets.UTF_8);
        int exitCode = run(args, out, err);
        if (out.checkError() && !(outStream == System.out && isClosedPipe())) {
            err.println("drawbridge: cannot write to standard output");
            return Math.max(exitCode, ExitCode.USAGE);
        }
        return exitCode;
    }

    /** Whether the reader of standard output has exited, as {@code head} does. */
    private static boolean isClosedPipe() {
        try (FileOutputStream again = new FileOutputStream(FileDescriptor.out)) {
            again.write('\n');
            return false;
        } catch (IOException reason) {
            String message = String.valueOf(reason.getMessage());
            return message.contains("Broken pipe") || message.contains("pipe is being closed");
        }
    }

    private static int run(String[] args, PrintWriter out, PrintWriter err) {
        List<String> words = Arrays.asList(args);
        String word = words.isEmpty() ? "" : words.get(0);
        try {
            return switch (word) {
                case "", "-h", "--help", "help" -> {
                    help(words, out);
                    yield ExitCode.CLEAN;
                }
                case "-V", "--version" -> run(named("version"), List.of(), out, err);
                default -> run(named(word), words.subList(1, words.size()), out, err);
            };
        } catch (UsageException wrong) {
            PrintWriter lines = new PrintWriter(new WrappedLines(err, Terminal.columnsOfErrors()), true);
            lines.println("drawbridge: " + wrong.getMessage());
            if (!(wrong instanceof InputException)) {
                err.println("Try 'drawbridge " + (NAMES.contains(word) ? word + " " : "") + "--help'.");
            }
            return ExitCode.USAGE;
        } catch (OutOfMemoryError full) {
            long mebibytes = Runtime.getRuntime().maxMemory() >> 20;
            err.println("drawbridge: out of memory: Java may use " + mebibytes + " MiB; set JAVA_OPTS=-Xmx"
                    + Math.max(2, mebibytes / 512) + "g, or check fewer files at a time");
            return ExitCode.USAGE;
        } catch (RuntimeException | Error e) {
            err.println("drawbridge: internal error: " + e);
            if (words.contains("--debug")) {
                e.printStackTrace(err);
            } else {
                err.println("This is a bug. Run it again with --debug, and report the output.");
            }
            return ExitCode.BUG;
        } finally {
            out.flush();
            err.flush();
        }
    }

    private static int run(Command command, List<String> words, PrintWriter out, PrintWriter err) {
        if (asksForHelp(words)) {
            Help.of(command, out);
            return ExitCode.CLEAN;
        }
        Arguments arguments = Arguments.of(command, words);
        // A person may type standard input; an editor's protocol is never idle.
        boolean isAlone = words.contains("-") || ALONE.contains(command.name());
        try (Progress progress = isAlone ? Progress.NONE : Progress.of(err, "drawbridge " + command.name() + ":")) {
            PrintWriter notes =
                    new PrintWriter(new WrappedLines(progress.endingWith(err), Terminal.columnsOfErrors()), true);
            int exitCode = action(command.name()).run(arguments, new PrintWriter(progress.endingWith(out)), notes);
            notes.flush();
            return exitCode;
        } catch (IOException e) {
            throw InputException.of(e);
        }
    }

    private static void help(List<String> words, PrintWriter out) {
        if (words.size() > 1 && words.get(1).equals("--man")) {
            (words.size() > 2 ? List.of(named(words.get(2))) : commands())
                    .forEach(command -> Help.manual(command, out));
        } else if (words.size() > 1 && !words.get(1).startsWith("-")) {
            Help.of(named(words.get(1)), out);
        } else {
            Help.ofAll(commands(), out);
        }
    }

    private static boolean asksForHelp(List<String> words) {
        return words.contains("--help") || words.contains("-h");
    }
}
