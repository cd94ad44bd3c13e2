package dev.drawbridge.gitops;

import dev.drawbridge.manifest.Manifest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;

/**
 * Which document of the head is which of the base, wherever it has moved. Where one identity stands several times, as in several overlays of
 * kustomize, those of one file go together, then those of one folder, then the rest in their order. A document without a name
 * ({@code generateName}) is a new object each time.
 */
final class Pairing {

    private Pairing() {}

    static List<Pair> of(List<Manifest> base, List<Manifest> head, Function<Manifest, Identity> identity) {
        Map<Identity, List<Manifest>> before = grouped(base, identity);
        Map<Identity, List<Manifest>> after = grouped(head, identity);
        List<Pair> pairs = new ArrayList<>();
        head.stream().filter(one -> one.name().isEmpty()).forEach(one -> pairs.add(new Pair(null, one)));
        after.forEach((key, documents) -> {
            List<Manifest> olds = before.getOrDefault(key, new ArrayList<>());
            pair(olds, documents, (one, other) -> one.file().equals(other.file()), pairs);
            pair(olds, documents, (one, other) -> folder(one).equals(folder(other)), pairs);
            pair(olds, documents, (one, other) -> true, pairs);
            documents.forEach(left -> pairs.add(new Pair(null, left)));
        });
        before.values().forEach(left -> left.forEach(one -> pairs.add(new Pair(one, null))));
        return pairs;
    }

    private static Map<Identity, List<Manifest>> grouped(
            List<Manifest> manifests, Function<Manifest, Identity> identity) {
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

    static String folder(Manifest manifest) {
        int slash = manifest.file().lastIndexOf('/');
        return slash < 0 ? "" : manifest.file().substring(0, slash);
    }
}
