package dev.drawbridge.check;

import dev.drawbridge.check.KustomizeSteps.Placed;
import dev.drawbridge.check.KustomizeSteps.Step;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.manifest.Kustomization;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.KustomizeFailure;
import dev.drawbridge.manifest.KustomizePatch;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.manifest.ManifestReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Why kustomize cannot build a kustomization of one revision: a path that does not exist, a misspelled field, a
 * resource that is listed twice, and what must match a resource and matches none.
 *
 * <p>Source: {@code sigs.k8s.io/kustomize/api/internal/target} and {@code api/resmap}, kustomize 5.5.
 */
final class KustomizeFailures {

    /** The failures of a kustomization, and the findings about failures. */
    static final int MAX = 1000;

    /** The number of pairs of a patch and a resource that are compared. */
    private static final int MAX_COMPARED = 4_000_000;

    /** The kinds of the objects that kustomize makes. */
    private static final Set<String> GENERATED = Set.of("ConfigMap", "Secret");

    /** What is in each file with a claim, a template, or a pod that uses one. */
    private static final Set<String> CLAIM = Set.of("esourceClaim");

    private static final Set<String> ANY = Set.of("kind");

    private static final Manifest UNREADABLE = new Manifest("", "", ObjectValue.EMPTY, "", "");

    /** An object in a resource, as kustomize identifies it; its namespace is empty for the default one. */
    private record Id(String apiVersion, String kind, String name, String namespace) {

        /** What a document has that cannot be read: any object. */
        private static final Id UNREADABLE = new Id("", "", "", "");

        static Id of(Manifest object) {
            String namespace = object.object().object("metadata").string("namespace");
            return new Id(
                    object.apiVersion(), object.kind(), object.name(), namespace.equals("default") ? "" : namespace);
        }

        /** The identity after what kustomizations do to names. */
        private Id named(Kustomization.Naming naming) {
            String in = naming.namespace().isEmpty() ? namespace : naming.namespace();
            return new Id(apiVersion, kind, naming.prefix() + name + naming.suffix(), in);
        }

        /** Whether the object is selected by one of its names and namespaces before, between and after these steps. */
        private boolean isOf(Kustomization.Selection wanted, List<Step> steps) {
            KustomizePatch patch = wanted.patch();
            boolean isNamed = wanted.kinds().contains(kind)
                    && (wanted.name().isEmpty()
                            || KustomizeSteps.patched(kind, name, steps).names().contains(wanted.name()));
            if (patch == null || patch.isSelecting() || !isNamed) {
                return isNamed || this == UNREADABLE;
            }
            String in = patch.namespace();
            return apiVersion.equals(patch.apiVersion())
                    && (namespace.equals(in)
                            || steps.stream()
                                    .anyMatch(step -> !in.isEmpty()
                                            && step.naming().namespace().equals(in)));
        }
    }

    /**
     * The target of a patch.
     *
     * @param file the file of the object that matches; empty if none does
     * @param names the names of its kind in each file
     */
    record Target(String kustomization, KustomizePatch patch, String file, Map<String, Set<String>> names) {

        /** The failure if the object that matched in the base has another name; null if it matches, or is gone. */
        @Nullable
        KustomizeFailure lost(Target base) {
            Set<String> now = new HashSet<>(names.getOrDefault(base.file, Set.of()));
            now.removeAll(base.names.getOrDefault(base.file, Set.of()));
            return !file.isEmpty() || now.size() != 1
                    ? null
                    : new KustomizeFailure(
                            kustomization,
                            "target",
                            patch.place(),
                            "no resource matches the target " + patch.kind() + " " + patch.name()
                                    + ", which this change renames to "
                                    + now.iterator().next() + "; fix the target");
        }
    }

    private final Kustomizations of;
    private final KustomizeSteps steps;
    private final boolean isHead;
    private final MissingFiles missing;

    /** The failures that a kustomization has whatever it combines. */
    private final Map<String, List<KustomizeFailure>> own = new HashMap<>();

    /** The objects of files, as far as they have been needed. */
    private final Map<String, Map<Id, Manifest>> objects = new HashMap<>();

    /** The files and words of which none is in the file: reading it again for each overlay takes long. */
    private final Set<List<Object>> without = new HashSet<>();

    private int left = MAX_COMPARED;

    KustomizeFailures(KustomizeSteps steps, MissingFiles missing) {
        this.of = steps.kustomizations();
        this.steps = steps;
        this.isHead = steps.isHead();
        this.missing = missing;
    }

    /**
     * The failures of what a kustomization combines, by what identifies each in base and head; adds the targets of its
     * patches.
     */
    Map<String, KustomizeFailure> of(List<Placed> combined, Map<String, Target> targets) throws IOException {
        Map<String, KustomizeFailure> found = new LinkedHashMap<>();
        Set<String> seen = new LinkedHashSet<>();
        List<Placed> resources = new ArrayList<>();
        Map<Object, Kustomizations.Combined> placed = new HashMap<>();
        boolean isOpen = false;
        boolean isKept = false;
        List<Step> last = null;
        Kustomization.Naming naming = Kustomization.Naming.NONE;
        for (Placed one : combined) {
            if (one.steps() != last) {
                last = one.steps();
                naming = one.naming();
                isKept = last.stream().noneMatch(step -> step.deletes() || step.renames());
                isOpen |= last.stream().anyMatch(step -> step.renames() || !step.isKnown());
            }
            boolean isKustomization = of.kustomizations().contains(one.file());
            if (isKustomization && seen.add(one.file())) {
                isOpen |= of.at(one.file()).isAdding();
                own(one.file()).forEach(failure -> add(failure, found));
            }
            Kustomizations.Combined by = one.of().by();
            if (by != null && missing.isMissing(by.file(), one.file(), isHead)) {
                add(new KustomizeFailure(by.file(), one.file()), found);
            } else if (steps.files().get(one.file()) == null) {
                isOpen |= !isKustomization;
            } else if (!isKustomization) {
                resources.add(one);
                if (!isKept) {
                    continue;
                }
                Kustomizations.Combined first = placed.putIfAbsent(List.of(one.file(), naming), one.of());
                if (first != null && !objects(one.file(), ANY).isEmpty()) {
                    add(twice(first, one.of(), ""), found);
                }
                for (Id id : first == null ? objects(one.file(), CLAIM).keySet() : Set.<Id>of()) {
                    first = placed.putIfAbsent(id.named(naming), one.of());
                    if (first != null && !first.file().equals(one.file()) && id != Id.UNREADABLE) {
                        add(twice(first, one.of(), id.kind + " " + id.name), found);
                    }
                }
            }
        }
        boolean isConfigured = seen.stream().anyMatch(one -> of.at(one).isReferring());
        // Something else may be missing because of what is found already.
        for (String kustomization : isOpen || !found.isEmpty() ? Set.<String>of() : seen) {
            Step own = steps.of(kustomization);
            List<KustomizePatch> patches = new ArrayList<>(own.patches());
            patches.addAll(of.at(kustomization).replacements(true));
            patches.removeIf(one -> !one.hasOperations());
            List<Kustomization.Selection> selections =
                    new ArrayList<>(of.at(kustomization).selections());
            own.patches().stream()
                    .filter(one -> one.isSelecting() || !one.apiVersion().isEmpty())
                    .map(Kustomization.Selection::of)
                    .forEach(selections::add);
            selections.removeIf(one -> one.name().isEmpty() && (one.patch() != null || one.isOfReplicas())
                    || GENERATED.containsAll(one.kinds())
                    // Configurations, also those of a base, have replicas of other kinds.
                    || isConfigured && one.isOfReplicas());
            if (patches.isEmpty() && selections.isEmpty() || left < resources.size()) {
                continue;
            }
            left -= resources.size();
            List<Placed> within = resources.stream()
                    .filter(one -> one.before(own).size() < one.steps().size())
                    .toList();
            for (KustomizePatch one : patches) {
                add(refused(kustomization, one, own, within), found);
            }
            for (Kustomization.Selection one : selections) {
                left -= within.size();
                if (left >= 0) {
                    add(unmatched(kustomization, one, own, within, targets), found);
                }
            }
        }
        return found;
    }

    private static void add(@Nullable KustomizeFailure failure, Map<String, KustomizeFailure> found) {
        if (failure != null && found.size() < MAX) {
            found.putIfAbsent(failure.place(), failure);
        }
    }

    private List<KustomizeFailure> own(String kustomization) throws IOException {
        List<KustomizeFailure> known = own.get(kustomization);
        if (known == null) {
            List<KustomizeFailure> found = new ArrayList<>();
            for (String other : of.at(kustomization).entries().keySet()) {
                if (!of.at(kustomization).resources().contains(other)
                        && missing.isMissing(kustomization, other, isHead)) {
                    found.add(new KustomizeFailure(kustomization, other));
                }
            }
            found.addAll(of.refusals(kustomization));
            for (KustomizePatch one : steps.of(kustomization).patches()) {
                if (!one.refusal().isEmpty()) {
                    found.add(new KustomizeFailure(kustomization, one.place(), one.refusal(), "; fix it"));
                }
            }
            known = found;
            own.put(kustomization, known);
        }
        return known;
    }

    /** The failure at the entry that adds a file or an object a second time; null if no entry of the tree does. */
    private @Nullable KustomizeFailure twice(
            Kustomizations.Combined first, Kustomizations.Combined second, String object) {
        Set<Kustomizations.Combined> above = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Kustomizations.Combined one = first.by(); one != null; one = one.by()) {
            above.add(one);
        }
        Kustomizations.Combined top = second;
        Kustomizations.Combined by = top.by();
        while (by != null && !above.contains(by)) {
            top = by;
            by = top.by();
        }
        String place =
                of.kustomizations().contains(top.file()) ? ManifestFiles.normalized(top.file() + "/..") : top.file();
        StringValue entry = by == null ? null : of.at(by.file()).local(place);
        String what = object.isEmpty() ? second.file() : object;
        String text = top == second && object.isEmpty() ? " is listed twice" : " adds " + what + " a second time";
        return entry == null || by == null
                ? null
                : new KustomizeFailure(by.file(), entry.position(), entry.value() + text, "; remove one")
                        .as("twice " + by.file() + " " + place);
    }

    /** The failure if no resource matches a selection; null for the target of a patch, which is added instead. */
    private @Nullable KustomizeFailure unmatched(
            String kustomization,
            Kustomization.Selection wanted,
            Step own,
            List<Placed> resources,
            Map<String, Target> targets)
            throws IOException {
        KustomizePatch patch = wanted.patch();
        String apiVersion = patch == null ? "" : patch.apiVersion();
        String file = "";
        String advice = "";
        Map<String, Set<String>> names = new LinkedHashMap<>();
        for (Placed one : resources) {
            List<Step> before = one.before(own);
            for (Id id : objects(one.file(), wanted.kinds()).keySet()) {
                file = id.isOf(wanted, patch == null ? one.steps() : before) ? one.file() : file;
                left--;
                if (wanted.kinds().contains(id.kind)) {
                    names.computeIfAbsent(one.file(), none -> new LinkedHashSet<>())
                            .add(id.name);
                    if (id.name.equals(wanted.name())) {
                        advice = id.apiVersion.equals(apiVersion)
                                ? "; set its namespace to that of " + one.file()
                                : "; set its apiVersion to " + id.apiVersion;
                    }
                }
            }
        }
        String kinds = wanted.kinds().stream().sorted().collect(Collectors.joining(" or "));
        if (patch != null && patch.isSelecting()) {
            targets.put(kinds + " " + wanted.name(), new Target(kustomization, patch, file, names));
            return null;
        }
        if (!file.isEmpty() || left < 0) {
            return null;
        }
        String text = patch == null
                ? "no " + kinds + " is "
                        + (wanted.name().isEmpty() ? "in this kustomization" : "named " + wanted.name())
                : "no resource matches the patch of " + kinds + " " + wanted.name() + " (" + apiVersion + ")";
        String place = patch == null ? text : text + patch.namespace();
        String hint = Spelling.hint(
                wanted.name(), names.values().stream().flatMap(Set::stream).toList());
        String fix = "; fix its " + (wanted.name().isEmpty() ? "kind" : "name") + ", or remove it";
        String help = patch != null && !advice.isEmpty() ? advice : hint.isEmpty() ? fix : hint;
        return new KustomizeFailure(kustomization, wanted.place(), text, help).as(place);
    }

    /** The failure if an operation is not one of an object that a patch selects. */
    private @Nullable KustomizeFailure refused(
            String kustomization, KustomizePatch patch, Step own, List<Placed> resources) throws IOException {
        Set<String> words = patch.kind().isEmpty() ? ANY : Set.of(patch.kind());
        left -= resources.size();
        for (Placed one : left < 0 ? List.<Placed>of() : resources) {
            List<Step> before = one.before(own);
            for (Map.Entry<Id, Manifest> object : objects(one.file(), words).entrySet()) {
                Id id = object.getKey();
                List<String> names =
                        KustomizeSteps.patched(id.kind, id.name, before).names();
                List<KustomizePatch> others = new ArrayList<>(KustomizeSteps.patched(
                                id.kind, id.name, one.steps().subList(0, before.size() + 1))
                        .patches());
                others.removeIf(other -> other == patch);
                boolean isFor = patch.mayBeFor(id.kind, names) && patch.isOf(id.apiVersion);
                String text = isFor ? patch.refusal(object.getValue().object(), others) : "";
                if (!text.isEmpty()) {
                    return new KustomizeFailure(kustomization, patch.place(), text, "; fix the path");
                }
            }
        }
        return null;
    }

    /** The objects of a file that has one of these words, and perhaps others. */
    private Map<Id, Manifest> objects(String place, Set<String> words) throws IOException {
        Map<Id, Manifest> known = objects.get(place);
        Change file = steps.files().get(place);
        if (known != null || file == null || without.contains(List.of(place, words))) {
            return known == null ? Map.of() : known;
        }
        Content text = file.side(isHead);
        if (!text.has(words.toArray(String[]::new))) {
            without.add(List.of(place, words));
            return Map.of();
        }
        ManifestFile read = new ManifestReader().read(file.path(), text.text());
        Map<Id, Manifest> found = new LinkedHashMap<>();
        read.manifests().forEach(one -> found.put(Id.of(one), one));
        read.unreadable().forEach(one -> found.put(Id.UNREADABLE, UNREADABLE));
        objects.put(place, found);
        return found;
    }
}
