package dev.drawbridge.report;

import dev.drawbridge.field.Origin;
import java.io.PrintWriter;
import java.util.function.Function;

public enum Format {
    /** For people: one line per finding, as compilers write them. */
    TEXT((report, out, help, context) -> new TextFormat(out, TextFormat.Style.PLAIN, path -> path).write(report)),
    /** For programs: documented and versioned. */
    JSON((report, out, help, context) -> JsonFormat.write(report, out)),
    /** For code scanners: SARIF 2.1.0. */
    SARIF((report, out, help, context) -> SarifFormat.write(report, out, help)),
    /** For CI servers: one test case per object. */
    JUNIT((report, out, help, context) -> JunitFormat.write(report, out)),
    /** For GitHub: workflow commands that annotate lines. */
    GITHUB((report, out, help, context) -> GithubFormat.write(report, out)),
    /** For GitLab: a code quality report. */
    GITLAB((report, out, help, context) -> GitlabFormat.write(report, out, help)),
    /** For the comment on a pull request. */
    MARKDOWN((report, out, help, context) -> MarkdownFormat.write(report, out)),
    /** For a browser: a page in one file. */
    HTML(HtmlFormat::write);

    private interface Writer {
        void write(Report report, PrintWriter out, Function<Origin, String> help, PageContext context);
    }

    private final Writer writer;

    Format(Writer writer) {
        this.writer = writer;
    }

    /** Whether it shows how the text of a file is fixed. */
    public boolean showsEdits() {
        return this == JSON || this == SARIF || this == GITLAB || this == MARKDOWN || this == HTML;
    }

    /**
     * Writes the report.
     *
     * @param help the explanation of a rule
     * @param context additional content for pages; other formats ignore it
     */
    public void write(Report report, PrintWriter out, Function<Origin, String> help, PageContext context) {
        writer.write(report, out, help, context);
        out.flush();
    }

    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
