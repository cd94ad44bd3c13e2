package dev.drawbridge.gitops;

import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.DuplicateObjects;
import dev.drawbridge.check.FindingFactory;
import dev.drawbridge.check.Namespaces;
import dev.drawbridge.check.Suppressions;
import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.manifest.KustomizePatches;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.manifest.Suppression;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Report;
import dev.drawbridge.report.Severity;
import dev.drawbridge.report.Skipped;
import dev.drawbridge.report.Summary;
import dev.drawbridge.validation.Validator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Validates a change: each object that is not what it was, as the update, or the create, that a cluster would get; what is deleted, by what
 * still names it; and, where a fleet is named, the workloads that fit it no more. What did not change is not checked.
 */
public final class Gate {

    private final ChangeSettings settings;
    private final Runnable afterEach;
    private final CheckSettings check;

    /** A gate with these settings. */
    public Gate(ChangeSettings settings) {
        this(settings, () -> {});
    }

    /** A gate with these settings, that reports each object that it has checked. */
    public Gate(ChangeSettings settings, Runnable afterEach) {
        this.settings = settings;
        this.afterEach = afterEach;
        this.check = settings.check();
    }

    /**
     * What a cluster would say to the change.
     *
     * @throws IOException where a tree cannot be read
     */
    public Report validate(Trees trees) throws IOException {
        return new Run(trees).report();
    }

    /** The validation of one change. */
    private final class Run {

        private final Trees trees;
        private final FindingFactory make;
        private final ManifestReader reader = new ManifestReader();
        private final ChangedFiles files;
        private final WholeHead wholeHead;
        private final UpdateValidator updates;
        private final DeletedObjects deleted;
        private final List<Finding> findings = new ArrayList<>();
        private final List<Report.Validated> validated = new ArrayList<>();
        private int hidden;

        Run(Trees trees) {
            Validator validator = new Validator();
            Namespaces namespaces = new Namespaces(check);
            this.trees = trees;
            this.make = new FindingFactory(validator, check.namespace());
            this.files = new ChangedFiles(check, reader, make, namespaces, trees.baseName());
            this.wholeHead = new WholeHead(trees, reader, make, namespaces, check.namespace());
            this.updates =
                    new UpdateValidator(settings, validator, make, namespaces, files, wholeHead, trees.baseName());
            this.deleted = new DeletedObjects(make, files, wholeHead);
        }

        Report report() throws IOException {
            List<Change> changes = trees.changes();
            KustomizePatches patches = new KustomizePatches();
            if (!changes.isEmpty()) {
                trees.kustomizations().forEach(file -> patches.add(file.path(), file.head()));
            }
            files.read(changes, patches);
            findings.addAll(files.findings());
            validateObjects();
            if (check.fleet() != null) {
                addFit(new FleetChange(settings, check.fleet(), reader, make), changes);
            }
            findings.sort(Comparator.comparing(Finding::file)
                    .thenComparingInt(Finding::lineNumber)
                    .thenComparingInt(Finding::columnNumber));
            List<Finding> graded = check.graded(findings);
            for (Map.Entry<String, List<Suppression>> file :
                    files.suppressions().entrySet()) {
                Suppressions left = Suppressions.of(file.getKey(), file.getValue(), graded, files.lines(file.getKey()));
                graded = left.findings();
                hidden += left.suppressed();
            }
            List<Skipped> skipped = new ArrayList<>(files.skipped());
            skipped.addAll(trees.skipped());
            Summary summary =
                    new Summary(changes.size(), validated.size(), files.others(), skipped, files.unreadable(), 0, 0, 0);
            return new Report(graded, validated, check.releaseNames(), summary.of(graded, hidden));
        }

        private void validateObjects() throws IOException {
            List<Manifest> twins = new ArrayList<>();
            for (Pair pair : new Pairing(make::identity, files.places()).pairs(files.base(), files.head())) {
                if (pair.head() != null) {
                    Manifest stored =
                            pair.base() != null ? pair.base() : wholeHead.untouchedTwin(pair.head(), files::has);
                    if (stored != pair.base()) {
                        twins.add(stored);
                    }
                    validate(stored, pair.head());
                } else if (pair.base() != null) {
                    findings.addAll(deleted.of(pair.base()));
                }
                afterEach.run();
            }
            twins.addAll(files.head());
            DuplicateObjects.of(twins, make::identity)
                    .forEach((twin, error) -> findings.add(
                            make.finding(twin, Severity.WARNING, error, List.of(), files.lines(twin.file()))));
        }

        private void validate(@Nullable Manifest base, Manifest head) throws IOException {
            boolean unchanged = base != null
                    && base.apiVersion().equals(head.apiVersion())
                    && JsonEquality.same(base.object(), head.object());
            if (unchanged && !settings.showsAll()) {
                return;
            }
            List<Report.Answer> answers = new ArrayList<>();
            updates.validate(base, head, answers).all().forEach(this::add);
            validated.add(make.validated(head, answers));
        }

        private void add(Finding finding) {
            if (finding.known() && !settings.showsAll()) {
                hidden++;
            } else {
                findings.add(finding);
            }
        }

        /** Comments in files that do not differ suppress as well, but none of them is unused: their other rules are not checked. */
        private void addFit(FleetChange fleet, List<Change> changes) throws IOException {
            for (Finding finding : fleet.findings(trees, changes)) {
                if (!files.has(finding.file()) && fleet.suppresses(finding)) {
                    hidden++;
                } else {
                    add(finding);
                }
            }
        }
    }
}
