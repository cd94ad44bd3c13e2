package dev.drawbridge.cli;

import dev.drawbridge.check.Baseline;
import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.Checker;
import dev.drawbridge.check.SettingsFile;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.field.Printable;
import dev.drawbridge.gitops.ChangeSettings;
import dev.drawbridge.gitops.FolderTrees;
import dev.drawbridge.gitops.Gate;
import dev.drawbridge.gitops.GitTrees;
import dev.drawbridge.gitops.Trees;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.report.Format;
import dev.drawbridge.report.Report;
import dev.drawbridge.report.RuleCounts;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** One run of {@code drawbridge check}. */
final class CheckRun {

    private static final String STANDARD_INPUT = "-";

    private final Arguments arguments;
    private final PrintWriter out;
    private final PrintWriter err;
    private final List<String> paths;
    private final @Nullable List<KubernetesRelease> releases;
    private final @Nullable GateSettings gates;
    private final boolean judgesStatus;
    private final boolean allowsRecreate;
    private final String namespace;
    private final Terminal terminal;
    private final List<Output> outputs;
    private final @Nullable Path baseline;
    private final @Nullable Path newBaseline;
    private final @Nullable String base;
    private final @Nullable String head;
    private final @Nullable Path baseFolder;
    private final @Nullable Path headFolder;

    CheckRun(Arguments arguments, PrintWriter out, PrintWriter err) {
        this.arguments = arguments;
        this.out = out;
        this.err = err;
        paths = arguments.parameters();
        releases = arguments.parsed("kubernetes", Releases::several);
        gates = arguments.parsed("feature-gates", GateSettings::parse);
        judgesStatus = arguments.choice("status", CheckCommand.STATUS, "judge").equals("judge");
        allowsRecreate = arguments.has("allow")
                && arguments.choice("allow", CheckCommand.ALLOW, "").equals(CheckCommand.ALLOW);
        namespace = arguments.text("namespace", "default");
        List<Output> named = arguments.allParsed("output", Output::parse);
        if (named.stream().filter(output -> output.file() == null).count() > 1) {
            throw new UsageException("--output: one format goes to standard output; give each other one a FORMAT=FILE");
        }
        terminal = Terminal.of(arguments.has("no-color"));
        outputs = named.isEmpty() ? List.of(new Output(Format.TEXT, null)) : named;
        baseline = arguments.path("baseline");
        newBaseline = arguments.path("write-baseline");
        base = arguments.text("base");
        head = arguments.text("head");
        baseFolder = arguments.path("base-dir");
        headFolder = arguments.path("head-dir");
    }

    /** Reads, judges, writes, and gives the exit code. */
    int run() throws IOException {
        SettingsFile file = settingsFile();
        boolean isChange = base != null || head != null || baseFolder != null || headFolder != null;
        Report report = isChange ? changed(file) : checked(file);
        if (newBaseline != null) {
            return writeBaseline(newBaseline, report);
        }
        return finish(withoutKnown(report));
    }

    /** The local check: each document by itself. */
    private Report checked(SettingsFile file) throws IOException {
        List<String> wanted = paths.isEmpty() ? file.paths() : paths;
        if (wanted.isEmpty()) {
            throw new UsageException("a PATH is missing: a file, a folder, or - for standard input");
        }
        Checker checker = new Checker(settings(file), terminal.isInteractive());
        try {
            read(wanted, file, checker);
        } catch (NoSuchFileException missing) {
            throw new UsageException(missing.getFile() + ": there is no such file, nor a file like it");
        } catch (PatternSyntaxException wrong) {
            throw unreadable(wrong);
        }
        return checker.report();
    }

    /** The merge gate: old against new. */
    private Report changed(SettingsFile file) {
        ChangeSettings changes = new ChangeSettings(settings(file), allowsRecreate, arguments.has("all"));
        try (Trees trees = trees(file);
                Progress progress = progress("of the objects in changed files judged:")) {
            return new Gate(changes, progress::step).judge(trees);
        } catch (NoSuchFileException missing) {
            throw new UsageException(missing.getFile() + ": there is no such file or folder", missing);
        } catch (IOException e) {
            throw new UsageException(e.getMessage(), e);
        }
    }

    private Trees trees(SettingsFile file) throws IOException {
        if (base != null && baseFolder == null && headFolder == null) {
            return GitTrees.open(Path.of(""), base, head, paths.isEmpty() ? file.paths() : paths, manifests(file));
        }
        if (base == null && head == null && baseFolder != null && headFolder != null) {
            return new FolderTrees(baseFolder, headFolder, manifests(file));
        }
        throw new UsageException("name --base REV and perhaps --head REV, or both --base-dir and --head-dir");
    }

    private SettingsFile settingsFile() {
        try {
            return SettingsFile.nearest(Path.of(""));
        } catch (IOException | IllegalArgumentException e) {
            throw new UsageException(e.getMessage());
        }
    }

    private CheckSettings settings(SettingsFile file) {
        try {
            List<KubernetesRelease> judges = releases != null
                    ? releases
                    : file.kubernetes().isEmpty() ? List.of() : Releases.several(file.kubernetes());
            GateSettings gateSettings = gates != null ? gates : GateSettings.parse(file.featureGates());
            return new CheckSettings(
                    judges,
                    gateSettings,
                    judgesStatus,
                    namespace,
                    Set.copyOf(arguments.texts("admin-namespace")),
                    file.severity());
        } catch (RuntimeException wrong) {
            throw new UsageException(SettingsFile.NAME + ": " + wrong.getMessage(), wrong);
        }
    }

    private void read(List<String> wanted, SettingsFile file, Checker checker) throws IOException {
        List<String> left = new ArrayList<>(wanted);
        if (left.remove(STANDARD_INPUT)) {
            checker.add(checker.read(STANDARD_INPUT, ReadLimits.DEFAULT.text(System.in)));
        }
        List<Path> files = manifests(file).of(left);
        try (Progress progress = progress("of " + files.size() + " files checked:")) {
            FileBatches.check(files, checker, progress);
        }
    }

    private Progress progress(String what) {
        return Progress.of(err, what);
    }

    private ManifestFiles manifests(SettingsFile file) {
        try {
            return new ManifestFiles(arguments.texts("ignore"), file.exclude(), file.folder());
        } catch (PatternSyntaxException wrong) {
            throw unreadable(wrong);
        }
    }

    private static UsageException unreadable(PatternSyntaxException wrong) {
        return new UsageException("the pattern " + wrong.getPattern() + " cannot be read: " + wrong.getDescription());
    }

    private static int writeBaseline(Path file, Report report) {
        try {
            Baseline.write(file, report);
            return ExitCode.CLEAN;
        } catch (IOException e) {
            throw new UsageException(file + ": cannot be written: " + FileProblem.of(e), e);
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
            throw new UsageException(baseline + ": " + FileProblem.of(e), e);
        }
    }

    private int finish(Report report) {
        for (Output output : outputs) {
            output.write(report, out, terminal, arguments.has("verbose"));
        }
        if (arguments.has("summary")) {
            err.print(RuleCounts.of(report));
            err.flush();
        }
        if (!arguments.has("quiet")) {
            report.summary().skipped().forEach(skipped -> err.println("skipped " + Printable.of(skipped)));
            err.println(report.summary());
        }
        return exitCode(report);
    }

    private int exitCode(Report report) {
        if (report.summary().unreadable() > 0) {
            return ExitCode.USAGE;
        }
        boolean strict = arguments.has("strict");
        boolean fails = report.summary().errors() > 0
                || strict
                        && (report.summary().warnings() > 0
                                || !report.summary().skipped().isEmpty());
        return fails ? ExitCode.FINDINGS : ExitCode.CLEAN;
    }
}
