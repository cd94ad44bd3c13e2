package dev.drawbridge.gitops;

import dev.drawbridge.check.FindingMaker;
import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.Locator;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Unreadable;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Position;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Report;
import dev.drawbridge.report.Severity;
import dev.drawbridge.report.Summary;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Request;
import dev.drawbridge.schema.UnknownFields;
import dev.drawbridge.validation.ValidationRequest;
import dev.drawbridge.validation.Validator;
import dev.drawbridge.validation.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Judges a change: each object that is not what it was, as the update, or the create, that a cluster would be asked for; and what is
 * deleted, by what still names it. What did not change is not looked at.
 */
public final class Gate {

    private static final String GROUP = "resource.k8s.io";
    private static final String RECREATE = "recreate";
    private static final String UNREADABLE = "unreadable";

    private final ChangeSettings settings;
    private final Validator validator = new Validator();
    private final FindingMaker make;
    private final ManifestReader reader = new ManifestReader();
    private final List<Finding> findings = new ArrayList<>();
    private final List<Report.Judged> judged = new ArrayList<>();
    private final List<String> skipped = new ArrayList<>();
    private final Map<String, byte[]> texts = new HashMap<>();
    private final Map<String, Map<String, String>> namespaces = new HashMap<>();
    private int files;
    private int others;
    private int unreadable;
    private int known;

    /** A gate with these settings. */
    public Gate(ChangeSettings settings) {
        this.settings = settings;
        this.make = new FindingMaker(validator, settings.check().namespace());
    }

    /**
     * What a cluster would say to the change.
     *
     * @throws IOException where a tree cannot be read
     */
    public Report judge(Trees trees) throws IOException {
        List<Manifest> base = new ArrayList<>();
        List<Manifest> head = new ArrayList<>();
        for (Change change : trees.changes()) {
            files++;
            read(change, trees, base, head);
        }
        List<Pair> deleted = new ArrayList<>();
        for (Pair pair : Pairing.of(base, head, this::identity)) {
            if (pair.head() == null) {
                deleted.add(pair);
            } else {
                judge(pair.base(), pair.head(), trees);
            }
        }
        deletions(deleted, trees);
        twins(head);
        findings.sort(Comparator.comparing(Finding::file)
                .thenComparingInt(Finding::lineNumber)
                .thenComparingInt(Finding::columnNumber));
        return report();
    }

    private Report report() {
        List<Finding> graded = findings.stream()
                .map(finding -> settings.check()
                        .severities()
                        .getOrDefault(finding.origin(), Optional.of(finding.severity()))
                        .map(finding::as))
                .flatMap(Optional::stream)
                .toList();
        int errors = (int) graded.stream()
                .filter(finding -> finding.severity() == Severity.ERROR && !finding.known())
                .count();
        int warnings = (int) graded.stream()
                .filter(finding -> finding.severity() == Severity.WARNING && !finding.known())
                .count();
        Summary summary = new Summary(files, judged.size(), others, skipped, unreadable, errors, warnings, known);
        return new Report(graded, judged, List.of(), summary);
    }

    private void read(Change change, Trees trees, List<Manifest> base, List<Manifest> head) {
        ManifestFile before = reader.read(change.path(), change.base());
        ManifestFile after = reader.read(change.path(), change.head());
        texts.put(change.path(), change.head());
        others += after.others();
        if (after.isTemplate()) {
            skipped.add(change.path() + ": the template of a manifest ({{ }}); render base and head into two folders");
            return;
        }
        after.unreadable().forEach(bad -> unreadable(change.path(), bad, ""));
        for (Position place : after.unread()) {
            findings.add(Finding.ofFile(Severity.WARNING, change.path(), place, "unread", ManifestFile.UNREAD_MESSAGE));
        }
        if (!before.isTemplate()) {
            before.unreadable().forEach(bad -> unreadable(change.path(), bad, "in " + trees.baseName() + ": "));
        }
        base.addAll(ofGroup(before));
        head.addAll(ofGroup(after));
        for (Manifest manifest : after.manifests()) {
            if (manifest.kind().equals("Namespace") && manifest.apiVersion().equals("v1")) {
                namespaces.put(manifest.name(), labels(manifest));
            }
        }
        others += after.manifests().size() - ofGroup(after).size();
    }

    private static List<Manifest> ofGroup(ManifestFile file) {
        return file.manifests().stream()
                .filter(manifest -> manifest.apiVersion().startsWith(GROUP + "/"))
                .toList();
    }

    private static Map<String, String> labels(Manifest namespace) {
        ObjectValue labels = namespace.object().object("metadata").object("labels");
        Map<String, String> texts = new HashMap<>();
        for (int i = 0; i < labels.size(); i++) {
            if (labels.value(i) instanceof StringValue text) {
                texts.put(labels.key(i), text.value());
            }
        }
        return texts;
    }

    private void unreadable(String file, Unreadable bad, String where) {
        unreadable++;
        findings.add(Finding.ofFile(Severity.ERROR, file, bad.position(), UNREADABLE, where + bad.reason()));
    }

    private Identity identity(Manifest manifest) {
        return Identity.of(manifest, make.namespace(manifest));
    }

    private void judge(@Nullable Manifest base, Manifest head, Trees trees) throws IOException {
        boolean unchanged = base != null
                && base.apiVersion().equals(head.apiVersion())
                && JsonEquality.same(base.object(), head.object());
        if (unchanged && !settings.showsAll()) {
            return;
        }
        List<Report.Answer> answers = new ArrayList<>();
        Map<String, Finding> merged = new LinkedHashMap<>();
        List<@Nullable KubernetesRelease> releases =
                new ArrayList<>(settings.check().releases());
        if (releases.isEmpty()) {
            releases.add(null);
        }
        for (KubernetesRelease release : releases) {
            answers.add(base == null ? created(head, release, merged) : updated(base, head, release, merged, trees));
        }
        findings.addAll(merged.values());
        Position position = head.object().position();
        judged.add(
                new Report.Judged(head.file(), position == null ? 1 : position.line(), make.reference(head), answers));
    }

    private Report.Answer created(Manifest head, @Nullable KubernetesRelease release, Map<String, Finding> merged) {
        return answered(head, request(head, Request.CREATE, head.object(), null, release), release, Set.of(), merged);
    }

    private Report.Answer updated(
            Manifest base, Manifest head, @Nullable KubernetesRelease release, Map<String, Finding> merged, Trees trees)
            throws IOException {
        Optional<ObjectValue> stored =
                validator.converted(base.apiVersion(), base.kind(), base.object(), head.apiVersion(), release);
        if (stored.isEmpty()) {
            add(head, Severity.ERROR, noConversion(base, head), release, false, merged);
            return Report.Answer.REFUSED;
        }
        ObjectValue old = stored.get();
        Set<String> inBase = request(head, Request.UPDATE, old, old, release).errors().stream()
                .map(Gate::key)
                .collect(Collectors.toSet());
        Verdict verdict = request(head, Request.UPDATE, head.object(), old, release);
        Report.Answer answer = answered(head, explained(verdict, base, old, head, trees), release, inBase, merged);
        if (settings.check().judgesStatus() && hasStatus(head, old)) {
            Verdict status = request(head, Request.UPDATE_STATUS, head.object(), old, release);
            Report.Answer ofStatus = answered(head, explained(status, base, old, head, trees), release, inBase, merged);
            return ofStatus == Report.Answer.REFUSED ? ofStatus : answer;
        }
        return answer;
    }

    private boolean hasStatus(Manifest head, ObjectValue old) {
        return validator.hasStatus(head.apiVersion(), head.kind())
                && (head.object().object("status").size() > 0
                        || old.object("status").size() > 0);
    }

    private Verdict request(
            Manifest head,
            Request request,
            ObjectValue object,
            @Nullable ObjectValue old,
            @Nullable KubernetesRelease release) {
        return validator.validate(new ValidationRequest(
                head.apiVersion(),
                head.kind(),
                request,
                object,
                old,
                release,
                settings.check().gates(),
                UnknownFields.DENY,
                namespaces.get(head.namespace(settings.check().namespace()))));
    }

    private static FieldError noConversion(Manifest base, Manifest head) {
        String detail = "recreate needed: Kubernetes converts no " + base.kind() + " from " + base.apiVersion() + " to "
                + head.apiVersion() + "; delete the object, then create it in the new version";
        return new FieldError(ErrorType.INVALID, FieldPath.of("apiVersion"), null, detail, RECREATE, null);
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
        for (FieldError error : denied.errors()) {
            errors.add(error.origin().equals("immutable") ? recreate(error, base, old, head, trees) : error);
        }
        return new Verdict.Denied(errors, denied.warnings());
    }

    private FieldError recreate(FieldError error, Manifest base, ObjectValue old, Manifest head, Trees trees)
            throws IOException {
        Difference difference = Difference.first(error.path(), at(old, error.path()), at(head.object(), error.path()));
        // A status is the cluster's: it does not come back with the object.
        boolean isStatus = error.path().toString().startsWith("status");
        Position was = Locator.ofValue(old, difference.path());
        Position is = Locator.ofValue(head.object(), difference.path());
        String consumers = isStatus ? "" : consumers(old, head, trees);
        String detail = "must not be changed: the field is immutable. " + difference.sentence() + " (it was at "
                + base.file() + (was == null ? "" : ":" + was) + " in " + trees.baseName()
                + ")" + (isStatus ? "" : ". recreate needed: delete the object and create it again")
                + (consumers.isEmpty() ? "" : "; that disturbs " + consumers);
        return new FieldError(error.type(), error.path(), null, detail, isStatus ? error.origin() : RECREATE, is);
    }

    private static @Nullable Value at(Value root, FieldPath path) {
        Value value = root;
        for (FieldPath step : path.steps()) {
            String name = step.name();
            if (name != null && value instanceof ObjectValue object && object.get(name) != null) {
                value = object.get(name);
            } else if (name == null && value instanceof ListValue list && step.index() < list.size()) {
                value = list.get(step.index());
            } else {
                return null;
            }
        }
        return value;
    }

    /** Who uses the object: those it is reserved for, and what in the head names it. */
    private String consumers(ObjectValue old, Manifest head, Trees trees) throws IOException {
        List<String> names = new ArrayList<>();
        ListValue reserved = old.object("status").list("reservedFor");
        for (int i = 0; i < reserved.size(); i++) {
            if (reserved.get(i) instanceof ObjectValue consumer) {
                names.add(consumer.string("resource") + " " + consumer.string("name"));
            }
        }
        String namespace = make.namespace(head);
        for (Named named : named(trees)) {
            boolean here = namespace.isEmpty()
                    || named.by().namespace(settings.check().namespace()).equals(namespace);
            if (here && named.kind().equals(head.kind()) && named.name().value().equals(head.name())) {
                names.add(named.by().kind() + " " + named.by().name());
            }
        }
        return names.stream().distinct().limit(10).collect(Collectors.joining(", "));
    }

    /** A place in the head that names an object. */
    private record Named(Manifest by, String kind, StringValue name) {}

    private @Nullable List<Named> namedInHead;
    private final Set<Identity> identitiesInHead = new HashSet<>();

    private List<Named> named(Trees trees) throws IOException {
        if (namedInHead == null) {
            List<Named> all = new ArrayList<>();
            for (Change file : trees.head()) {
                texts.put(file.path(), file.head());
                for (Manifest manifest : reader.read(file.path(), file.head()).manifests()) {
                    identitiesInHead.add(identity(manifest));
                    References.of(manifest, (kind, name) -> all.add(new Named(manifest, kind, name)));
                }
            }
            namedInHead = all;
        }
        return namedInHead;
    }

    private Report.Answer answered(
            Manifest head,
            Verdict verdict,
            @Nullable KubernetesRelease release,
            Set<String> inBase,
            Map<String, Finding> merged) {
        if (verdict instanceof Verdict.NotApplicable none) {
            boolean unserved = none.reason() == Verdict.Reason.NOT_SERVED;
            none.errors()
                    .forEach(error ->
                            add(head, unserved ? Severity.ERROR : Severity.WARNING, error, release, false, merged));
            return Report.Answer.NOT_SERVED;
        }
        for (FieldError error : verdict.errors()) {
            add(head, Severity.ERROR, error, release, inBase.contains(key(error)), merged);
        }
        verdict.warnings().forEach(warning -> add(head, Severity.WARNING, warning, release, false, merged));
        return verdict.errors().isEmpty() ? Report.Answer.ALLOWED : Report.Answer.REFUSED;
    }

    private void add(
            Manifest head,
            Severity severity,
            FieldError error,
            @Nullable KubernetesRelease release,
            boolean inBase,
            Map<String, Finding> merged) {
        boolean lowered = settings.allowsRecreate() && error.origin().equals(RECREATE);
        Severity grade = lowered ? Severity.WARNING : severity;
        byte[] text = texts.getOrDefault(head.file(), new byte[0]);
        Finding finding = make.finding(head, grade, error, List.of(make.releaseName(head, release)), text);
        if (inBase) {
            known++;
            if (!settings.showsAll()) {
                return;
            }
            finding = finding.asKnown();
        }
        String key = finding.severity() + finding.type() + finding.path() + finding.message() + finding.position();
        Finding before = merged.get(key);
        if (before != null) {
            List<String> releases = new ArrayList<>(before.releases());
            releases.addAll(finding.releases());
            finding = make.finding(
                    head, grade, error, releases.stream().distinct().toList(), text);
        }
        merged.put(key, inBase ? finding.asKnown() : finding);
    }

    /** What is deleted and still named is a mistake at each place that names it. */
    private void deletions(List<Pair> deleted, Trees trees) throws IOException {
        for (Pair pair : deleted) {
            Manifest gone = pair.base();
            if (gone == null) {
                continue;
            }
            List<Named> all = named(trees);
            Identity identity = identity(gone);
            if (identitiesInHead.contains(identity)) {
                continue;
            }
            for (Named named : all) {
                String namespace = named.by().namespace(settings.check().namespace());
                boolean here =
                        identity.namespace().isEmpty() || identity.namespace().equals(namespace);
                if (here
                        && named.kind().equals(gone.kind())
                        && named.name().value().equals(gone.name())) {
                    dangling(named, gone);
                }
            }
        }
    }

    /** Objects that stand twice in a folder: what is applied last wins, or is refused. In two folders they are two overlays. */
    private void twins(List<Manifest> head) {
        Map<Identity, Map<String, Manifest>> first = new HashMap<>();
        for (Manifest manifest : head) {
            if (manifest.name().isEmpty()) {
                continue;
            }
            Manifest twin = first.computeIfAbsent(identity(manifest), none -> new HashMap<>())
                    .putIfAbsent(Pairing.folder(manifest), manifest);
            if (twin != null) {
                Position at = twin.object().position();
                String detail = "is in this folder twice, also at " + twin.file() + (at == null ? "" : ":" + at)
                        + "; a cluster takes the one that is applied last as an update of the other; keep one";
                FieldPath name = FieldPath.of("metadata").child("name");
                FieldError error = new FieldError(
                        ErrorType.DUPLICATE, name, null, detail, "twin", Locator.ofValue(manifest.object(), name));
                findings.add(make.finding(
                        manifest,
                        Severity.WARNING,
                        error,
                        List.of(),
                        texts.getOrDefault(manifest.file(), new byte[0])));
            }
        }
    }

    private void dangling(Named named, Manifest gone) {
        String detail = "names " + gone.kind() + " " + gone.name() + ", which this change deletes (it was in "
                + gone.file() + "); keep it, or name another";
        FieldError error = new FieldError(
                ErrorType.NOT_FOUND,
                FieldPath.ROOT,
                named.name().excerpt(),
                detail,
                "deleted",
                named.name().position());
        findings.add(make.finding(
                named.by(),
                Severity.ERROR,
                error,
                List.of(),
                texts.getOrDefault(named.by().file(), new byte[0])));
    }
}
