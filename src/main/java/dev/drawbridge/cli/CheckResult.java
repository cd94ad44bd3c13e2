package dev.drawbridge.cli;

import dev.drawbridge.explain.Manual;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Printable;
import dev.drawbridge.manifest.FileProblem;
import dev.drawbridge.report.Baseline;
import dev.drawbridge.report.Format;
import dev.drawbridge.report.PageContext;
import dev.drawbridge.report.Report;
import dev.drawbridge.report.RuleCounts;
import dev.drawbridge.report.Skipped;
import dev.drawbridge.report.Summary;
import dev.drawbridge.report.TextFormat;
import dev.drawbridge.validation.ResourceApi;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Handles the report of {@code check}: baseline, formats, summary, exit code. */
final class CheckResult {

    /** The number of lines about skipped objects, if not all are listed. */
    private static final int MOST_CAUSES = 8;

    private final Arguments arguments;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Terminal terminal;
    private final List<FileOutput> outputs;
    private final @Nullable Path baseline;
    private final @Nullable Path newBaseline;
    private final boolean isStrict;
    private final boolean isQuiet;

    CheckResult(Arguments arguments, PrintWriter out, PrintWriter err) {
        this.arguments = arguments;
        this.out = out;
        this.err = err;
        outputs = outputs(arguments);
        if (arguments.has("trace")
                && outputs.stream().anyMatch(output -> output.file() == null && format(output) != Format.TEXT)) {
            throw new UsageException(
                    "--trace prints text to standard output; give the other format a file: FORMAT=FILE");
        }
        terminal = Terminal.of(arguments);
        baseline = arguments.path("baseline");
        newBaseline = arguments.path("write-baseline");
        isStrict = arguments.has("strict");
        isQuiet = arguments.has("quiet");
    }

    static List<FileOutput> outputs(Arguments arguments) {
        List<FileOutput> named =
                arguments.allParsed("output", text -> FileOutput.of(arguments.choices("output"), text));
        if (named.stream().filter(output -> output.file() == null).count() > 1) {
            throw new UsageException("--output: one format goes to standard output; give each other one a FORMAT=FILE");
        }
        return named.isEmpty() ? List.of(new FileOutput("text", null)) : named;
    }

    /** Whether the findings go to standard output as text. */
    boolean printsText() {
        return newBaseline == null
                && outputs.stream().anyMatch(output -> output.file() == null && format(output) == Format.TEXT);
    }

    private static Format format(FileOutput output) {
        return Format.valueOf(output.format().toUpperCase(Locale.ROOT));
    }

    /** Whether a format shows how the text of a file is fixed. */
    boolean showsEdits() {
        return newBaseline == null
                && outputs.stream().anyMatch(output -> format(output).showsEdits());
    }

    /** Whether a person reads the findings while they are found. */
    boolean isInteractive() {
        return terminal.isInteractive();
    }

    /**
     * Writes the report, or the new baseline; returns the exit code.
     *
     * @param typed a file's path as a person would type it
     * @param isNamed whether a file was named, not found in a folder
     * @param idle the named paths with nothing to check
     */
    int write(
            Report report,
            UnaryOperator<String> typed,
            Predicate<String> isNamed,
            List<String> idle,
            PageContext context) {
        if (newBaseline != null) {
            return writeBaseline(newBaseline, report);
        }
        boolean isUnreadable = report.findings().stream()
                .anyMatch(finding -> finding.origin() == Origin.UNREADABLE && isNamed.test(finding.file()));
        Report fresh = withoutKnown(report);
        print(fresh, typed, idle, context);
        if (isUnreadable) {
            return ExitCode.USAGE;
        }
        return fresh.summary().fails(isStrict) || isStrict && !idle.isEmpty() ? ExitCode.FINDINGS : ExitCode.CLEAN;
    }

    static void write(
            Report report,
            FileOutput output,
            Arguments arguments,
            PrintWriter out,
            UnaryOperator<String> typed,
            PageContext context) {
        Format format = format(output);
        if (output.file() != null) {
            FileOutput.write(output.file(), writer -> format.write(report, writer, help(), context));
        } else if (format == Format.TEXT) {
            Terminal terminal = Terminal.of(arguments);
            boolean isVerbose = arguments.has("verbose");
            TextFormat text = new TextFormat(
                    out,
                    new TextFormat.Style(terminal.isInteractive(), terminal.hasColor(), terminal.columns(), isVerbose),
                    typed);
            text.write(report);
            if (isVerbose) {
                text.right(report);
            }
        } else {
            format.write(report, out, help(), context);
        }
    }

    /** The descriptions of rules, each looked up once. */
    private static Function<Origin, String> help() {
        Manual manual = new Manual(null, null, false);
        Map<Origin, String> known = new EnumMap<>(Origin.class);
        return rule -> known.computeIfAbsent(rule, manual::help);
    }

    private int writeBaseline(Path file, Report report) {
        try {
            Baseline.write(file, report);
            err.println(
                    "wrote a baseline of " + Printable.count(report.findings().size(), "finding") + " to " + file);
            return ExitCode.CLEAN;
        } catch (IOException e) {
            throw new InputException(file + ": cannot be written: " + FileProblem.of(e), e);
        }
    }

    private Report withoutKnown(Report report) {
        if (baseline == null) {
            return report;
        }
        try {
            List<String> obsolete = new ArrayList<>();
            Report fresh = Baseline.read(baseline).without(report, obsolete);
            obsolete.forEach(entry -> err.println("drawbridge: obsolete in " + baseline + ": " + entry));
            return fresh;
        } catch (IOException e) {
            throw new InputException(baseline + ": " + FileProblem.of(e), e);
        }
    }

    private void print(Report report, UnaryOperator<String> typed, List<String> idle, PageContext context) {
        for (FileOutput output : outputs) {
            write(report, output, arguments, out, typed, context);
            if (output.file() != null && !isQuiet) {
                err.println("wrote " + output.file());
            }
        }
        if (arguments.has("summary")) {
            err.print(RuleCounts.of(report));
            err.flush();
        }
        Summary summary = report.summary();
        boolean isOnlyStrict = summary.fails(isStrict) && !summary.fails(false);
        if (!isQuiet || isOnlyStrict) {
            printSkipped(summary.listed());
        }
        if (!isQuiet || isStrict) {
            idle.forEach(path -> err.println("drawbridge: warning: " + Printable.of(path)
                    + ": nothing to check: no DRA objects or claims" + (isStrict ? " (fails with --strict)" : "")));
        }
        if (!isQuiet) {
            err.println(summary);
            printOldReleases(report);
        }
        if (isOnlyStrict) {
            err.println("--strict: failed because of "
                    + String.join(
                            " and ",
                            Summary.counts(
                                    Printable.count(summary.findings().warnings(), "warning"),
                                    Printable.count(summary.listed().size(), "skipped file"))));
        }
    }

    /** Lists what was skipped; if that is more than a few lines, the first of each cause. */
    private void printSkipped(List<Skipped> listed) {
        boolean areAllShown = arguments.has("verbose") || listed.size() <= TextFormat.MOST;
        Map<String, Integer> counts = new LinkedHashMap<>();
        listed.forEach(one -> counts.merge(one.cause(), 1, Integer::sum));
        int lines = 0;
        for (Skipped one : listed) {
            Integer count = areAllShown ? Integer.valueOf(1) : counts.remove(one.cause());
            if (count != null && (areAllShown || ++lines < MOST_CAUSES)) {
                err.println(
                        "skipped " + one + (count == 1 ? "" : " (and " + (count - 1) + " more; all with --verbose)"));
            }
        }
    }

    private void printOldReleases(Report report) {
        if (arguments.has("upgrade") || !report.releases().isEmpty()) {
            return;
        }
        String newest = ResourceApi.newestRelease().toString();
        int gone = (int) report.findings().stream()
                .filter(finding -> finding.origin() == Origin.REMOVED || finding.origin() == Origin.DEPRECATED)
                .filter(finding -> !finding.releases().contains(newest))
                .map(finding -> finding.file() + finding.lineNumber() + finding.path())
                .distinct()
                .count();
        if (gone > 0) {
            err.println(Printable.count(gone, "object") + (gone == 1 ? " was" : " were")
                    + " checked against an old release, the last that serves the version; choose with --kubernetes");
        }
    }
}
