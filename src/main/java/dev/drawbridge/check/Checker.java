package dev.drawbridge.check;

import dev.drawbridge.document.Unreadable;
import dev.drawbridge.field.Origin;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.report.Finding;
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

    private static final Comparator<Finding> BY_PLACE =
            Comparator.comparingInt(Finding::lineNumber).thenComparingInt(Finding::columnNumber);
    private static final Comparator<Report.Judged> BY_LINE = Comparator.comparingInt(Report.Judged::line);

    private final CheckSettings settings;
    private final boolean hasExcerpts;
    private final FindingMaker make;
    private final ManifestJudge judge;
    private final ManifestReader reader = new ManifestReader();
    private final List<FileFindings> files = new ArrayList<>();
    private final List<String> skipped = new ArrayList<>();
    private final Namespaces namespaces;
    private int unreadable;

    /**
     * A check with these settings.
     *
     * @param hasExcerpts whether findings have the lines that they are about, which only a terminal shows
     */
    public Checker(CheckSettings settings, boolean hasExcerpts) {
        this.settings = settings;
        this.hasExcerpts = hasExcerpts;
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
        found.lines = hasExcerpts ? file.lines() : Lines.NONE;
        found.others = file.others();
        for (Manifest manifest : file.manifests()) {
            if (Namespaces.isNamespace(manifest)) {
                found.namespaces.add(manifest);
            }
            FileFindings.Answered answer = answered(manifest, found.lines, null);
            if (answer.findings().has(Origin.ADMIN_ACCESS_LABEL)) {
                found.undecided.add(answer);
            } else {
                add(answer, found);
            }
        }
        return new Checked(file, found);
    }

    /** Adds what a file says, after those before it. */
    public void add(Checked checked) {
        FileFindings found = checked.findings;
        found.namespaces.forEach(namespaces::add);
        Lines lines = found.lines;
        if (found.undecided.isEmpty()) {
            found.lines = Lines.NONE;
        }
        files.add(found);
        if (checked.file.isTemplate()) {
            skipped.add(checked.file.name() + ": the template of a manifest ({{ }}); render it first");
            return;
        }
        for (Unreadable bad : checked.file.unreadable()) {
            unreadable++;
            found.findings.add(FindingMaker.unreadable(checked.file.name(), bad, lines));
        }
        found.findings.addAll(FindingMaker.unread(checked.file, lines));
    }

    /** Adds a file that could not be read. */
    public void addUnreadable(String name, String reason) {
        FileFindings found = new FileFindings();
        files.add(found);
        unreadable++;
        found.findings.add(FindingMaker.unreadable(name, new Unreadable(reason, null), Lines.NONE));
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

    /** Adds what hung on the labels of namespaces, which are known now or will not be. */
    private void decide(FileFindings file) {
        for (FileFindings.Answered open : file.undecided) {
            Map<String, String> labels = namespaces.labels(open.manifest());
            if (labels == null) {
                add(open, file);
            } else {
                add(answered(open.manifest(), file.lines, labels), file);
            }
        }
        file.undecided.clear();
        file.findings.sort(BY_PLACE);
        file.judged.sort(BY_LINE);
    }

    private FileFindings.Answered answered(Manifest manifest, Lines lines, @Nullable Map<String, String> labels) {
        ObjectFindings findings = new ObjectFindings(make, manifest, lines);
        List<Report.Answer> answers = new ArrayList<>();
        for (KubernetesRelease release : settings.judges()) {
            answers.add(judge.created(manifest, release, labels, findings));
        }
        return new FileFindings.Answered(manifest, findings, answers);
    }

    private void add(FileFindings.Answered answered, FileFindings file) {
        file.findings.addAll(answered.findings().all());
        if (answered.findings().isJudged()) {
            file.judged.add(make.judged(answered.manifest(), answered.answers()));
        } else {
            file.others++;
        }
    }
}
