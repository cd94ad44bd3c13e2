package dev.drawbridge.cli;

import dev.drawbridge.deviceplugin.Proposal;
import dev.drawbridge.deviceplugin.Proposals;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.driver.DriverRegistry;
import dev.drawbridge.driver.ObjectParameters;
import dev.drawbridge.gitops.LineDiff;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.migration.Migrated;
import dev.drawbridge.migration.MigratedObject;
import dev.drawbridge.migration.Migration;
import dev.drawbridge.migration.MigrationBlocker;
import dev.drawbridge.migration.PatchTarget;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.ResourceApi;
import dev.drawbridge.validation.Scheme;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.PatternSyntaxException;

/** One run of {@code drawbridge migrate}. */
final class MigrateRun {

    private static final List<String> VERSIONS = List.of("v1", "v1beta2", "v1beta1");

    private final Arguments arguments;
    private final PrintWriter out;
    private final PrintWriter err;
    private final String to;
    private final KubernetesRelease served;
    private final Scheme scheme = new Scheme();
    private final FileRewrites.Mode mode;
    private final FileRewrites rewrites;

    MigrateRun(Arguments arguments, PrintWriter out, PrintWriter err) {
        this.arguments = arguments;
        this.out = out;
        this.err = err;
        KubernetesRelease release = arguments.parsed("kubernetes", Releases::one);
        String version = arguments.parsed("to", MigrateRun::version);
        to = ResourceApi.GROUP + "/" + (version == null ? VERSIONS.get(0) : version);
        served = release == null ? ResourceApi.newestRelease() : release;
        mode = arguments.has("diff")
                ? FileRewrites.Mode.DIFF
                : arguments.has("check") ? FileRewrites.Mode.COUNT : FileRewrites.Mode.WRITE;
        boolean isFilter = arguments.parameters().contains(CheckPlan.STANDARD_INPUT);
        rewrites = new FileRewrites(mode, out, isFilter ? err : mode == FileRewrites.Mode.DIFF ? err : out);
    }

    private static String version(String text) {
        String version =
                text.startsWith(ResourceApi.GROUP + "/") ? text.substring(ResourceApi.GROUP.length() + 1) : text;
        if (!VERSIONS.contains(version)) {
            throw new IllegalArgumentException(
                    "invalid version \"" + text + "\"; expected: " + String.join(", ", VERSIONS));
        }
        return version;
    }

    /** Reads, migrates and writes; returns the exit code. */
    int run() throws IOException {
        List<String> paths = arguments.parameters();
        if (arguments.has("helm-release")) {
            return ofHelm(paths);
        }
        if (paths.isEmpty()) {
            throw new UsageException("a PATH is missing: a file, a folder, or - for standard input");
        }
        if (arguments.has("extended-resources")) {
            return extendedResources(wanted(paths));
        }
        if (arguments.has("device-class")) {
            throw new UsageException("--device-class needs --extended-resources");
        }
        if (paths.contains(CheckPlan.STANDARD_INPUT)) {
            if (paths.size() > 1) {
                throw new UsageException("use - alone: standard input is written to standard output");
            }
            filter();
        } else {
            files(paths);
        }
        boolean wouldChange = arguments.has("check") && rewrites.done() > 0;
        return rewrites.refused() > 0 || wouldChange ? ExitCode.FINDINGS : ExitCode.CLEAN;
    }

    /** Prints how extended resources become claims as a diff, and writes nothing. */
    private int extendedResources(List<Path> files) throws IOException {
        boolean isClass = arguments.choice("extended-resources", "class").equals("class");
        Proposals proposals = new Proposals(
                isClass ? Proposals.Way.CLASS : Proposals.Way.TEMPLATE,
                arguments.pairs("device-class", "RESOURCE=NAME", true),
                SettingsFile.here().templates());
        for (Path file : files) {
            proposals.add(ManifestFiles.name(file), ReadLimits.DEFAULT.text(file));
        }
        Proposal proposal = proposals.propose();
        proposal.notes().forEach(note -> err.println(note.file() + ":" + note.line() + ": " + note.message()));
        for (Proposal.Change change : proposal.changes()) {
            out.print(LineDiff.unified(change.file(), change.before(), change.after()));
        }
        for (Proposal.NewFile file : proposal.newFiles()) {
            long lines = file.text().lines().count();
            out.print("--- /dev/null\n+++ b/" + file.file() + "\n@@ -0,0 +1," + lines + " @@\n");
            file.text().lines().forEach(line -> out.print("+" + line + "\n"));
        }
        long refused =
                proposal.notes().stream().filter(Proposal.Note::isRefused).count();
        err.println((proposal.notes().size() - refused) + " of "
                + proposal.notes().size() + " requests for extended resources can become claims");
        return refused > 0 ? ExitCode.FINDINGS : ExitCode.CLEAN;
    }

    private int ofHelm(List<String> paths) throws IOException {
        if (!paths.isEmpty() || arguments.has("check") || arguments.has("diff")) {
            throw new UsageException(
                    "--helm-release takes no PATH, --check or --diff; without --write it prints a diff");
        }
        try (FleetCluster cluster = FleetCluster.current(arguments)) {
            return new HelmReleases(cluster, Path.of(""), out, err)
                    .migrate(arguments.text("helm-release", ""), arguments.has("write"), this::outcome);
        }
    }

    private void filter() throws IOException {
        byte[] text = ReadLimits.DEFAULT.text(System.in);
        FileRewrites.Outcome outcome = outcome(text);
        outcome.notes().forEach(note -> rewrites.note(CheckPlan.STANDARD_INPUT, note));
        if (mode == FileRewrites.Mode.DIFF) {
            out.print(outcome.diff("stdin", text));
        } else if (mode == FileRewrites.Mode.WRITE) {
            out.print(outcome.text());
        }
    }

    private void files(List<String> paths) throws IOException {
        List<Path> files = wanted(paths);
        Kustomizations patches = Kustomizations.near(files);
        Map<String, Map<String, String>> reasons = reasons(files, patches);
        rewrites.run(files, paths, (name, text) -> outcome(migrated(name, text, patches, reasons)));
        (mode == FileRewrites.Mode.DIFF ? err : out).println(rewrites.summary("object", "migrated", "to migrate"));
    }

    /** Why parts of kustomizations must stay as they are, by file and key. */
    private Map<String, Map<String, String>> reasons(List<Path> files, Kustomizations patches) throws IOException {
        Map<String, Path> byName = new HashMap<>();
        if (!patches.kustomizations().isEmpty()) {
            files.forEach(file -> byName.put(ManifestFiles.normalized(ManifestFiles.name(file)), file));
        }
        return new KustomizedMigrations(patches, name -> {
                    Path file = byName.get(name);
                    // What cannot be read is reported when it should be rewritten.
                    return file == null || !Files.isReadable(file)
                            ? List.of()
                            : migrated(name, ReadLimits.DEFAULT.text(file), patches, Map.of())
                                    .objects();
                })
                .reasons();
    }

    private Migrated migrated(
            String name, byte[] text, Kustomizations patches, Map<String, Map<String, String>> reasons) {
        Map<String, String> ofFile = reasons.getOrDefault(ManifestFiles.normalized(name), Map.of());
        return migration(ofFile).migrate(text, PatchTarget.of(patches.target(name)));
    }

    private Migration migration(Map<String, String> reasons) {
        return new Migration(scheme, served, to, new MigrationBlocker(MigrateRun::outdated, reasons));
    }

    /** Why parameters of an object are of an API that their driver no longer takes; empty if none are. */
    private static Optional<String> outdated(String kind, ObjectValue object) {
        return new ObjectParameters(DriverRegistry.builtIn(), object, null).outdated(kind);
    }

    /** The migration of a text that is not a kustomize patch; nothing is printed or written. */
    FileRewrites.Outcome outcome(byte[] text) {
        return outcome(migration(Map.of()).migrate(text));
    }

    private FileRewrites.Outcome outcome(Migrated result) {
        return new FileRewrites.Outcome(
                result.text(),
                result.edits(),
                result.objects().stream().map(this::note).toList());
    }

    private FileRewrites.Note note(MigratedObject object) {
        String message = object.from().isEmpty()
                ? "cannot be read: " + object.reason()
                : object.isRefused()
                        ? "stays in " + shortened(object.from()) + ": " + object.reason()
                        : object.to().isEmpty()
                                ? "moved the fields of source one level up, for Kubernetes 1.31 and later"
                                : shortened(object.from()) + " -> " + shortened(object.to())
                                        + (object.to().equals(to)
                                                ? ""
                                                : ", the newest version of this kind in Kubernetes " + served);
        return new FileRewrites.Note(object.line(), object.object() + ": " + message, object.isRefused());
    }

    private static String shortened(String apiVersion) {
        return apiVersion.substring(apiVersion.indexOf('/') + 1);
    }

    private List<Path> wanted(List<String> paths) throws IOException {
        try {
            SettingsFile file = SettingsFile.here();
            return new ManifestFiles(arguments.texts("ignore"))
                    .excluding(file.texts("exclude"), file.folder())
                    .of(paths);
        } catch (NoSuchFileException missing) {
            throw new InputException(missing.getFile() + ": no such file, and no file matches the pattern");
        } catch (PatternSyntaxException wrong) {
            throw new UsageException("invalid pattern " + wrong.getPattern() + ": " + wrong.getDescription());
        } catch (IllegalArgumentException | UncheckedIOException wrong) {
            throw new InputException(String.valueOf(wrong.getMessage()));
        }
    }
}
