package dev.drawbridge.cli;

import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.FindingFactory;
import dev.drawbridge.check.FoundFiles;
import dev.drawbridge.check.InputFiles;
import dev.drawbridge.check.UpgradeFindings;
import dev.drawbridge.cluster.ClusterClient;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.Unreadable;
import dev.drawbridge.manifest.FileProblem;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.manifest.Mentions;
import dev.drawbridge.manifest.Placeholders;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Report;
import dev.drawbridge.report.Severity;
import dev.drawbridge.report.Skipped;
import dev.drawbridge.report.Summary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One run of {@code drawbridge check --upgrade}. */
final class UpgradeRun {

    private static final String CLUSTER = "cluster";

    /** How many objects of a kind and version an upgrade breaks, changes, or finds deprecated. */
    private static final class Counts {

        private int objects;
        private int broken;
        private int changed;
        private int deprecated;

        private void add(UpgradeFindings.Upgraded upgraded, boolean breaks, boolean changes) {
            objects++;
            broken += breaks ? 1 : 0;
            changed += changes ? 1 : 0;
            deprecated += upgraded.isDeprecated() ? 1 : 0;
        }
    }

    private final Releases.Upgrade upgrade;
    private final CheckSettings settings;
    private final UpgradeFindings upgraded;
    private final FindingFactory make;
    private final ManifestReader reader = new ManifestReader();
    private final List<Finding> findings = new ArrayList<>();
    private final List<Report.Validated> validated = new ArrayList<>();
    private final List<Skipped> skipped = new ArrayList<>();
    private final Map<String, Counts> counts = new TreeMap<>();
    private int files;
    private int others;
    private int unreadable;

    UpgradeRun(Releases.Upgrade upgrade, CheckSettings settings) {
        this.upgrade = upgrade;
        this.settings = settings;
        upgraded = new UpgradeFindings(settings, upgrade.from(), upgrade.to());
        make = upgraded.factory();
    }

    /** Adds the input of a check. */
    void input(InputFiles input) {
        input.texts().forEach((name, text) -> add(name, text, true));
        for (Path file : input.files()) {
            String name = ManifestFiles.name(file);
            try {
                add(name, ReadLimits.DEFAULT.text(file), input.isNamed(name));
            } catch (IOException problem) {
                unreadable++;
                String reason = "cannot be read: " + FileProblem.of(problem);
                findings.add(make.unreadable(ManifestFile.of(name), new Unreadable(reason, null)));
            }
        }
    }

    /** Adds what a file says. */
    private void add(String name, byte[] text, boolean isNamed) {
        files++;
        ManifestFile file =
                reader.read(name, Placeholders.replaced(text, settings.input().variables()));
        others += file.others();
        if (file.isTemplate()) {
            skipped.add(new Skipped(name, "template ({{ }}); render it first, or use --helm", Mentions.in(text)));
            return;
        }
        Skipped found = isNamed ? null : FoundFiles.skipped(file, text);
        if (found != null) {
            skipped.add(found);
            return;
        }
        for (Unreadable bad : file.unreadable()) {
            unreadable++;
            findings.add(make.unreadable(file, bad));
        }
        for (Manifest manifest : file.manifests()) {
            String placeholder = Placeholders.in(manifest.object());
            UpgradeFindings.Upgraded one = upgraded.of(manifest, file.lines());
            if (one.isOurs() && placeholder != null) {
                skipped.add(make.placeholder(manifest, placeholder));
            } else {
                add(one, List.of());
            }
        }
    }

    private void add(UpgradeFindings.Upgraded one, List<Finding> writers) {
        if (!one.isOurs()) {
            others++;
            return;
        }
        List<Finding> all = new ArrayList<>(settings.reporting().graded(one.findings()));
        all.addAll(settings.reporting().graded(writers));
        findings.addAll(all);
        Manifest manifest = one.manifest();
        validated.add(make.validated(manifest, List.of(one.breaks() ? Report.Answer.REFUSED : Report.Answer.ALLOWED)));
        boolean breaks = one.breaks() || writers.stream().anyMatch(writer -> writer.severity() == Severity.ERROR);
        counts.computeIfAbsent(manifest.apiVersion() + " " + manifest.kind(), none -> new Counts())
                .add(one, breaks, one.changes() || !writers.isEmpty());
    }

    /** Adds the objects of a cluster, in the version that it prefers. Nothing is written. */
    void cluster(@Nullable String context) {
        try (ClusterClient client = ClusterClient.ofContext(context)) {
            client.listAllowed(this::addOfCluster, refused -> {
                skipped.add(new Skipped(CLUSTER, refused));
            });
        } catch (IOException problem) {
            throw new InputException(String.valueOf(problem.getMessage()), problem);
        }
    }

    private void addOfCluster(String apiVersion, String kind, ObjectValue object) {
        Manifest manifest = new Manifest(CLUSTER, "", object, apiVersion, kind);
        UpgradeFindings.Upgraded one = upgraded.of(manifest, Lines.NONE);
        add(one, one.isOurs() ? upgraded.writers(manifest) : List.of());
    }

    /** All that was found. */
    Report report() {
        Summary summary = new Summary(files, validated.size(), others, List.copyOf(skipped), unreadable);
        return new Report(findings, validated, List.of(upgrade.to().toString()), summary.of(findings, 0));
    }

    /** What the upgrade does to the objects of each version and kind. */
    String table() {
        int width = counts.keySet().stream().mapToInt(String::length).max().orElse(0);
        String row = "%-" + Math.max(width, 16) + "s %8s %8s %8s %11s%n";
        StringBuilder table = new StringBuilder();
        table.append(String.format(
                row, upgrade.from() + " to " + upgrade.to(), "objects", "breaks", "changes", "deprecated"));
        counts.forEach((kind, count) ->
                table.append(String.format(row, kind, count.objects, count.broken, count.changed, count.deprecated)));
        return table.toString();
    }
}
