package dev.drawbridge.check;

import dev.drawbridge.check.KustomizeSteps.Placed;
import dev.drawbridge.check.KustomizeSteps.Step;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.KustomizePatch;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Why kustomize cannot build a kustomization of one revision: a path that does not exist or leads back to it, a
 * misspelled field, a resource that is listed twice, and what must match a resource and matches none.
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
    private static final String CLAIM = "esourceClaim";

    /** An object in a resource, as kustomize identifies it; its namespace is empty for the default one. */
    private record Id(String apiVersion, String kind, String name, String namespace) {

        /** What a document has that cannot be read: any object. */
        private static final Id UNREADABLE = new Id("", "", "", "");

        static Id of(Manifest object) {
            String namespace = object.object().object("metadata").string("namespace");
            return new Id(
                    object.apiVersion(), object.kind(), object.name(), namespace.equals("default") ? "" : namespace);
        }

        /** It as it is after what kustomizations do to names. */
        private Id named(Kustomizations.Naming naming) {
            String in = naming.namespace().isEmpty() ? namespace : naming.namespace();
            return new Id(apiVersion, kind, naming.prefix() + name + naming.suffix(), in);
        }

        /** The names that it has had after these steps. */
        private Set<String> names(List<Step> steps) {
            Set<String> names = new HashSet<>(Set.of(name));
            String now = name;
            for (Step step : steps) {
                names.add(step.naming().prefix() + now);
                now = step.naming().prefix() + now + step.naming().suffix();
                names.add(now);
            }
            return names;
        }

        /** Whether a patch is for it, by one of the names and namespaces that it has had after these steps. */
        private boolean isFoundBy(KustomizePatch patch, List<Step> steps) {
            Set<String> namespaces = new HashSet<>(Set.of(namespace));
            steps.stream().map(step -> step.naming().namespace()).filter(one -> !one.isEmpty()).forEach(namespaces::add);
            String wanted = patch.required().namespace().equals("default")
                    ? ""
                    : patch.required().namespace();
            return this == UNREADABLE
                    || kind.equals(patch.kind())
                            && names(steps).contains(patch.name())
                            && (patch.isSelecting()
                                    || apiVersion.equals(patch.required().apiVersion()) && namespaces.contains(wanted));
        }
    }

    /**
     * The target of a patch.
     *
     * @param file the file of the object that matches; null if none does
     * @param names the names of its kind in each file
     */
    record Target(
            String kustomization, KustomizePatch patch, @Nullable String file, Map<String, Set<String>> names) {

        /** That the object which matched in the base has another name; null if it matches, or is gone. */
        MissingFiles.@Nullable Failure lost(Target base) {
            Set<String> now = new HashSet<>(names.getOrDefault(String.valueOf(base.file), Set.of()));
            now.removeAll(base.names.getOrDefault(String.valueOf(base.file), Set.of()));
            return file != null || base.file == null || now.size() != 1
                    ? null
                    : new MissingFiles.Failure(
                            kustomization,
                            "target",
                            patch.required().place(),
                            "no resource matches the target " + patch.kind() + " " + patch.name()
                                    + ", which this change renames to " + now.iterator().next() + "; fix the target");
        }
    }

    /** A resource, and what is done to its objects. */
    private record Resource(Change file, List<Step> steps) {}

    private final Kustomizations of;
    private final KustomizeSteps steps;
    private final MissingFiles missing;

    /** The failures that a kustomization has whatever it combines. */
    private final Map<String, List<MissingFiles.Failure>> own = new HashMap<>();

    /** The objects of files, as far as they have been needed. */
    private final Map<String, Set<Id>> ids = new HashMap<>();

    private int left = MAX_COMPARED;

    KustomizeFailures(KustomizeSteps steps, MissingFiles missing) {
        this.of = steps.kustomizations();
        this.steps = steps;
        this.missing = missing;
    }

    /**
     * The failures of what a kustomization combines, by what identifies each in base and head.
     *
     * @param targets receives the targets of its patches
     */
    Map<String, MissingFiles.Failure> of(List<Placed> combined, Map<String, Target> targets) throws IOException {
        Map<String, MissingFiles.Failure> found = new LinkedHashMap<>();
        Set<String> seen = new LinkedHashSet<>();
        List<Resource> resources = new ArrayList<>();
        Map<List<Object>, Kustomizations.Combined> placed = new HashMap<>();
        boolean isOpen = false;
        for (Placed one : combined) {
            boolean isKustomization = of.kustomizations().contains(one.file());
            Kustomizations.Combined by = one.of().by();
            Change file = steps.file(one.file());
            isOpen |= of.isAdding(one.file())
                    || one.steps().stream().anyMatch(step -> step.renames() || !step.isKnown());
            if (seen.add(one.file())) {
                own(one.file()).forEach(failure -> add(failure, found));
            }
            if (by != null && isKustomization && isCycle(one.of())) {
                String folder = Kustomizations.normalized(one.file() + "/..");
                StringValue entry = of.local(by.file(), folder);
                String text = (entry == null ? folder : entry.value()) + " leads back to this kustomization";
                Position place = entry == null ? null : entry.position();
                add(new MissingFiles.Failure(by.file(), "cycle " + folder, place, text, "; remove it"), found);
            } else if (by != null && steps.isMissing(missing, by.file(), one.file())) {
                add(new MissingFiles.Failure(by.file(), one.file()), found);
            } else if (file == null) {
                isOpen |= !isKustomization;
            } else if (!isKustomization) {
                resources.add(new Resource(file, one.steps()));
                Kustomizations.Naming naming = one.naming();
                boolean isKept = one.steps().stream().noneMatch(step -> step.deletes() || step.renames());
                Kustomizations.Combined first = placed.putIfAbsent(List.of(one.file(), naming), one.of());
                if (first != null && isKept && !ids(file, "kind").isEmpty()) {
                    add(twice(first, one.of(), ""), found);
                }
                for (Id id : first == null && isKept ? ids(file, CLAIM) : Set.<Id>of()) {
                    first = placed.putIfAbsent(List.of(id.named(naming)), one.of());
                    if (first != null && !first.file().equals(one.file()) && id != Id.UNREADABLE) {
                        add(twice(first, one.of(), id.kind + " " + id.name), found);
                    }
                }
            }
        }
        if (!isOpen) {
            addUnmatched(seen, resources, found, targets);
        }
        return found;
    }

    /** Whether a kustomization is in the folder of one that combines it, or above: kustomize follows no cycle. */
    private static boolean isCycle(Kustomizations.Combined one) {
        String folder = Kustomizations.normalized(one.file() + "/..");
        for (Kustomizations.Combined by = one.by(); by != null; by = by.by()) {
            if (folder.isEmpty() || (by.file()).startsWith(folder + "/")) {
                return true;
            }
        }
        return false;
    }

    private static void add(MissingFiles.@Nullable Failure failure, Map<String, MissingFiles.Failure> found) {
        if (failure != null && found.size() < MAX) {
            found.putIfAbsent(failure.place(), failure);
        }
    }

    private List<MissingFiles.Failure> own(String kustomization) throws IOException {
        List<MissingFiles.Failure> known = own.get(kustomization);
        if (known == null) {
            List<MissingFiles.Failure> found = new ArrayList<>();
            for (String other : of.others(kustomization)) {
                if (steps.isMissing(missing, kustomization, other)) {
                    found.add(new MissingFiles.Failure(kustomization, other));
                }
            }
            of.refusals(kustomization)
                    .forEach(one -> found.add(new MissingFiles.Failure(
                            one.file(), one.text(), one.place(), one.text(), one.advice())));
            known = found;
            own.put(kustomization, known);
        }
        return known;
    }

    /** That a file or an object comes in a second time, at the entry that lists what has it; null if no entry of the tree does. */
    private MissingFiles.@Nullable Failure twice(
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
                of.kustomizations().contains(top.file()) ? Kustomizations.normalized(top.file() + "/..") : top.file();
        StringValue entry = by == null ? null : of.local(by.file(), place);
        return entry == null || by == null
                ? null
                : new MissingFiles.Failure(
                        by.file(),
                        "twice " + by.file() + " " + place,
                        entry.position(),
                        entry.value()
                                + (top == second && object.isEmpty()
                                        ? " is listed twice"
                                        : " adds " + (object.isEmpty() ? second.file() : object) + " a second time"),
                        "; remove one");
    }

    /** Adds what must match a resource and matches none, and the targets of patches. */
    private void addUnmatched(
            Set<String> combined,
            List<Resource> resources,
            Map<String, MissingFiles.Failure> found,
            Map<String, Target> targets)
            throws IOException {
        for (String kustomization : combined) {
            Step own = of.kustomizations().contains(kustomization) ? steps.of(kustomization) : null;
            for (KustomizePatch patch : own == null ? List.<KustomizePatch>of() : own.patches()) {
                boolean isIgnored = !patch.isSelecting()
                                && patch.required().apiVersion().isEmpty()
                        || patch.name().isEmpty()
                        || GENERATED.contains(patch.kind());
                left -= isIgnored ? 0 : resources.size();
                if (left < 0 || found.size() >= MAX) {
                    return;
                }
                Map<String, Set<String>> names = new HashMap<>();
                String file = null;
                for (Resource one : isIgnored ? List.<Resource>of() : resources) {
                    List<Step> before =
                            one.steps.stream().takeWhile(step -> step != own).toList();
                    for (Id id : before.size() < one.steps.size() ? ids(one.file, patch.kind()) : Set.<Id>of()) {
                        file = id.isFoundBy(patch, before) ? one.file.place() : file;
                        if (id.kind.equals(patch.kind())) {
                            names.computeIfAbsent(one.file.place(), none -> new HashSet<>()).add(id.name);
                        }
                    }
                }
                if (patch.isSelecting()) {
                    String key = patch.kind() + " " + patch.name();
                    targets.put(key, new Target(kustomization, patch, file, names));
                } else if (!isIgnored && file == null) {
                    add(unmatched(kustomization, patch, resources), found);
                }
            }
            for (Kustomizations.Selection one : of.selections(kustomization)) {
                left -= resources.size();
                if (left >= 0 && !GENERATED.containsAll(one.kinds())) {
                    add(unmatched(kustomization, one, resources), found);
                }
            }
        }
    }

    private MissingFiles.@Nullable Failure unmatched(
            String kustomization, Kustomizations.Selection selection, List<Resource> resources) throws IOException {
        Set<String> names = new HashSet<>();
        for (Resource one : resources) {
            for (String kind : selection.kinds()) {
                for (Id id : ids(one.file, kind)) {
                    if (id == Id.UNREADABLE) {
                        return null;
                    }
                    names.addAll(selection.kinds().contains(id.kind) ? id.names(one.steps) : Set.of());
                }
            }
        }
        String name = selection.name().value();
        String hint = Spelling.hint(name, names);
        return names.contains(name)
                ? null
                : new MissingFiles.Failure(
                        kustomization,
                        "selection " + selection.kinds() + name,
                        selection.name().position(),
                        "no " + selection.kinds().stream().sorted().collect(Collectors.joining(" or ")) + " is named "
                                + name,
                        hint.isEmpty() ? "; fix its name, or remove it" : hint);
    }

    private MissingFiles.Failure unmatched(String kustomization, KustomizePatch patch, List<Resource> resources)
            throws IOException {
        Id own = new Id(
                patch.required().apiVersion(),
                patch.kind(),
                patch.name(),
                patch.required().namespace());
        Set<String> names = new LinkedHashSet<>();
        String advice = "";
        for (Resource one : resources) {
            for (Id id : ids(one.file, patch.kind())) {
                if (id.kind.equals(patch.kind())) {
                    names.add(id.name);
                    if (id.name.equals(patch.name())) {
                        advice = id.apiVersion.equals(patch.required().apiVersion())
                                ? "; set its namespace to that of " + one.file.path()
                                : "; set its apiVersion to " + id.apiVersion;
                    }
                }
            }
        }
        String hint = Spelling.hint(patch.name(), names);
        return new MissingFiles.Failure(
                kustomization,
                "patch " + own,
                patch.required().place(),
                "no resource matches the patch of " + patch.kind() + " " + patch.name() + " ("
                        + patch.required().apiVersion() + ")",
                !advice.isEmpty() ? advice : hint.isEmpty() ? "; fix its name, or remove it" : hint);
    }

    /** The objects of a file with this kind, and perhaps others. */
    private Set<Id> ids(Change file, String kind) throws IOException {
        Set<Id> known = ids.get(file.place());
        Content text = steps.text(file);
        if (known == null && text.has(kind)) {
            ManifestFile read = new ManifestReader().read(file.path(), text.text());
            known = Stream.concat(
                            read.manifests().stream().map(Id::of),
                            read.unreadable().stream().map(one -> Id.UNREADABLE))
                    .collect(Collectors.toSet());
            ids.put(file.place(), known);
        }
        return known == null ? Set.of() : known;
    }
}
