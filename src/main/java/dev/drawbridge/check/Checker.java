package dev.drawbridge.check;

import dev.drawbridge.fit.input.FleetNames;
import dev.drawbridge.manifest.KustomizePatches;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.policy.CustomResources;
import dev.drawbridge.policy.Definition;
import dev.drawbridge.rbac.RbacObjects;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Report;
import dev.drawbridge.validation.Scheme;
import dev.drawbridge.validation.Validator;
import dev.drawbridge.workload.TemplateValidator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
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

    /** The number of files up to which one thread reads them; more files are read by a thread per processor. */
    private static final int FEW = 8;

    private final CheckSettings settings;
    private final Runnable afterEach;

    /** What was found in the files of a plain check, by name; null if nothing is checked again. */
    private @Nullable Map<String, Known> known;

    /** What was found in a text. */
    private record Known(byte[] text, Checked checked) {}

    /** A check with these settings. */
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
            return new Run(trees, changes.isEmpty() ? new KustomizePatches() : trees.patches()).report(changes);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** The stages for one input. */
    private final class Run {

        private final Trees trees;
        private final Head wholeHead;
        private final Head everywhere;
        private final ReadStage read;
        private final ObjectStage objects;
        private final PairStage pairs;
        private final VerdictStage verdicts;
        private final FileFindings ofFiles;
        private final FindingStage findings;
        private final ChangedReferences references;
        private final ReportStage report;
        private final RoleFindings roles;
        private final List<InputFindings> sources;
        private final FindingFactory make;
        private final Scheme scheme;
        private final FleetNames names = new FleetNames();

        Run(Trees trees, KustomizePatches patches) {
            this.trees = trees;
            TemplateValidator validator =
                    new TemplateValidator(new Validator(), settings.input().templates());
            make = new FindingFactory(settings);
            scheme = validator.validator().scheme();
            String namespace = settings.input().namespace();
            everywhere = new Head(trees::everywhere, make::identity, patches, namespace);
            wholeHead = new Head(trees::head, make::identity, patches, namespace);
            read = new ReadStage(settings, patches, trees::isNamed);
            objects = new ObjectStage(settings, make, validator, trees.hasBase());
            pairs = new PairStage(
                    make::identity,
                    trees.hasBase() ? wholeHead : null,
                    settings.reporting().showsKnown());
            HeadClasses classes = trees.hasBase() ? new HeadClasses(wholeHead, settings.drivers(), names) : null;
            verdicts = new VerdictStage(settings, validator, new ManifestValidator(settings, validator, classes));
            ofFiles = new FileFindings(
                    make, trees.baseName(), settings.target().validates().size());
            findings = new FindingStage(
                    settings,
                    make,
                    new ImmutableChange(make, validator.validator().scheme(), wholeHead, trees.baseName()),
                    new DeletedObjects(make, wholeHead, everywhere));
            references = new ChangedReferences(settings, make, wholeHead);
            report = new ReportStage(settings, trees);
            roles = new RoleFindings(settings, make);
            InputFindings ofFleet = new FleetFindings(settings, make, trees, names);
            // A gate reads all objects for a fleet only.
            sources = trees.hasBase()
                    ? List.of(ofFleet, new LostClaims(settings, make, trees))
                    : List.of(
                            ofFleet,
                            new ParameterReferences(settings, make),
                            new InvalidPools(make),
                            new LostClaims(settings, make, trees),
                            ReferenceFindings::of,
                            roles,
                            new GpuOperatorFindings(settings, make, trees, names),
                            new UnknownDeviceNames(settings, make, names));
        }

        Report report(List<Change> changes) throws IOException {
            if (!trees.hasBase()) {
                List<Checked> each = map(changes, this::known);
                List<Manifest> applying = applying(each);
                AppliedObjects applied = applying.isEmpty() ? null : trees.applied(applying);
                Checked files = Checked.joined(applied == null ? each : checked(changes, each, applied));
                WholeInput input = new WholeInput(List.of(), files.files());
                List<Finding> found = new ArrayList<>(ofInput(input));
                List<Change> all = applied == null ? changes : applied.replacing(changes);
                if (settings.policies().areAny() || files.files().stream().anyMatch(KeptFile::hasPolicies)) {
                    found.addAll(decided(all, input));
                }
                if (settings.policies().haveQuotas()
                        || files.files().stream()
                                .anyMatch(file -> !file.others(KeptFile.QUOTA).isEmpty())) {
                    exceeded(map(all, read::of), ReadFile::head, List.of()).forEach(one -> found.add(one.finding()));
                }
                return report(files, input, found);
            }
            // The fleet is read before the objects, whose names of attributes are compared with its devices.
            WholeInput input = whole(changes);
            List<Finding> found = ofInput(input);
            Checked objects = together(changes);
            if (trees.sources().isEmpty()) {
                Checked left = Checked.unchecked(AppliedObjects.notFollowed(changes, wholeHead), 0);
                objects = Checked.joined(List.of(objects, left));
            }
            // Asked last: an index of the head's words may be there by now.
            if (settings.policies().areAny()
                    || settings.policies().haveQuotas()
                    || wholeHead.hasAny(Definition.POLICY, Definition.BINDING, KeptFile.QUOTA)) {
                found.addAll(decidedOfChange(changes));
                found.addAll(exceededByChange(changes));
            }
            // Neither comments nor settings of the change suppress them.
            return report(objects, input, found).and(weakened(changes));
        }

        private List<QuotaFindings.Exceeded> exceeded(
                List<ReadFile> files, Function<ReadFile, ManifestFile> side, List<ManifestFile> before) {
            return new QuotaFindings(settings, make, names.classes())
                    .of(files.stream().map(side).toList(), before);
        }

        /** What exceeds a quota of the head, known if it does in the base. */
        private List<Finding> exceededByChange(List<Change> changes) throws IOException {
            if (!settings.policies().haveQuotas()
                    && wholeHead.mentioning(KeptFile.QUOTA).stream().noneMatch(QuotaFindings::isOne)) {
                return List.of();
            }
            List<ReadFile> files = map(all(changes), read::of);
            Map<Finding.Field, List<QuotaFindings.Exceeded>> before =
                    exceeded(files, ReadFile::base, List.of()).stream()
                            .collect(Collectors.groupingBy(one -> one.finding().field()));
            List<ManifestFile> base = files.stream().map(ReadFile::base).toList();
            return exceeded(files, ReadFile::head, base).stream()
                    .map(one -> one.isKnown(before.getOrDefault(one.finding().field(), List.of()))
                            ? one.finding().asKnown()
                            : one.finding())
                    .toList();
        }

        private List<Change> all(List<Change> changes) throws IOException {
            Map<String, Change> all = new LinkedHashMap<>();
            trees.head().forEach(file -> all.put(file.path(), file));
            changes.forEach(change -> all.put(change.path(), change));
            return List.copyOf(all.values());
        }

        /** The decisions of policies about new objects, of which nothing was kept. */
        private List<Finding> decided(List<Change> changes, WholeInput input) {
            List<Manifest> known = new ArrayList<>();
            input.files().forEach(file -> {
                known.addAll(file.others("Namespace"));
                known.addAll(file.others(CustomResources.DEFINITION));
                known.addAll(file.others().stream()
                        .filter(CheckSettings.Policies::isOne)
                        .toList());
            });
            RbacObjects all = RbacObjects.joined(
                    input.files().stream().map(KeptFile::roles).toList());
            PolicyFindings policies = new PolicyFindings(settings, make, scheme, known, all, false);
            Set<String> kinds = policies.parameterKinds();
            policies.with(flat(kinds.isEmpty() ? List.of() : map(changes, change -> objects(change, kinds))));
            List<Finding> found = new ArrayList<>(policies.mistakes(input.lines()));
            found.addAll(flat(map(changes, change -> {
                ReadFile file = read.of(change);
                return flat(KeptFile.objects(file.head()).stream()
                        .map(one -> policies.of(new Pair(null, one, file.head().lines(), false)))
                        .toList());
            })));
            return found;
        }

        /** The decisions of the head's policies about what a change creates, updates and deletes. */
        private List<Finding> decidedOfChange(List<Change> changes) {
            List<Manifest> known = new ArrayList<>();
            for (String kind : List.of(Definition.POLICY, Definition.BINDING)) {
                wholeHead.mentioning(kind).stream()
                        .filter(one ->
                                CheckSettings.Policies.isOne(one) && one.kind().equals(kind))
                        .forEach(known::add);
            }
            if (known.isEmpty() && !settings.policies().areAny()) {
                return List.of();
            }
            known.addAll(wholeHead.namespaces());
            wholeHead.mentioning(CustomResources.DEFINITION).stream()
                    .filter(one -> one.kind().equals(CustomResources.DEFINITION))
                    .forEach(known::add);
            RbacObjects all = RbacObjects.of(
                    wholeHead.mentioning(RbacObjects.WORD), settings.input().namespace());
            PolicyFindings policies = new PolicyFindings(settings, make, scheme, known, all, true);
            policies.with(policies.parameterKinds().stream()
                    .flatMap(kind -> wholeHead.mentioning(kind).stream()
                            .filter(one -> one.kind().equals(kind)))
                    .toList());
            List<Finding> found = new ArrayList<>(policies.mistakes(Map.of()));
            List<FileObjects> files = map(changes, change -> FileObjects.ofAll(read.of(change), settings));
            for (Pair pair : new PairStage(make::identity, wholeHead, false).of(files)) {
                Manifest base = pair.base();
                boolean isElsewhere = pair.head() == null
                        && base != null
                        && !wholeHead.having(make.identity(base)).isEmpty();
                if (!isElsewhere && !pair.isUnchanged()) {
                    found.addAll(policies.changed(pair));
                    found.addAll(policies.of(pair));
                }
            }
            return found;
        }

        /** What a change takes from the policies by which it is checked. */
        private List<Finding> weakened(List<Change> changes) throws IOException {
            Map<String, Change> all = new LinkedHashMap<>();
            changes.forEach(change -> all.put(change.path(), change));
            for (String path : settings.policies().paths()) {
                trees.fleet(path).forEach(change -> all.put(change.path(), change));
            }
            List<Manifest> base = new ArrayList<>();
            List<Manifest> head = new ArrayList<>(settings.policies().files());
            Map<String, Lines> lines = new HashMap<>();
            for (Change change : all.values()) {
                if (change.base() != change.head() && has(change.base(), Definition.POLICY)) {
                    ReadFile file = read.of(change);
                    base.addAll(KeptFile.objects(file.base()));
                    head.addAll(KeptFile.objects(file.head()));
                    lines.put(change.path(), file.head().lines());
                }
            }
            base.removeIf(one -> !CheckSettings.Policies.isOne(one));
            if (base.isEmpty()) {
                return List.of();
            }
            head.addAll(everywhere.mentioning(Definition.POLICY));
            head.addAll(everywhere.mentioning(Definition.BINDING));
            head.removeIf(one -> !CheckSettings.Policies.isOne(one));
            return new WeakenedPolicies(make, trees.baseName(), base, head, lines).findings();
        }

        private static boolean has(Content content, String word) {
            try {
                return content.has(word);
            } catch (IOException unreadable) {
                // It is reported where it is checked.
                return false;
            }
        }

        private List<Manifest> objects(Change change, Set<String> kinds) {
            return KeptFile.objects(read.of(change).head()).stream()
                    .filter(one -> kinds.contains(one.kind()))
                    .toList();
        }

        /** The objects of Flux and Argo CD that apply others. */
        private List<Manifest> applying(List<Checked> files) {
            List<Manifest> applying = new ArrayList<>();
            for (Checked file : files) {
                for (KeptFile kept : file.files()) {
                    for (Manifest one : kept.others()) {
                        if (KeptFile.isApplying(one)) {
                            applying.add(one);
                        }
                    }
                }
            }
            return applying;
        }

        private List<Checked> checked(List<Change> changes, List<Checked> each, AppliedObjects applied) {
            List<Checked> checked = new ArrayList<>();
            for (int i = 0; i < each.size(); i++) {
                Change change = changes.get(i);
                boolean isCovered = applied.covered().contains(change.path());
                boolean isFollowed = applied.hasFollowed(change.path());
                checked.add(
                        isCovered
                                ? each.get(i).covered()
                                : isFollowed ? alone(change, applied::isFollowed) : each.get(i));
            }
            checked.addAll(map(applied.changes(), change -> alone(change, applied::isFollowed)));
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
            Checked all =
                    Checked.joined(List.of(files, Checked.of(more, List.of()), findings.decided(labelled(files))));
            return report.of(all, input.files());
        }

        /** An object may have moved between files: those that differ are one unit. */
        private Checked together(List<Change> changes) {
            List<FileObjects> files = map(changes, change -> objects.of(read.of(change)));
            List<Checked> checked = new ArrayList<>();
            checked.add(findings.of(map(pairs.of(files), pair -> {
                Answered answered = verdicts.of(pair, null);
                afterEach.run();
                return answered;
            })));
            files.forEach(file -> checked.add(ofFiles.of(file)));
            checked.add(Checked.of(references.of(files), List.of()));
            checked.add(Checked.of(roles.ofChange(files, wholeHead), List.of()));
            return Checked.joined(checked);
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
            return map(files.undecided(), open -> {
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
                for (Change file : all(changes)) {
                    ReadFile both = read.of(file);
                    head.add(KeptFile.of(both, settings, KeptFile.Facts.NONE));
                    base.addAll(KeptFile.objects(both.base()));
                }
            }
            return new WholeInput(base, head);
        }
    }

    private static <T, R> List<R> map(List<T> values, Function<T, R> function) {
        return (values.size() > FEW ? values.parallelStream() : values.stream())
                .map(function)
                .toList();
    }

    private static <T> List<T> flat(List<List<T>> lists) {
        return lists.stream().flatMap(List::stream).toList();
    }
}
