package dev.drawbridge.cli;

import dev.drawbridge.field.Printable;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.apache.commons.cli.Option;

/** Help that fits a screen. */
final class Help {

    private static final int MAX_WIDTH = 80;
    private static final int COLUMN = 29;

    private Help() {}

    private static int width() {
        int columns = Terminal.columnsOfOutput();
        return columns == 0 ? MAX_WIDTH : Math.min(MAX_WIDTH, columns);
    }

    static void ofAll(List<Command> commands, PrintWriter out) {
        out.println("Usage: drawbridge COMMAND [OPTION...]");
        out.println("An admission gate for Kubernetes Dynamic Resource Allocation.");
        commands.forEach(command -> row("  " + command.name(), command.description(), out));
        out.println();
        out.println("A command:    drawbridge COMMAND --help");
        out.println("Manual pages: drawbridge help --man [COMMAND]");
        out.println("Exit codes:   0 clean, 1 findings, 2 input or usage, 3 a bug.");
    }

    static void of(Command command, PrintWriter out) {
        out.println("Usage: drawbridge " + command.name() + " [OPTION...]"
                + (command.parameters().isEmpty() ? "" : " " + command.parameters()));
        wrap("", command.description(), 0, out);
        command.options().forEach(option -> row(name(option), option.getDescription(), out));
        out.print(command.notes().isEmpty() ? "" : "\n");
        command.notes().forEach(note -> note(note, out));
    }

    /** Prints the help of one command as a manual page, for {@code man -l}. */
    static void manual(Command command, PrintWriter out) {
        out.println(".TH DRAWBRIDGE\\-" + command.name().toUpperCase(Locale.ROOT) + " 1");
        out.println(".SH NAME\ndrawbridge\\-" + command.name() + " \\- " + roff(command.description()));
        out.println(".SH SYNOPSIS\n.B drawbridge " + command.name() + "\n[\\fIOPTION\\fR...] "
                + roff(command.parameters()));
        out.print(command.options().isEmpty() ? "" : ".SH OPTIONS\n");
        for (Option option : command.options()) {
            out.println(".TP\n\\fB" + roff(name(option).strip().replaceFirst(" [^-].*", "")) + "\\fR"
                    + (option.hasArg() ? " \\fI" + roff(option.getArgName()) + "\\fR" : ""));
            out.println(roff(option.getDescription()));
        }
        out.println(".SH NOTES\n.nf");
        command.notes().forEach(note -> out.println(roff(note.begin() + note.text())));
        out.println(".fi");
    }

    /** Text of a manual page: no line begins a request. */
    private static String roff(String text) {
        return text.replace("\\", "\\e").replace("-", "\\-").replaceFirst("^([.'])", "\\\\&$1");
    }

    private static void note(Command.Note note, PrintWriter out) {
        if (note.isExample() && note.begin().length() + note.text().length() > width()) {
            out.println(note.begin().strip());
            out.println("  " + note.text());
        } else {
            wrap(note.begin(), note.text(), note.begin().length(), out);
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
        Printable.wrapped(begin + text, width(), " ".repeat(column)).forEach(out::println);
    }
}
