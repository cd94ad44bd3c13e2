package dev.drawbridge.report;

import dev.drawbridge.field.FieldError;
import java.io.PrintWriter;

/** A line a finding, as compilers write them: {@code file:line:column: error: path: message [type]}. */
public final class TextReport {

    private final PrintWriter out;
    private int errors;
    private int warnings;

    public TextReport(PrintWriter out) {
        this.out = out;
    }

    /**
     * Prints a mistake.
     *
     * @param within the path of the object in its file, with a dot at its end; empty where the object is the document
     */
    public void error(String file, String within, FieldError error) {
        errors++;
        line(file, within, "error", error);
    }

    /** Prints what changes no verdict. */
    public void warning(String file, String within, FieldError warning) {
        warnings++;
        line(file, within, "warning", warning);
    }

    private void line(String file, String within, String severity, FieldError error) {
        String place = error.position() == null ? file : file + ":" + error.position();
        String path = within + error.path();
        out.println(place + ": " + severity + ": " + (path.isEmpty() ? "" : path + ": ") + error.message() + " ["
                + error.type() + "]");
    }

    public int errors() {
        return errors;
    }

    public int warnings() {
        return warnings;
    }
}
