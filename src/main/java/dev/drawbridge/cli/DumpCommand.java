package dev.drawbridge.cli;

import dev.drawbridge.cluster.ClusterClient;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.fleet.ClusterInfo;
import dev.drawbridge.live.ClusterDump;
import dev.drawbridge.live.ClusterReader;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.schema.FeatureGate;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes what the other commands need of a cluster to a file. */
final class DumpCommand {

    private static final int MAX_SECONDS = 3600;
    private static final int SECONDS = 60;

    static int run(Arguments arguments, PrintWriter out, PrintWriter err) throws IOException {
        if (arguments.has("rbac")) {
            out.print(ClusterReader.clusterRole("drawbridge-dump", SnapshotKind.all()));
            return ExitCode.CLEAN;
        }
        FileOutput output = FileOutput.of(arguments, "yaml");
        Duration limit = Duration.ofSeconds(arguments.number("time-limit", 1, MAX_SECONDS, SECONDS));
        boolean isAnonymous = arguments.has("anonymize");
        // The texts of policies have names in them.
        List<SnapshotKind> kinds = SnapshotKind.all().stream()
                .filter(kind -> !isAnonymous || !kind.isPolicy())
                .toList();
        try (ClusterClient client = ClusterClient.ofContext(arguments.text("context"))) {
            ClusterDump dump = read(client, kinds, arguments.text("namespace"), limit, err);
            ClusterDump written = isAnonymous ? dump.anonymized() : dump;
            boolean isJson = output.format().equals("json") || written.isLarge();
            output.write(out, err, to -> {
                if (isJson) {
                    written.writeJson(to);
                } else {
                    written.writeYaml(to);
                }
            });
            out.flush();
            err.println(written.objects().size() + " objects" + (isJson ? ", as JSON" : ""));
            return dump.isComplete() ? ExitCode.CLEAN : ExitCode.FINDINGS;
        }
    }

    private static ClusterDump read(
            ClusterClient client, List<SnapshotKind> kinds, @Nullable String namespace, Duration limit, PrintWriter err)
            throws IOException {
        List<ObjectValue> objects = new ArrayList<>();
        Instant time = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        Map<SnapshotKind, String> missing = new ClusterReader(client, kinds, limit)
                .list(namespace, (version, kind, object) -> objects.add(ClusterDump.entry(version, kind, object)));
        Map<String, String> unseen = new LinkedHashMap<>();
        missing.forEach((kind, reason) -> {
            unseen.put(kind.plural(), reason);
            err.println("Not seen: " + kind.plural() + " (" + reason + ")");
        });
        String kubernetes = client.version().gitVersion();
        Map<String, Boolean> gates = new TreeMap<>(client.featureGates());
        gates.keySet().retainAll(FeatureGate.names());
        return new ClusterDump(
                new ClusterInfo(kubernetes, gates, unseen, namespace == null ? "" : namespace, time), objects);
    }
}
