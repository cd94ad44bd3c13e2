package dev.drawbridge.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.cli.Option;
import org.jspecify.annotations.Nullable;

/**
 * A command.
 *
 * @param name the name on the command line
 * @param description its purpose, in one line
 * @param parameters its parameters without options, such as {@code [PATH...]}
 * @param options its options, in the order of the help; {@code --debug} is added to them
 * @param notes the end of the help
 * @param action its implementation
 */
record Command(
        String name, String description, String parameters, List<Option> options, List<Note> notes, Action action) {

    Command {
        options = options.isEmpty()
                ? options
                : Stream.concat(options.stream(), Stream.of(flag("debug", "Print stack traces")))
                        .toList();
    }

    /** A note at the end of the help, whose lines begin with spaces, or a label; an example is not wrapped. */
    record Note(String begin, String text, boolean isExample) {

        private static final int COLUMNS = 15;

        static Note of(String sentence) {
            return indented(0, sentence);
        }

        static Note indented(int indent, String text) {
            return new Note(" ".repeat(indent), text, false);
        }

        /** A command line; without a label, it goes with the example before. */
        static Note example(String label, String command) {
            return new Note(padded(label.isEmpty() ? "" : label + ":"), command, true);
        }

        static Note exits(String codes) {
            return new Note(padded("Exit codes:"), codes, false);
        }

        private static String padded(String label) {
            return label + " ".repeat(Math.max(0, COLUMNS - label.length()));
        }
    }

    Arguments arguments(List<String> words) {
        return Arguments.of(name, options, words);
    }

    /** The implementation of a command. */
    @FunctionalInterface
    interface Action {

        /** Gives the exit code; an exception is about a file or cluster that cannot be read or written. */
        int run(Arguments arguments, PrintWriter out, PrintWriter err) throws IOException;
    }

    static Option flag(String name, String description) {
        return flag(null, name, description);
    }

    /** An option without a value; its letter, such as {@code q}, is a shorter name. */
    static Option flag(@Nullable String letter, String name, String description) {
        return Option.builder(letter).longOpt(name).desc(description).get();
    }

    /** An option with an optional value, {@code --name=VALUE}: one of the choices, by default the first. */
    static Option choice(String name, String choices, String description) {
        return Option.builder()
                .longOpt(name)
                .optionalArg(true)
                .argName(choices)
                .desc(description)
                .get();
    }

    static Option source(String name, String valueName, String description) {
        return source(value(name, valueName, description));
    }

    /** Marks an option that names what is read; returns it. */
    static Option source(Option option) {
        option.setType(Arguments.Source.class);
        return option;
    }

    static Option featureGates() {
        return value("feature-gates", "A=true,...|all", "Feature gates that differ from the release's defaults");
    }

    static Option value(String name, String valueName, String description) {
        return value(null, name, valueName, description);
    }

    /** An option with a value; its letter, such as {@code o}, is a shorter name. */
    static Option value(@Nullable String letter, String name, String valueName, String description) {
        return Option.builder(letter)
                .longOpt(name)
                .hasArg()
                .argName(valueName)
                .desc(description)
                .get();
    }
}
