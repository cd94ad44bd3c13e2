package dev.drawbridge.cli;

import dev.drawbridge.explain.Manual;
import dev.drawbridge.field.Origin;
import dev.drawbridge.report.Format;
import dev.drawbridge.report.PageContext;
import dev.drawbridge.report.Report;
import dev.drawbridge.report.TextFormat;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The target and format of a report: {@code json}, to standard output, or {@code json=FILE}. */
record Output(Format format, @Nullable Path file) {

    /** The descriptions of rules, each looked up once. */
    private static Function<Origin, String> help() {
        Manual manual = new Manual(null, null, false);
        Map<Origin, String> known = new EnumMap<>(Origin.class);
        return rule -> known.computeIfAbsent(rule, manual::help);
    }

    /** The output that the option names. */
    static Output of(FileOutput named) {
        return new Output(Format.valueOf(named.format().toUpperCase(Locale.ROOT)), named.file());
    }

    /**
     * Writes the report there.
     *
     * @param typed a file's path as a person would type it
     * @param context what a page shows with the report
     */
    void write(
            Report report,
            PrintWriter out,
            Terminal terminal,
            boolean verbose,
            UnaryOperator<String> typed,
            PageContext context) {
        if (file != null) {
            FileOutput.write(file, writer -> format.write(report, writer, help(), context));
        } else if (format == Format.TEXT) {
            TextFormat.Style style =
                    new TextFormat.Style(terminal.isInteractive(), terminal.hasColor(), terminal.columns(), verbose);
            TextFormat text = new TextFormat(out, style, typed);
            text.write(report);
            if (verbose) {
                text.right(report);
            }
        } else {
            format.write(report, out, help(), context);
        }
    }
}
