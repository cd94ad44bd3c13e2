package dev.drawbridge.cli;

import dev.drawbridge.cluster.ClusterClient;
import dev.drawbridge.document.ObjectValue;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The releases that Helm has stored in a cluster, with a folder for backups. {@code helm upgrade} reads the stored
 * manifest: with an object in a version that the API server does not serve, it fails, even if the new chart has a newer
 * one.
 */
record HelmReleases(FleetCluster cluster, Path folder, PrintWriter out, PrintWriter err) {

    private static final String SELECTED = "&labelSelector=owner%3Dhelm&fieldSelector=type%3D" + HelmRelease.TYPE;

    /**
     * The Secrets that {@code helm upgrade} would read, by release, {@code NAMESPACE/NAME}: the newest revision that is
     * deployed, or the newest.
     *
     * @param namespace null for all
     * @throws IOException with a message if the Secrets cannot be listed
     */
    static Map<String, ObjectValue> current(ClusterClient client, @Nullable String namespace) throws IOException {
        Map<String, List<ObjectValue>> revisions = new TreeMap<>();
        String path = namespace == null ? "/api/v1/secrets" : "/api/v1/namespaces/" + namespace + "/secrets";
        client.list(path, SELECTED, secret -> {
            ObjectValue metadata = secret.object("metadata");
            String release = metadata.string("namespace") + "/"
                    + metadata.object("labels").string("name");
            revisions.computeIfAbsent(release, none -> new ArrayList<>()).add(secret);
        });
        Map<String, ObjectValue> current = new TreeMap<>();
        revisions.forEach((release, all) -> current.put(release, newest(all)));
        return current;
    }

    private static ObjectValue newest(List<ObjectValue> revisions) {
        return revisions.stream()
                .max(Comparator.comparing(
                                (ObjectValue secret) -> label(secret, "status").equals("deployed"))
                        .thenComparingInt(secret -> revision(label(secret, "version"))))
                .orElseThrow();
    }

    private static String label(ObjectValue secret, String name) {
        return secret.object("metadata").object("labels").string(name);
    }

    private static int revision(String version) {
        return version.matches("[0-9]{1,9}") ? Integer.parseInt(version) : 0;
    }

    /** Prints how the stored manifest of a release would change, or changes it; returns the exit code. */
    int migrate(String name, boolean isWrite, Function<byte[], FileRewrites.Outcome> migration) throws IOException {
        String namespace = cluster.namespace();
        ObjectValue stored = current(cluster.client(), namespace).get(namespace + "/" + name);
        if (stored == null) {
            throw new IOException("Helm has stored no release " + name + " in namespace " + namespace);
        }
        HelmRelease release = HelmRelease.of(stored);
        byte[] manifest = release.manifest().getBytes(StandardCharsets.UTF_8);
        FileRewrites.Outcome outcome = migration.apply(manifest);
        outcome.notes().forEach(note -> err.println(release + ":" + note.line() + ": " + note.message()));
        boolean isRefused = outcome.notes().stream().anyMatch(FileRewrites.Note::isRefused);
        if (!outcome.isChanged()) {
            err.println(release + ": nothing to migrate");
        } else if (!isWrite) {
            out.print(outcome.diff(release.toString(), manifest));
        } else if (isRefused) {
            err.println(release + ": not written, since objects are left");
        } else {
            write(release, outcome.text());
        }
        return isRefused ? ExitCode.FINDINGS : ExitCode.CLEAN;
    }

    private void write(HelmRelease release, String manifest) throws IOException {
        String path = "/api/v1/namespaces/" + release.namespace() + "/secrets/" + release.secret();
        String secret = cluster.client().text(path);
        if (!secret.contains(release.stored())) {
            throw changed(release);
        }
        Path backup = folder.resolve(
                "helm-" + release.namespace() + "-" + release.name() + "-v" + release.revision() + ".json");
        // A backup that can be restored names no version of the object.
        create(backup);
        Files.writeString(backup, secret.replaceFirst("\"resourceVersion\":\\s*\"[0-9]+\",?", ""));
        if (!cluster.client().replace(path, secret.replace(release.stored(), release.with(manifest)))) {
            throw changed(release);
        }
        err.println(release + ": written; backup with the values of the release: " + backup
                + " (to restore: kubectl replace -f " + backup + ")");
    }

    /** Creates a file that only its owner can read, where the file system has such permissions. */
    private static void create(Path file) throws IOException {
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } else {
            Files.createFile(file);
        }
    }

    private static IOException changed(HelmRelease release) {
        return new IOException(release + " has changed meanwhile, and is not written; run the command again");
    }
}
