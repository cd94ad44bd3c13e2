package dev.drawbridge.live;

import dev.drawbridge.fit.input.FleetFiles;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;

/** Reads a snapshot of a cluster from a {@link ClusterDump}, or the output of {@code kubectl get -A -o yaml}. */
public final class DumpReader {

    /** The command that writes a dump. */
    public static final String COMMAND = "drawbridge dump > cluster.yaml";

    private final ClusterSnapshot.Builder snapshot = new ClusterSnapshot.Builder();
    private final FleetFiles files =
            new FleetFiles(object -> snapshot.add(object.apiVersion(), object.kind(), object.object()));

    /**
     * Adds a file.
     *
     * @throws IOException IOException if it cannot be read; with a message if it is invalid YAML or JSON
     */
    public void add(String name, InputStream input) throws IOException {
        files.add(name, input);
    }

    /** The snapshot, with this time. */
    public ClusterSnapshot snapshot(Instant time) {
        return snapshot.build(time);
    }
}
