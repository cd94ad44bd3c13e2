package dev.drawbridge.gitops;

import dev.drawbridge.check.Identity;
import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.manifest.Manifest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;

/**
 * Which document of the head is which of the base, wherever it has moved. Where one identity appears several times, as in several overlays of
 * kustomize, those of one file go together, then those that say the same, then those whose paths have most in common. A document
 * without a name ({@code generateName}) is a new object each time.
 */
final class Pairing {

    private final Function<Manifest, Identity> identity;
    private final Map<String, String> places;

    /** A pairing of manifests that have an identity, in files that have a path from the root of their tree. */
    Pairing(Function<Manifest, Identity> identity, Map<String, String> places) {
        this.identity = identity;
        this.places = places;
    }

    /** Every document, with the one that it was or became where there is one. */
    List<Pair> pairs(List<Manifest> base, List<Manifest> head) {
        Map<Identity, List<Manifest>> before = grouped(base);
        Map<Identity, List<Manifest>> after = grouped(head);
        List<Pair> pairs = new ArrayList<>();
        head.stream().filter(one -> one.name().isEmpty()).forEach(one -> pairs.add(new Pair(null, one)));
        after.forEach((key, documents) -> {
            List<Manifest> olds = before.getOrDefault(key, new ArrayList<>());
            pair(olds, documents, (one, other) -> place(one).equals(place(other)), pairs);
            pair(olds, documents, Pairing::saySame, pairs);
            for (int shared = mostSteps(documents); shared >= 0; shared--) {
                int least = shared;
                pair(olds, documents, (one, other) -> sharedSteps(place(one), place(other)) >= least, pairs);
            }
            documents.forEach(left -> pairs.add(new Pair(null, left)));
        });
        before.values().forEach(left -> left.forEach(one -> pairs.add(new Pair(one, null))));
        return pairs;
    }

    private Map<Identity, List<Manifest>> grouped(List<Manifest> manifests) {
        Map<Identity, List<Manifest>> groups = new LinkedHashMap<>();
        for (Manifest manifest : manifests) {
            if (!manifest.name().isEmpty()) {
                groups.computeIfAbsent(identity.apply(manifest), key -> new ArrayList<>())
                        .add(manifest);
            }
        }
        return groups;
    }

    private static void pair(
            List<Manifest> olds, List<Manifest> news, BiPredicate<Manifest, Manifest> fits, List<Pair> pairs) {
        for (Manifest document : List.copyOf(news)) {
            olds.stream().filter(old -> fits.test(old, document)).findFirst().ifPresent(old -> {
                olds.remove(old);
                news.remove(document);
                pairs.add(new Pair(old, document));
            });
        }
    }

    private static boolean saySame(Manifest one, Manifest other) {
        return JsonEquality.same(one.object(), other.object());
    }

    private String place(Manifest manifest) {
        return places.getOrDefault(manifest.file(), manifest.file());
    }

    private int mostSteps(List<Manifest> documents) {
        return documents.stream()
                .mapToInt(document -> Path.of(place(document)).getNameCount())
                .max()
                .orElse(0);
    }

    /** How many folders and file names two paths have in common, at their beginnings and at their ends. */
    private static int sharedSteps(String one, String other) {
        Path first = Path.of(one);
        Path second = Path.of(other);
        int most = Math.min(first.getNameCount(), second.getNameCount());
        int begin = 0;
        while (begin < most && first.getName(begin).equals(second.getName(begin))) {
            begin++;
        }
        int end = 0;
        while (begin + end < most
                && first.getName(first.getNameCount() - 1 - end)
                        .equals(second.getName(second.getNameCount() - 1 - end))) {
            end++;
        }
        return begin + end;
    }
}
