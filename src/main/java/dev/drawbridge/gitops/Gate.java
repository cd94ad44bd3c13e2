package dev.drawbridge.gitops;

import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.DuplicateObjects;
import dev.drawbridge.check.FindingFactory;
import dev.drawbridge.check.Identity;
import dev.drawbridge.check.ManifestValidator;
import dev.drawbridge.check.Namespaces;
import dev.drawbridge.check.ObjectFindings;
import dev.drawbridge.check.Suppressions;
import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Unreadable;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Origin;
import dev.drawbridge.manifest.KustomizePatches;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.manifest.Placeholders;
import dev.drawbridge.manifest.Suppression;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Report;
import dev.drawbridge.report.Severity;
import dev.drawbridge.report.Skipped;
import dev.drawbridge.report.Summary;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Request;
import dev.drawbridge.validation.Validator;
import dev.drawbridge.validation.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Validates a change: each object that is not what it was, as the update, or the create, that a cluster would get; and what is
 * deleted, by what still names it. What did not change is not looked at.
 */
public final class Gate {

    private static final int MAX_CONSUMERS = 10;

    private final ChangeSettings settings;
    private final Runnable afterEach;
    private final CheckSettings check;
    private final Validator validator = new Validator();
    private final FindingFactory make;
    private final ManifestValidator validate;
    private final ManifestReader reader = new ManifestReader();
    private final Namespaces namespaces;
    private final List<Finding> findings = new ArrayList<>();
    private final List<Report.Validated> validated = new ArrayList<>();
    private final List<Skipped> skipped = new ArrayList<>();
    private final Map<String, Lines> lines = new HashMap<>();
    private final Map<String, List<Suppression>> suppressions = new TreeMap<>();
    private final Map<String, String> places = new HashMap<>();
    private @Nullable Head wholeHead;
    private @Nullable Head everywhere;

    /** Files, by their paths in the base, of which the head cannot be read as a whole. */
    private final Set<String> unreadableInHead = new HashSet<>();

    private int files;
    private int others;
    private int unreadable;
    private int hidden;

    /** A gate with these settings. */
    public Gate(ChangeSettings settings) {
        this(settings, () -> {});
    }

    /** A gate with these settings, that tells of each object that it has looked at. */
    public Gate(ChangeSettings settings, Runnable afterEach) {
        this.settings = settings;
        this.afterEach = afterEach;
        this.check = settings.check();
        this.make = new FindingFactory(validator, check.namespace());
        this.validate = new ManifestValidator(check, validator);
        this.namespaces = new Namespaces(check);
    }

    /**
     * What a cluster would say to the change.
     *
     * @throws IOException where a tree cannot be read
     */
    public Report validate(Trees trees) throws IOException {
        List<Manifest> base = new ArrayList<>();
        List<Manifest> head = new ArrayList<>();
        List<Change> changes = trees.changes();
        KustomizePatches patches = new KustomizePatches();
        if (!changes.isEmpty()) {
            trees.kustomizations().forEach(file -> patches.add(file.path(), file.head()));
        }
        for (Change change : changes) {
            files++;
            String reason = patches.reason(change.path());
            if (reason.isEmpty()) {
                read(change, trees, base, head);
            } else {
                skipped.add(new Skipped(change.path(), reason));
            }
        }
        List<Manifest> twins = new ArrayList<>();
        for (Pair pair : new Pairing(this::identity, places).pairs(base, head)) {
            if (pair.head() != null) {
                Manifest stored = pair.base() != null ? pair.base() : untouchedTwin(pair.head(), trees);
                if (stored != pair.base()) {
                    twins.add(stored);
                }
                validate(stored, pair.head(), trees);
            } else if (pair.base() != null) {
                deleted(pair.base(), trees);
            }
            afterEach.run();
        }
        skipped.addAll(trees.skipped());
        twins.addAll(head);
        DuplicateObjects.of(twins, this::identity)
                .forEach((twin, error) ->
                        findings.add(make.finding(twin, Severity.WARNING, error, List.of(), lines(twin))));
        findings.sort(Comparator.comparing(Finding::file)
                .thenComparingInt(Finding::lineNumber)
                .thenComparingInt(Finding::columnNumber));
        List<Finding> graded = check.graded(findings);
        for (Map.Entry<String, List<Suppression>> file : suppressions.entrySet()) {
            Suppressions left = Suppressions.of(
                    file.getKey(), file.getValue(), graded, lines.getOrDefault(file.getKey(), Lines.NONE));
            graded = left.findings();
            hidden += left.suppressed();
        }
        Summary summary = new Summary(files, validated.size(), others, skipped, unreadable, 0, 0, 0);
        return new Report(graded, validated, check.releaseNames(), summary.of(graded, hidden));
    }

    private void read(Change change, Trees trees, List<Manifest> base, List<Manifest> head) {
        ManifestFile before = reader.read(change.basePath(), Placeholders.replaced(change.base(), check.variables()));
        ManifestFile after = reader.read(change.path(), Placeholders.replaced(change.head(), check.variables()));
        lines.put(change.path(), after.lines());
        if (check.suppresses() && !after.suppressions().isEmpty()) {
            suppressions.put(change.path(), after.suppressions());
        }
        places.put(change.basePath(), change.place());
        places.put(change.path(), change.place());
        others += after.others();
        if (after.isTemplate()) {
            skipped.add(new Skipped(
                    change.path(), "template ({{ }}); render base and head into two folders, and compare these"));
            return;
        }
        if (!after.unreadable().isEmpty()) {
            unreadableInHead.add(change.basePath());
        }
        after.unreadable().forEach(bad -> unreadable(change.path(), bad, after.lines()));
        findings.addAll(FindingFactory.unread(after, after.lines()));
        if (!before.isTemplate()) {
            before.unreadable()
                    .forEach(bad -> unreadable(
                            change.basePath(),
                            new Unreadable("in " + trees.baseName() + ": " + bad.reason(), bad.position()),
                            before.lines()));
        }
        after.manifests().stream().filter(Namespaces::isNamespace).forEach(namespaces::add);
        base.addAll(ofGroup(before).stream()
                .filter(manifest -> Placeholders.in(manifest.object()) == null)
                .toList());
        List<Manifest> documents = ofGroup(after);
        for (Manifest manifest : documents) {
            String placeholder = Placeholders.in(manifest.object());
            if (placeholder == null) {
                head.add(manifest);
            } else {
                skipped.add(make.placeholder(manifest, placeholder));
            }
        }
        others += after.manifests().size() - documents.size();
    }

    private static List<Manifest> ofGroup(ManifestFile file) {
        return file.manifests().stream()
                .filter(manifest -> manifest.apiVersion().startsWith(Validator.GROUP + "/"))
                .toList();
    }

    private void unreadable(String file, Unreadable bad, Lines lines) {
        unreadable++;
        findings.add(FindingFactory.unreadable(file, bad, lines));
    }

    private Lines lines(Manifest manifest) {
        return lines.getOrDefault(manifest.file(), Lines.NONE);
    }

    private Identity identity(Manifest manifest) {
        return Identity.of(manifest, make.namespace(manifest));
    }

    /** The whole head, which is read for what is deleted, recreated, or in a namespace of which the change says nothing. */
    private Head head(Trees trees) throws IOException {
        if (wholeHead == null) {
            wholeHead = new Head(trees.head(), reader, this::identity, check.namespace());
            wholeHead.namespaces().forEach(namespaces::add);
        }
        return wholeHead;
    }

    /** The same object in a file of this folder that the change leaves alone: what is new is an update of it. */
    private @Nullable Manifest untouchedTwin(Manifest created, Trees trees) throws IOException {
        if (created.name().isEmpty()) {
            return null;
        }
        return head(trees).having(identity(created)).stream()
                .filter(one -> DuplicateObjects.areTogether(one, created) && !lines.containsKey(one.file()))
                .findFirst()
                .orElse(null);
    }

    private void validate(@Nullable Manifest base, Manifest head, Trees trees) throws IOException {
        boolean unchanged = base != null
                && base.apiVersion().equals(head.apiVersion())
                && JsonEquality.same(base.object(), head.object());
        if (unchanged && !settings.showsAll()) {
            return;
        }
        List<Report.Answer> answers = new ArrayList<>();
        ObjectFindings found = answered(base, head, trees, answers);
        if (found.has(Origin.ADMIN_ACCESS_LABEL) && namespaces.labels(head) == null) {
            head(trees);
            if (namespaces.labels(head) != null) {
                answers.clear();
                found = answered(base, head, trees, answers);
            }
        }
        for (Finding finding : found.all()) {
            if (finding.known() && !settings.showsAll()) {
                hidden++;
            } else {
                findings.add(finding);
            }
        }
        validated.add(make.validated(head, answers));
    }

    private ObjectFindings answered(@Nullable Manifest base, Manifest head, Trees trees, List<Report.Answer> answers)
            throws IOException {
        ObjectFindings found = new ObjectFindings(make, head, lines(head));
        for (KubernetesRelease release : check.validates()) {
            answers.add(
                    base == null
                            ? validate.created(head, release, namespaces.labels(head), found)
                            : updated(base, head, release, found, trees));
        }
        return found;
    }

    private Report.Answer updated(
            Manifest base, Manifest head, @Nullable KubernetesRelease release, ObjectFindings found, Trees trees)
            throws IOException {
        Optional<ObjectValue> stored =
                validator.converted(base.apiVersion(), base.kind(), base.object(), head.apiVersion(), release);
        if (stored.isEmpty()) {
            return unconverted(base, head, release, found);
        }
        ObjectValue old = stored.get();
        Verdict before = verdict(head, Request.UPDATE, old, old, release);
        boolean isSameVersion = base.apiVersion().equals(head.apiVersion());
        Set<String> inBase = Stream.concat(
                        before.errors().stream(), isSameVersion ? before.warnings().stream() : Stream.empty())
                .map(Gate::key)
                .collect(Collectors.toSet());
        BiFunction<FieldError, Finding, Finding> as =
                (error, finding) -> inBase.contains(key(error)) ? finding.asKnown() : lowered(error, finding);
        Verdict verdict = verdict(head, Request.UPDATE, head.object(), old, release);
        Report.Answer answer = found.add(explained(verdict, base, old, head, trees), release, as);
        if (check.validatesStatus() && hasStatus(head, old)) {
            Verdict status = verdict(head, Request.UPDATE_STATUS, head.object(), old, release);
            Report.Answer ofStatus = found.add(explained(status, base, old, head, trees), release, as);
            return ofStatus == Report.Answer.REFUSED ? ofStatus : answer;
        }
        return answer;
    }

    /** An object that Kubernetes does not convert, or that nobody serves, which the base may have had already. */
    private Report.Answer unconverted(
            Manifest base, Manifest head, @Nullable KubernetesRelease release, ObjectFindings found) {
        Verdict created = validate.verdict(head, Request.CREATE, head.object(), null, release, namespaces.labels(head));
        if (created instanceof Verdict.NotApplicable none && none.reason() != Verdict.Reason.NOT_SERVED) {
            boolean isKnown = base.apiVersion().equals(head.apiVersion());
            return found.add(created, release, (error, finding) -> isKnown ? finding.asKnown() : finding);
        }
        Verdict refused = new Verdict.Denied(List.of(ImmutableChange.ofVersion(base, head)), List.of());
        return found.add(refused, release, this::lowered);
    }

    private boolean hasStatus(Manifest head, ObjectValue old) {
        return validator.hasStatus(head.apiVersion(), head.kind())
                && (head.object().object("status").size() > 0
                        || old.object("status").size() > 0);
    }

    private Verdict verdict(
            Manifest head, Request request, ObjectValue object, ObjectValue old, @Nullable KubernetesRelease release) {
        return validate.verdict(head, request, object, old, release, namespaces.labels(head));
    }

    private Finding lowered(FieldError error, Finding finding) {
        boolean isAllowed = settings.allowsRecreate() && error.origin() == Origin.RECREATE;
        return isAllowed ? finding.as(Severity.WARNING) : finding;
    }

    private static String key(FieldError error) {
        return error.type() + " " + error.path() + " " + error.origin();
    }

    /** The verdict, in which an immutable field says what it was, where, and what can be done. */
    private Verdict explained(Verdict verdict, Manifest base, ObjectValue old, Manifest head, Trees trees)
            throws IOException {
        if (!(verdict instanceof Verdict.Denied denied)) {
            return verdict;
        }
        List<FieldError> errors = new ArrayList<>();
        boolean isDecoded =
                denied.errors().stream().noneMatch(error -> error.type().isDecoding());
        for (FieldError error : denied.errors()) {
            // Nobody should delete an object because of a typo: what cannot be decoded cannot be compared.
            errors.add(
                    ImmutableChange.is(error) && isDecoded
                            ? ImmutableChange.explained(
                                    error, base, old, head, trees.baseName(), consumers(old, head, trees), validator)
                            : error);
        }
        return new Verdict.Denied(errors, denied.warnings());
    }

    /** Who uses the object: those it is reserved for, and what in the head names it. */
    private String consumers(ObjectValue old, Manifest head, Trees trees) throws IOException {
        Set<String> names = new LinkedHashSet<>();
        ListValue reserved = old.object("status").list("reservedFor");
        for (int i = 0; i < reserved.size(); i++) {
            if (reserved.get(i) instanceof ObjectValue consumer) {
                names.add(consumer.string("resource") + " " + consumer.string("name"));
            }
        }
        head(trees)
                .naming(identity(head))
                .forEach(named -> names.add(named.by().kind() + " " + named.by().name()));
        return names.stream().limit(MAX_CONSUMERS).collect(Collectors.joining(", "));
    }

    /** What is deleted and still referred to is a mistake at each place that refers to it. */
    private void deleted(Manifest gone, Trees trees) throws IOException {
        Head whole = head(trees);
        if (unreadableInHead.contains(gone.file())
                || !whole.having(identity(gone)).isEmpty()) {
            return;
        }
        List<Head.Named> references = whole.naming(identity(gone));
        if (references.isEmpty() || isElsewhere(gone, trees)) {
            return;
        }
        for (Head.Named named : references) {
            String detail = "refers to " + gone.kind() + " " + gone.name() + ", which this change deletes (it was in "
                    + gone.file() + "); keep it, or refer to another";
            FieldError error = new FieldError(
                    ErrorType.NOT_FOUND,
                    named.path(),
                    null,
                    detail,
                    Origin.DELETED,
                    named.name().position());
            findings.add(make.finding(named.by(), Severity.ERROR, error, List.of(), whole.lines(named.by())));
        }
    }

    /** Whether the object has moved out of the paths that are looked at. */
    private boolean isElsewhere(Manifest gone, Trees trees) throws IOException {
        if (everywhere == null) {
            everywhere = new Head(trees.everywhere(), reader, this::identity, check.namespace());
        }
        return !everywhere.having(identity(gone)).isEmpty();
    }
}
