package dev.drawbridge.cli;

import dev.drawbridge.check.Baseline;
import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.Checker;
import dev.drawbridge.check.SettingsFile;
import dev.drawbridge.document.ReadLimits;
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
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Judges the DRA objects in manifests as if they were created. */
@Command(
        name = "check",
        description = "Check the DRA objects in manifests, without a cluster.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "In a CI job:   drawbridge check --strict --output github manifests/",
            "Exit codes:    0 clean, 1 findings, 2 input or usage, 3 a bug."
        })
final class CheckCommand implements Callable<Integer> {

    /** Files are read and judged by several threads, so many at a time: no more than these are in memory at once. */
    private static final int BATCH = 64;

    private static final String STANDARD_INPUT = "-";

    enum Status {
        judge,
        ignore
    }

    enum Allowed {
        recreate
    }

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "PATH",
            description = "Files, folders, patterns such as 'a/**.yaml', or - for standard input")
    private List<String> paths = List.of();

    @Option(
            names = "--kubernetes",
            paramLabel = "RELEASE",
            converter = ReleasesConverter.class,
            description = "Who judges: 1.34, 1.31,1.34 or 1.31..1.37 (default: the newest that serves the version)")
    private @Nullable List<KubernetesRelease> releases;

    @Option(
            names = "--feature-gates",
            paramLabel = "A=true,...|all",
            converter = GatesConverter.class,
            description = "Feature gates that differ from the release's defaults")
    private @Nullable GateSettings gates;

    @Option(
            names = "--status",
            paramLabel = "judge|ignore",
            description = "Judge a document's status, or not (default: judge)")
    private Status status = Status.judge;

    @Option(
            names = "--namespace",
            paramLabel = "NS",
            description = "The namespace of documents that name none (default: default)")
    private String namespace = "default";

    @Option(
            names = "--admin-namespace",
            paramLabel = "NS",
            description = "A namespace that is labelled for admin access (one in the input is seen); repeatable")
    private Set<String> adminNamespaces = Set.of();

    @Option(names = "--ignore", paramLabel = "PATTERN", description = "Leave out files, such as 'tests/**'; repeatable")
    private List<String> ignored = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT[=FILE]",
            converter = Output.Converter.class,
            description = "text, json, sarif, junit, github, gitlab, tap or markdown; repeatable (default: text)")
    private List<Output> outputs = List.of(new Output(Format.TEXT, null));

    @Option(names = "--baseline", paramLabel = "FILE", description = "Only findings that are not in it fail")
    private @Nullable Path baseline;

    @Option(
            names = "--write-baseline",
            paramLabel = "FILE",
            description = "Write what is found as a baseline, and fail on nothing")
    private @Nullable Path newBaseline;

    @Option(
            names = "--base",
            paramLabel = "REV",
            description = "Judge what changed since this revision, as updates (origin/main); the head is the work tree")
    private @Nullable String base;

    @Option(names = "--head", paramLabel = "REV", description = "With --base: the head, instead of the work tree")
    private @Nullable String head;

    @Option(
            names = "--base-dir",
            paramLabel = "DIR",
            description = "With --head-dir: judge two folders of rendered manifests")
    private @Nullable Path baseFolder;

    @Option(names = "--head-dir", paramLabel = "DIR", description = "With --base-dir")
    private @Nullable Path headFolder;

    @Option(
            names = "--allow",
            paramLabel = "recreate",
            description = "A change that needs an object recreated is a warning")
    private @Nullable Allowed allowed;

    @Option(names = "--all", description = "With a base: show what the base had already, too")
    private boolean all;

    @Option(names = "--strict", description = "Fail on warnings and on skipped files too")
    private boolean strict;

    @Option(names = "--debug", description = "The trace of a bug of Drawbridge")
    private boolean debug;

    @Option(names = "--summary", description = "How often each mistake was found, too")
    private boolean counts;

    @Option(names = "--quiet", description = "No summary")
    private boolean quiet;

    @Option(names = "--no-color", description = "No colours; NO_COLOR does the same")
    private boolean noColour;

    @Override
    public Integer call() throws IOException {
        SettingsFile file = settingsFile();
        boolean isChange = base != null || head != null || baseFolder != null || headFolder != null;
        Report report = isChange ? changed(file) : checked(file);
        if (newBaseline != null) {
            Baseline.write(newBaseline, report);
            return ExitCode.CLEAN;
        }
        return finish(withoutKnown(report));
    }

    /** The local check: each document by itself. */
    private Report checked(SettingsFile file) throws IOException {
        List<String> wanted = paths.isEmpty() ? file.paths() : paths;
        if (wanted.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "a PATH is missing: a file, a folder, or - for standard input");
        }
        Checker checker = new Checker(settings(file));
        try {
            read(wanted, file, checker);
        } catch (NoSuchFileException missing) {
            throw new ParameterException(
                    spec.commandLine(), missing.getFile() + ": there is no such file, nor a file like it");
        }
        return checker.report();
    }

    /** The merge gate: old against new. */
    private Report changed(SettingsFile file) {
        ChangeSettings changes = new ChangeSettings(settings(file), allowed == Allowed.recreate, all);
        try (Trees trees = trees(file);
                Progress progress = progress("of the objects in changed files judged:")) {
            return new Gate(changes, progress::step).judge(trees);
        } catch (NoSuchFileException missing) {
            throw new ParameterException(
                    spec.commandLine(), missing.getFile() + ": there is no such file or folder", missing);
        } catch (IOException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private Trees trees(SettingsFile file) throws IOException {
        if (base != null && baseFolder == null && headFolder == null) {
            return GitTrees.open(Path.of(""), base, head, paths.isEmpty() ? file.paths() : paths, manifests(file));
        }
        if (base == null && head == null && baseFolder != null && headFolder != null) {
            return new FolderTrees(baseFolder, headFolder, manifests(file));
        }
        throw new ParameterException(
                spec.commandLine(), "name --base REV and perhaps --head REV, or both --base-dir and --head-dir");
    }

    private SettingsFile settingsFile() {
        try {
            return SettingsFile.nearest(Path.of(""));
        } catch (IOException | IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }

    private CheckSettings settings(SettingsFile file) {
        try {
            List<KubernetesRelease> judges = releases != null
                    ? releases
                    : file.kubernetes().isEmpty() ? List.of() : new ReleasesConverter().convert(file.kubernetes());
            GateSettings gateSettings = gates != null ? gates : GateSettings.parse(file.featureGates());
            return new CheckSettings(
                    judges, gateSettings, status == Status.judge, namespace, adminNamespaces, file.severity());
        } catch (RuntimeException wrong) {
            throw new ParameterException(spec.commandLine(), SettingsFile.NAME + ": " + wrong.getMessage(), wrong);
        }
    }

    private void read(List<String> wanted, SettingsFile file, Checker checker) throws IOException {
        List<String> left = new ArrayList<>(wanted);
        if (left.remove(STANDARD_INPUT)) {
            checker.add(checker.read(STANDARD_INPUT, ReadLimits.DEFAULT.text(System.in)));
        }
        List<Path> files = manifests(file).of(left);
        try (Progress progress = progress("of " + files.size() + " files checked:")) {
            for (int i = 0; i < files.size(); i += BATCH) {
                List<Path> batch = files.subList(i, Math.min(files.size(), i + BATCH));
                batch.parallelStream().map(one -> read(one, checker)).toList().forEach(add -> {
                    add.run();
                    progress.step();
                });
            }
        }
    }

    private Progress progress(String what) {
        return Progress.of(spec.commandLine().getErr(), what);
    }

    private ManifestFiles manifests(SettingsFile file) {
        List<String> patterns = new ArrayList<>(ignored);
        patterns.addAll(file.exclude());
        return new ManifestFiles(patterns);
    }

    /** Reads and judges a file; what is given back adds it, in its turn. */
    private static Runnable read(Path file, Checker checker) {
        try {
            Checker.Checked checked = checker.read(file.toString(), ReadLimits.DEFAULT.text(file));
            return () -> checker.add(checked);
        } catch (IOException unreadable) {
            return () -> checker.addUnreadable(file.toString(), "cannot be read: " + unreadable);
        }
    }

    private Report withoutKnown(Report report) {
        if (baseline == null) {
            return report;
        }
        try {
            List<String> obsolete = new ArrayList<>();
            Report fresh = Baseline.read(baseline).without(report, obsolete);
            obsolete.forEach(
                    entry -> spec.commandLine().getErr().println("drawbridge: obsolete in " + baseline + ": " + entry));
            return fresh;
        } catch (IOException e) {
            throw new ParameterException(spec.commandLine(), baseline + ": " + e.getMessage(), e);
        }
    }

    private int finish(Report report) throws IOException {
        Terminal terminal = Terminal.of(noColour);
        for (Output output : outputs) {
            output.write(report, spec.commandLine().getOut(), terminal);
        }
        if (counts) {
            spec.commandLine().getErr().print(RuleCounts.of(report));
            spec.commandLine().getErr().flush();
        }
        if (!quiet) {
            report.summary()
                    .skipped()
                    .forEach(skipped -> spec.commandLine().getErr().println("skipped " + skipped));
            spec.commandLine().getErr().println(report.summary());
        }
        return exitCode(report);
    }

    private int exitCode(Report report) {
        if (report.summary().unreadable() > 0) {
            return ExitCode.USAGE;
        }
        boolean fails = report.summary().errors() > 0
                || strict
                        && (report.summary().warnings() > 0
                                || !report.summary().skipped().isEmpty());
        return fails ? ExitCode.FINDINGS : ExitCode.CLEAN;
    }
}
