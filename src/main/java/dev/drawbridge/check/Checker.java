package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.fit.input.FleetNames;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.manifest.Mentions;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Report;
import dev.drawbridge.report.Skipped;
import dev.drawbridge.validation.Scheme;
import dev.drawbridge.validation.Validator;
import dev.drawbridge.workload.TemplateValidator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checks the DRA objects of base and head. With a base, which is the merge gate, each object that differs is validated
 * as the update, or the create, that a cluster would get. Without one every object is new. The stages are in the list
 * of {@code package-info.java}.
 */
public final class Checker {

    private final CheckSettings settings;
    private final Runnable afterEach;

    /** What was found in the files of a plain check, by name; null if nothing is checked again. */
    private @Nullable Map<String, Known> known;

    private record Known(byte[] text, Checked checked) {}

    public Checker(CheckSettings settings) {
        this(settings, () -> {});
    }

    /**
     * A check with these settings.
     *
     * @param afterEach is run when an object, or a file of a plain check, has been checked; from several threads
     */
    public Checker(CheckSettings settings, Runnable afterEach) {
        this.settings = settings;
        this.afterEach = afterEach;
    }

    /** This check, which checks a file of a plain check once, while {@link Content#text} gives the same array. */
    public Checker again() {
        known = new ConcurrentHashMap<>();
        return this;
    }

    /**
     * Checks the input.
     *
     * @throws IOException if the input cannot be listed, or a part of the head to which a change refers cannot be read
     */
    public Report check(Trees trees) throws IOException {
        try {
            List<Change> changes = trees.changes();
            boolean isEmpty = changes.isEmpty()
                    && !(trees.hasBase() && !trees.kustomizations().isEmpty());
            Kustomizations now = isEmpty ? new Kustomizations() : trees.patches();
            Kustomizations before = trees.before(now);
            if (before != now) {
                now.unlist(
                        before,
                        changes.stream()
                                .filter(one -> one.head() == Content.NONE)
                                .map(one -> ManifestFiles.normalized(one.place()))
                                .collect(Collectors.toSet()));
            }
            AppliedFolders folders = AppliedFolders.NONE;
            if (trees.hasBase()) {
                Head head = new Head(
                        trees::head,
                        new FindingFactory(settings)::identity,
                        now,
                        "",
                        settings.input().variables());
                folders = AppliedFolders.of(head, changes, trees);
                before = isEmpty ? before : apply(folders, trees, now, before);
            }
            return new Run(trees, now, before, changes, folders).report(changes);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /**
     * Gives folders the namespaces of Flux and Argo CD; that of a folder that nothing applies any more is kept.
     *
     * @return the kustomizations of the base, which are not those of the head if the namespaces differ
     */
    private static Kustomizations apply(
            AppliedFolders folders, Trees trees, Kustomizations now, Kustomizations before) {
        Map<String, Kustomizations.Given> earlier = folders.then().namespaces();
        earlier.putAll(trees.sources().before().namespaces());
        Map<String, Kustomizations.Given> given = new HashMap<>(earlier);
        given.putAll(folders.now().namespaces());
        given.putAll(trees.sources().namespaces());
        Kustomizations base = before == now && !given.equals(earlier) ? now.with(Map.of()) : before;
        base.apply(earlier);
        now.apply(given);
        return base;
    }

    private final class Run {

        private final Trees trees;
        private final Kustomizations patches;
        private final Kustomizations before;

        /** The files that changed kustomizations put into another namespace, or no longer have as patches. */
        private final Set<String> reread;

        private final Head wholeHead;
        private final ReadStage read;
        private final ObjectStage objects;
        private final PairStage pairs;
        private final VerdictStage verdicts;
        private final FileFindings ofFiles;
        private final FindingStage findings;
        private final ChangedReferences references;
        private final PolicyStage policies;
        private final ReportStage report;
        private final PatchedFields patched;
        private final RoleFindings roles;
        private final List<InputFindings> sources;
        private final FindingFactory make;
        private final FleetNames names = new FleetNames();

        private final AppliedFolders folders;

        /** The specs of the objects of Flux and Argo CD that apply a file of the head, as far as they were needed. */
        private final Map<String, List<ObjectValue>> applying = new ConcurrentHashMap<>();

        Run(Trees trees, Kustomizations patches, Kustomizations before, List<Change> changes, AppliedFolders folders) {
            this.folders = folders;
            this.trees = trees;
            this.patches = patches;
            this.before = before;
            Map<String, String> places = new HashMap<>();
            changes.forEach(one -> places.put(one.basePath(), one.place()));
            Function<Manifest, String> place =
                    one -> ManifestFiles.normalized(places.getOrDefault(one.file(), one.file()));
            reread = patches == before ? Set.of() : patches.changed(before);
            TemplateValidator validator =
                    new TemplateValidator(new Validator(), settings.input().templates());
            make = new FindingFactory(settings);
            Scheme scheme = validator.validator().scheme();
            String namespace = settings.input().namespace();
            wholeHead = new Head(
                    trees::head,
                    make::identity,
                    patches,
                    namespace,
                    settings.input().variables());
            Head everywhere = wholeHead.reading(trees::everywhere);
            read = new ReadStage(settings, patches, before, trees::isNamed);
            objects = new ObjectStage(settings, make, validator, trees.hasBase());
            pairs = new PairStage(
                    make::identity,
                    trees.hasBase() ? wholeHead : null,
                    base -> settings.reporting().showsKnown() || !trees.wasChecked(base.file()),
                    patches,
                    before,
                    trees.sources());
            PruneRules pruning = new PruneRules(trees.sources(), folders, before, place);
            HeadClasses classes = trees.hasBase() ? new HeadClasses(wholeHead, settings.drivers(), names) : null;
            ReplacedImages images =
                    new ReplacedImages(List.of(everywhere, wholeHead.reading(() -> Change.ofBase(changes))));
            patched = new PatchedFields(make, trees, changes, patches, before, folders);
            verdicts = new VerdictStage(
                    settings,
                    validator,
                    new ManifestValidator(settings, validator, classes),
                    images,
                    patched,
                    trees::wasChecked);
            ofFiles = new FileFindings(
                    make, trees.baseName(), settings.target().validates().size());
            findings = new FindingStage(
                    settings,
                    make,
                    new ImmutableChange(
                            make,
                            scheme,
                            wholeHead,
                            trees.baseName(),
                            new Recreation(file -> applying.computeIfAbsent(file, this::applying)),
                            trees.sources(),
                            patched),
                    new DeletedObjects(
                            make,
                            wholeHead,
                            everywhere,
                            wholeHead.reading(() -> changes),
                            wholeHead.reading(trees::unchecked),
                            wholeHead.reading(() -> Change.ofBase(trees.unchecked())),
                            (one, other) -> !patches.gives(place.apply(one), before)
                                    && before.combinesBoth(place.apply(one), place.apply(other)),
                            pruning));
            references = new ChangedReferences(
                    settings, make, wholeHead, patches, before, trees.sources(), trees::wasChecked);
            policies = new PolicyStage(settings, make, scheme, trees, read::of, wholeHead, everywhere, names);
            report = new ReportStage(settings, trees);
            roles = new RoleFindings(settings, make);
            InputFindings ofFleet = new FleetFindings(settings, make, trees, names);
            InputFindings kustomized = new KustomizedClaims(settings, make, trees, changes);
            InputFindings deployed =
                    new DeployedNames(settings, make, trees, changes, patches, before, read::of, pruning);
            // A gate reads all objects for a fleet only.
            sources = trees.hasBase()
                    ? List.of(ofFleet, kustomized, deployed)
                    : List.of(
                            ofFleet,
                            new ParameterReferences(settings, make),
                            new InvalidPools(make),
                            kustomized,
                            deployed,
                            ReferenceFindings::of,
                            roles,
                            new GpuOperatorFindings(settings, make, trees, names),
                            new UnknownDeviceNames(settings, make, names));
        }

        Report report(List<Change> changes) throws IOException {
            if (!trees.hasBase()) {
                List<Checked> each = Parallel.map(changes, this::known);
                List<Manifest> applying = applying(each);
                AppliedObjects applied = AppliedObjects.NOTHING;
                if (!applying.isEmpty()) {
                    patches.apply(AppliedFolders.of(applying, trees).now().namespaces());
                    applied = trees.applied(applying);
                }
                patches.apply(trees.sources().namespaces());
                Checked files = Checked.joined(checked(changes, each, applied));
                WholeInput input = new WholeInput(List.of(), files.files(), applying);
                List<Finding> found = new ArrayList<>(ofInput(input));
                found.addAll(policies.ofNew(applied.replacing(changes), input));
                return report(files, input, found);
            }
            // The fleet is read before the objects, whose names of attributes are compared with its devices.
            WholeInput input = whole(changes);
            List<Finding> found = ofInput(input);
            Checked objects = together(changes);
            if (trees.sources().names().isEmpty()) {
                Checked left = Checked.unchecked(NotFollowed.of(changes, trees, before, patches, folders), 0);
                List<Skipped> others = KustomizationChanges.of(trees, changes, before, patches);
                objects = Checked.joined(List.of(objects, left, Checked.unchecked(others, 0)));
            }
            // Asked last: an index of the head's words may be there by now.
            PolicyStage.Decisions decisions = policies.ofChange(changes, pairs::of);
            found.addAll(decisions.found());
            // Neither comments nor settings of the change suppress them.
            return report(objects, input, found).and(decisions.weakened());
        }

        private List<ObjectValue> applying(String file) {
            ObjectValue spec = trees.sources().applied(file).spec();
            return spec.size() > 0
                    ? List.of(spec)
                    : folders.now().applying(Kustomizations.folder(file), patches).stream()
                            .map(AppliedObjects::spec)
                            .distinct()
                            .toList();
        }

        /** The objects of Flux and Argo CD that apply others. */
        private List<Manifest> applying(List<Checked> files) {
            List<Manifest> applying = new ArrayList<>();
            for (Checked one : files) {
                for (KeptFile file : one.files()) {
                    for (Manifest other : file.others()) {
                        applying.addAll(KeptFile.isApplying(other) ? List.of(other) : List.of());
                    }
                }
            }
            return applying;
        }

        private List<Checked> checked(List<Change> changes, List<Checked> each, AppliedObjects applied)
                throws IOException {
            List<Checked> checked = new ArrayList<>();
            for (int i = 0; i < each.size(); i++) {
                Change change = changes.get(i);
                boolean isCovered = applied.covered().contains(change.path());
                boolean isOther = !isCovered
                        && (applied.hasFollowed(change.path())
                                || patches.gives(change.place())
                                        && Mentions.in(change.head().text()));
                checked.add(
                        isCovered ? each.get(i).covered() : isOther ? alone(change, applied::isFollowed) : each.get(i));
            }
            checked.addAll(Parallel.map(applied.changes(), change -> alone(change, applied::isFollowed)));
            checked.add(Checked.unchecked(applied.skipped(), 0));
            return checked;
        }

        private List<Finding> ofInput(WholeInput input) throws IOException {
            List<Finding> found = new ArrayList<>();
            for (InputFindings source : sources) {
                found.addAll(source.of(input));
            }
            return found;
        }

        private Report report(Checked files, WholeInput input, List<Finding> ofInput) {
            List<Finding> more = new ArrayList<>(DuplicateObjects.of(files.definitions()));
            more.addAll(ofInput);
            Checked decided = findings.decided(labelled(files));
            Checked left = Checked.unchecked(patched.skipped(), 0);
            return report.of(Checked.joined(List.of(Checked.of(more, List.of()), files, decided, left)), input.files());
        }

        /** An object may have moved between files: those that differ are one unit. */
        private Checked together(List<Change> changes) throws IOException {
            List<FileObjects> files = Parallel.map(
                    changes,
                    change -> objects.of(read.of(change)
                            .without(one ->
                                    KeptFile.isApplying(one) && trees.sources().applies(AppliedObjects.title(one)))));
            List<FileObjects> all = new ArrayList<>(files);
            Set<String> changed = changes.stream().map(Change::place).collect(Collectors.toSet());
            for (Change one : patches == before ? List.<Change>of() : trees.head()) {
                boolean isMoved = reread.contains(one.place()) || patches.gives(one.place(), before);
                if (isMoved && !changed.contains(one.place())) {
                    all.add(objects.of(read.of(one)));
                }
            }
            List<Checked> checked = new ArrayList<>();
            List<Pair> paired = pairs.of(all);
            checked.add(findings.of(Parallel.map(paired, pair -> {
                Answered answered = verdicts.of(pair, null);
                afterEach.run();
                return answered;
            })));
            List<Answered> losing = losingAccess(changes, paired);
            checked.add(Checked.of(findings.decided(losing).findings(), List.of()));
            files.forEach(file -> checked.add(ofFiles.of(file)));
            checked.add(Checked.of(references.of(all), List.of()));
            checked.add(Checked.of(roles.ofChange(files, wholeHead), List.of()));
            return Checked.joined(checked);
        }

        /** The verdicts on claims that the new labels of their namespace no longer let a cluster create. */
        private List<Answered> losingAccess(List<Change> changes, List<Pair> paired) throws IOException {
            String[] labels = Validator.ADMIN_ACCESS_LABELS.toArray(String[]::new);
            List<Change> labelled = new ArrayList<>();
            for (Change one : changes) {
                if (one.base().has(labels)) {
                    labelled.add(one);
                }
            }
            if (labelled.isEmpty()) {
                return List.of();
            }
            Set<Identity> created = paired.stream()
                    .filter(pair -> pair.base() == null && pair.head() != null)
                    .map(pair -> make.identity(Objects.requireNonNull(pair.head())))
                    .collect(Collectors.toSet());
            Head then = wholeHead.reading(() -> Change.ofBase(labelled));
            Namespaces was = new Namespaces(settings.input(), then.namespaces());
            Namespaces is = new Namespaces(
                    settings.input(), wholeHead.reading(() -> changes).namespaces());
            List<Answered> losing = new ArrayList<>();
            for (Manifest one : wholeHead.mentioning("adminAccess")) {
                Pair pair = new Pair(null, one, wholeHead.lines(one), false);
                boolean areKnown = was.labels(one) != null && is.labels(one) != null;
                if (areKnown
                        && !created.contains(make.identity(one))
                        && !verdicts.of(pair, was.labels(one)).hasAtLeast(1)) {
                    losing.add(verdicts.of(pair, is.labels(one)));
                }
            }
            return losing;
        }

        private Checked known(Change change) {
            Map<String, Known> before = known;
            if (before == null) {
                return alone(change, any -> false);
            }
            try {
                byte[] text = change.head().text();
                return before.compute(
                                change.path(),
                                (name, last) -> last != null && last.text() == text
                                        ? last
                                        : new Known(text, alone(change, any -> false)))
                        .checked();
            } catch (IOException unreadable) {
                return alone(change, any -> false);
            }
        }

        /** Without a base each file is a unit, and only its facts for later findings are kept. */
        private Checked alone(Change change, Predicate<Manifest> left) {
            try {
                FileObjects file = objects.of(read.of(change).without(left));
                List<Answered> answered = new ArrayList<>();
                for (Pair pair : pairs.of(List.of(file))) {
                    answered.add(verdicts.of(pair, null));
                }
                return Checked.joined(List.of(ofFiles.of(file), findings.of(answered)));
            } catch (RuntimeException | StackOverflowError bug) {
                // The other files keep their findings, and this one is not passed over: the run ends with an error.
                ReadFile failed = ReadStage.failed(
                        change,
                        "not checked, internal error in Drawbridge; please report this file: "
                                + bug.getClass().getName());
                return ofFiles.of(objects.of(failed));
            } finally {
                afterEach.run();
            }
        }

        /** The undecided objects with the labels of their namespaces, which may be in another file. */
        private List<Answered> labelled(Checked files) {
            List<Manifest> inFiles = new ArrayList<>();
            files.files().forEach(file -> inFiles.addAll(file.others("Namespace")));
            Namespaces known = new Namespaces(settings.input(), inFiles);
            if (trees.hasBase() && files.undecided().stream().anyMatch(open -> labels(open, known) == null)) {
                inFiles.addAll(wholeHead.namespaces());
            }
            Namespaces all = new Namespaces(settings.input(), inFiles);
            return Parallel.map(files.undecided(), open -> {
                Map<String, String> labels = labels(open, all);
                return labels == null ? open : verdicts.of(open.pair(), labels);
            });
        }

        private @Nullable Map<String, String> labels(Answered open, Namespaces namespaces) {
            return namespaces.labels(Objects.requireNonNull(open.pair().head(), "a deleted object is decided"));
        }

        /** Every object of base and head; empty if nothing needs them. */
        private WholeInput whole(List<Change> changes) throws IOException {
            List<Manifest> base = new ArrayList<>();
            List<KeptFile> head = new ArrayList<>();
            if (settings.needsAllObjects()) {
                for (Change file : trees.all(changes)) {
                    ReadFile both = read.of(file);
                    head.add(KeptFile.of(both, settings, KeptFile.Facts.NONE));
                    base.addAll(KeptFile.objects(both.base()));
                }
            }
            return new WholeInput(base, head, List.of());
        }
    }
}
