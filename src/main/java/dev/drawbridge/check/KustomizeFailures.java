package dev.drawbridge.check;

import dev.drawbridge.check.KustomizeSteps.Placed;
import dev.drawbridge.check.KustomizeSteps.Step;
import dev.drawbridge.document.StringValue;
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
 * Why kustomize cannot build a kustomization of one revision: a path that does not exist, a misspelled field, a
 * resource that is listed twice, and a strategic merge patch that matches none.
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

    /** An object in a resource, as kustomize identifies it; its namespace is empty for the default one. */
    private record Id(String apiVersion, String kind, String name, String namespace) {

        /** What a document has that cannot be read: any object. */
        private static final Id UNREADABLE = new Id("", "", "", "");

        static Id of(Manifest object) {
            String namespace = object.object().object("metadata").string("namespace");
            return new Id(
                    object.apiVersion(), object.kind(), object.name(), namespace.equals("default") ? "" : namespace);
        }

        /** Whether a patch is for it, by one of the names and namespaces that it has had after these steps. */
        private boolean isFoundBy(KustomizePatch patch, List<Step> steps) {
            Set<String> names = new HashSet<>(Set.of(name));
            Set<String> namespaces = new HashSet<>(Set.of(namespace));
            String now = name;
            for (Step step : steps) {
                names.add(step.naming().prefix() + now);
                now = step.naming().prefix() + now + step.naming().suffix();
                names.add(now);
                if (!step.naming().namespace().isEmpty()) {
                    namespaces.add(step.naming().namespace());
                }
            }
            String wanted = patch.required().namespace().equals("default")
                    ? ""
                    : patch.required().namespace();
            return this == UNREADABLE
                    || apiVersion.equals(patch.required().apiVersion())
                            && kind.equals(patch.kind())
                            && names.contains(patch.name())
                            && namespaces.contains(wanted);
        }
    }

    /** A resource, and what is done to its objects. */
    private record Resource(Change file, List<Step> steps) {}

    private final Kustomizations of;
    private final Map<String, Change> files;
    private final boolean isHead;
    private final KustomizeSteps steps;
    private final MissingFiles missing;

    /** The failures that a kustomization has whatever it combines. */
    private final Map<String, List<MissingFiles.Failure>> own = new HashMap<>();

    /** The objects of files, as far as they have been needed. */
    private final Map<String, Set<Id>> ids = new HashMap<>();

    private int left = MAX_COMPARED;

    KustomizeFailures(
            Kustomizations of, Map<String, Change> files, boolean isHead, KustomizeSteps steps, MissingFiles missing) {
        this.of = of;
        this.files = files;
        this.isHead = isHead;
        this.steps = steps;
        this.missing = missing;
    }

    /** The failures of what a kustomization combines, by what identifies each in base and head. */
    Map<String, MissingFiles.Failure> of(List<Placed> combined) throws IOException {
        Map<String, MissingFiles.Failure> found = new LinkedHashMap<>();
        Set<String> seen = new LinkedHashSet<>();
        List<Resource> resources = new ArrayList<>();
        Map<List<Object>, Kustomizations.Combined> placed = new HashMap<>();
        boolean isOpen = !steps.areKnown(combined);
        for (Placed one : combined) {
            boolean isKustomization = of.kustomizations().contains(one.file());
            Kustomizations.Combined by = one.of().by();
            Change file = files.get(one.file());
            isOpen |= one.steps().stream().anyMatch(Step::renames);
            if (seen.add(one.file())) {
                own(one.file()).forEach(failure -> add(failure, found));
            }
            if (by != null && missing.isMissing(of, by.file(), one.file(), isHead)) {
                add(new MissingFiles.Failure(by.file(), one.file()), found);
            } else if (file == null) {
                isOpen |= !isKustomization;
            } else if (!isKustomization) {
                resources.add(new Resource(file, one.steps()));
                Kustomizations.Combined first = placed.putIfAbsent(List.of(one.file(), one.naming()), one.of());
                if (first != null
                        && one.steps().stream().noneMatch(step -> step.deletes() || step.renames())
                        && !ids(file, "kind").isEmpty()) {
                    add(twice(first, one.of()), found);
                }
            }
        }
        if (!isOpen) {
            addUnmatched(seen, resources, found);
        }
        return found;
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
                if (missing.isMissing(of, kustomization, other, isHead)) {
                    found.add(new MissingFiles.Failure(kustomization, other));
                }
            }
            of.misspelled(kustomization)
                    .forEach((key, meant) -> found.add(new MissingFiles.Failure(
                            kustomization,
                            "field " + key.value(),
                            key.position(),
                            "unknown field " + key.value(),
                            "; did you mean " + meant + "?")));
            known = found;
            own.put(kustomization, known);
        }
        return known;
    }

    /** That a file comes in a second time, at the entry that lists what has it; null if no entry of the tree does. */
    private MissingFiles.@Nullable Failure twice(Kustomizations.Combined first, Kustomizations.Combined second) {
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
                        "twice " + second.file(),
                        entry.position(),
                        entry.value()
                                + (top == second ? " is listed twice" : " adds " + second.file() + " a second time"),
                        "; remove one");
    }

    /** Adds the patches that must match a resource, and match none. */
    private void addUnmatched(Set<String> combined, List<Resource> resources, Map<String, MissingFiles.Failure> found)
            throws IOException {
        for (String kustomization : combined) {
            Step own = of.kustomizations().contains(kustomization) ? steps.of(kustomization) : null;
            for (KustomizePatch patch : own == null ? List.<KustomizePatch>of() : own.patches()) {
                boolean isFound = patch.required().apiVersion().isEmpty()
                        || patch.name().isEmpty()
                        || GENERATED.contains(patch.kind());
                left -= isFound ? 0 : resources.size();
                if (left < 0 || found.size() >= MAX) {
                    return;
                }
                for (Resource one : isFound ? List.<Resource>of() : resources) {
                    List<Step> before =
                            one.steps.stream().takeWhile(step -> step != own).toList();
                    isFound |= before.size() < one.steps.size()
                            && ids(one.file, patch.kind()).stream().anyMatch(id -> id.isFoundBy(patch, before));
                }
                if (!isFound) {
                    add(unmatched(kustomization, patch, resources), found);
                }
            }
        }
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
        Content text = isHead ? file.head() : file.base();
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
