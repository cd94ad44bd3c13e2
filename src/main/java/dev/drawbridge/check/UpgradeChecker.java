package dev.drawbridge.check;

import dev.drawbridge.manifest.KustomizePatches;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Report;
import dev.drawbridge.report.Skipped;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Checks what an upgrade of the cluster does to the objects of files, read as a check reads them, and to those of a
 * cluster. One thread.
 */
public final class UpgradeChecker {

    /** Gets the objects that were checked. */
    @FunctionalInterface
    public interface Listener {

        /**
         * An object was checked.
         *
         * @param writers findings for clients that still write it in a removed version
         */
        void upgraded(UpgradeFindings.Upgraded object, List<Finding> writers);
    }

    private final CheckSettings settings;
    private final UpgradeFindings upgraded;
    private final FindingFactory make;
    private final Listener listener;
    private final List<Checked> checked = new ArrayList<>();

    /** A check of an upgrade from one release to another. */
    public UpgradeChecker(CheckSettings settings, KubernetesRelease from, KubernetesRelease to, Listener listener) {
        CheckSettings.Target target = settings.target();
        this.settings = settings.with(new CheckSettings.Target(List.of(to), target.gates(), target.validatesStatus()));
        this.make = new FindingFactory(this.settings);
        this.upgraded = new UpgradeFindings(this.settings, from, to, make);
        this.listener = listener;
    }

    /** Checks files. */
    public void files(InputFiles input) throws IOException {
        KustomizePatches patches = new KustomizePatches();
        for (Change file : input.kustomizations()) {
            patches.add(file.place(), file.head().text());
        }
        ReadStage read = new ReadStage(settings, patches, input::isNamed);
        ObjectStage objects = new ObjectStage(settings, make, false);
        for (Change change : input.changes()) {
            checked.add(checked(objects.of(read.of(change))));
        }
    }

    private Checked checked(FileObjects file) {
        ManifestFile head = file.read().head();
        List<Finding> findings = new ArrayList<>();
        int unreadable = 0;
        if (!head.isTemplate() && file.read().skipped() == null) {
            head.unreadable().forEach(bad -> findings.add(make.unreadable(head, bad)));
            unreadable = findings.size();
        }
        findings.addAll(make.unread(head));
        List<Report.Validated> objects = new ArrayList<>();
        int others = file.others();
        for (Manifest manifest : file.head()) {
            UpgradeFindings.Upgraded one = upgraded.of(manifest, file.lines());
            if (one.isOurs()) {
                findings.addAll(one.findings());
                objects.add(validated(one));
                listener.upgraded(one, List.of());
            } else {
                others++;
            }
        }
        List<KeptFile> kept = file.read().skipped() == null ? List.of(file.kept()) : List.of();
        return new Checked(kept, List.of(), findings, objects, List.of(), file.skipped(), others, unreadable);
    }

    private Report.Validated validated(UpgradeFindings.Upgraded one) {
        return make.validated(one.manifest(), List.of(one.breaks() ? Report.Answer.REFUSED : Report.Answer.ALLOWED));
    }

    /** Checks an object of a cluster. */
    public void object(Manifest manifest) {
        UpgradeFindings.Upgraded one = upgraded.of(manifest, Lines.NONE);
        if (!one.isOurs()) {
            checked.add(new Checked(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), 1, 0));
            return;
        }
        List<Finding> writers = upgraded.writers(manifest);
        List<Finding> findings = new ArrayList<>(one.findings());
        findings.addAll(writers);
        checked.add(new Checked(List.of(), List.of(), findings, List.of(validated(one)), List.of(), List.of(), 0, 0));
        listener.upgraded(one, writers);
    }

    /** Something that could not be listed. */
    public void skipped(Skipped skipped) {
        checked.add(new Checked(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(skipped), 0, 0));
    }

    /** The report. */
    public Report report() {
        return new ReportStage(settings, InputFiles.named(Map.of(), List.of())).of(Checked.joined(checked), List.of());
    }
}
