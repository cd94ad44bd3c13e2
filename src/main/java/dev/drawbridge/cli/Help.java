package dev.drawbridge.cli;

import java.io.PrintWriter;
import java.util.List;
import org.apache.commons.cli.Option;

/** Help that fits a screen. */
final class Help {

    private static final int WIDTH = 80;
    private static final int COLUMN = 29;

    /** The column of the text after a label in a footer. */
    private static final int LABELLED = 15;

    private Help() {}

    /** Prints the help of all commands. */
    static void ofAll(List<Command> commands, PrintWriter out) {
        out.println("Usage: drawbridge COMMAND [OPTION...]");
        out.println("An admission gate for Kubernetes Dynamic Resource Allocation.");
        commands.forEach(command -> row("  " + command.name(), command.description(), out));
        out.println();
        out.println("More about a command: drawbridge COMMAND --help");
        out.println("Exit codes:   0 clean, 1 findings, 2 input or usage, 3 a bug.");
    }

    /** Prints the help of one command. */
    static void of(Command command, PrintWriter out) {
        out.println("Usage: drawbridge " + command.name() + " [OPTION...]"
                + (command.parameters().isEmpty() ? "" : " " + command.parameters()));
        wrap("", command.description(), 0, out);
        command.options().forEach(option -> row(name(option), option.getDescription(), out));
        command.footer().forEach(line -> footer(line, out));
    }

    /** A sentence is wrapped; a command stays whole for copying. */
    private static void footer(String line, PrintWriter out) {
        int colon = line.indexOf(':');
        int label = colon >= 0 && colon < LABELLED ? LABELLED : 0;
        if (line.length() <= WIDTH) {
            out.println(line);
            return;
        }
        String text = line.substring(label);
        if (text.startsWith("kubectl ")) {
            out.println(line.substring(0, label).strip());
            out.println("  " + text);
        } else {
            wrap(line.substring(0, label), text, label, out);
        }
    }

    private static String name(Option option) {
        return (option.getOpt() == null ? "      " : "  -" + option.getOpt() + ", ")
                + "--" + option.getLongOpt()
                + (option.hasArg() ? " " + option.getArgName() : "");
    }

    private static void row(String name, String text, PrintWriter out) {
        StringBuilder line = new StringBuilder(name);
        if (line.length() > COLUMN - 1) {
            out.println(line);
            line.setLength(0);
        }
        line.append(" ".repeat(COLUMN - line.length()));
        wrap(line.toString(), text, COLUMN, out);
    }

    private static void wrap(String begin, String text, int column, PrintWriter out) {
        StringBuilder line = new StringBuilder(begin);
        for (String word : text.split(" ")) {
            if (line.length() > column && line.length() + 1 + word.length() > WIDTH) {
                out.println(line);
                line = new StringBuilder(" ".repeat(column));
            }
            line.append(line.length() > column ? " " : "").append(word);
        }
        out.println(line);
    }
}
