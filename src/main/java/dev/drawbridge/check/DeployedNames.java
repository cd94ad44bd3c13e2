package dev.drawbridge.check;

import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.manifest.Mentions;
import dev.drawbridge.reference.NamedObject;
import dev.drawbridge.reference.Reference;
import dev.drawbridge.reference.ReferenceFacts;
import dev.drawbridge.reference.ReferenceKind;
import dev.drawbridge.report.Finding;
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
        Function<Change, ReadFile> read)
        implements InputFindings {

    /** The files and names of all deployments that are compared: 200 overlays of a base of 2,000 files have fewer. */
    private static final int MAX_NAMES = 4_000_000;

    /** A kind and a name. */
    private record Name(ReferenceKind kind, String name) {

        static Name of(NamedObject object) {
            return new Name(object.kind(), object.name());
        }

        static Name of(Reference reference) {
            return new Name(reference.kind(), reference.name());
        }
    }

    /** An object in its file. */
    private record Written(String file, NamedObject object) {}

    /**
     * The objects and references of one side, as they are applied.
     *
     * @param objects where the objects with a name are written
     * @param renamed the names of objects that have another name in their file, by that
     */
    private record Side(
            Map<Name, Written> objects, Map<Name, Name> renamed, List<Reference> references, Set<String> files) {

        static final Side NOTHING = new Side(Map.of(), Map.of(), List.of(), Set.of());

        private static Side empty() {
            return new Side(new HashMap<>(), new HashMap<>(), new ArrayList<>(), new LinkedHashSet<>());
        }

        private void add(ReferenceFacts facts, String file, String prefix, String suffix) {
            for (NamedObject one : facts.objects()) {
                Name own = Name.of(one);
                // A controller that creates a template knows no prefix.
                Name name = one.isCreated() ? own : new Name(one.kind(), prefix + one.name() + suffix);
                objects.put(name, new Written(file, one));
                if (!name.equals(own)) {
                    renamed.put(own, name);
                }
            }
            facts.references().stream()
                    .filter(one ->
                            one.kind() != ReferenceKind.DRIVER && one.request().isEmpty())
                    .forEach(references::add);
        }

        private boolean isRenamed(Reference reference) {
            Name name = Name.of(reference);
            return !objects.containsKey(name) && renamed.containsKey(name);
        }
    }

    /** A deployment in base and head. */
    private record Deployment(String name, Side base, Side head) {}

    @Override
    public List<Finding> of(WholeInput input) throws IOException {
        return new Search().findings();
    }

    private final class Search {

        private final Set<String> changed = new HashSet<>();
        private final Map<String, Change> files = new HashMap<>();
        private final Map<String, ReferenceFacts> ofBase = new HashMap<>();
        private final Map<String, ReferenceFacts> ofHead = new HashMap<>();
        private final Map<Reference, Finding> findings = new LinkedHashMap<>();
        private final List<Deployment> all = new ArrayList<>();
        private int left = MAX_NAMES;

        /** The names that the change adds; null until a reference has lost its object. */
        private @Nullable Set<Name> added;

        List<Finding> findings() throws IOException {
            addRendered();
            Set<String> outermost = new LinkedHashSet<>(patches.outermost());
            before.outermost().stream()
                    .filter(patches.kustomizations()::contains)
                    .forEach(outermost::add);
            outermost.removeIf(one -> trees.sources().isSource(trees.typed(one)));
            changes.forEach(one -> changed.add(Kustomizations.normalized(one.place())));
            trees.kustomizations().forEach(one -> changed.add(one.place()));
            Set<String> affected = new LinkedHashSet<>(outermost);
            if (trees.hasBase()) {
                Set<String> combining = patches.combining(changed);
                combining.addAll(before.combining(changed));
                affected.retainAll(combining);
            }
            if (!affected.isEmpty()) {
                for (Change one : trees.hasBase() ? trees.all(changes) : changes) {
                    files.put(Kustomizations.normalized(one.place()), one);
                }
            }
            for (String one : affected) {
                all.add(kustomized(one));
            }
            for (Deployment one : all) {
                compare(one);
            }
            return List.copyOf(findings.values());
        }

        private void addRendered() throws IOException {
            RenderedSources sources = trees.sources();
            for (Change change : changes) {
                if (sources.names().contains(change.path())) {
                    Side base = Side.empty();
                    if (trees.hasBase()) {
                        add(
                                base,
                                new ManifestReader()
                                        .read(change.path(), change.base().text()));
                    }
                    Side head = Side.empty();
                    add(head, sources.rendered(change.path()));
                    for (Manifest one : sources.resources(change.path())) {
                        rename(head, one);
                    }
                    all.add(new Deployment(change.path(), base, head));
                }
            }
        }

        private void add(Side side, ManifestFile file) {
            side.add(make.references(file, settings), file.name(), "", "");
        }

        /** Adds the rendered name of a resource, which may be its name with a prefix and a suffix. */
        private void rename(Side head, Manifest resource) {
            for (ReferenceKind kind : ReferenceKind.values()) {
                Name own = new Name(kind, resource.name());
                if (kind.label().equals(resource.kind()) && !resource.name().isEmpty()) {
                    head.objects.keySet().stream()
                            .filter(one -> one.kind() == kind && one.name().contains(resource.name()))
                            .filter(one -> !one.equals(own))
                            .findFirst()
                            .ifPresent(one -> head.renamed.put(own, one));
                }
            }
        }

        private Deployment kustomized(String kustomization) throws IOException {
            return new Deployment(
                    kustomization,
                    trees.hasBase() ? side(kustomization, false) : Side.NOTHING,
                    side(kustomization, true));
        }

        /** What a kustomization combines; nothing is known if something in it may change names. */
        private Side side(String kustomization, boolean isHead) throws IOException {
            Kustomizations of = isHead ? patches : before;
            Set<Kustomizations.Combined> combined = left > 0 ? of.combined(kustomization) : Set.of();
            left -= combined.isEmpty() ? Kustomizations.MAX_COMBINED : combined.size();
            Side side = Side.empty();
            for (Kustomizations.Combined one : combined) {
                if (of.isReferring(one.file())) {
                    return Side.NOTHING;
                }
                for (String patch : of.patches(one.file())) {
                    Change file = files.get(patch);
                    if (file == null
                            || Mentions.in(text(file, isHead))
                            || Mentions.in(of.target(patch).json())) {
                        return Side.NOTHING;
                    }
                }
                Change file = files.get(one.file());
                side.files.add(one.file());
                if (file != null) {
                    ReferenceFacts facts = facts(file, isHead);
                    left -= facts.objects().size() + facts.references().size();
                    side.add(facts, one.file(), one.prefix(), one.suffix());
                }
                if (left < 0) {
                    return Side.NOTHING;
                }
            }
            return side;
        }

        /** The names of a file, which is read once: overlays share most of their files. */
        private ReferenceFacts facts(Change file, boolean isHead) throws IOException {
            Map<String, ReferenceFacts> known = isHead ? ofHead : ofBase;
            ReferenceFacts facts = known.get(file.place());
            if (facts == null) {
                ReadFile both = Mentions.mayBeIn(text(file, isHead)) ? read.apply(file) : null;
                facts = both == null
                        ? ReferenceFacts.NONE
                        : make.references(isHead ? both.head() : both.base(), settings);
                known.put(file.place(), facts);
            }
            return facts;
        }

        private byte[] text(Change file, boolean isHead) throws IOException {
            return (isHead ? file.head() : file.base()).text();
        }

        private void compare(Deployment deployment) throws IOException {
            Side base = deployment.base;
            boolean isOpen = isOpen(deployment);
            Set<String> known = new HashSet<>();
            base.references.stream().filter(base::isRenamed).forEach(one -> known.add(one.key()));
            for (Reference reference : deployment.head.references) {
                Finding finding = findings.containsKey(reference) ? null : finding(reference, deployment, isOpen);
                if (finding != null) {
                    findings.put(reference, known.contains(reference.key()) ? finding.asKnown() : finding);
                }
            }
        }

        private @Nullable Finding finding(Reference reference, Deployment deployment, boolean isOpen)
                throws IOException {
            Side head = deployment.head;
            Name name = Name.of(reference);
            if (head.objects.containsKey(name) || settings.input().has(reference.name())) {
                return null;
            }
            Written was = deployment.base.objects.get(name);
            if (was == null) {
                return head.isRenamed(reference) && !settings.needsAllObjects()
                        ? reference.warning(reference.kind().rule(), renames(reference, deployment))
                        : null;
            }
            return isOpen || !was.object.isIn(reference.by().namespace()) || added().contains(name)
                    ? null
                    : reference.finding(Severity.ERROR, Origin.DELETED, broken(reference, was, deployment));
        }

        private String renames(Reference reference, Deployment deployment) {
            Name own = Name.of(reference);
            String now = deployment.head.renamed.getOrDefault(own, own).name();
            String by = deployment.head.files.isEmpty() ? "kustomize" : deployment.name;
            return by + " renames " + reference.kind().label() + " " + reference.name() + " to " + now
                    + ", but not this reference; write " + now
                    + " in a patch, or add the field to nameReference in configurations";
        }

        private String broken(Reference reference, Written was, Deployment deployment) throws IOException {
            if (deployment.head.isRenamed(reference)) {
                return renames(reference, deployment);
            }
            String object = "refers to " + reference.kind().label() + " " + reference.name() + ", which ";
            Name own = Name.of(was.object);
            Name now = deployment.head.objects.containsKey(own) ? own : deployment.head.renamed.get(own);
            Change file = files.get(was.file);
            boolean isInFile = file != null && names(file, true).contains(own);
            return now != null
                    ? object + "this change renames to " + now.name() + " in " + deployment.name
                            + "; refer to it by its new name"
                    : isInFile
                            ? object + deployment.name + " no longer has (it is in " + was.file
                                    + "); list the file, or refer to another"
                            : object + "this change deletes (it was in " + was.file + "); keep it, or refer to another";
        }

        private Set<Name> names(Change file, boolean isHead) throws IOException {
            return facts(file, isHead).objects().stream().map(Name::of).collect(Collectors.toSet());
        }

        /** Whether the head combines something more that the tree does not have. */
        private boolean isOpen(Deployment deployment) {
            return deployment.head.files.stream()
                    .anyMatch(one -> !files.containsKey(one)
                            && !patches.kustomizations().contains(one)
                            && !deployment.base.files.contains(one));
        }

        /** The names that the change adds to a deployment, or to a file that something else may apply. */
        private Set<Name> added() throws IOException {
            Set<Name> names = added;
            if (names == null) {
                names = new HashSet<>();
                Set<String> earlier = before.outermost();
                Set<String> combined = new HashSet<>();
                for (Deployment one : all) {
                    boolean isNew = !one.head.files.isEmpty() && !earlier.contains(one.name);
                    one.head.objects.keySet().stream()
                            .filter(name -> isNew || !one.base.objects.containsKey(name))
                            .forEach(names::add);
                    combined.add(one.name);
                    combined.addAll(one.head.files);
                }
                for (Change one : changes) {
                    String place = Kustomizations.normalized(one.place());
                    if (!combined.contains(one.path()) && !combined.contains(place) && patches.mayBeApplied(place)) {
                        Set<Name> ofFile = names(one, true);
                        ofFile.removeAll(names(one, false));
                        names.addAll(ofFile);
                    }
                }
                added = names;
            }
            return names;
        }
    }
}
