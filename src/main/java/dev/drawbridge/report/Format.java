package dev.drawbridge.report;

import dev.drawbridge.field.Origin;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.Function;

public enum Format {
    /** For people: one line per finding, as compilers write them. */
    TEXT,
    /** For programs: documented and versioned. */
    JSON,
    /** For code scanners: SARIF 2.1.0. */
    SARIF,
    /** For CI servers: one test case per object. */
    JUNIT,
    /** For GitHub: workflow commands that annotate lines. */
    GITHUB,
    /** For GitLab: a code quality report. */
    GITLAB,
    /** For the comment on a pull request. */
    MARKDOWN,
    /** For a browser: a page in one file. */
    HTML;

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
        switch (this) {
            case TEXT -> new TextFormat(out, TextFormat.Style.PLAIN, path -> path).write(report);
            case JSON -> JsonFormat.write(report, out);
            case SARIF -> SarifFormat.write(report, out, help);
            case JUNIT -> JunitFormat.write(report, out);
            case GITHUB -> GithubFormat.write(report, out);
            case GITLAB -> GitlabFormat.write(report, out, help);
            case MARKDOWN -> MarkdownFormat.write(report, out);
            case HTML -> HtmlFormat.write(report, out, help, context);
        }
        out.flush();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
