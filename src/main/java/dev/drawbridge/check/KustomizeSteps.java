package dev.drawbridge.check;

import dev.drawbridge.manifest.Kustomization;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.KustomizePatch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the kustomizations of one revision do to the names of what they combine.
 *
 * @param files the files of base and head, by place
 */
record KustomizeSteps(
        Kustomizations kustomizations, Map<String, Change> files, boolean isHead, Map<String, Step> known) {

    /** What a kustomization does to names, and whether nothing else in its patches may change them. */
    record Step(Kustomization.Naming naming, List<KustomizePatch> patches, boolean isKnown) {

        boolean renames() {
            return patches.stream().anyMatch(one -> !one.renamed().isEmpty());
        }

        boolean deletes() {
            return patches.stream().anyMatch(KustomizePatch::deletes);
        }
    }

    /** The patches of steps that may be for an object, and its names before, between and after the steps. */
    record Patched(List<KustomizePatch> patches, List<String> names) {

        String name() {
            return names.get(names.size() - 1);
        }
    }

    /** What steps do to an object of this kind and name. */
    static Patched patched(String kind, String name, List<Step> steps) {
        List<KustomizePatch> patches = new ArrayList<>();
        List<String> names = new ArrayList<>(List.of(name));
        for (Step step : steps) {
            for (KustomizePatch patch : step.patches()) {
                if (patch.mayBeFor(kind, names)) {
                    patches.add(patch);
                    Stream.of(patch.renamed()).filter(one -> !one.isEmpty()).forEach(names::add);
                }
            }
            names.add(step.naming().prefix() + names.get(names.size() - 1));
            names.add(names.get(names.size() - 1) + step.naming().suffix());
        }
        return new Patched(patches, names);
    }

    /** A file that is combined, and what is done to its objects. */
    record Placed(Kustomizations.Combined of, List<Step> steps) {

        String file() {
            return of.file();
        }

        /** What is done before this step. */
        List<Step> before(Step step) {
            return steps.stream().takeWhile(one -> one != step).toList();
        }

        Kustomization.Naming naming() {
            return steps.stream().map(Step::naming).reduce(Kustomization.Naming.NONE, Kustomization.Naming::then);
        }
    }

    /** The combined files with their steps, in this order; those of one kustomization share the list of steps. */
    List<Placed> placed(List<Kustomizations.Combined> combined) throws IOException {
        List<Placed> placed = new ArrayList<>();
        List<String> names = List.of();
        List<Step> steps = List.of();
        for (Kustomizations.Combined one : combined) {
            if (one.steps() != names) {
                names = one.steps();
                steps = new ArrayList<>();
                for (String kustomization : names) {
                    steps.add(of(kustomization));
                }
            }
            placed.add(new Placed(one, steps));
        }
        return placed;
    }

    /** Whether nothing else may change names or references. */
    boolean areKnown(List<Placed> placed) {
        return placed.stream()
                .allMatch(one -> !kustomizations.at(one.file()).isReferring()
                        && one.steps.stream().allMatch(Step::isKnown));
    }

    Step of(String kustomization) throws IOException {
        Step step = known.get(kustomization);
        if (step == null) {
            Map<String, byte[]> texts = new HashMap<>();
            for (String patch : kustomizations.at(kustomization).patches().keySet()) {
                if (files.containsKey(patch)) {
                    texts.put(patch, files.get(patch).side(isHead).text());
                }
            }
            List<KustomizePatch> patches = kustomizations.at(kustomization).patches(texts);
            boolean isKnown = texts.keySet()
                            .containsAll(
                                    kustomizations.at(kustomization).patches().keySet())
                    && patches.stream()
                            .allMatch(one -> one.isOfEach() || one.renamed().isEmpty());
            step = new Step(kustomizations.at(kustomization).naming(), patches, isKnown);
            known.put(kustomization, step);
        }
        return step;
    }
}
