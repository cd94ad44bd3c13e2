package dev.drawbridge.report;

import dev.drawbridge.field.Origin;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;

/** Output formats of a report. */
public enum Format {
    /** For people: one line per finding, as compilers write them. */
    TEXT((report, out, help) -> new TextFormat(out, TextFormat.Style.PLAIN, path -> path).write(report)),
    /** For programs: documented and versioned. */
    JSON((report, out, help) -> JsonFormat.write(report, out)),
    /** For code scanners: SARIF 2.1.0. */
    SARIF(SarifFormat::write),
    /** For CI servers: one test case per object. */
    JUNIT((report, out, help) -> JunitFormat.write(report, out)),
    /** For GitHub: workflow commands that annotate lines. */
    GITHUB((report, out, help) -> GithubFormat.write(report, out)),
    /** For GitLab: a code quality report. */
    GITLAB(GitlabFormat::write),
    /** For test harnesses: the Test Anything Protocol, version 14. */
    TAP((report, out, help) -> TapFormat.write(report, out)),
    /** For the comment on a pull request. */
    MARKDOWN((report, out, help) -> MarkdownFormat.write(report, out));

    private interface Writer {
        void write(Report report, PrintWriter out, Function<Origin, String> help);
    }

    private final Writer writer;

    Format(Writer writer) {
        this.writer = writer;
    }

    /** The format with this name; empty if there is none. */
    public static Optional<Format> parse(String name) {
        return Arrays.stream(values())
                .filter(format -> format.toString().equals(name))
                .findFirst();
    }

    /**
     * Writes the report.
     *
     * @param help what there is to say about a rule
     */
    public void write(Report report, PrintWriter out, Function<Origin, String> help) {
        writer.write(report, out, help);
        out.flush();
    }

    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
