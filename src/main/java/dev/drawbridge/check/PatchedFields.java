package dev.drawbridge.check;

import dev.drawbridge.field.FieldPath;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.KustomizePatch;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.report.Skipped;
import dev.drawbridge.validation.ResourceApi;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Fields of files that kustomize patches wherever it combines them: no cluster gets the value that the file has. What
 * it gets is known to {@code --kustomize} only.
 */
final class PatchedFields {

    private final FindingFactory make;
    private final Trees trees;
    private final List<Change> changes;
    private final Kustomizations patches;
    private final Kustomizations before;

    /** The places of files that differ from their names, by name. */
    private final Map<String, String> places = new HashMap<>();

    /** The folders that Flux and Argo CD apply. */
    private final Set<String> applied;

    private final Map<String, Change> files = new HashMap<>();
    private final Map<Kustomizations, KustomizeSteps> steps = new HashMap<>();
    private final Set<Skipped> skipped = new LinkedHashSet<>();

    PatchedFields(
            FindingFactory make,
            Trees trees,
            List<Change> changes,
            Kustomizations patches,
            Kustomizations before,
            AppliedFolders folders) {
        this.make = make;
        this.trees = trees;
        this.changes = changes;
        this.patches = patches;
        this.before = before;
        applied = folders.now().folders().stream()
                .map(AppliedFolders.Folder::place)
                .collect(Collectors.toSet());
        for (Change one : changes) {
            places.put(one.basePath(), ManifestFiles.normalized(one.place()));
            places.put(one.path(), ManifestFiles.normalized(one.place()));
        }
    }

    synchronized List<Skipped> skipped() {
        return List.copyOf(skipped);
    }

    /**
     * Whether a value of the head is not what is applied; if so, it is among those that are skipped. A value of the
     * base with which it is compared may have been patched.
     */
    boolean leavesOut(Manifest object, FieldPath path, boolean isCompared) {
        String place = place(object);
        Set<List<String>> chains = patches.chains(place);
        return !chains.isEmpty() && leavesOut(object, path, place, chains, isCompared);
    }

    private synchronized boolean leavesOut(
            Manifest object, FieldPath path, String place, Set<List<String>> chains, boolean isCompared) {
        boolean isWorkload = ResourceApi.isWorkload(object.apiVersion(), object.kind());
        Predicate<KustomizePatch> mayChange = patch -> patch.mayChange(path, object.object(), isWorkload);
        boolean isPatched = chains.stream()
                .flatMap(this::applied)
                .allMatch(chain -> patches(object, chain, true).anyMatch(mayChange)
                        || isCompared
                                && before.chains(place).contains(chain)
                                && patches(object, chain, false).anyMatch(mayChange));
        if (isPatched) {
            skipped.add(make.patched(object, path, chains));
        }
        return isPatched;
    }

    /** Whether a cluster may have an object of the base other than its file has it. */
    synchronized boolean mayHaveChanged(Manifest object) {
        return before.chains(place(object)).stream()
                .anyMatch(chain -> patches(object, chain, false).findAny().isPresent());
    }

    private String place(Manifest object) {
        String place = places.get(object.file());
        return place != null ? place : ManifestFiles.normalized(object.file());
    }

    /** The kustomizations of a chain, and the inner ones that Flux or Argo CD apply without the others. */
    private Stream<List<String>> applied(List<String> chain) {
        return IntStream.rangeClosed(0, chain.size())
                .filter(i -> i == chain.size()
                        || i > 0 && applied.contains(ManifestFiles.normalized(chain.get(i - 1) + "/..")))
                .mapToObj(i -> chain.subList(0, i));
    }

    private Stream<KustomizePatch> patches(Manifest object, List<String> chain, boolean isHead) {
        Kustomizations side = isHead ? patches : before;
        List<KustomizeSteps.Step> all = new ArrayList<>();
        try {
            if (files.isEmpty()) {
                trees.all(changes).forEach(one -> files.put(ManifestFiles.normalized(one.place()), one));
            }
            for (String one : chain) {
                all.add(steps.computeIfAbsent(side, any -> new KustomizeSteps(side, files, isHead, new HashMap<>()))
                        .of(one));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        KustomizeSteps.Patched patched = KustomizeSteps.patched(object.kind(), object.name(), all);
        return Stream.concat(
                        patched.patches().stream(),
                        chain.stream()
                                .flatMap(one -> side.at(one).replacements(false).stream())
                                .filter(one -> one.mayBeFor(object.kind(), patched.names())))
                .filter(one -> one.isOf(object.apiVersion()));
    }
}
