package dev.drawbridge.report;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Optional;

/** How a report is written. */
public enum Format {
    /** For people: a line a finding, as compilers write them. */
    TEXT((report, out) -> new TextFormat(out, false, false, path -> path).write(report)),
    /** For programs: documented and versioned. */
    JSON(JsonFormat::write),
    /** For code scanners: SARIF 2.1.0. */
    SARIF(SarifFormat::write),
    /** For CI servers: a test case an object. */
    JUNIT(JunitFormat::write),
    /** For GitHub: workflow commands that annotate lines. */
    GITHUB(GithubFormat::write),
    /** For GitLab: a code quality report. */
    GITLAB(GitlabFormat::write),
    /** For test harnesses: the Test Anything Protocol, version 14. */
    TAP(TapFormat::write),
    /** For the comment on a pull request. */
    MARKDOWN(MarkdownFormat::write);

    private interface Writer {
        void write(Report report, PrintWriter out);
    }

    private final Writer writer;

    Format(Writer writer) {
        this.writer = writer;
    }

    /** The format of this name; empty where there is none. */
    public static Optional<Format> parse(String name) {
        return Arrays.stream(values())
                .filter(format -> format.toString().equals(name))
                .findFirst();
    }

    /** Writes the report. */
    public void write(Report report, PrintWriter out) {
        writer.write(report, out);
        out.flush();
    }

    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
