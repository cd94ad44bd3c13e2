package dev.drawbridge.check;

import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.report.Skipped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What Kustomizations of Flux and releases of charts apply.
 *
 * @param texts the objects as they are applied, by a name for those of each Kustomization and release
 * @param covered the files that are applied, which are not checked on their own
 * @param followed the places of the Kustomizations and releases whose objects are in the texts
 * @param skipped the Kustomizations whose objects are not known
 */
public record AppliedObjects(
        Map<String, byte[]> texts, Set<String> covered, Set<String> followed, List<Skipped> skipped) {

    static final AppliedObjects NOTHING = new AppliedObjects(Map.of(), Set.of(), Set.of(), List.of());

    /** Whether a file has an object that is followed. */
    boolean hasFollowed(String file) {
        return followed.stream().anyMatch(place -> place.startsWith(file + ":"));
    }

    boolean isFollowed(Manifest manifest) {
        return followed.contains(FindingFactory.place(manifest));
    }

    /** The objects as changes of an empty base. */
    List<Change> changes() {
        List<Change> changes = new ArrayList<>();
        texts.forEach((name, text) -> changes.add(new Change(name, name, name, Content.NONE, Content.of(text))));
        return changes;
    }

    /** The changes without the files that are applied, and with what is applied. */
    List<Change> replacing(List<Change> changes) {
        List<Change> all = new ArrayList<>(changes);
        all.removeIf(change -> covered.contains(change.path()));
        all.addAll(changes());
        return all;
    }
}
