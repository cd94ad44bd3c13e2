package dev.drawbridge.cli;

import dev.drawbridge.manifest.FileProblem;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The option {@code --output FORMAT[=FILE]} of a command with one output; no file is standard output. */
record FileOutput(String format, @Nullable Path file) {

    /** The output that the option names: one of its formats, or the standard one. */
    static FileOutput of(Arguments arguments, String standard) {
        return of(arguments.choices("output"), arguments.text("output", standard));
    }

    /** The output {@code FORMAT[=FILE]} in one of these formats. */
    static FileOutput of(List<String> formats, String text) {
        int equals = text.indexOf('=');
        String format = equals < 0 ? text : text.substring(0, equals);
        if (!formats.contains(format)) {
            throw new UsageException("--output: invalid value \"" + format + "\"; expected: "
                    + String.join(", ", formats) + inFile(text));
        }
        return new FileOutput(format, equals < 0 ? null : Path.of(text.substring(equals + 1)));
    }

    /** How a format is written to a file, if the value is the name of one; else empty. */
    private static String inFile(String text) {
        return text.indexOf('=') < 0 && text.indexOf('.') >= 0 ? "; in a file: FORMAT=" + text : "";
    }

    /** Writes to the file, and says so, or to standard output. */
    void write(PrintWriter out, PrintWriter err, Consumer<PrintWriter> content) {
        if (file == null) {
            boolean isText = format.equals("text") || format.equals("table") || format.equals("wide");
            PrintWriter to = isText ? WrappedLines.of(out) : out;
            content.accept(to);
            to.flush();
            return;
        }
        write(file, content);
        err.println("wrote " + file);
    }

    static void write(Path file, Consumer<PrintWriter> content) {
        try (PrintWriter writer = new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8))) {
            content.accept(writer);
            if (writer.checkError()) {
                throw new InputException(file + ": cannot be written; is the disk full?");
            }
        } catch (IOException e) {
            throw new InputException(file + ": cannot be written: " + FileProblem.of(e), e);
        }
    }
}
