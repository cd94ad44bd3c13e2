package dev.drawbridge.cli;

import dev.drawbridge.check.SettingsFile;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.edit.FileUpdate;
import dev.drawbridge.gitops.UnifiedDiff;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.migration.Migrated;
import dev.drawbridge.migration.MigratedObject;
import dev.drawbridge.migration.Migration;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.Validator;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.PatternSyntaxException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One run of {@code drawbridge migrate}. */
final class MigrateRun {

    private static final String STANDARD_INPUT = "-";
    private static final int BATCH = 256;
    private static final List<String> VERSIONS = List.of("v1", "v1beta2", "v1beta1");

    private final Arguments arguments;
    private final PrintWriter out;
    private final PrintWriter err;
    private final String to;
    private final Migration migration;
    private final boolean writes;
    private int migrated;
    private int refused;
    private int changedFiles;
    private int files;

    MigrateRun(Arguments arguments, PrintWriter out, PrintWriter err) {
        this.arguments = arguments;
        this.out = out;
        this.err = err;
        Validator validator = new Validator();
        KubernetesRelease release = arguments.parsed("kubernetes", Releases::one);
        String version = arguments.parsed("to", MigrateRun::version);
        to = Validator.GROUP + "/" + (version == null ? VERSIONS.get(0) : version);
        migration = new Migration(validator, release == null ? validator.newestRelease() : release, to);
        writes = !arguments.has("check") && !arguments.has("diff");
    }

    private static String version(String text) {
        String version = text.startsWith(Validator.GROUP + "/") ? text.substring(Validator.GROUP.length() + 1) : text;
        if (!VERSIONS.contains(version)) {
            throw new IllegalArgumentException("must be " + String.join(", ", VERSIONS) + ", is " + text);
        }
        return version;
    }

    /** Reads, migrates and writes; returns the exit code. */
    int run() throws IOException {
        List<String> paths = arguments.parameters();
        if (paths.isEmpty()) {
            throw new UsageException("a PATH is missing: a file, a folder, or - for standard input");
        }
        if (paths.contains(STANDARD_INPUT)) {
            if (paths.size() > 1) {
                throw new UsageException("- stands alone: what comes from standard input goes to standard output");
            }
            filter();
        } else {
            files(paths);
        }
        return refused > 0 || arguments.has("check") && migrated > 0 ? ExitCode.FINDINGS : ExitCode.CLEAN;
    }

    private void filter() throws IOException {
        byte[] text = ReadLimits.DEFAULT.text(System.in);
        Migrated result = migration.migrate(text);
        report(STANDARD_INPUT, result, err);
        if (arguments.has("diff")) {
            out.print(UnifiedDiff.of("stdin", new String(text, StandardCharsets.UTF_8), result.text()));
        } else if (writes) {
            out.print(result.text());
        }
    }

    private void files(List<String> paths) throws IOException {
        List<Path> wanted = wanted(paths);
        FileUpdate update = new FileUpdate(
                paths.stream().map(Path::of).filter(Files::exists).toList());
        for (int i = 0; i < wanted.size(); i += BATCH) {
            List<Path> batch = wanted.subList(i, Math.min(wanted.size(), i + BATCH));
            List<Result> results = IntStream.range(0, batch.size())
                    .parallel()
                    .mapToObj(index -> migrated(batch.get(index)))
                    .toList();
            for (Result result : results) {
                add(result, update);
            }
        }
        if (!arguments.has("diff")) {
            summarize();
        }
    }

    /** A file with what becomes of it; null where it could not be read. */
    private record Result(Path file, byte[] text, @Nullable Migrated migrated, String problem) {}

    private Result migrated(Path file) {
        byte[] text = {};
        try {
            text = ReadLimits.DEFAULT.text(file);
            return new Result(file, text, migration.migrate(text), "");
        } catch (IOException unreadable) {
            return new Result(file, text, null, "cannot be read: " + FileProblem.of(unreadable));
        }
    }

    private void add(Result result, FileUpdate update) {
        String name = ManifestFiles.name(result.file);
        files++;
        if (result.migrated == null) {
            refused++;
            out.println(name + ": " + result.problem);
            return;
        }
        boolean isChanged = !result.migrated.edits().isEmpty();
        if (isChanged && writes) {
            try {
                update.write(result.file, result.text, result.migrated.text().getBytes(StandardCharsets.UTF_8));
            } catch (IOException unwritable) {
                refused++;
                out.println(name + ": not written: " + FileProblem.of(unwritable));
                return;
            }
        }
        changedFiles += isChanged ? 1 : 0;
        if (arguments.has("diff")) {
            out.print(UnifiedDiff.of(name, new String(result.text, StandardCharsets.UTF_8), result.migrated.text()));
        }
        report(name, result.migrated, arguments.has("diff") ? err : out);
    }

    private void report(String name, Migrated result, PrintWriter into) {
        for (MigratedObject object : result.objects()) {
            String place = name + ":" + object.line() + ": " + object.object() + ": ";
            if (object.isRefused()) {
                refused++;
                into.println(place + "stays in " + shortened(object.from()) + ": " + object.reason());
            } else {
                migrated++;
                into.println(place + shortened(object.from()) + " -> " + shortened(object.to())
                        + (object.to().equals(to) ? "" : ", the newest version of this kind"));
            }
        }
    }

    private static String shortened(String apiVersion) {
        return apiVersion.substring(apiVersion.indexOf('/') + 1);
    }

    private void summarize() {
        out.println(count(migrated, "object") + (writes ? " migrated in " : " to migrate in ")
                + count(changedFiles, "file")
                + (refused > 0 ? ", " + refused + " not" : "") + "; "
                + count(files - changedFiles, "file") + " unchanged");
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    private List<Path> wanted(List<String> paths) throws IOException {
        try {
            SettingsFile file = SettingsFile.nearest(Path.of(""));
            return new ManifestFiles(arguments.texts("ignore"), file.exclude(), file.folder()).of(paths);
        } catch (NoSuchFileException missing) {
            throw new InputException(missing.getFile() + ": no such file, and no file matches the pattern");
        } catch (PatternSyntaxException wrong) {
            throw new UsageException(
                    "the pattern " + wrong.getPattern() + " cannot be read: " + wrong.getDescription());
        } catch (IllegalArgumentException | UncheckedIOException wrong) {
            throw new InputException(String.valueOf(wrong.getMessage()));
        }
    }
}
