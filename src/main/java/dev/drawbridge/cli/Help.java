package dev.drawbridge.cli;

import dev.drawbridge.document.JsonReader;
import dev.drawbridge.field.Printable;
import dev.drawbridge.live.KnownBug;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.cli.Option;

/** Help that fits a screen. */
final class Help {

    private static final int MAX_WIDTH = 80;
    private static final int COLUMN = 29;
    private static final int LABEL_COLUMNS = 15;
    private static final Pattern LABEL = Pattern.compile("(?:[^:]{1,13}: *| *)(?<=^.{15})\\S");

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
        notes(command).forEach(note -> note(note, out));
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
        notes(command).forEach(note -> out.println(roff(note)));
        out.println(".fi");
    }

    /** Text of a manual page: no line begins a request. */
    private static String roff(String text) {
        return text.replace("\\", "\\e").replace("-", "\\-").replaceFirst("^([.'])", "\\\\&$1");
    }

    /** The notes of a command, with what their words in braces stand for. */
    private static Stream<String> notes(Command command) {
        return command.notes().stream()
                .flatMap(note -> note.equals("{settings}") ? settings() : Stream.of(note))
                .map(note -> note.contains("{read}") ? note.replace("{read}", KnownBug.READ.toString()) : note);
    }

    /** Each setting of {@code serve}, from the metadata that the build generates from their Javadoc. */
    private static Stream<String> settings() {
        return JsonReader.bundled("META-INF/spring-configuration-metadata.json").stream()
                .flatMap(metadata -> metadata.list("properties").objects().stream())
                .filter(property -> property.string("name").startsWith("drawbridge."))
                .flatMap(property -> {
                    String value = property.string("defaultValue");
                    return Stream.of(
                            "  " + property.string("name") + (value.isEmpty() ? "" : " (default: " + value + ")"),
                            "      " + property.string("description"));
                });
    }

    /** Prints a note. Its lines begin with spaces, or a label; a command line after a label is not wrapped. */
    private static void note(String note, PrintWriter out) {
        int begin = LABEL.matcher(note).lookingAt()
                ? LABEL_COLUMNS
                : note.length() - note.stripLeading().length();
        String label = note.substring(0, begin);
        if (begin == LABEL_COLUMNS && !label.startsWith("Exit") && note.length() > width()) {
            out.println(label.strip());
            out.println("  " + note.substring(begin));
        } else {
            wrap(label, note.substring(begin), begin, out);
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
