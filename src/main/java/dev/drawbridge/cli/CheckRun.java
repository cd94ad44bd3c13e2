package dev.drawbridge.cli;

import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.Checker;
import dev.drawbridge.check.InputFiles;
import dev.drawbridge.check.RoleFindings;
import dev.drawbridge.check.Trees;
import dev.drawbridge.gitops.GitTrees;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.report.PageContext;
import dev.drawbridge.report.Report;
import dev.drawbridge.validation.Validator;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs {@code drawbridge check}: makes the plan, checks, and writes the report. */
final class CheckRun {

    private static final long WATCH_MILLIS = 500;

    /** Types of files in a mode, as in {@code sys/stat.h}. */
    private static final int FILE_TYPE = 0xF000;

    private static final int PIPE = 0x1000;
    private static final int FILE = 0x8000;

    private final Arguments arguments;
    private final PrintWriter out;
    private final PrintWriter err;
    private final CheckResult result;
    private final TraceText traces = new TraceText();

    CheckRun(Arguments arguments, PrintWriter out, PrintWriter err) {
        this.arguments = arguments;
        this.out = out;
        this.err = err;
        this.result = new CheckResult(arguments, out, err);
    }

    int run() throws IOException {
        if (arguments.has("watch") && !arguments.has("settings")) {
            return watch();
        }
        CheckPlan.Compared compared = CheckPlan.Compared.of(arguments);
        if (arguments.has("closed") && compared.isWanted()) {
            throw new UsageException(
                    "--closed checks one state of the input; it cannot be combined with --base, which always finds"
                            + " names that a change breaks");
        }
        try (GitTrees trees = compared.trees()) {
            ComparedSettings both =
                    trees == null ? null : ComparedSettings.of(Path.of(""), trees, arguments.has("head"));
            SettingsFile file = both == null ? SettingsFile.here() : both.head();
            if (arguments.has("settings")) {
                Tables.text(Setting.inForce(arguments, file.entries()), WrappedLines.of(out));
                return ExitCode.CLEAN;
            }
            return run(plan(file), trees, both);
        } catch (IOException e) {
            throw InputException.of(e);
        }
    }

    /** Runs again whenever something changes that decides about the result, until the process is interrupted. */
    private int watch() throws IOException {
        int exitCode = ExitCode.CLEAN;
        String seen = "";
        String problem = "";
        try {
            while (true) {
                try {
                    CheckPlan plan = plan(SettingsFile.here());
                    String now = WatchedFiles.state(plan);
                    if (!now.equals(seen)) {
                        seen = now;
                        exitCode = run(plan, null, null);
                        out.flush();
                        err.println("watching for changes; press Ctrl-C to stop");
                    }
                    problem = "";
                } catch (InputException wrong) {
                    // A file that is being edited is invalid for a while.
                    if (seen.isEmpty()) {
                        throw wrong;
                    }
                    if (!problem.equals(wrong.getMessage())) {
                        problem = String.valueOf(wrong.getMessage());
                        err.println("drawbridge: " + problem);
                    }
                }
                Thread.sleep(WATCH_MILLIS);
            }
        } catch (InterruptedException end) {
            return exitCode;
        }
    }

    private CheckPlan plan(SettingsFile file) {
        return CheckPlan.of(arguments, file, result.isInteractive(), traces);
    }

    private int run(CheckPlan plan, @Nullable GitTrees revisions, @Nullable ComparedSettings compared)
            throws IOException {
        boolean isOfCluster = arguments.has("cluster") || arguments.has("context");
        if (arguments.has("helm-releases") && !(arguments.has("upgrade") && isOfCluster)) {
            throw new UsageException("--helm-releases needs --upgrade and --cluster");
        }
        if (arguments.has("upgrade")) {
            return upgraded(plan, isOfCluster);
        }
        if (arguments.has("diff") && !arguments.has("fix") && !arguments.has("add-suppressions")) {
            throw new UsageException("--diff needs --fix or --add-suppressions");
        }
        announcePipes(plan);
        if (arguments.has("fix") && !arguments.has("add-suppressions")) {
            boolean isFixed = fix(plan);
            if (arguments.has("diff")) {
                return isFixed ? ExitCode.FINDINGS : ExitCode.CLEAN;
            }
        }
        Releases.announce(plan.settings().target().releases(), err::println);
        try {
            Trees trees = plan.trees(revisions);
            SettingsFile file = plan.file();
            CheckSettings settings = FleetOptions.withFleet(arguments, file, plan.settings(), err::println);
            if (arguments.has("policy") && !settings.policies().areAny()) {
                err.println("--policy: no admission policies in " + String.join(", ", arguments.texts("policy")));
            }
            Report report;
            try (Progress progress = Progress.of(err, progressOf(trees))) {
                report = new Checker(settings, progress::step).check(trees);
            }
            if (compared != null) {
                boolean areNamed = plan.isNamed() || plan.rendering().isWanted();
                report = report.and(compared.changed())
                        .and(compared.deleted("paths", areNamed ? List.of() : file.texts("paths")))
                        .and(compared.deleted("fleet", arguments.has("from") ? List.of() : file.texts("fleet")))
                        .and(compared.deleted("policies", arguments.has("policy") ? List.of() : file.texts("policies")))
                        .and(compared.deleted("drivers", file.texts("drivers")));
            }
            traces.print(out);
            if (arguments.has("add-suppressions")) {
                return new SuppressionRun(report.findings())
                        .run(rewritten(plan, "--add-suppressions"), plan.paths(), arguments.has("diff"), out, err);
            }
            return result.write(
                    result.showsEdits() ? new FixEdits(plan, trees::typed).added(report) : report,
                    trees::typed,
                    trees::isNamed,
                    idle(plan, report, trees.sources().names()),
                    new PageContext(
                            trees.hasBase() ? "check of a change" : "check",
                            (report.releases().isEmpty() ? "The newest Kubernetes that serves each version · " : "")
                                    + arguments.source("."),
                            new PageSources(trees)::of,
                            List.of()));
        } catch (IOException e) {
            throw InputException.of(e);
        }
    }

    /** The named paths with nothing to check. Without any, standard input may be meant. */
    private List<String> idle(CheckPlan plan, Report report, Set<String> rendered) throws IOException {
        boolean isEmpty = report.objects().isEmpty()
                && report.findings().isEmpty()
                && report.summary().listed().isEmpty();
        boolean isAny =
                plan.isNamed() || plan.rendering().isWanted() || plan.compared().isWanted();
        if (!isAny && !arguments.has("quiet") && hasInput() && (isEmpty || System.in.available() > 0)) {
            err.println((isEmpty ? "nothing to check in this folder" : "standard input is not read")
                    + "; to check standard input, use: drawbridge check -");
        }
        return plan.idlePaths(report, rendered);
    }

    /** Whether standard input is a pipe or a file. */
    private static boolean hasInput() {
        int type = type(Path.of("/dev/stdin"));
        return type == PIPE || type == FILE;
    }

    /** Opening a named pipe waits for a writer; one of the shell, such as {@code <(helm template .)}, has one. */
    private void announcePipes(CheckPlan plan) {
        plan.paths().stream()
                .filter(path -> !path.matches("/(dev|proc)/.*") && type(Path.of(path)) == PIPE)
                .forEach(path -> err.println("drawbridge: " + path + ": named pipe; waiting for its writer"));
    }

    /** The type of a file in its mode; 0 if there is none. */
    private static int type(Path file) {
        try {
            return (int) Files.getAttribute(file, "unix:mode") & FILE_TYPE;
        } catch (IOException | UnsupportedOperationException none) {
            // Windows has no modes; the hint is missing there.
            return 0;
        }
    }

    private int upgraded(CheckPlan plan, boolean isOfCluster) throws IOException {
        if (plan.compared().isWanted()
                || arguments.has("kubernetes")
                || arguments.has("watch")
                || arguments.has("from")
                || arguments.has("fix")) {
            throw new UsageException(
                    "--upgrade compares two releases; it cannot be combined with --base, --kubernetes, --from, --fix"
                            + " or --watch");
        }
        Releases.Upgrade upgrade = Objects.requireNonNull(arguments.parsed("upgrade", Releases::upgrade));
        UpgradeRun run = new UpgradeRun(upgrade, plan.settings());
        if (isOfCluster) {
            run.cluster(arguments.text("context"), arguments.has("helm-releases"));
        }
        PageSources sources = PageSources.NONE;
        if (!isOfCluster || plan.isNamed() || plan.rendering().isWanted()) {
            InputFiles files = plan.input();
            run.input(files);
            sources = new PageSources(files);
        }
        Releases.announce(List.of(upgrade.from(), upgrade.to()), err::println);
        Report upgraded = run.report();
        int exitCode = result.write(
                upgraded,
                path -> path,
                plan::isNamed,
                plan.idlePaths(upgraded, Set.of()),
                new PageContext(
                        "check of the upgrade " + upgrade.from() + " to " + upgrade.to(),
                        arguments.source("."),
                        sources::of,
                        List.of(run.page())));
        if (result.printsText()) {
            out.print(run.table());
        }
        return exitCode;
    }

    /** The files to write: neither rendered manifests nor standard input. */
    private static List<Path> rewritten(CheckPlan plan, String option) throws IOException {
        if (plan.compared().isWanted()
                || plan.rendering().isWanted()
                || plan.paths().contains(CheckPlan.STANDARD_INPUT)) {
            throw new UsageException(option + " writes files and folders only");
        }
        // A template is found for its name in the report; it is not checked, and not rewritten.
        return plan.files(plan.paths()).stream()
                .filter(file -> plan.isNamed(file.toString()) || !ManifestFiles.isTemplate(file.toString()))
                .toList();
    }

    private boolean fix(CheckPlan plan) throws IOException {
        boolean isUnsafe = !arguments.choice("fix", "safe").equals("safe");
        List<Path> files = rewritten(plan, "--fix");
        return new FixRun(arguments.has("diff"), out, err)
                .run(
                        files,
                        plan.paths(),
                        plan.fixes(new Validator(), isUnsafe),
                        RoleFindings.fixes(plan.settings(), files));
    }

    private static String progressOf(Trees trees) {
        return trees instanceof InputFiles input
                ? "of " + input.files().size() + " files checked:"
                : "of the objects in changed files checked:";
    }
}
