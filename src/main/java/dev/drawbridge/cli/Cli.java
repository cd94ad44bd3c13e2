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

    /** The commands that show progress of their own, or none. */
    private static final List<String> ALONE = List.of(CheckCommand.NAME, "lsp");

    /** What other tools call a command. */
    private static final Map<String, String> HABITS = Map.of(
            "lint", "check", "validate", "check", "convert", "migrate", "create", "new claim", "man", "help --man");

    private Cli() {}

    /** Whether the words start the webhook; help about it is printed by the command line. */
    public static boolean isServe(String[] args) {
        return args.length > 0 && args[0].equals(ServeCommand.NAME) && !asksForHelp(Arrays.asList(args));
    }

    static List<Command> commands() {
        return List.of(
                ServeCommand.COMMAND,
                CheckCommand.COMMAND,
                NewCommand.COMMAND,
                MigrateCommand.COMMAND,
                FitCommand.COMMAND,
                FleetCommand.COMMAND,
                UiCommand.COMMAND,
                LspCommand.COMMAND,
                WhyCommand.COMMAND,
                DoctorCommand.COMMAND,
                DumpCommand.COMMAND,
                BugsCommand.COMMAND,
                DriversCommand.COMMAND,
                PolicyCommand.COMMAND,
                ExplainCommand.COMMAND,
                SchemaCommand.COMMAND,
                CertsCommand.COMMAND,
                CompletionCommand.of(Cli::commands),
                VersionCommand.COMMAND);
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
                case "" -> {
                    help(words, out);
                    yield ExitCode.CLEAN;
                }
                case "-h", "--help", "help" -> {
                    help(words, out);
                    yield ExitCode.CLEAN;
                }
                case "-V", "--version" -> run(VersionCommand.COMMAND, List.of(), out, err);
                default -> run(command(word), words.subList(1, words.size()), out, err);
            };
        } catch (UsageException wrong) {
            PrintWriter lines = new PrintWriter(new WrappedLines(err, Terminal.columnsOfErrors()), true);
            lines.println("drawbridge: " + wrong.getMessage());
            if (!(wrong instanceof InputException)) {
                err.println("Try 'drawbridge " + (isCommand(word) ? word + " " : "") + "--help'.");
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
        Arguments arguments = command.arguments(words);
        // A person may type standard input; an editor's protocol is never idle.
        boolean isAlone = words.contains("-") || ALONE.contains(command.name());
        try (Progress progress = isAlone ? Progress.NONE : Progress.of(err, "drawbridge " + command.name() + ":")) {
            PrintWriter notes =
                    new PrintWriter(new WrappedLines(progress.endingWith(err), Terminal.columnsOfErrors()), true);
            int exitCode = command.action().run(arguments, new PrintWriter(progress.endingWith(out)), notes);
            notes.flush();
            return exitCode;
        } catch (IOException e) {
            throw InputException.of(e);
        }
    }

    private static void help(List<String> words, PrintWriter out) {
        if (words.size() > 1 && words.get(1).equals("--man")) {
            (words.size() > 2 ? List.of(command(words.get(2))) : commands())
                    .forEach(command -> Help.manual(command, out));
        } else if (words.size() > 1 && !words.get(1).startsWith("-")) {
            Help.of(command(words.get(1)), out);
        } else {
            Help.ofAll(commands(), out);
        }
    }

    private static boolean asksForHelp(List<String> words) {
        return words.contains("--help") || words.contains("-h");
    }

    /** Finds a command; {@code check}, which runs on every save, without loading the others' classes. */
    private static Command command(String word) {
        if (word.equals(CheckCommand.NAME)) {
            return CheckCommand.COMMAND;
        }
        return commands().stream()
                .filter(command -> command.name().equals(word))
                .findFirst()
                .orElseThrow(() -> new UsageException("unknown command " + word
                        + (HABITS.containsKey(word)
                                ? "; did you mean " + HABITS.get(word) + "?"
                                : Spelling.hint(
                                        word,
                                        commands().stream().map(Command::name).toList()))));
    }

    private static boolean isCommand(String word) {
        return commands().stream().anyMatch(command -> command.name().equals(word));
    }
}
