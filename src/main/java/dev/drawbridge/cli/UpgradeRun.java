package dev.drawbridge.cli;

import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.InputFiles;
import dev.drawbridge.check.UpgradeChecker;
import dev.drawbridge.check.UpgradeFindings;
import dev.drawbridge.cluster.ClusterClient;
import dev.drawbridge.field.PrintedTable;
import dev.drawbridge.field.Severity;
import dev.drawbridge.live.ClusterReader;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.VersionSkew;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Report;
import dev.drawbridge.report.Skipped;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One run of {@code drawbridge check --upgrade}. */
final class UpgradeRun {

    private static final String CLUSTER = "cluster";
    private static final Duration LIMIT = Duration.ofMinutes(5);

    /** The kinds of a fleet, and what decides about them. */
    private static final List<SnapshotKind> CHECKED = Stream.of(
                    SnapshotKind.ofFleets(), SnapshotKind.ofPolicies(), List.of(SnapshotKind.WEBHOOK))
            .flatMap(List::stream)
            .toList();

    /** Those, and the pods that show components. */
    private static final List<SnapshotKind> KINDS =
            Stream.concat(CHECKED.stream(), Stream.of(SnapshotKind.POD)).toList();

    /** What is counted of the objects of a kind and version. */
    private static final List<String> COUNTED = List.of("objects", "breaks", "changes", "deprecated");

    private final Releases.Upgrade upgrade;
    private final UpgradeChecker checker;
    private final Map<String, int[]> counts = new TreeMap<>();

    UpgradeRun(Releases.Upgrade upgrade, CheckSettings settings) {
        this.upgrade = upgrade;
        checker = new UpgradeChecker(settings, upgrade.from(), upgrade.to(), this::count);
    }

    private void count(UpgradeFindings.Upgraded one, List<Finding> writers) {
        Manifest manifest = one.manifest();
        boolean breaks = one.breaks() || writers.stream().anyMatch(writer -> writer.severity() == Severity.ERROR);
        int[] counted =
                counts.computeIfAbsent(manifest.apiVersion() + " " + manifest.kind(), none -> new int[COUNTED.size()]);
        counted[0]++;
        counted[1] += breaks ? 1 : 0;
        counted[2] += one.changes() || !writers.isEmpty() ? 1 : 0;
        counted[3] += one.isDeprecated() ? 1 : 0;
    }

    void input(InputFiles input) throws IOException {
        checker.files(input);
    }

    /** Adds the objects of a cluster, in the version that it prefers. Nothing is written. */
    void cluster(@Nullable String context, boolean hasHelm) throws IOException {
        try (ClusterClient client = ClusterClient.ofContext(context)) {
            cluster(client, hasHelm);
        }
    }

    void cluster(ClusterClient client, boolean hasHelm) throws IOException {
        ClusterSnapshot snapshot = new ClusterReader(client, KINDS, LIMIT).read(null);
        checker.objects(snapshot.manifests(CHECKED).stream()
                .map(one -> new Manifest(CLUSTER, "", one.object(), one.apiVersion(), one.kind()))
                .toList());
        snapshot.unseen()
                .forEach((kind, reason) -> checker.skipped(new Skipped(CLUSTER, kind.plural() + ": " + reason)));
        checker.roles(
                CLUSTER, snapshot.manifests(SnapshotKind.ofRoles()), snapshot.manifests(List.of(SnapshotKind.POD)));
        for (VersionSkew skew : VersionSkew.of(snapshot, upgrade.to())) {
            boolean isNew = VersionSkew.of(snapshot, upgrade.from()).stream()
                    .noneMatch(old -> old.component().equals(skew.component()));
            String message = skew.message() + ": " + skew.place() + "; " + skew.remedy();
            checker.component(CLUSTER, isNew && !skew.isServed() ? Severity.ERROR : Severity.WARNING, message);
        }
        if (hasHelm) {
            Map<String, byte[]> manifests = new TreeMap<>();
            HelmReleases.current(client, null).forEach((name, secret) -> {
                try {
                    HelmRelease release = HelmRelease.of(secret);
                    manifests.put(release.toString(), release.manifest().getBytes(StandardCharsets.UTF_8));
                } catch (IOException unreadable) {
                    checker.skipped(new Skipped("Helm release " + name, String.valueOf(unreadable.getMessage())));
                }
            });
            checker.files(InputFiles.named(manifests, List.of()));
        }
    }

    Report report() {
        return checker.report();
    }

    /** The effects of the upgrade by version and kind, for a terminal; empty without such objects. */
    String table() {
        int width = counts.keySet().stream().mapToInt(String::length).max().orElse(0);
        String row = "%-" + Math.max(width, 16) + "s %8s %8s %8s %11s%n";
        List<List<Object>> rows = new ArrayList<>(page().rows());
        rows.add(0, row(upgrade.from() + " to " + upgrade.to(), COUNTED));
        return counts.isEmpty()
                ? ""
                : rows.stream().map(cells -> row.formatted(cells.toArray())).collect(Collectors.joining());
    }

    PrintedTable page() {
        return PrintedTable.of(
                "What changes from " + upgrade.from() + " to " + upgrade.to(),
                List.of("kind", "objects", "breaks", "changes", "deprecated"),
                counts.entrySet(),
                kind -> row(
                        kind.getKey(), Arrays.stream(kind.getValue()).boxed().toList()));
    }

    private static List<Object> row(String first, List<?> counts) {
        List<Object> row = new ArrayList<>(counts);
        row.add(0, first);
        return row;
    }
}
