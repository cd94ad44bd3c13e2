package dev.drawbridge.gitops;

import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.FindingFactory;
import dev.drawbridge.check.FleetFindings;
import dev.drawbridge.check.FleetSettings;
import dev.drawbridge.check.ReferenceFindings;
import dev.drawbridge.fit.Fit;
import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fit.FitTogether;
import dev.drawbridge.fit.FleetFiles;
import dev.drawbridge.fit.FleetObjects;
import dev.drawbridge.fit.ReferenceFinding;
import dev.drawbridge.fit.Workload;
import dev.drawbridge.fit.Workloads;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.manifest.Placeholders;
import dev.drawbridge.report.Finding;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a change does to workloads whose claims are to be allocated in a fleet: which of them fit worse than before, and which new ones do not
 * fit. Workloads, claims, templates and classes are those of the base and of the head, as is the fleet if they have its files.
 */
final class FleetChange {

    private final ChangeSettings change;
    private final CheckSettings check;
    private final FleetSettings settings;
    private final ManifestReader reader;
    private final FindingFactory make;
    private final Map<String, ManifestFile> files = new HashMap<>();
    private final List<Manifest> baseObjects = new ArrayList<>();
    private final List<Manifest> headObjects = new ArrayList<>();

    FleetChange(ChangeSettings change, FleetSettings settings, ManifestReader reader, FindingFactory make) {
        this.change = change;
        this.check = change.check();
        this.settings = settings;
        this.reader = reader;
        this.make = make;
    }

    /** One side of the change. */
    private final class Side {

        private final Fleet fleet;
        private final Fit fit;
        private final Map<String, Workload> workloads = new LinkedHashMap<>();

        Side(FleetBuilder builder, List<Manifest> objects) {
            FleetObjects valid = settings.objects(builder);
            objects.forEach(valid::addApplied);
            fleet = builder.build();
            fit = settings.fit(fleet);
            Workloads.of(objects, check.namespace()).stream()
                    .filter(fit::concerns)
                    .forEach(workload -> workloads.put(key(workload), workload));
        }
    }

    private static String key(Workload workload) {
        return workload + " " + workload.podPath();
    }

    /** What is to be said of the head, each finding known where the base had it. */
    List<Finding> findings(Trees trees, List<Change> changes) throws IOException {
        FleetBuilder baseFleet = new FleetBuilder(check.namespace());
        FleetBuilder headFleet = new FleetBuilder(check.namespace());
        for (String path : settings.paths()) {
            readFleet(trees.fleet(path), path, baseFleet, headFleet);
        }
        Map<String, Change> changed = new HashMap<>();
        changes.forEach(change -> changed.put(change.path(), change));
        for (Change file : trees.head()) {
            Change difference = changed.remove(file.path());
            ManifestFile after = read(file.path(), file.head());
            files.put(file.path(), after);
            headObjects.addAll(objects(after));
            baseObjects.addAll(objects(difference == null ? after : read(difference.basePath(), difference.base())));
        }
        for (Change deleted : changed.values()) {
            baseObjects.addAll(objects(read(deleted.basePath(), deleted.base())));
        }
        return findings(new Side(baseFleet, baseObjects), new Side(headFleet, headObjects), trees.baseName());
    }

    /** A fleet that the base does not have is the head's. */
    private void readFleet(List<Change> files, String path, FleetBuilder base, FleetBuilder head) throws IOException {
        if (files.isEmpty()) {
            settings.source().add(path, new FleetFiles(settings.objects(base)));
            settings.source().add(path, new FleetFiles(settings.objects(head)));
            return;
        }
        boolean isNew = files.stream().allMatch(file -> file.base().length == 0);
        for (Change file : files) {
            read(file, isNew ? file.head() : file.base(), base);
            read(file, file.head(), head);
        }
    }

    private void read(Change file, byte[] text, FleetBuilder fleet) throws IOException {
        try {
            new FleetFiles(settings.objects(fleet)).add(file.path(), new ByteArrayInputStream(text));
        } catch (IOException e) {
            throw new IOException(file.path() + ": " + e.getMessage(), e);
        }
    }

    private ManifestFile read(String name, byte[] text) {
        return reader.read(name, Placeholders.replaced(text, check.variables()));
    }

    private static List<Manifest> objects(ManifestFile file) {
        return file.isTemplate()
                ? List.of()
                : file.manifests().stream()
                        .filter(manifest -> Placeholders.in(manifest.object()) == null)
                        .toList();
    }

    /** Whether a comment in the head suppresses the finding. */
    boolean suppresses(Finding finding) {
        ManifestFile file = files.get(finding.file());
        return check.suppresses()
                && file != null
                && file.suppressions().stream()
                        .anyMatch(comment -> comment.suppresses(finding.origin().toString(), finding.lineNumber()));
    }

    private Lines lines(String name) {
        ManifestFile file = files.get(name);
        return file == null ? Lines.NONE : file.lines();
    }

    private List<Finding> findings(Side base, Side head, String baseName) {
        FleetFindings make = new FleetFindings(this.make, settings, this::lines);
        ReferenceFindings references = new ReferenceFindings(
                this.make, false, List.of(settings.release().toString()), this::lines);
        boolean isSameFleet = head.fleet.hasTheDevicesOf(base.fleet);
        List<Finding> findings = new ArrayList<>();
        boolean isChanged = !isSameFleet;
        for (Workload after : head.workloads.values()) {
            Workload before = base.workloads.get(key(after));
            boolean isSame =
                    isSameFleet && before != null && base.fit.inputs(before).equals(head.fit.inputs(after));
            if (isSame && !change.showsAll()) {
                continue;
            }
            FitResult.Answer was = before == null ? null : base.fit.answer(before);
            if (head.fit.answer(after) != FitResult.Answer.FITS) {
                FitResult result = head.fit.of(after);
                boolean isKnown = was != null && result.answer().isNoWorseThan(was);
                add(make.of(result, isKnown ? "" : before(was, baseName), this::isChecked), isKnown, findings);
            }
            findings.addAll(references(references, after, head, before, base));
            isChanged = true;
        }
        if (isChanged || head.workloads.size() != base.workloads.size()) {
            together(make, base, head, baseName, findings);
        }
        return findings;
    }

    private boolean isChecked(Manifest object) {
        return files.containsKey(object.file());
    }

    private static void add(@Nullable Finding finding, boolean isKnown, List<Finding> findings) {
        if (finding != null) {
            findings.add(isKnown ? finding.asKnown() : finding);
        }
    }

    /** Workloads that do not fit at the same time, known where no more of them are left over than in the base. */
    private void together(FleetFindings make, Side base, Side head, String baseName, List<Finding> findings) {
        FitTogether now = head.fit.together(List.copyOf(head.workloads.values()));
        if (!now.fits()) {
            FitTogether was = base.fit.together(List.copyOf(base.workloads.values()));
            boolean isKnown = now.leftPods() <= was.leftPods() && (now.proof() == null || was.proof() != null);
            String before = "; in " + baseName + (was.fits() ? " they fit" : " fewer are left over");
            add(make.of(now, isKnown ? "" : before), isKnown, findings);
        }
    }

    private static String before(FitResult.@Nullable Answer was, String baseName) {
        if (was == FitResult.Answer.FITS) {
            return "; in " + baseName + " it fits";
        }
        return was == FitResult.Answer.FITS_WHEN_FREED
                ? "; in " + baseName + " it fits when other claims free their devices"
                : "";
    }

    /** Whether the change deletes the object that is missing, which is reported as such. */
    private boolean deletes(ReferenceFinding reference) {
        String target = reference.target();
        return target != null
                && baseObjects.stream()
                        .anyMatch(object -> target.equals(
                                object.kind() + " " + object.namespace(check.namespace()) + "/" + object.name()));
    }

    private List<Finding> references(
            ReferenceFindings make, Workload after, Side head, @Nullable Workload before, Side base) {
        Set<String> known = before == null
                ? Set.of()
                : base.fit.references(before).stream().map(FleetChange::key).collect(Collectors.toSet());
        return head.fit.references(after).stream()
                .filter(reference -> !reference.isMissing() || !deletes(reference))
                .map(reference -> known.contains(key(reference))
                        ? make.of(after, reference).asKnown()
                        : make.of(after, reference))
                .toList();
    }

    private static String key(ReferenceFinding reference) {
        return reference.path() + " " + reference.message();
    }
}
