package dev.drawbridge.cli;

import dev.drawbridge.check.FleetSettings;
import dev.drawbridge.fit.Fit;
import dev.drawbridge.fleet.ClusterInfo;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetModel;
import dev.drawbridge.fleet.SchedulerVersion;
import dev.drawbridge.live.ClusterReader;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.PatchVersion;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A cluster, or a dump of one, and the scheduler to decide with. */
record SnapshotInput(
        ClusterSnapshot snapshot,
        Fit fit,
        KubernetesRelease release,
        @Nullable FleetCluster cluster) implements AutoCloseable {

    /** The command that writes a dump. */
    static final String DUMP = "drawbridge dump > cluster.yaml";

    private static final int MAX_SECONDS = 600;
    private static final int SECONDS = 30;
    private static final int MAX_MISTAKES = 3;

    /** Reads these kinds of dumps, or of the cluster; of pods and what makes them those of a namespace, or of all. */
    static SnapshotInput read(
            Arguments arguments, List<String> dumps, List<SnapshotKind> kinds, boolean isAllNamespaces, PrintWriter err)
            throws IOException {
        if (!dumps.isEmpty() && (arguments.has("cluster") || arguments.has("context"))) {
            throw new UsageException("--from names a dump, and --cluster or --context a cluster; set one of them");
        }
        Duration limit = Duration.ofSeconds(arguments.number("time-limit", 1, MAX_SECONDS, SECONDS));
        return dumps.isEmpty()
                ? live(arguments, kinds, isAllNamespaces, limit, err)
                : dump(arguments, dumps, limit, err);
    }

    private static SnapshotInput live(
            Arguments arguments, List<SnapshotKind> kinds, boolean isAllNamespaces, Duration limit, PrintWriter err)
            throws IOException {
        FleetCluster cluster = FleetCluster.current(arguments);
        ClusterSnapshot snapshot = new ClusterReader(cluster.client(), kinds, limit)
                .read(isAllNamespaces ? arguments.text("namespace") : cluster.namespace());
        PatchVersion patch = cluster.client().version().patch();
        SchedulerVersion version = patch == null ? snapshot.fleet().scheduler() : new SchedulerVersion(patch, "");
        ClusterInfo info = cluster.info(snapshot.fleet().info().unseen());
        return of(snapshot, FleetScheduler.of(arguments, info, version, err::println), limit, cluster);
    }

    /** A dump is of the time at which its newest file was written. */
    private static SnapshotInput dump(Arguments arguments, List<String> dumps, Duration limit, PrintWriter err)
            throws IOException {
        ClusterSnapshot.Builder objects = new ClusterSnapshot.Builder();
        Instant now = Clock.systemUTC().instant();
        Instant time = Instant.MIN;
        for (String dump : dumps) {
            FleetInput.add(dump, objects.files());
            if (dump.equals("-") || FleetModel.isPath(dump)) {
                time = now;
            }
            for (Path file : FleetSettings.files(dump)) {
                Instant written = Files.getLastModifiedTime(file).toInstant();
                time = written.isAfter(time) ? written : time;
            }
        }
        ClusterSnapshot snapshot = objects.build(time.isAfter(now) || time.equals(Instant.MIN) ? now : time);
        objects.refused().stream()
                .flatMap(refusal -> refusal.notes(MAX_MISTAKES, ": the API server refuses it").stream())
                .forEach(err::println);
        absent(snapshot, err);
        Fleet fleet = snapshot.fleet();
        return of(snapshot, FleetScheduler.of(arguments, fleet.info(), fleet.scheduler(), err::println), limit, null);
    }

    /** Warns of missing kinds without which a dump has little information. */
    private static void absent(ClusterSnapshot snapshot, PrintWriter err) {
        String absent = Stream.of(
                        SnapshotKind.NODE, SnapshotKind.POD, SnapshotKind.DEVICE_CLASS, SnapshotKind.RESOURCE_SLICE)
                .filter(kind -> snapshot.sees(kind) && snapshot.all(kind).isEmpty())
                .map(SnapshotKind::plural)
                .collect(Collectors.joining(", "));
        if (!absent.isEmpty()) {
            err.println("The dump has no " + absent + "; if the cluster has some, create it with: " + DUMP);
        }
    }

    private static SnapshotInput of(
            ClusterSnapshot snapshot, FleetScheduler scheduler, Duration limit, @Nullable FleetCluster cluster) {
        Fit fit = scheduler.fit(scheduler.of(snapshot.fleet()), limit);
        return new SnapshotInput(snapshot, fit, scheduler.release(), cluster);
    }

    /** The namespace of objects that are named without one. */
    String namespace(Arguments arguments) {
        return cluster == null ? arguments.text("namespace", "default") : cluster.namespace();
    }

    /** The kinds that could not be seen, by plural, with the reason. */
    Map<String, String> unseen() {
        Map<String, String> unseen = new LinkedHashMap<>();
        snapshot.unseen().forEach((kind, reason) -> unseen.put(kind.plural(), reason));
        return unseen;
    }

    void reportUnseen(PrintWriter err) {
        unseen().forEach((kind, reason) -> err.println("Not seen: " + kind + " (" + reason + ")"));
    }

    @Override
    public void close() {
        if (cluster != null) {
            cluster.close();
        }
    }
}
