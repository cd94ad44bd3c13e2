package dev.drawbridge.cli;

import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.edit.FileUpdate;
import dev.drawbridge.manifest.FileProblem;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.page.PageServer.Request;
import dev.drawbridge.page.PageServer.Response;
import dev.drawbridge.report.JsonTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** The files that can be opened on the page {@code ui}, and saved. Only names that the page lists are known. */
final class UiFiles {

    private final List<String> paths;
    private final Map<String, Path> files = new LinkedHashMap<>();

    /** The manifests in these paths; of the current folder if there are none. */
    UiFiles(List<String> paths) throws IOException {
        this.paths = paths.isEmpty() ? List.of(".") : paths;
        try {
            for (Path file : new ManifestFiles(List.of()).of(this.paths)) {
                files.put(ManifestFiles.name(file), file);
            }
        } catch (NoSuchFileException missing) {
            throw new InputException(missing.getFile() + ": no such file, and no file matches the pattern", missing);
        }
    }

    List<String> paths() {
        return paths;
    }

    /** The innermost folder that has all the files; without files, that of the first path. */
    Path root() {
        return files.values().stream()
                .map(file ->
                        Objects.requireNonNull(file.toAbsolutePath().normalize().getParent()))
                .reduce(UiFiles::common)
                .orElse(Path.of(paths.get(0)).toAbsolutePath().normalize());
    }

    private static Path common(Path one, Path other) {
        Path both = one;
        while (!other.startsWith(both)) {
            both = Objects.requireNonNull(both.getParent());
        }
        return both;
    }

    Map<String, String> uris() {
        Map<String, String> uris = new LinkedHashMap<>();
        files.forEach((name, file) ->
                uris.put(name, file.toAbsolutePath().normalize().toUri().toString()));
        return uris;
    }

    /** The text of a file, and its version, which must be the same when it is saved. */
    Response open(Request request) {
        String name = request.parameter("name");
        Path file = files.get(name);
        if (file == null) {
            return Response.text(404, "");
        }
        try {
            byte[] bytes = ReadLimits.DEFAULT.text(file);
            return Response.json(JsonTree.compact(
                    Map.of("text", new String(bytes, StandardCharsets.UTF_8), "version", version(bytes))));
        } catch (IOException unreadable) {
            return Response.text(400, name + ": cannot be read: " + FileProblem.of(unreadable));
        }
    }

    /** Replaces the text of a file, if it is still of the version that was opened. */
    Response save(Request request) {
        String name = request.parameter("name");
        Path file = files.get(name);
        if (file == null) {
            return Response.text(404, "");
        }
        try {
            byte[] before = ReadLimits.DEFAULT.text(file);
            if (!version(before).equals(request.parameter("version"))) {
                return Response.text(
                        409,
                        name + ": not saved: changed on disk since it was opened; open it again to see the change");
            }
            if (!Arrays.equals(before, new String(before, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8))) {
                return Response.text(400, name + ": not saved: is not UTF-8, so that other characters would change");
            }
            byte[] after = request.text().getBytes(StandardCharsets.UTF_8);
            new FileUpdate(FileRewrites.writable(List.copyOf(files.values()), paths)).write(file, before, after);
            return Response.json(JsonTree.compact(Map.of("version", version(after))));
        } catch (IOException unwritable) {
            return Response.text(400, name + ": not saved: " + FileProblem.of(unwritable));
        }
    }

    private static String version(byte[] text) {
        return UUID.nameUUIDFromBytes(text).toString();
    }
}
