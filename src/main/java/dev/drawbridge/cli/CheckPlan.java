package dev.drawbridge.cli;

import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.FleetSettings;
import dev.drawbridge.check.InputFiles;
import dev.drawbridge.check.Trees;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.field.Printable;
import dev.drawbridge.fix.Fixes;
import dev.drawbridge.gitops.FolderTrees;
import dev.drawbridge.gitops.GitTrees;
import dev.drawbridge.gitops.SourceFiles;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.report.Report;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.Validator;
import dev.drawbridge.workload.TemplateValidator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One run of {@code drawbridge check}, as options and settings file define it.
 *
 * @param paths the paths to check; empty with a base for everything
 * @param isNamed whether the paths are from the command line
 * @param rendering the manifests to render first
 * @param manifests which files of a folder are manifests
 * @param others what else decides about the result: settings, schemas of drivers, fleets, a baseline, values of charts
 */
record CheckPlan(
        SettingsFile file,
        CheckSettings settings,
        Compared compared,
        List<String> paths,
        boolean isNamed,
        Rendering rendering,
        ManifestFiles manifests,
        List<Path> others) {

    private static final List<String> HERE = List.of(".");

    static final String STANDARD_INPUT = "-";

    /** The two sides of a comparison: revisions, or folders of rendered manifests; all null for a plain check. */
    record Compared(
            @Nullable String base,
            @Nullable String head,
            @Nullable Path baseFolder,
            @Nullable Path headFolder) {

        static Compared of(Arguments arguments) {
            return new Compared(
                    arguments.text("base"),
                    arguments.text("head"),
                    arguments.path("base-dir"),
                    arguments.path("head-dir"));
        }

        /** The revisions, not yet closed; null if there are none. */
        @Nullable
        GitTrees trees() throws IOException {
            return base != null && baseFolder == null && headFolder == null
                    ? GitTrees.open(Path.of(""), base, head)
                    : null;
        }

        boolean isWanted() {
            return base != null || head != null || baseFolder != null || headFolder != null;
        }

        /** Whether the files of the head are those of the working tree. */
        boolean isOfFiles() {
            return head == null && headFolder == null;
        }
    }

    /** The plan for these options, which win over the settings file; findings may be shown with their lines. */
    static CheckPlan of(Arguments arguments, SettingsFile file, boolean hasExcerpts, TraceText traces) {
        Compared compared = Compared.of(arguments);
        List<String> named = new ArrayList<>(arguments.texts("filename"));
        named.addAll(arguments.parameters());
        CheckSettings.Target target = target(arguments, file);
        Rendering rendering = Rendering.of(arguments, target.releases());
        CheckSettings settings = new CheckSettings(
                target,
                new CheckSettings.Input(
                        arguments.text("namespace", "default"),
                        Set.copyOf(arguments.texts("admin-namespace")),
                        arguments.pairs("set", "VAR=value", false),
                        arguments.has("closed"),
                        Set.copyOf(arguments.texts("known-class")),
                        file.templates()),
                new CheckSettings.Reporting(
                        file.severity(),
                        !arguments.has("no-suppressions"),
                        arguments.has("allow") && arguments.choice("allow", "").equals("recreate"),
                        arguments.has("all"),
                        hasExcerpts,
                        compared.isOfFiles() && !rendering.isWanted() && !named.contains(STANDARD_INPUT),
                        LocalDate::now),
                DriverOptions.registry(arguments, file),
                FleetOptions.settings(arguments, file, target.releases(), target.gates()),
                PolicyOptions.policies(arguments, file),
                arguments.has("trace") ? traces : null);
        List<String> paths = ManifestFiles.distinct(named);
        if (named.isEmpty() && !rendering.isWanted()) {
            List<String> ofFile = file.texts("paths");
            // A change may delete a path: GitTrees refuses those that neither side has.
            paths = compared.isWanted() ? both(ofFile, file.inBase("paths")) : file.existing("paths");
        }
        if (paths.isEmpty() && !rendering.isWanted() && !compared.isWanted()) {
            paths = HERE;
        }
        List<Path> apart = new ArrayList<>(FleetOptions.files(settings.fleet(), paths));
        Stream.of("baseline", "write-baseline")
                .map(arguments::path)
                .filter(Objects::nonNull)
                .forEach(apart::add);
        List<Path> others = new ArrayList<>(apart);
        others.addAll(file.files());
        PolicyOptions.paths(arguments, file).forEach(path -> others.addAll(FleetSettings.files(path)));
        others.addAll(DriverOptions.folders(arguments, file));
        others.addAll(rendering.sources());
        return new CheckPlan(
                file,
                settings,
                compared,
                paths,
                !named.isEmpty(),
                rendering,
                manifests(arguments, file).without(apart),
                others);
    }

    /** The paths of both settings: a change may have moved files from one to the other; empty for everything. */
    private static List<String> both(List<String> paths, List<String> ofBase) {
        return paths.isEmpty() || ofBase.isEmpty()
                ? List.of()
                : Stream.concat(paths.stream(), ofBase.stream()).distinct().toList();
    }

    /**
     * The named paths with nothing to check, from which nothing was rendered either: no DRA objects, no claims, no
     * mistakes. Several files, which a shell or a hook may name, are one path.
     */
    List<String> idlePaths(Report report, Set<String> rendered) {
        boolean areAllKnown = report.summary().pods().unchecked().isEmpty();
        if (!isNamed || compared.isWanted() || !areAllKnown) {
            return List.of();
        }
        Set<String> used = new HashSet<>(report.limits());
        report.objects().forEach(object -> used.add(object.file()));
        report.findings().forEach(finding -> used.add(finding.file()));
        report.summary().listed().forEach(skipped -> used.add(skipped.file()));
        used.addAll(rendered);
        used.addAll(used.stream().map(CheckPlan::absolute).toList());
        List<String> files = new ArrayList<>();
        List<String> idle = new ArrayList<>();
        boolean areFilesIdle = true;
        for (String path : paths) {
            String plain = absolute(path);
            boolean isThere = Files.exists(Path.of(path));
            Predicate<String> isOfPath = isThere
                    ? file -> (file + "/").startsWith(plain.endsWith("/") ? plain : plain + "/")
                    : ManifestFiles.meant(plain).or(ManifestFiles.meant(path));
            boolean isIdle = used.stream().noneMatch(isOfPath);
            if (isThere && !Files.isDirectory(Path.of(path))) {
                files.add(path);
                areFilesIdle &= isIdle;
            } else if (isIdle) {
                idle.add(path);
            }
        }
        if (areFilesIdle && !files.isEmpty()) {
            idle.add(files.get(0)
                    + (files.size() == 1 ? "" : " and " + Printable.count(files.size() - 1, "other file")));
        }
        return idle;
    }

    /** The same for each way to write a path: files have the name of the first. */
    private static String absolute(String path) {
        return ManifestFiles.name(Path.of(path).toAbsolutePath().normalize());
    }

    /** Whether a file is one of the paths rather than found in one of them. */
    boolean isNamed(String path) {
        return paths.contains(path) || paths.stream().map(CheckPlan::absolute).anyMatch(absolute(path)::equals);
    }

    private static CheckSettings.Target target(Arguments arguments, SettingsFile file) {
        List<KubernetesRelease> releases = arguments.parsed("kubernetes", Releases::several);
        if (releases == null) {
            releases = file.text("kubernetes").isEmpty()
                    ? List.of()
                    : file.read("kubernetes", () -> Releases.several(file.text("kubernetes")));
        }
        List<KubernetesRelease> targets = releases.isEmpty() ? List.of(KubernetesRelease.NEWEST) : releases;
        GateSettings gates = arguments.parsed("feature-gates", text -> gates(text, targets));
        if (gates == null) {
            gates = file.read("featureGates", () -> gates(file.text("featureGates"), targets));
        }
        boolean validatesStatus = arguments.choice("status", "check").equals("check");
        return new CheckSettings.Target(releases, gates, validatesStatus);
    }

    private static GateSettings gates(String text, List<KubernetesRelease> releases) {
        GateSettings gates = GateSettings.parse(text);
        releases.forEach(gates::startingWith);
        return gates;
    }

    private static ManifestFiles manifests(Arguments arguments, SettingsFile file) {
        try {
            return file.manifests(new ManifestFiles(arguments.texts("ignore")));
        } catch (PatternSyntaxException wrong) {
            throw unreadable(wrong);
        }
    }

    Fixes fixes(Validator validator, boolean isUnsafe) {
        return new Fixes(
                new TemplateValidator(validator, settings.input().templates()),
                settings.target().validates(),
                settings.target().gates(),
                settings.drivers(),
                isUnsafe);
    }

    /** The input; the revisions are null if none are compared. */
    Trees trees(@Nullable GitTrees revisions) throws IOException {
        if (!compared.isWanted()) {
            return input();
        }
        if (revisions != null) {
            GitTrees trees = revisions.only(paths, isNamed, manifests);
            SettingsFile base = file.ofBase();
            if (!base.hasFilesOf(file)) {
                trees.since(isNamed ? paths : base.texts("paths"), base.manifests(manifests));
            }
            return rendering.isWanted() ? rendering.trees(trees, trees.baseName(), isNamed) : trees;
        }
        if (rendering.isWanted()) {
            throw new UsageException("--kustomize and --helm cannot be combined with --base-dir; use --base REV");
        }
        if (compared.base() == null
                && compared.head() == null
                && compared.baseFolder() != null
                && compared.headFolder() != null) {
            return new FolderTrees(compared.baseFolder(), compared.headFolder(), manifests);
        }
        throw new UsageException("name --base REV and perhaps --head REV, or both --base-dir and --head-dir");
    }

    InputFiles input() throws IOException {
        Rendering.Rendered rendered = rendering.manifests();
        Map<String, byte[]> texts = new LinkedHashMap<>(rendered.texts());
        List<String> left = new ArrayList<>(paths);
        if (left.remove(STANDARD_INPUT)) {
            texts.put(STANDARD_INPUT, ReadLimits.DEFAULT.text(System.in));
        }
        return new InputFiles(
                texts,
                files(left),
                file -> isNamed(file.toString()),
                rendered.skipped(),
                rendered.sources(),
                (objects, files) -> rendering.applied(Path.of(""), objects, files, paths, rendered.sources()),
                new SourceFiles(Path.of(""), left.stream().map(Path::of).toList()));
    }

    List<Path> files(List<String> wanted) throws IOException {
        try {
            return manifests.of(wanted);
        } catch (NoSuchFileException missing) {
            throw new InputException(missing.getFile() + ": no such file, and no file matches the pattern");
        } catch (PatternSyntaxException wrong) {
            throw unreadable(wrong);
        }
    }

    private static UsageException unreadable(PatternSyntaxException wrong) {
        return new UsageException("the pattern " + wrong.getPattern() + " cannot be read: " + wrong.getDescription());
    }
}
