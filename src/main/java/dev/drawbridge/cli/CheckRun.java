package dev.drawbridge.cli;

import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.Checker;
import dev.drawbridge.check.FleetSettings;
import dev.drawbridge.check.SettingsFile;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.fix.Fixes;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.gitops.ChangeSettings;
import dev.drawbridge.gitops.FolderTrees;
import dev.drawbridge.gitops.Gate;
import dev.drawbridge.gitops.GitTrees;
import dev.drawbridge.gitops.Trees;
import dev.drawbridge.manifest.KustomizePatches;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.report.Report;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.Validator;
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
import java.util.Objects;
import java.util.Set;
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
    private final CheckResult result;
    private final Rendering rendering;
    private final @Nullable String base;
    private final @Nullable String head;
    private final @Nullable Path baseFolder;
    private final @Nullable Path headFolder;
    private final TraceText traces = new TraceText();
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
        result = new CheckResult(arguments, out, err);
        rendering = Rendering.of(arguments);
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

    private boolean isChange() {
        return base != null || head != null || baseFolder != null || headFolder != null;
    }

    private List<String> wanted(SettingsFile file) {
        return paths.isEmpty() ? file.paths() : paths;
    }

    private int runOnce() throws IOException {
        SettingsFile file = settingsFile();
        if (arguments.has("upgrade")) {
            return upgraded(file);
        }
        if (arguments.has("cluster") || arguments.has("context")) {
            throw new UsageException("--cluster and --context need --upgrade A..B");
        }
        if (arguments.has("diff") && !arguments.has("fix")) {
            throw new UsageException("--diff prints what --fix would change; name both");
        }
        if (arguments.has("fix")) {
            boolean isFixed = fix(file);
            if (arguments.has("diff")) {
                return isFixed ? ExitCode.FINDINGS : ExitCode.CLEAN;
            }
        }
        Report report = isChange() ? changed(file) : checked(file);
        traces.print(out);
        return result.write(report, typed);
    }

    /** Fixes files, and only those: what was rendered or comes from standard input is no file. */
    private boolean fix(SettingsFile file) throws IOException {
        List<String> wanted = wanted(file);
        if (isChange() || rendering.isWanted() || wanted.contains(STANDARD_INPUT)) {
            throw new UsageException("--fix fixes files and folders only");
        }
        CheckSettings settings = settings(file);
        Fixes fixes = new Fixes(new Validator(), settings.validates(), settings.gates());
        return new FixRun(arguments.has("diff"), out, err).run(manifests(file).of(wanted), wanted, fixes);
    }

    /** What an upgrade does to the objects. */
    private int upgraded(SettingsFile file) throws IOException {
        if (isChange()
                || releases != null
                || arguments.has("watch")
                || arguments.has("fleet")
                || arguments.has("fix")) {
            throw new UsageException(
                    "--upgrade compares two releases; it cannot be combined with --base, --kubernetes, --fleet, --fix or --watch");
        }
        Releases.Upgrade upgrade = Objects.requireNonNull(arguments.parsed("upgrade", Releases::upgrade));
        UpgradeRun run = new UpgradeRun(upgrade, settings(file));
        if (arguments.has("cluster")) {
            run.cluster(arguments.text("context"));
        }
        List<String> wanted =
                paths.isEmpty() && !rendering.isWanted() && !arguments.has("cluster") ? file.paths() : paths;
        if (wanted.isEmpty() && !rendering.isWanted() && !arguments.has("cluster")) {
            throw new UsageException("a PATH is missing: a file, a folder, or - for standard input; or --cluster");
        }
        try {
            rendering.manifests().forEach(run::add);
            run.files(wanted, manifests(file));
        } catch (NoSuchFileException missing) {
            throw new InputException(missing.getFile() + ": no such file, and no file matches the pattern");
        } catch (PatternSyntaxException wrong) {
            throw unreadable(wrong);
        }
        Releases.announce(List.of(upgrade.from(), upgrade.to()), err);
        int exitCode = result.write(run.report(), typed);
        if (result.printsText()) {
            out.print(run.table());
        }
        return exitCode;
    }

    /** The local check: each document by itself. */
    private Report checked(SettingsFile file) throws IOException {
        List<String> wanted = paths.isEmpty() && !rendering.isWanted() ? file.paths() : paths;
        if (wanted.isEmpty() && !rendering.isWanted()) {
            throw new UsageException("a PATH is missing: a file, a folder, or - for standard input");
        }
        CheckSettings settings = settings(file);
        Releases.announce(settings.releases(), err);
        Checker checker = new Checker(settings, result.isInteractive());
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
        CheckSettings settings = settings(file);
        Releases.announce(settings.releases(), err);
        ChangeSettings changes = new ChangeSettings(settings, allowsRecreate, arguments.has("all"));
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
            List<String> wanted = paths.isEmpty() && !rendering.isWanted() ? file.paths() : paths;
            GitTrees trees = GitTrees.open(Path.of(""), base, head, wanted, manifests(file));
            return rendering.isWanted() ? rendering.trees(trees, base, !paths.isEmpty()) : trees;
        }
        if (rendering.isWanted()) {
            throw new UsageException("--kustomize and --helm cannot be combined with --base-dir; use --base REV");
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
                arguments.has("trace") ? traces : null);
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
        rendering.manifests().forEach((name, text) -> checker.add(checker.read(name, text)));
        List<String> left = new ArrayList<>(wanted);
        if (left.remove(STANDARD_INPUT)) {
            checker.add(checker.read(STANDARD_INPUT, ReadLimits.DEFAULT.text(System.in)));
        }
        List<Path> files = new ArrayList<>(manifests(file).of(left));
        KustomizePatches patches = KustomizePatches.of(files);
        files.removeIf(one -> {
            String reason = patches.reason(one);
            if (!reason.isEmpty()) {
                checker.skip(ManifestFiles.name(one), reason);
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
}
