package dev.drawbridge.check;

import dev.drawbridge.document.Unreadable;
import dev.drawbridge.field.Origin;
import dev.drawbridge.fit.ExtendedResourceRequests;
import dev.drawbridge.fit.Fit;
import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fit.FleetObjects;
import dev.drawbridge.fit.UnusedConfigs;
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
import dev.drawbridge.report.Report;
import dev.drawbridge.report.Severity;
import dev.drawbridge.report.Skipped;
import dev.drawbridge.report.Summary;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.Validator;
import dev.drawbridge.workload.PodTemplates;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Validates the DRA objects of files as each release would on create, and what status they have as an update of themselves. Add the files
 * in order; then ask for the report.
 */
public final class Checker {

    private static final Comparator<Finding> BY_PLACE =
            Comparator.comparingInt(Finding::lineNumber).thenComparingInt(Finding::columnNumber);
    private static final Comparator<Report.Validated> BY_LINE = Comparator.comparingInt(Report.Validated::line);

    private static final PodTemplates TEMPLATES = new PodTemplates();

    private final CheckSettings settings;
    private final FleetDeclaration fleets;
    private final boolean hasExcerpts;
    private final FindingFactory make;
    private final ManifestValidator validate;
    private final ManifestReader reader = new ManifestReader();
    private final List<FileFindings> files = new ArrayList<>();
    private final Map<String, FileFindings> byName = new HashMap<>();
    private final List<Skipped> skipped = new ArrayList<>();
    private final Namespaces namespaces;
    private final ParameterReferences parameters;
    private final List<NearReferences.Facts> references = new ArrayList<>();
    private int unreadable;

    /** The fleet and the objects for it; of no use where there is none. */
    private @Nullable FleetBuilder fleet;

    private final List<Manifest> objects = new ArrayList<>();

    /** Where each object of a folder is defined first. */
    private final Map<String, String> defined = new HashMap<>();

    /**
     * A check with these settings.
     *
     * @param hasExcerpts whether findings have the lines that they are about, which only a terminal shows
     */
    public Checker(CheckSettings settings, boolean hasExcerpts) {
        this.settings = settings;
        this.fleets = new FleetDeclaration(settings);
        this.hasExcerpts = hasExcerpts;
        Validator validator = new Validator();
        this.make = new FindingFactory(validator, settings.namespace());
        this.validate = new ManifestValidator(settings, validator);
        this.namespaces = new Namespaces(settings);
        this.parameters = new ParameterReferences(settings, make);
    }

    /** Checks, too, what workloads name and, where the settings have a fleet, whether their claims can be allocated in this one; the files add theirs. */
    public void against(FleetBuilder other) {
        fleet = other;
    }

    /** What a file says by itself; several threads may ask. */
    public Checked read(String name, byte[] text) {
        byte[] replaced = Placeholders.replaced(text, settings.variables());
        return validate(reader.read(name, replaced), replaced);
    }

    /** What a file says by itself, to be added. */
    public static final class Checked {

        private final ManifestFile file;
        private final byte[] text;
        private final FileFindings findings;
        private final NearReferences.Facts references;

        private Checked(ManifestFile file, byte[] text, FileFindings findings, NearReferences.Facts references) {
            this.references = references;
            this.file = file;
            this.text = text;
            this.findings = findings;
        }
    }

    private Checked validate(ManifestFile file, byte[] text) {
        FileFindings found = new FileFindings();
        found.lines = hasExcerpts ? file.lines() : Lines.NONE;
        found.others = file.others();
        found.file = file.name();
        found.suppressions = settings.suppresses() ? settings.applied(file.suppressions()) : List.of();
        boolean isFleet = fleets.covers(file.name(), text);
        for (Manifest manifest : file.manifests()) {
            if (Namespaces.isNamespace(manifest)) {
                found.namespaces.add(manifest);
            }
            String placeholder = isOfGroup(manifest) ? Placeholders.in(manifest.object()) : null;
            if (placeholder != null) {
                found.skipped.add(make.placeholder(manifest, placeholder));
                continue;
            }
            Manifest checked = isFleet ? FleetDeclaration.stored(manifest) : manifest;
            FileFindings.Answered answer = answered(checked, found.lines, file.lines(), null);
            if (answer.findings().has(Origin.ADMIN_ACCESS_LABEL)) {
                found.undecided.add(answer);
            } else {
                add(answer, found);
            }
        }
        return new Checked(file, text, found, NearReferences.facts(file, make, found.lines, TEMPLATES));
    }

    /** Adds what a file says, after those before it. */
    public void add(Checked checked) {
        FileFindings found = checked.findings;
        found.namespaces.forEach(namespaces::add);
        Lines lines = found.lines;
        if (fleet != null) {
            checked.file.manifests().stream()
                    .filter(manifest -> Placeholders.in(manifest.object()) == null)
                    .forEach(objects::add);
        } else if (found.undecided.isEmpty()) {
            found.lines = Lines.NONE;
        }
        parameters.add(checked.file, checked.text);
        references.add(checked.references);
        files.add(found);
        byName.put(found.file, found);
        if (checked.file.isTemplate()) {
            skip(checked.file.name(), "template ({{ }}); render it first, or use --helm");
            return;
        }
        skipped.addAll(found.skipped);
        for (Unreadable bad : checked.file.unreadable()) {
            unreadable++;
            found.findings.add(FindingFactory.unreadable(checked.file.name(), bad, lines));
        }
        found.findings.addAll(FindingFactory.unread(checked.file, lines));
        checked.file.manifests().forEach(manifest -> duplicate(manifest, found, lines));
    }

    /** Names an object that another document of the folder defines, too. */
    private void duplicate(Manifest manifest, FileFindings found, Lines lines) {
        if (manifest.name().isEmpty() || !isOfGroup(manifest)) {
            return;
        }
        String object = DuplicateObjects.folder(manifest) + "\n" + Identity.of(manifest, make.namespace(manifest));
        String first = defined.putIfAbsent(object, DuplicateObjects.place(manifest));
        if (first != null) {
            found.findings.add(make.finding(
                    manifest, Severity.WARNING, DuplicateObjects.error(manifest, first), List.of(), lines));
        }
    }

    private static boolean isOfGroup(Manifest manifest) {
        return manifest.apiVersion().startsWith(Validator.GROUP + "/");
    }

    /** Leaves a file out, and says why. */
    public void skip(String file, String reason) {
        skipped.add(new Skipped(file, reason));
    }

    /** Adds a file that could not be read. */
    public void addUnreadable(String name, String reason) {
        FileFindings found = new FileFindings();
        files.add(found);
        unreadable++;
        found.findings.add(FindingFactory.unreadable(name, new Unreadable(reason, null), Lines.NONE));
    }

    /** All that was found. */
    public Report report() {
        addOfFleet();
        parameters.findings().forEach((file, findings) -> file(file).findings.addAll(findings));
        NearReferences.of(references, fleet != null)
                .forEach(finding -> file(finding.file()).findings.add(finding));
        files.forEach(this::decide);
        List<Finding> findings = new ArrayList<>();
        List<Report.Validated> validated = new ArrayList<>();
        int others = 0;
        int suppressed = 0;
        for (FileFindings file : files) {
            Suppressions left =
                    Suppressions.of(file.file, file.suppressions, settings.graded(file.findings), file.lines);
            findings.addAll(left.findings());
            suppressed += left.suppressed();
            validated.addAll(file.validated);
            others += file.others;
        }
        Summary summary =
                new Summary(files.size(), validated.size(), others, List.copyOf(skipped), unreadable, 0, 0, 0);
        return new Report(findings, validated, settings.releaseNames(), summary.of(findings, suppressed));
    }

    /** The findings of a file that was added. */
    private FileFindings file(String name) {
        return Objects.requireNonNull(byName.get(name), name);
    }

    /** What a fleet says of the workloads, and which names lead to nothing. */
    private void addOfFleet() {
        FleetBuilder all = fleet;
        if (all == null) {
            return;
        }
        FleetSettings against = settings.fleet();
        if (against == null) {
            objects.forEach(all::add);
        } else {
            FleetObjects valid = against.objects(all);
            objects.forEach(valid::addApplied);
        }
        Fleet whole = all.build();
        List<Workload> workloads = Workloads.of(objects, settings.namespace());
        if (against != null) {
            addFit(against, whole, workloads);
        }
        List<String> releases =
                against == null ? List.of() : List.of(against.release().toString());
        ReferenceFindings references =
                new ReferenceFindings(make, settings.isClosed(), releases, name -> file(name).lines);
        for (Workload workload : workloads) {
            List<Finding> ofFile = file(workload.file()).findings;
            workload.references(whole).forEach(reference -> ofFile.add(references.of(workload, reference)));
            ExtendedResourceRequests.mistakes(workload, whole)
                    .forEach(mistake -> ofFile.add(references.refused(workload, mistake)));
        }
        if (settings.isClosed()) {
            Set<String> classes = new HashSet<>();
            whole.classes().keySet().forEach(name -> classes.add("DeviceClass " + name));
            objects.forEach(object -> classes.add(object.kind() + " " + object.name()));
            objects.forEach(object -> file(object.file()).findings.addAll(references.classes(object, classes)));
        }
    }

    private void addFit(FleetSettings against, Fleet whole, List<Workload> workloads) {
        FleetFindings findings = new FleetFindings(make, against, name -> file(name).lines);
        UnusedConfigs configs = against.unusedConfigs(whole);
        objects.stream()
                .filter(Checker::isOfGroup)
                .forEach(object -> configs.of(object)
                        .forEach(unused -> file(object.file()).findings.add(findings.unused(object, unused))));
        Fit fit = against.fit(whole);
        for (Workload workload : workloads) {
            boolean isWithoutFinding = !fit.concerns(workload) || fit.answer(workload) == FitResult.Answer.FITS;
            add(isWithoutFinding ? null : findings.of(fit.of(workload), "", this::isOfInput));
        }
        add(findings.of(fit.together(workloads.stream().filter(fit::concerns).toList()), ""));
    }

    private boolean isOfInput(Manifest object) {
        return byName.containsKey(object.file());
    }

    private void add(@Nullable Finding finding) {
        if (finding != null) {
            file(finding.file()).findings.add(finding);
        }
    }

    /** Adds what hung on the labels of namespaces, which are known now or will not be. */
    private void decide(FileFindings file) {
        for (FileFindings.Answered open : file.undecided) {
            Map<String, String> labels = namespaces.labels(open.manifest());
            if (labels == null) {
                add(open, file);
            } else {
                add(answered(open.manifest(), file.lines, file.lines, labels), file);
            }
        }
        file.undecided.clear();
        file.findings.sort(BY_PLACE);
        file.validated.sort(BY_LINE);
    }

    private FileFindings.Answered answered(
            Manifest manifest, Lines lines, Lines source, @Nullable Map<String, String> labels) {
        ObjectFindings findings = new ObjectFindings(make, manifest, lines, source);
        List<Report.Answer> answers = new ArrayList<>();
        for (KubernetesRelease release : settings.validates()) {
            answers.add(validate.created(manifest, release, labels, findings));
        }
        return new FileFindings.Answered(manifest, findings, answers);
    }

    private void add(FileFindings.Answered answered, FileFindings file) {
        file.findings.addAll(answered.findings().all());
        if (answered.findings().isValidated()) {
            file.validated.add(make.validated(answered.manifest(), answered.answers()));
        } else {
            file.others++;
        }
    }
}
