package dev.drawbridge.cli;

import dev.drawbridge.cli.Command.Note;
import dev.drawbridge.cluster.ClusterClient;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes what the other commands need of a cluster to a file. */
final class DumpCommand {

    private static final String FORMATS = "yaml|json";
    private static final int MAX_SECONDS = 3600;
    private static final int SECONDS = 60;

    static final Command COMMAND = new Command(
            "dump",
            "Write a cluster to a file that --from reads.",
            "",
            List.of(
                    Command.value("context", "NAME", "The context of the kubeconfig (default: the current one)"),
                    Command.value(
                            "n",
                            "namespace",
                            "NS",
                            "Only the pods, events and workloads of this namespace (default: of all)"),
                    Command.flag("anonymize", "Replace names and addresses, alike everywhere; omit annotations"),
                    Command.value("time-limit", "SECONDS", "Time limit for reading the cluster (default: 60)"),
                    Command.value("o", "output", "FORMAT[=FILE]", FORMATS + " (default: yaml; above 16 MiB json)"),
                    Command.flag("rbac", "Print the ClusterRole that this command needs, and exit")),
            List.of(
                    Note.of("The dump has no Secrets, and of containers no environment variables or arguments."),
                    Note.example("Then", "drawbridge why pod/train --from cluster.yaml"),
                    Note.example("", "drawbridge fit --from cluster.yaml PATH"),
                    Note.exits("0 everything is in it, 1 a kind is missing, 2 unreachable cluster, 3 a bug.")),
            DumpCommand::run);

    private DumpCommand() {}

    private static int run(Arguments arguments, PrintWriter out, PrintWriter err) throws IOException {
        if (arguments.has("rbac")) {
            out.print(ClusterReader.clusterRole("drawbridge-dump", SnapshotKind.all()));
            return ExitCode.CLEAN;
        }
        FileOutput output = FileOutput.of(arguments, FORMATS, "yaml");
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
            err.println(written.size() + " objects" + (isJson ? ", as JSON" : ""));
            return dump.isComplete() ? ExitCode.CLEAN : ExitCode.FINDINGS;
        }
    }

    private static ClusterDump read(
            ClusterClient client, List<SnapshotKind> kinds, @Nullable String namespace, Duration limit, PrintWriter err)
            throws IOException {
        ClusterDump.Builder dump = new ClusterDump.Builder();
        Instant time = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        Map<SnapshotKind, String> missing = new ClusterReader(client, kinds, limit).list(namespace, dump::add);
        Map<String, String> unseen = new LinkedHashMap<>();
        missing.forEach((kind, reason) -> {
            unseen.put(kind.plural(), reason);
            err.println("Not seen: " + kind.plural() + " (" + reason + ")");
        });
        String kubernetes = client.version().gitVersion();
        Map<String, Boolean> gates = new TreeMap<>(client.featureGates());
        gates.keySet().retainAll(FeatureGate.names());
        return dump.build(new ClusterInfo(kubernetes, gates, unseen, namespace == null ? "" : namespace, time));
    }
}
