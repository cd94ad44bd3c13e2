package dev.drawbridge.check;

import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.rbac.RbacObjects;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Report;
import dev.drawbridge.report.Skipped;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.ResourceApi;
import dev.drawbridge.validation.Scheme;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Checks what an upgrade of the cluster does to the objects of files, read as a check reads them, and to those of a
 * cluster. One thread.
 */
public final class UpgradeChecker {

    /** Gets the objects that were checked. */
    @FunctionalInterface
    public interface Listener {

        /** An object was checked; the findings are for clients that still write it in a removed version. */
        void upgraded(UpgradeFindings.Upgraded object, List<Finding> writers);
    }

    private CheckSettings settings;
    private final UpgradeFindings upgraded;
    private final FindingFactory make;
    private final Listener listener;
    private final List<Checked> checked = new ArrayList<>();
    private final List<RbacObjects> roles = new ArrayList<>();
    private final KubernetesRelease from;
    private final KubernetesRelease to;
    private RenderedSources sources = new RenderedSources();

    public UpgradeChecker(CheckSettings settings, KubernetesRelease from, KubernetesRelease to, Listener listener) {
        this.settings = of(settings, to);
        this.make = new FindingFactory(this.settings);
        this.upgraded = new UpgradeFindings(this.settings, from, to, make);
        this.listener = listener;
        this.from = from;
        this.to = to;
    }

    private static CheckSettings of(CheckSettings settings, KubernetesRelease... releases) {
        CheckSettings.Target target = settings.target();
        return settings.with(new CheckSettings.Target(List.of(releases), target.gates(), target.validatesStatus()));
    }

    public void files(InputFiles input) throws IOException {
        sources = input.sources();
        Kustomizations patches = input.patches();
        ReadStage read = new ReadStage(settings, patches, patches, input::isNamed);
        ObjectStage objects = new ObjectStage(settings, make, upgraded.validator(), false);
        FileFindings ofFiles = new FileFindings(make, input.baseName(), 1);
        List<Change> changes = input.changes();
        List<Read> all = Parallel.map(changes, change -> {
            ReadFile source = read.of(change);
            FileObjects file = objects.of(source);
            Set<Identity> ours = file.head().stream().map(make::identity).collect(Collectors.toSet());
            List<Manifest> others = KeptFile.objects(source.head()).stream()
                    .filter(one -> !ours.contains(make.identity(one)))
                    .toList();
            return new Read(file, others);
        });
        if (settings.policies().areAny()
                || all.stream().anyMatch(one -> one.file.kept().hasPolicies())) {
            List<KeptFile> kept = all.stream().map(one -> one.file.kept()).toList();
            policies(kept, kinds -> PolicyFindings.ofKinds(kinds, changes, read::of));
        }
        for (Read one : all) {
            checked.add(ofFiles.of(one.file));
            roles.add(one.file.kept().roles());
            one.file.head().forEach(manifest -> add(upgraded.of(manifest, one.file.lines()), List.of()));
            one.others.forEach(other -> other(other, one.file.lines()));
        }
    }

    /** A file, and its objects for which there are no rules. */
    private record Read(FileObjects file, List<Manifest> others) {}

    /** Checks the DRA objects of a cluster, its policies and webhooks. Its policies also decide about files. */
    public void objects(List<Manifest> ofCluster) {
        settings = settings.with(settings.policies().inFleet(ofCluster));
        policies(List.of(), kinds -> List.of());
        for (Manifest one : ofCluster) {
            if (ResourceApi.isOfGroup(one.apiVersion())) {
                add(upgraded.of(one, Lines.NONE), upgraded.writers(one));
            } else {
                other(one, Lines.NONE);
            }
        }
    }

    private void policies(List<KeptFile> files, Function<Set<String>, List<Manifest>> ofKinds) {
        Scheme scheme = upgraded.validator().validator().scheme();
        upgraded.policies(PolicyFindings.ofNew(of(settings, from, to), make, scheme, files, ofKinds));
    }

    private void other(Manifest manifest, Lines lines) {
        UpgradeFindings.Upgraded other = upgraded.ofOther(manifest, lines);
        if (other.isOurs()) {
            checked.add(Checked.of(other.findings(), List.of()));
            listener.upgraded(other, List.of());
        }
    }

    private void add(UpgradeFindings.Upgraded one, List<Finding> writers) {
        if (!one.isOurs()) {
            checked.add(Checked.unchecked(List.of(), 1));
            return;
        }
        List<Finding> findings = new ArrayList<>(one.findings());
        findings.addAll(writers);
        Report.Answer answer = one.breaks() ? Report.Answer.REFUSED : Report.Answer.ALLOWED;
        checked.add(Checked.of(findings, List.of(make.validated(one.manifest(), List.of(answer)))));
        listener.upgraded(one, writers);
    }

    /** Checks the roles of a cluster, and the pods that use them. */
    public void roles(String source, List<Manifest> ofRoles, List<Manifest> pods) {
        List<Manifest> all = new ArrayList<>(pods);
        ofRoles.forEach(role -> all.add(new Manifest(source, "", role.object(), role.apiVersion(), role.kind())));
        roles.add(RbacObjects.of(all, "default"));
    }

    /** Adds a finding for a component that uses a version of the API. */
    public void component(String source, Severity severity, String message) {
        Finding finding = Finding.ofFile(severity, source, null, Origin.NOT_SERVED, message, null);
        checked.add(Checked.of(List.of(finding), List.of()));
    }

    public void skipped(Skipped skipped) {
        checked.add(Checked.unchecked(List.of(skipped), 0));
    }

    public Report report() {
        List<Finding> ofRoles = new RoleFindings(settings, make).of(RbacObjects.joined(roles), Map.of(), from);
        checked.add(Checked.of(ofRoles, List.of()));
        InputFiles none = new InputFiles(Map.of(), List.of(), file -> true, List.of(), sources);
        return new ReportStage(settings, none).of(Checked.joined(checked), List.of());
    }
}
