package dev.drawbridge.check;

import dev.drawbridge.field.FieldPath;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.Manifest;
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

    private final Map<String, Change> files = new HashMap<>();
    private final Map<Kustomizations, KustomizeSteps> steps = new HashMap<>();
    private final Set<Skipped> skipped = new LinkedHashSet<>();

    PatchedFields(
            FindingFactory make, Trees trees, List<Change> changes, Kustomizations patches, Kustomizations before) {
        this.make = make;
        this.trees = trees;
        this.changes = changes;
        this.patches = patches;
        this.before = before;
        changes.forEach(one -> places.put(one.path(), Kustomizations.normalized(one.place())));
    }

    /** The fields that were found to be patched. */
    synchronized List<Skipped> skipped() {
        return List.copyOf(skipped);
    }

    /**
     * Whether a value of the head is not what is applied.
     *
     * @param isCompared whether it is compared with the value of the base, which may have been patched
     */
    synchronized boolean have(Manifest object, FieldPath path, boolean isCompared) {
        String place = places.getOrDefault(object.file(), Kustomizations.normalized(object.file()));
        Set<List<String>> chains = patches.chains(place);
        boolean isPatched = !chains.isEmpty();
        try {
            for (List<String> chain : chains) {
                isPatched &= isPatched(object, path, chain, true)
                        || isCompared && before.chains(place).contains(chain) && isPatched(object, path, chain, false);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (isPatched) {
            skipped.add(make.patched(object, path, chains));
        }
        return isPatched;
    }

    private boolean isPatched(Manifest object, FieldPath path, List<String> chain, boolean isHead) throws IOException {
        Kustomizations side = isHead ? patches : before;
        if (files.isEmpty()) {
            trees.all(changes).forEach(one -> files.put(Kustomizations.normalized(one.place()), one));
        }
        List<KustomizeSteps.Step> all = new ArrayList<>();
        for (String one : chain) {
            all.add(steps.computeIfAbsent(side, any -> new KustomizeSteps(side, files, isHead, new HashMap<>()))
                    .of(one));
        }
        KustomizeSteps.Patched patched = KustomizeSteps.patched(object.kind(), object.name(), all);
        boolean mergesLists = ResourceApi.isWorkload(object.apiVersion(), object.kind());
        return Stream.concat(
                        patched.patches().stream(),
                        chain.stream()
                                .flatMap(one -> side.replacements(one).stream())
                                .filter(one -> one.mayBeFor(object.kind(), patched.names())))
                .anyMatch(one -> one.isOf(object.apiVersion()) && one.mayChange(path, mergesLists));
    }
}
