package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Unreadable;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Position;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.ObjectReference;
import dev.drawbridge.report.Report;
import dev.drawbridge.report.Severity;
import dev.drawbridge.report.Summary;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Request;
import dev.drawbridge.schema.UnknownFields;
import dev.drawbridge.validation.ValidationRequest;
import dev.drawbridge.validation.Validator;
import dev.drawbridge.validation.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Judges the DRA objects of files as each release would on create, and what status they have as an update of themselves. Add the files
 * in order; then ask for the report.
 */
public final class Checker {

    private static final String ADMIN_ACCESS = "adminAccessLabel";
    private static final String UNREADABLE = "unreadable";
    private static final String UNREAD = "unread";
    private static final Map<String, String> LABELLED = Map.of(
            "resource.k8s.io/admin-access", "true",
            "resource.kubernetes.io/admin-access", "true");

    private final CheckSettings settings;
    private final Validator validator = new Validator();
    private final FindingMaker make;
    private final ManifestReader reader = new ManifestReader();
    private final List<FileFindings> files = new ArrayList<>();
    private final List<String> skipped = new ArrayList<>();
    private final Map<String, Map<String, String>> namespaces = new HashMap<>();
    private int unreadable;

    /** A check with these settings. */
    public Checker(CheckSettings settings) {
        this.settings = settings;
        this.make = new FindingMaker(validator, settings.namespace());
        settings.adminNamespaces().forEach(namespace -> namespaces.put(namespace, LABELLED));
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
            if (manifest.apiVersion().equals("v1") && manifest.kind().equals("Namespace")) {
                found.namespaces.put(manifest.name(), labels(manifest.object()));
            }
            judge(manifest, found, null);
        }
        return new Checked(file, found);
    }

    private static Map<String, String> labels(ObjectValue namespace) {
        ObjectValue labels = namespace.object("metadata").object("labels");
        Map<String, String> texts = new HashMap<>();
        for (int i = 0; i < labels.size(); i++) {
            if (labels.value(i) instanceof StringValue text) {
                texts.put(labels.key(i), text.value());
            }
        }
        return texts;
    }

    /** Adds what a file says, after those before it. */
    public void add(Checked checked) {
        FileFindings found = checked.findings;
        found.namespaces.forEach(namespaces::put);
        if (found.undecided.isEmpty()) {
            found.text = new byte[0];
        }
        files.add(found);
        if (checked.file.isTemplate()) {
            skipped.add(checked.file.name() + ": the template of a manifest ({{ }}); render it first");
            return;
        }
        for (Unreadable bad : checked.file.unreadable()) {
            unreadable(checked.file.name(), bad.position(), bad.reason(), found);
        }
        for (Position place : checked.file.unread()) {
            found.findings.add(
                    Finding.ofFile(Severity.WARNING, checked.file.name(), place, UNREAD, ManifestFile.UNREAD_MESSAGE));
        }
    }

    /** Adds a file that could not be read. */
    public void addUnreadable(String name, String reason) {
        FileFindings found = new FileFindings();
        files.add(found);
        unreadable(name, null, reason, found);
    }

    private void unreadable(String name, @Nullable Position position, String reason, FileFindings found) {
        unreadable++;
        found.findings.add(Finding.ofFile(Severity.ERROR, name, position, UNREADABLE, reason));
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
            file.findings.stream().map(this::graded).flatMap(Optional::stream).forEach(findings::add);
            judged.addAll(file.judged);
            others += file.others;
        }
        List<String> releases =
                settings.releases().stream().map(KubernetesRelease::toString).toList();
        return new Report(findings, judged, releases, summary(findings, judged.size(), others));
    }

    private Summary summary(List<Finding> findings, int judged, int others) {
        int errors = (int) findings.stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .count();
        int warnings = findings.size() - errors;
        return new Summary(files.size(), judged, others, List.copyOf(skipped), unreadable, errors, warnings, 0);
    }

    private Optional<Finding> graded(Finding finding) {
        Optional<Severity> set = settings.severities().getOrDefault(finding.origin(), Optional.of(finding.severity()));
        return set.map(finding::as);
    }

    /** Judges again what hangs on the labels of namespaces, which are known now. */
    private void decide(FileFindings file) {
        for (Manifest manifest : file.undecided) {
            Map<String, String> labels = namespaces.get(manifest.namespace(settings.namespace()));
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
        List<Report.Answer> answers = new ArrayList<>();
        Map<String, Finding> merged = new LinkedHashMap<>();
        boolean isOther = false;
        List<@Nullable KubernetesRelease> judges = new ArrayList<>(settings.releases());
        if (judges.isEmpty()) {
            judges.add(null);
        }
        for (KubernetesRelease release : judges) {
            Verdict verdict = verdict(manifest, release, labels);
            isOther |= verdict instanceof Verdict.NotApplicable none && none.reason() != Verdict.Reason.NOT_SERVED;
            answers.add(
                    verdict instanceof Verdict.NotApplicable
                            ? Report.Answer.NOT_SERVED
                            : verdict.errors().isEmpty() ? Report.Answer.ALLOWED : Report.Answer.REFUSED);
            collect(manifest, verdict, make.releaseName(manifest, release), found.text, merged);
            if (verdict instanceof Verdict.NotApplicable none && none.reason() == Verdict.Reason.NOT_SERVED) {
                collect(
                        manifest,
                        verdict(manifest, null, labels),
                        make.releaseName(manifest, release),
                        found.text,
                        merged);
            }
            status(manifest, release)
                    .ifPresent(status ->
                            collect(manifest, status, make.releaseName(manifest, release), found.text, merged));
        }
        if (isOther) {
            found.others++;
        } else {
            found.judged.add(new Report.Judged(manifest.file(), line(manifest), make.reference(manifest), answers));
        }
        found.findings.addAll(merged.values());
        if (labels == null
                && merged.values().stream().anyMatch(finding -> finding.origin().equals(ADMIN_ACCESS))) {
            found.undecided.add(manifest);
        }
    }

    private Verdict verdict(
            Manifest manifest, @Nullable KubernetesRelease release, @Nullable Map<String, String> labels) {
        return validator.validate(new ValidationRequest(
                manifest.apiVersion(),
                manifest.kind(),
                Request.CREATE,
                manifest.object(),
                null,
                release,
                settings.gates(),
                UnknownFields.DENY,
                labels));
    }

    /** What the rules of status say to an export of a live object, as an update of itself; empty where there is no status. */
    private Optional<Verdict> status(Manifest manifest, @Nullable KubernetesRelease release) {
        if (!settings.judgesStatus()
                || manifest.object().object("status").size() == 0
                || !validator.hasStatus(manifest.apiVersion(), manifest.kind())) {
            return Optional.empty();
        }
        Verdict verdict = validator.validate(new ValidationRequest(
                manifest.apiVersion(),
                manifest.kind(),
                Request.UPDATE_STATUS,
                manifest.object(),
                manifest.object(),
                release,
                settings.gates(),
                UnknownFields.DENY,
                null));
        List<FieldError> errors = verdict instanceof Verdict.Denied
                ? verdict.errors().stream().filter(Checker::isOfStatus).toList()
                : List.of();
        List<FieldError> warnings = deallocation(manifest.object());
        return Optional.of(errors.isEmpty() ? new Verdict.Allowed(warnings) : new Verdict.Denied(errors, warnings));
    }

    private static boolean isOfStatus(FieldError error) {
        List<FieldPath> steps = error.path().steps();
        return !steps.isEmpty() && "status".equals(steps.get(0).name());
    }

    private static List<FieldError> deallocation(ObjectValue object) {
        ObjectValue status = object.object("status");
        if (!status.isTrue("deallocationRequested")
                || status.list("reservedFor").size() == 0) {
            return List.of();
        }
        return List.of(new FieldError(
                dev.drawbridge.field.ErrorType.FORBIDDEN,
                FieldPath.of("status", "deallocationRequested"),
                null,
                "is set while reservedFor has consumers: no consumer can be added, and the claim waits for these to go",
                "deallocation",
                status.keyPosition(status.indexOf("deallocationRequested"))));
    }

    private void collect(Manifest manifest, Verdict verdict, String release, byte[] text, Map<String, Finding> merged) {
        if (verdict instanceof Verdict.NotApplicable none) {
            boolean served = none.reason() == Verdict.Reason.NOT_SERVED;
            if (none.reason() != Verdict.Reason.OTHER_GROUP) {
                none.errors()
                        .forEach(error -> merge(
                                manifest, served ? Severity.ERROR : Severity.WARNING, error, release, text, merged));
            }
            return;
        }
        verdict.errors().forEach(error -> merge(manifest, Severity.ERROR, error, release, text, merged));
        verdict.warnings().forEach(error -> merge(manifest, Severity.WARNING, error, release, text, merged));
    }

    private void merge(
            Manifest manifest,
            Severity severity,
            FieldError error,
            String release,
            byte[] text,
            Map<String, Finding> merged) {
        Finding finding = make.finding(manifest, severity, error, List.of(release), text);
        String key = finding.severity() + finding.type() + finding.path() + finding.message() + finding.position();
        Finding known = merged.get(key);
        if (known != null) {
            List<String> releases = new ArrayList<>(known.releases());
            if (!releases.contains(release)) {
                releases.add(release);
            }
            finding = make.finding(manifest, severity, error, releases, text);
        }
        merged.put(key, finding);
    }

    private static int line(Manifest manifest) {
        Position position = manifest.object().position();
        return position == null ? 1 : position.line();
    }
}
