package dev.drawbridge.check;

import dev.drawbridge.check.KustomizeSteps.Placed;
import dev.drawbridge.check.KustomizeSteps.Step;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.KustomizeFailure;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.manifest.Mentions;
import dev.drawbridge.manifest.OpenName;
import dev.drawbridge.manifest.Placeholders;
import dev.drawbridge.reference.NamedObject;
import dev.drawbridge.reference.ObjectPlace;
import dev.drawbridge.reference.Reference;
import dev.drawbridge.reference.ReferenceFacts;
import dev.drawbridge.reference.ReferenceKind;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.ObjectReference;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Names of claims, templates and classes in what is applied together: what an outermost kustomization combines, or what
 * was rendered. A reference that led to an object of it in the base, and does not in the head, is an error, however the
 * object left: deleted, renamed, or no longer listed. A reference that only had an object before kustomize renamed it
 * is a warning. Two kustomizations may be two clusters: an object of another serves only if the change adds it there.
 *
 * <p>Source: the output of kustomize 5.5, whose references of names have no field about claims.
 */
record DeployedNames(
        CheckSettings settings,
        FindingFactory make,
        Trees trees,
        List<Change> changes,
        Kustomizations patches,
        Kustomizations before,
        Function<Change, ReadFile> read,
        PruneRules pruning)
        implements InputFindings {

    /** The files and names of all deployments that are compared: 200 overlays of a base of 2,000 files have fewer. */
    private static final int MAX_NAMES = 4_000_000;

    private record Name(ReferenceKind kind, String name) {

        static Name of(NamedObject object) {
            return new Name(object.kind(), object.name());
        }

        static Name of(Reference reference) {
            return new Name(reference.kind(), reference.name());
        }
    }

    /** An object in its file, and the namespace in which it is applied; empty if that is not known. */
    private record Written(String file, NamedObject object, String namespace) {

        private boolean isIn(String other) {
            return namespace.isEmpty() || other.isEmpty() || namespace.equals(other);
        }
    }

    /** The objects and references of one side, as they are applied. */
    private static final class Side {

        /** Where the objects with a name are written. */
        private final Map<Name, Written> objects = new LinkedHashMap<>();

        /** The names of objects that have another name in their file, by that. */
        private final Map<Name, Name> renamed = new HashMap<>();

        /** The names of objects that have placeholders. */
        private final Map<Name, OpenName> open = new HashMap<>();

        /** The references, in the namespaces in which their objects are applied. */
        private final List<Reference> references = new ArrayList<>();

        private final Set<String> files = new LinkedHashSet<>();

        /** Why kustomize build fails, by what identifies it in base and head. */
        private Map<String, KustomizeFailure> failures = Map.of();

        /** The targets of patches that decide about claims, by what identifies each in base and head. */
        private final Map<String, KustomizeFailures.Target> targets = new HashMap<>();

        private void clearNames() {
            objects.clear();
            open.clear();
            renamed.clear();
            references.clear();
        }

        private void add(ReferenceFacts facts, String file, List<Step> steps) {
            // The namespace that the outermost kustomization sets, or else that of the object.
            String outer = steps.stream()
                    .map(step -> step.naming().namespace())
                    .filter(one -> !one.isEmpty())
                    .reduce("", (inner, next) -> next);
            Function<ObjectPlace, String> namespace = place -> outer.isEmpty() ? place.namespace() : outer;
            for (NamedObject one : facts.objects()) {
                Name own = Name.of(one);
                String name = name(one.place().object(), steps, false);
                if (name != null) {
                    // A controller that creates a template knows no prefix.
                    Name now = one.isCreated() ? own : new Name(one.kind(), name);
                    objects.put(now, new Written(file, one, namespace.apply(one.place())));
                    if (Placeholders.isIn(now.name())) {
                        open.put(now, OpenName.of(now.name()));
                    }
                    if (!now.equals(own)) {
                        renamed.put(own, now);
                    }
                }
            }
            facts.references().stream()
                    .filter(one ->
                            one.kind() != ReferenceKind.DRIVER && one.request().isEmpty())
                    .filter(one -> name(one.by().object(), steps, true) != null)
                    .forEach(one -> references.add(one.in(namespace.apply(one.by()))));
        }

        /** The name of an object as it is applied; null if a patch deletes it, or may change what it refers to. */
        private static @Nullable String name(ObjectReference object, List<Step> steps, boolean isReferring) {
            KustomizeSteps.Patched patched = KustomizeSteps.patched(object.kind(), object.name(), steps);
            boolean isOpen = patched.patches().stream()
                    .anyMatch(patch ->
                            patch.deletes() && (isReferring || patch.isOfEach()) || isReferring && patch.isReferring());
            return isOpen ? null : patched.name();
        }

        /** Whether an object has the name, or may have it with the values of placeholders. */
        private boolean mayHave(Name name) {
            return objects.containsKey(name)
                    || open.entrySet().stream()
                            .anyMatch(one -> one.getKey().kind() == name.kind()
                                    && one.getValue().mayBe(name.name()));
        }

        private boolean isRenamed(Reference reference) {
            Name name = Name.of(reference);
            return !objects.containsKey(name) && renamed.containsKey(name);
        }
    }

    private record Deployment(String name, Side base, Side head) {}

    @Override
    public List<Finding> of(WholeInput input) throws IOException {
        return new Search().findings(input);
    }

    private final class Tree {

        private final boolean isHead;
        private final KustomizeSteps steps;
        private final KustomizeFailures failures;
        private final Map<String, ReferenceFacts> facts = new HashMap<>();

        /** The files that cannot be read as a whole. */
        private final Set<String> unread = new HashSet<>();

        private int left = MAX_NAMES / 2;

        Tree(boolean isHead, Map<String, Change> files, MissingFiles missing) {
            this.isHead = isHead;
            this.steps = new KustomizeSteps(isHead ? patches : before, files, isHead, new HashMap<>());
            this.failures = new KustomizeFailures(steps, missing);
        }

        /** What a kustomization combines; no names if something in it may change them. */
        Side side(String kustomization) throws IOException {
            List<Kustomizations.Combined> combined =
                    left > 0 ? steps.kustomizations().combined(kustomization) : List.of();
            left -= combined.isEmpty() ? Kustomizations.MAX_COMBINED : combined.size();
            Side side = new Side();
            List<Placed> all = steps.placed(combined);
            for (Placed one : all) {
                side.files.add(one.file());
                Change file = steps.files().get(one.file());
                if (file != null) {
                    ReferenceFacts facts = facts(file);
                    left -= facts.objects().size() + facts.references().size();
                    side.add(facts, one.file(), one.steps());
                }
                if (left < 0) {
                    return new Side();
                }
            }
            side.failures = failures.of(all, side.targets);
            if (!steps.areKnown(all) || side.files.stream().anyMatch(unread::contains)) {
                side.clearNames();
            }
            return side;
        }

        /** The names of a file, which is read once: overlays share most of their files. */
        ReferenceFacts facts(Change file) throws IOException {
            ReferenceFacts known = facts.get(file.place());
            if (known == null) {
                ReadFile both = Mentions.mayBeIn(file.side(isHead).text()) ? read.apply(file) : null;
                ManifestFile side = both == null ? null : isHead ? both.head() : both.base();
                known = side == null ? ReferenceFacts.NONE : make.references(side, settings);
                if (side != null && !side.unreadable().isEmpty()) {
                    unread.add(ManifestFiles.normalized(file.place()));
                }
                facts.put(file.place(), known);
            }
            return known;
        }

        Set<Name> names(Change file) throws IOException {
            return facts(file).objects().stream().map(Name::of).collect(Collectors.toSet());
        }
    }

    private final class Search {

        private final Set<String> changed = new HashSet<>();
        private final Map<String, Change> files = new HashMap<>();
        private final MissingFiles lost = new MissingFiles(trees, changes, files, before, patches);
        private final Tree ofBase = new Tree(false, files, lost);
        private final Tree ofHead = new Tree(true, files, lost);
        private final List<Finding> findings = new ArrayList<>();

        /** The references with a finding: overlays share them. */
        private final Set<String> reported = new HashSet<>();

        private final List<Deployment> all = new ArrayList<>();
        private final Map<String, Finding> failures = new LinkedHashMap<>();

        /** The objects that the change adds, by name; null until a reference has lost its object. */
        private @Nullable Map<Name, List<Written>> added;

        List<Finding> findings(WholeInput input) throws IOException {
            addRendered();
            Set<String> outermost = new LinkedHashSet<>(patches.outermost());
            before.outermost().stream()
                    .filter(patches.kustomizations()::contains)
                    .forEach(outermost::add);
            outermost.removeIf(one -> trees.sources().isSource(trees.typed(one)));
            Set<String> earlier = before.outermost();
            changes.forEach(one -> changed.add(ManifestFiles.normalized(one.place())));
            trees.kustomizations().forEach(one -> changed.add(one.place()));
            Set<String> affected = new LinkedHashSet<>(outermost);
            if (trees.hasBase()) {
                Set<String> combining = patches.combining(changed);
                combining.addAll(before.combining(changed));
                // What no other kustomization lists any more may be applied alone.
                affected.removeIf(one -> earlier.contains(one) && !combining.contains(one));
            }
            if (!affected.isEmpty()) {
                for (Change one : trees.hasBase() ? trees.all(changes) : changes) {
                    files.put(ManifestFiles.normalized(one.place()), one);
                }
            }
            for (String one : affected) {
                all.add(kustomized(one));
            }
            for (Deployment one : all) {
                compare(one);
            }
            findings.addAll(failures.values());
            findings.addAll(trees.sources().failures());
            // What is rendered may apply any folder.
            Trees of = trees.written();
            findings.addAll((of == trees ? lost : ofPaths(of))
                    .ofPaths(trees.hasBase() ? pruning.folders() : AppliedFolders.of(input.applying(), trees)));
            return findings;
        }

        private static MissingFiles ofPaths(Trees written) throws IOException {
            Kustomizations now = written.patches();
            return new MissingFiles(written, written.changes(), new HashMap<>(), written.before(now), now);
        }

        private void addRendered() throws IOException {
            for (RenderedSources.Difference one : trees.sources().differences(trees.hasBase(), changes)) {
                Side head = rendered(one.head());
                one.resources().forEach(resource -> rename(head, resource));
                all.add(new Deployment(one.head().name(), rendered(one.base()), head));
            }
        }

        private Side rendered(ManifestFile file) {
            Side side = new Side();
            side.add(make.references(file, settings), file.name(), List.of());
            return side;
        }

        /** Adds the rendered name of a resource, which may be its name with a prefix and a suffix. */
        private static void rename(Side head, Manifest resource) {
            String own = resource.name();
            head.objects.keySet().stream()
                    .filter(one -> one.kind().label().equals(resource.kind()) && !own.isEmpty())
                    .filter(one -> one.name().contains(own) && !one.name().equals(own))
                    .findFirst()
                    .ifPresent(one -> head.renamed.put(new Name(one.kind(), own), one));
        }

        private Deployment kustomized(String kustomization) throws IOException {
            return new Deployment(
                    kustomization,
                    trees.hasBase() ? ofBase.side(former(kustomization)) : new Side(),
                    ofHead.side(kustomization));
        }

        /** The kustomization of the base that has moved here; one that has not moved itself. */
        private String former(String kustomization) throws IOException {
            Change now = files.get(kustomization);
            if (now == null || now.base() != Content.NONE) {
                return kustomization;
            }
            for (Change one : trees.kustomizations()) {
                if (one.isMovedTo(now)) {
                    return ManifestFiles.normalized(one.place());
                }
            }
            return kustomization;
        }

        private void compare(Deployment deployment) throws IOException {
            Side base = deployment.base;
            Side head = deployment.head;
            boolean hasClaims =
                    !head.failures.isEmpty() && (lost.hasClaims(head.files, true) || lost.hasClaims(base.files, false));
            for (KustomizeFailure one : head.failures.values()) {
                boolean isReported =
                        failures.size() < KustomizeFailures.MAX && (hasClaims || lost.isMeantWithClaims(one));
                Finding finding = isReported ? lost.of(one) : null;
                if (finding != null) {
                    boolean isKnown = base.failures.containsKey(one.place());
                    failures.putIfAbsent(
                            one.kustomization() + "\n" + one.place(), isKnown ? finding.asKnown() : finding);
                }
            }
            if (!base.failures.keySet().containsAll(head.failures.keySet())) {
                // Nothing of the change is applied.
                return;
            }
            for (Map.Entry<String, KustomizeFailures.Target> one : head.targets.entrySet()) {
                KustomizeFailures.Target was = base.targets.get(one.getKey());
                KustomizeFailure gone = was == null ? null : one.getValue().lost(was);
                Finding finding = gone == null ? null : lost.of(gone);
                if (finding != null) {
                    failures.putIfAbsent(one.getValue().kustomization() + "\n" + one.getKey(), finding);
                }
            }
            boolean isOpen = isOpen(deployment);
            Set<String> known = new HashSet<>();
            base.references.stream().filter(base::isRenamed).forEach(one -> known.add(one.key()));
            Set<String> earlier = base.references.stream().map(Reference::key).collect(Collectors.toSet());
            for (Reference one : head.references) {
                String place = one.by() + " " + one.path();
                Finding finding = reported.contains(place) ? null : finding(one, deployment, isOpen);
                if (finding != null) {
                    reported.add(place);
                    boolean isNew = trees.hasBase() && !earlier.contains(one.key());
                    Finding found = isNew && !one.isGuessed() ? finding.as(Severity.ERROR) : finding;
                    findings.add(known.contains(one.key()) ? finding.asKnown() : found);
                }
            }
        }

        private @Nullable Finding finding(Reference reference, Deployment deployment, boolean isOpen)
                throws IOException {
            Side head = deployment.head;
            Name name = Name.of(reference);
            if (head.mayHave(name) || settings.input().has(reference.name())) {
                return null;
            }
            Written was = deployment.base.objects.get(name);
            if (was == null) {
                return head.isRenamed(reference) && !settings.needsAllObjects()
                        ? reference.warning(reference.kind().rule(), renames(reference, deployment))
                        : null;
            }
            String when = isOpen ? null : trigger(was);
            return when == null
                            || !was.isIn(reference.by().namespace())
                            || added().getOrDefault(name, List.of()).stream()
                                    .anyMatch(one -> one.isIn(reference.by().namespace()))
                    ? null
                    : reference.finding(
                            DeletedObjects.severity(when), Origin.DELETED, broken(reference, was, deployment, when));
        }

        /** What has to happen before the object is deleted, as {@link PruneRules} has it. */
        private @Nullable String trigger(Written was) throws IOException {
            String kind = was.object.kind().label();
            Manifest gone = trees.sources().before().object(was.file, kind, was.object.name());
            ReadFile file = gone == null && files.containsKey(was.file) ? read.apply(files.get(was.file)) : null;
            for (Manifest one : file == null ? List.<Manifest>of() : file.base().manifests()) {
                gone = one.kind().equals(kind) && one.name().equals(was.object.name()) ? one : gone;
            }
            return gone == null ? "" : pruning.trigger(gone);
        }

        private String renames(Reference reference, Deployment deployment) {
            Name own = Name.of(reference);
            String now = deployment.head.renamed.getOrDefault(own, own).name();
            String by = deployment.head.files.isEmpty() ? "kustomize" : deployment.name;
            return by + " renames " + reference.kind().label() + " " + reference.name() + " to " + now
                    + ", but not this reference; write " + now
                    + " in a patch, or add the field to nameReference in configurations";
        }

        private String broken(Reference reference, Written was, Deployment deployment, String when) throws IOException {
            if (deployment.head.isRenamed(reference)) {
                return renames(reference, deployment);
            }
            String object = "refers to " + reference.kind().label() + " " + reference.name() + ", which ";
            Name own = Name.of(was.object);
            Name now = deployment.head.objects.containsKey(own) ? own : deployment.head.renamed.get(own);
            Change file = files.get(was.file);
            boolean isInFile = patches.isUnlisted(was.file)
                    || file != null && ofHead.names(file).contains(own);
            String namespace = added().getOrDefault(own, List.of()).stream()
                    .map(Written::namespace)
                    .filter(one -> !one.isEmpty())
                    .findFirst()
                    .orElse("");
            String inBase =
                    trees.sources().inBase(was.file, was.object.place().start()).file();
            return now != null
                    ? object + "this change renames to " + now.name() + " in " + deployment.name
                            + "; refer to it by its new name"
                    : isInFile && deployment.head.files.contains(was.file)
                            ? object + "a patch of " + deployment.name + " deletes; keep it, or refer to another"
                            : isInFile
                                    ? object + deployment.name + " no longer has (it is in " + was.file
                                            + "); list the file again, or refer to another"
                                    : object + DeletedObjects.lost(when, namespace, was.namespace, inBase);
        }

        /** Whether the head combines something more that is not known: it is remote, or not in the files. */
        private boolean isOpen(Deployment deployment) {
            return deployment.head.files.stream()
                    .anyMatch(one -> !files.containsKey(one)
                            && !patches.kustomizations().contains(one)
                            && !deployment.base.files.contains(one));
        }

        /** The objects that the change adds to a deployment, or to a file that something else may apply, by name. */
        private Map<Name, List<Written>> added() throws IOException {
            Map<Name, List<Written>> names = added;
            if (names == null) {
                names = new HashMap<>();
                Set<String> earlier = before.outermost();
                Set<String> combined = new HashSet<>();
                for (Deployment one : all) {
                    boolean isNew = !one.head.files.isEmpty() && !earlier.contains(one.name);
                    boolean wasPart = before.kustomizations().contains(one.name);
                    for (Map.Entry<Name, Written> object : one.head.objects.entrySet()) {
                        boolean isPlaced =
                                !wasPart || !object.getValue().namespace.isEmpty();
                        if (isNew ? isPlaced : !one.base.objects.containsKey(object.getKey())) {
                            names.computeIfAbsent(object.getKey(), none -> new ArrayList<>())
                                    .add(object.getValue());
                        }
                    }
                    combined.add(one.name);
                    combined.addAll(one.head.files);
                }
                for (Change one : changes) {
                    String place = ManifestFiles.normalized(one.place());
                    if (!combined.contains(one.path()) && !combined.contains(place) && patches.mayBeApplied(place)) {
                        Set<Name> earlierNames = ofBase.names(one);
                        for (NamedObject object : ofHead.facts(one).objects()) {
                            if (!earlierNames.contains(Name.of(object))) {
                                names.computeIfAbsent(Name.of(object), none -> new ArrayList<>())
                                        .add(new Written(
                                                place, object, object.place().namespace()));
                            }
                        }
                    }
                }
                added = names;
            }
            return names;
        }
    }
}
