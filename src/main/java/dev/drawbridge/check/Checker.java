package dev.drawbridge.check;

import dev.drawbridge.document.Unreadable;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.ObjectReference;
import dev.drawbridge.report.Report;
import dev.drawbridge.report.Summary;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.Validator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Judges the DRA objects of files as each release would on create, and what status they have as an update of themselves. Add the files
 * in order; then ask for the report.
 */
public final class Checker {

    private final CheckSettings settings;
    private final FindingMaker make;
    private final ManifestJudge judge;
    private final ManifestReader reader = new ManifestReader();
    private final List<FileFindings> files = new ArrayList<>();
    private final List<String> skipped = new ArrayList<>();
    private final Namespaces namespaces;
    private int unreadable;

    /** A check with these settings. */
    public Checker(CheckSettings settings) {
        this.settings = settings;
        Validator validator = new Validator();
        this.make = new FindingMaker(validator, settings.namespace());
        this.judge = new ManifestJudge(settings, validator);
        this.namespaces = new Namespaces(settings);
    }

    /** What a file says by itself; several threads may ask. */
    public Checked read(String name, byte[] text) {
        return judge(reader.read(name, text));
    }

    /** What a file says by itself, to be added. */
    public static final class Checked {

        private final ManifestFile file;
        private final FileFindings findings;

        private Checked(ManifestFile file, FileFindings findings) {
            this.file = file;
            this.findings = findings;
        }
    }

    private Checked judge(ManifestFile file) {
        FileFindings found = new FileFindings();
        found.text = file.text();
        found.others = file.others();
        for (Manifest manifest : file.manifests()) {
            if (Namespaces.isNamespace(manifest)) {
                found.namespaces.add(manifest);
            }
            judge(manifest, found, null);
        }
        return new Checked(file, found);
    }

    /** Adds what a file says, after those before it. */
    public void add(Checked checked) {
        FileFindings found = checked.findings;
        found.namespaces.forEach(namespaces::add);
        if (found.undecided.isEmpty()) {
            found.text = new byte[0];
        }
        files.add(found);
        if (checked.file.isTemplate()) {
            skipped.add(checked.file.name() + ": the template of a manifest ({{ }}); render it first");
            return;
        }
        for (Unreadable bad : checked.file.unreadable()) {
            unreadable++;
            found.findings.add(FindingMaker.unreadable(checked.file.name(), bad));
        }
        found.findings.addAll(FindingMaker.unread(checked.file));
    }

    /** Adds a file that could not be read. */
    public void addUnreadable(String name, String reason) {
        FileFindings found = new FileFindings();
        files.add(found);
        unreadable++;
        found.findings.add(FindingMaker.unreadable(name, new Unreadable(reason, null)));
    }

    /** How many files could not be read. */
    public int unreadable() {
        return unreadable;
    }

    /** How many files are templates. */
    public int skipped() {
        return skipped.size();
    }

    /** All that was found. */
    public Report report() {
        files.forEach(this::decide);
        List<Finding> findings = new ArrayList<>();
        List<Report.Judged> judged = new ArrayList<>();
        int others = 0;
        for (FileFindings file : files) {
            findings.addAll(settings.graded(file.findings));
            judged.addAll(file.judged);
            others += file.others;
        }
        Summary summary = new Summary(files.size(), judged.size(), others, List.copyOf(skipped), unreadable, 0, 0, 0);
        return new Report(findings, judged, settings.releaseNames(), summary.of(findings, 0));
    }

    /** Judges again what hangs on the labels of namespaces, which are known now. */
    private void decide(FileFindings file) {
        for (Manifest manifest : file.undecided) {
            Map<String, String> labels = namespaces.labels(manifest);
            if (labels != null) {
                ObjectReference object = make.reference(manifest);
                file.findings.removeIf(finding -> finding.object().equals(object));
                file.judged.removeIf(judged -> judged.object().equals(object));
                judge(manifest, file, labels);
            }
        }
        file.undecided.clear();
        file.findings.sort(Comparator.comparingInt(Finding::lineNumber).thenComparingInt(Finding::columnNumber));
    }

    private void judge(Manifest manifest, FileFindings found, @Nullable Map<String, String> labels) {
        ObjectFindings findings = new ObjectFindings(make, manifest, found.text);
        List<Report.Answer> answers = new ArrayList<>();
        for (KubernetesRelease release : settings.judges()) {
            answers.add(judge.created(manifest, release, labels, findings));
        }
        found.findings.addAll(findings.all());
        if (!findings.isJudged()) {
            found.others++;
            return;
        }
        found.judged.add(make.judged(manifest, answers));
        if (labels == null && findings.has(Namespaces.RULE)) {
            found.undecided.add(manifest);
        }
    }
}
