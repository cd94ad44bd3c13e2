package dev.drawbridge.cli;

import java.io.PrintWriter;
import java.util.List;
import org.apache.commons.cli.Option;

/** Help that fits a screen. */
final class Help {

    private static final int WIDTH = 80;
    private static final int COLUMN = 29;

    private Help() {}

    /** Prints the help of all commands. */
    static void ofAll(List<Command> commands, PrintWriter out) {
        out.println("Usage: drawbridge COMMAND [OPTION...]");
        out.println("An admission gate for Kubernetes Dynamic Resource Allocation.");
        commands.forEach(command -> row("  " + command.name(), command.description(), out));
        out.println();
        out.println("More of each: drawbridge COMMAND --help");
        out.println("Exit codes:   0 clean, 1 findings, 2 input or usage, 3 a bug.");
    }

    /** Prints the help of one command. */
    static void of(Command command, PrintWriter out) {
        out.println("Usage: drawbridge " + command.name() + " [OPTION...]"
                + (command.parameters().isEmpty() ? "" : " " + command.parameters()));
        out.println(command.description());
        command.options().forEach(option -> row(name(option), option.getDescription(), out));
        command.footer().forEach(out::println);
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
        int begin = line.length();
        for (String word : text.split(" ")) {
            if (line.length() > begin && line.length() + 1 + word.length() > WIDTH) {
                out.println(line);
                line = new StringBuilder(" ".repeat(COLUMN));
            }
            line.append(line.length() > begin ? " " : "").append(word);
        }
        out.println(line);
    }
}
