package dev.drawbridge.check;

import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.validation.ResourceApi;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Stage 3: pairs each object of the head with the object of the base that it was, wherever it has moved. If one
 * identity appears several times, as in several overlays of kustomize, objects of one file are paired first, then equal
 * objects, then those whose paths have most in common. A document without a name ({@code generateName}) is a new object
 * each time.
 *
 * @param wholeHead all files of the head; null if there is no base: every object is new then
 * @param keepsUnchanged whether an object of the base is checked as well if it does not change
 * @param patches the kustomizations of the head, and before those of the base: one that they rename is a new object
 * @param sources what was rendered: objects of two clusters are two objects
 */
record PairStage(
        Function<Manifest, Identity> identity,
        @Nullable Head wholeHead,
        Predicate<Manifest> keepsUnchanged,
        Kustomizations patches,
        Kustomizations before,
        RenderedSources sources) {

    List<Pair> of(List<FileObjects> files) {
        Head unchanged = wholeHead;
        if (unchanged == null) {
            List<Pair> created = new ArrayList<>();
            files.forEach(file -> file.head().forEach(head -> created.add(new Pair(null, head, file.lines(), false))));
            return created;
        }
        Set<String> changed =
                files.stream().map(file -> file.read().change().path()).collect(Collectors.toSet());
        return new Matching(files)
                .pairs().stream()
                        .map(pair -> defined(pair, unchanged, changed))
                        .filter(pair -> pair.isBaseUntouched()
                                || !pair.isUnchanged()
                                || pair.base() != null && keepsUnchanged.test(pair.base()))
                        .toList();
    }

    /** A new object that a file of its folder, which does not change, defines already: it is an update. */
    private Pair defined(Pair pair, Head unchanged, Set<String> changed) {
        Manifest head = pair.head();
        if (head == null || pair.base() != null || head.name().isEmpty() || !ResourceApi.isOfGroup(head.apiVersion())) {
            return pair;
        }
        return unchanged.having(identity.apply(head)).stream()
                .filter(one -> DuplicateObjects.areTogether(one, head) && !changed.contains(one.file()))
                .findFirst()
                .map(base -> new Pair(base, head, pair.lines(), true))
                .orElse(pair);
    }

    private final class Matching {

        private final Map<String, Change> changes = new HashMap<>();
        private final Map<String, Lines> lines = new HashMap<>();

        /** Files of the base that the head has only in part: an object that is missing may be in the rest. */
        private final Set<String> incomplete = new HashSet<>();

        private final List<Manifest> base = new ArrayList<>();
        private final List<Manifest> head = new ArrayList<>();

        Matching(List<FileObjects> files) {
            for (FileObjects file : files) {
                Change change = file.read().change();
                changes.put(change.basePath(), change);
                changes.put(change.path(), change);
                lines.put(change.path(), file.lines());
                if (!file.read().head().unreadable().isEmpty()) {
                    incomplete.add(change.basePath());
                }
                base.addAll(file.base());
                head.addAll(file.head());
            }
        }

        List<Pair> pairs() {
            Map<Identity, List<Manifest>> before = grouped(base);
            Map<Identity, List<Manifest>> after = grouped(head);
            List<Pair> pairs = new ArrayList<>();
            head.stream().filter(one -> one.name().isEmpty()).forEach(one -> pairs.add(pair(null, one)));
            after.forEach((key, documents) -> {
                List<Manifest> olds = before.getOrDefault(key, new ArrayList<>());
                pair(olds, documents, (one, other) -> place(one).equals(place(other)), pairs);
                pair(olds, documents, (one, other) -> JsonEquality.same(one.object(), other.object()), pairs);
                int most = documents.stream()
                        .mapToInt(one -> Path.of(place(one)).getNameCount())
                        .max()
                        .orElse(0);
                for (int shared = most; shared >= 0; shared--) {
                    int least = shared;
                    pair(olds, documents, (one, other) -> sharedSteps(place(one), place(other)) >= least, pairs);
                }
                documents.forEach(left -> pairs.add(pair(null, left)));
            });
            before.values().stream()
                    .flatMap(List::stream)
                    .filter(left -> !incomplete.contains(left.file()))
                    .forEach(deleted -> pairs.add(pair(deleted, null)));
            return pairs;
        }

        private Pair pair(@Nullable Manifest base, @Nullable Manifest head) {
            return new Pair(base, head, head == null ? Lines.NONE : lines.getOrDefault(head.file(), Lines.NONE), false);
        }

        private void pair(
                List<Manifest> olds, List<Manifest> news, BiPredicate<Manifest, Manifest> fits, List<Pair> pairs) {
            for (Manifest document : List.copyOf(news)) {
                olds.stream()
                        .filter(old -> fits.test(old, document)
                                && !patches.renames(place(document), before, place(old))
                                && !sources.areApart(document.file(), old.file()))
                        .findFirst()
                        .ifPresent(old -> {
                            olds.remove(old);
                            news.remove(document);
                            pairs.add(pair(old, document));
                        });
            }
        }

        private String place(Manifest manifest) {
            Change change = changes.get(manifest.file());
            return change == null ? manifest.file() : ManifestFiles.normalized(change.place());
        }
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

    /** The number of leading and trailing path segments that two paths share. */
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
