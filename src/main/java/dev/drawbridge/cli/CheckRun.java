package dev.drawbridge.cli;

import dev.drawbridge.check.Baseline;
import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.Checker;
import dev.drawbridge.check.FleetSettings;
import dev.drawbridge.check.SettingsFile;
import dev.drawbridge.check.TracedObject;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.field.Origin;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.gitops.ChangeSettings;
import dev.drawbridge.gitops.FolderTrees;
import dev.drawbridge.gitops.Gate;
import dev.drawbridge.gitops.GitTrees;
import dev.drawbridge.gitops.RenderedTrees;
import dev.drawbridge.gitops.TemporaryFolder;
import dev.drawbridge.gitops.Trees;
import dev.drawbridge.manifest.KustomizePatches;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.report.Format;
import dev.drawbridge.report.Report;
import dev.drawbridge.report.RuleCounts;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** One run of {@code drawbridge check}. */
final class CheckRun {

    private static final String STANDARD_INPUT = "-";
    private static final long WATCH_MILLIS = 500;

    private final Arguments arguments;
    private final PrintWriter out;
    private final PrintWriter err;
    private final List<String> paths;
    private final @Nullable List<KubernetesRelease> releases;
    private final @Nullable GateSettings gates;
    private final boolean validatesStatus;
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
    private final Queue<TracedObject> traces = new ConcurrentLinkedQueue<>();
    private UnaryOperator<String> typed = path -> path;

    CheckRun(Arguments arguments, PrintWriter out, PrintWriter err) {
        this.arguments = arguments;
        this.out = out;
        this.err = err;
        paths = new ArrayList<>(arguments.texts("filename"));
        paths.addAll(arguments.parameters());
        releases = arguments.parsed("kubernetes", Releases::several);
        gates = arguments.parsed("feature-gates", GateSettings::parse);
        // Its name in earlier versions.
        boolean isOldName = "judge".equals(arguments.text("status"));
        validatesStatus = isOldName
                || arguments.choice("status", CheckCommand.STATUS, "check").equals("check");
        allowsRecreate = arguments.has("allow")
                && arguments.choice("allow", CheckCommand.ALLOW, "").equals(CheckCommand.ALLOW);
        namespace = arguments.text("namespace", "default");
        List<Output> named = arguments.allParsed("output", Output::parse);
        if (named.stream().filter(output -> output.file() == null).count() > 1) {
            throw new UsageException("--output: one format goes to standard output; give each other one a FORMAT=FILE");
        }
        if (arguments.has("trace")
                && named.stream().anyMatch(output -> output.file() == null && output.format() != Format.TEXT)) {
            throw new UsageException(
                    "--trace prints text to standard output; give the other format a file: FORMAT=FILE");
        }
        terminal =
                Terminal.of(arguments.has("no-color") ? "never" : arguments.choice("color", Terminal.CHOICES, "auto"));
        outputs = named.isEmpty() ? List.of(new Output(Format.TEXT, null)) : named;
        baseline = arguments.path("baseline");
        newBaseline = arguments.path("write-baseline");
        base = arguments.text("base");
        head = arguments.text("head");
        baseFolder = arguments.path("base-dir");
        headFolder = arguments.path("head-dir");
    }

    /** Reads, validates and reports; returns the exit code. */
    int run() throws IOException {
        return arguments.has("watch") ? watch() : runOnce();
    }

    /** Runs again whenever a file changes, until the process is interrupted. */
    private int watch() throws IOException {
        if (isChange() || paths.contains(STANDARD_INPUT)) {
            throw new UsageException("--watch checks files and folders only");
        }
        int exitCode = ExitCode.CLEAN;
        try {
            String seen = "";
            while (true) {
                String now = state();
                if (!now.equals(seen)) {
                    seen = now;
                    exitCode = runOnce();
                    out.flush();
                    err.println("watching for changes; Ctrl-C ends");
                }
                Thread.sleep(WATCH_MILLIS);
            }
        } catch (InterruptedException end) {
            return exitCode;
        }
    }

    /** The names, sizes and times of the files. */
    private String state() throws IOException {
        SettingsFile file = settingsFile();
        StringBuilder state = new StringBuilder();
        for (Path one : manifests(file).of(wanted(file))) {
            BasicFileAttributes attributes = Files.readAttributes(one, BasicFileAttributes.class);
            state.append(one).append(attributes.size()).append(attributes.lastModifiedTime());
        }
        return state.toString();
    }

    private boolean isRendered() {
        return arguments.has("kustomize") || arguments.has("helm");
    }

    private boolean isChange() {
        return base != null || head != null || baseFolder != null || headFolder != null;
    }

    private List<String> wanted(SettingsFile file) {
        return paths.isEmpty() ? file.paths() : paths;
    }

    private int runOnce() throws IOException {
        SettingsFile file = settingsFile();
        boolean isChange = isChange();
        Report report = isChange ? changed(file) : checked(file);
        traces.stream()
                .sorted(TracedObject.BY_PLACE)
                .map(TracedObject::lines)
                .forEach(lines -> lines.forEach(out::println));
        traces.clear();
        if (newBaseline != null) {
            return writeBaseline(newBaseline, report);
        }
        return finish(withoutKnown(report));
    }

    /** The local check: each document by itself. */
    private Report checked(SettingsFile file) throws IOException {
        List<String> wanted = paths.isEmpty() && !isRendered() ? file.paths() : paths;
        if (wanted.isEmpty() && !isRendered()) {
            throw new UsageException("a PATH is missing: a file, a folder, or - for standard input");
        }
        CheckSettings settings = settings(file);
        Checker checker = new Checker(settings, terminal.isInteractive());
        if (settings.fleet() != null) {
            checker.against(fleet(settings.fleet()));
        } else if (settings.isClosed()) {
            checker.against(new FleetBuilder(namespace));
        }
        try {
            read(wanted, file, checker);
        } catch (NoSuchFileException missing) {
            throw new InputException(missing.getFile() + ": no such file, and no file matches the pattern");
        } catch (PatternSyntaxException wrong) {
            throw unreadable(wrong);
        }
        return checker.report();
    }

    private FleetBuilder fleet(FleetSettings settings) {
        try {
            return settings.read(namespace);
        } catch (IOException e) {
            throw FileProblem.named(e);
        }
    }

    /** The merge gate: old against new. */
    private Report changed(SettingsFile file) {
        if (arguments.has("closed")) {
            throw new UsageException(
                    "--closed checks one state of the input; it cannot be combined with --base, which always finds names that a change breaks");
        }
        ChangeSettings changes = new ChangeSettings(settings(file), allowsRecreate, arguments.has("all"));
        try (Trees trees = trees(file);
                Progress progress = progress("of the objects in changed files checked:")) {
            typed = trees::typed;
            return new Gate(changes, progress::step).validate(trees);
        } catch (NoSuchFileException missing) {
            throw new InputException(missing.getFile() + ": no such file or folder", missing);
        } catch (IOException e) {
            throw new InputException(String.valueOf(e.getMessage()), e);
        }
    }

    private Trees trees(SettingsFile file) throws IOException {
        if (base != null && baseFolder == null && headFolder == null) {
            List<String> wanted = paths.isEmpty() && !isRendered() ? file.paths() : paths;
            GitTrees trees = GitTrees.open(Path.of(""), base, head, wanted, manifests(file));
            return isRendered() ? rendered(trees, base) : trees;
        }
        if (isRendered()) {
            throw new UsageException("--kustomize and --helm render what a revision has: compare with --base REV");
        }
        if (base == null && head == null && baseFolder != null && headFolder != null) {
            return new FolderTrees(baseFolder, headFolder, manifests(file));
        }
        throw new UsageException("name --base REV and perhaps --head REV, or both --base-dir and --head-dir");
    }

    /** What the tools render of the base and of the head, with the files of the given paths. */
    private Trees rendered(GitTrees trees, String revision) throws IOException {
        List<String> rendered = new ArrayList<>(arguments.texts("kustomize"));
        rendered.addAll(arguments.texts("helm"));
        try (TemporaryFolder base = TemporaryFolder.create();
                TemporaryFolder head = TemporaryFolder.create()) {
            for (String path : rendered) {
                if (trees.fromFolder(path).isAbsolute()) {
                    throw new InputException(path + ": not in the repository, so that it has no base to compare with");
                }
            }
            Map<String, byte[]> after = Rendered.present(arguments, trees.headIn(head.path()), trees::fromFolder);
            Map<String, byte[]> before = Rendered.present(arguments, trees.baseIn(base.path()), trees::fromFolder);
            if (before.isEmpty() && after.isEmpty()) {
                throw new InputException("neither the base nor the head has what --kustomize and --helm name");
            }
            return new RenderedTrees(revision, before, after, trees, !paths.isEmpty());
        } catch (IOException | RuntimeException e) {
            trees.close();
            throw e;
        }
    }

    private SettingsFile settingsFile() {
        try {
            return SettingsFile.nearest(Path.of(""));
        } catch (IOException | IllegalArgumentException e) {
            throw new InputException(String.valueOf(e.getMessage()));
        }
    }

    private CheckSettings settings(SettingsFile file) {
        List<KubernetesRelease> validates = releases != null
                ? releases
                : file.kubernetes().isEmpty()
                        ? List.of()
                        : InputException.of(file, "kubernetes", () -> Releases.several(file.kubernetes()));
        GateSettings gateSettings = gates != null
                ? gates
                : InputException.of(file, "featureGates", () -> GateSettings.parse(file.featureGates()));
        return new CheckSettings(
                validates,
                gateSettings,
                validatesStatus,
                namespace,
                Set.copyOf(arguments.texts("admin-namespace")),
                file.severity(),
                !arguments.has("no-suppressions"),
                variables(),
                DriverOptions.registry(arguments, file),
                FleetOptions.settings(arguments, file.fleet(), validates, gateSettings),
                arguments.has("closed"),
                arguments.has("trace") ? traces::add : null);
    }

    private Map<String, String> variables() {
        Map<String, String> variables = new HashMap<>();
        for (String set : arguments.texts("set")) {
            int equals = set.indexOf('=');
            if (equals <= 0) {
                throw new UsageException("--set: expected VAR=value, found \"" + set + "\"");
            }
            variables.put(set.substring(0, equals), set.substring(equals + 1));
        }
        return variables;
    }

    private void read(List<String> wanted, SettingsFile file, Checker checker) throws IOException {
        Rendered.all(arguments).forEach(rendered -> checker.add(checker.read(rendered.name(), rendered.text())));
        List<String> left = new ArrayList<>(wanted);
        if (left.remove(STANDARD_INPUT)) {
            checker.add(checker.read(STANDARD_INPUT, ReadLimits.DEFAULT.text(System.in)));
        }
        List<Path> files = new ArrayList<>(manifests(file).of(left));
        KustomizePatches patches = KustomizePatches.of(files);
        files.removeIf(one -> {
            String reason = patches.reason(one);
            if (!reason.isEmpty()) {
                checker.skip(one.toString(), reason);
            }
            return !reason.isEmpty();
        });
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

    private int writeBaseline(Path file, Report report) {
        try {
            Baseline.write(file, report);
            err.println("wrote a baseline of " + report.findings().size() + " findings to " + file);
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

    private int finish(Report report) {
        for (Output output : outputs) {
            output.write(report, out, terminal, arguments.has("verbose"), typed);
        }
        if (arguments.has("summary")) {
            err.print(RuleCounts.of(report));
            err.flush();
        }
        if (!arguments.has("quiet")) {
            report.summary().skipped().forEach(skipped -> err.println("skipped " + skipped));
            err.println(report.summary());
            long gone = report.findings().stream()
                    .filter(finding -> finding.origin() == Origin.REMOVED)
                    .map(finding -> finding.file() + finding.lineNumber() + finding.path())
                    .distinct()
                    .count();
            if (gone > 0 && releases == null) {
                err.println(gone + (gone == 1 ? " object was" : " objects were")
                        + " checked by an old release, the last that serves the version; --kubernetes chooses another");
            }
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
