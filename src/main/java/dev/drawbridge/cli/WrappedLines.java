package dev.drawbridge.cli;

import dev.drawbridge.report.TextFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;

/** Text for a terminal, wrapped at words after a number of columns; lines with a command to copy stay whole. */
final class WrappedLines extends Writer {

    private final Writer to;
    private final int columns;
    private final StringBuilder line = new StringBuilder();

    /** Creates a writer; 0 columns are for lines of any length. */
    WrappedLines(Writer to, int columns) {
        this.to = to;
        this.columns = columns;
    }

    static PrintWriter of(PrintWriter out) {
        return of(out, Terminal.columnsOfOutput());
    }

    static PrintWriter of(PrintWriter out, int columns) {
        return new OfTerminal(out, columns);
    }

    /** After how many columns this writer wraps lines; 0 if it does not. */
    static int columns(PrintWriter out) {
        return out instanceof OfTerminal terminal ? terminal.columns : 0;
    }

    private static final class OfTerminal extends PrintWriter {

        private final int columns;

        OfTerminal(PrintWriter out, int columns) {
            super(new WrappedLines(out, columns));
            this.columns = columns;
        }
    }

    @Override
    public void write(char[] text, int from, int length) throws IOException {
        for (int i = from; i < from + length; i++) {
            if (text[i] == '\n') {
                String whole = line.toString();
                boolean isCommand = whole.contains(" kubectl ") || whole.contains(" drawbridge ");
                to.write(String.join("\n", TextFormat.wrapped(whole, isCommand ? 0 : columns)) + "\n");
                line.setLength(0);
            } else {
                line.append(text[i]);
            }
        }
    }

    @Override
    public void flush() throws IOException {
        to.write(line.toString());
        line.setLength(0);
        to.flush();
    }

    @Override
    public void close() throws IOException {
        flush();
    }
}
