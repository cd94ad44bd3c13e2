package dev.drawbridge.check;

import dev.drawbridge.report.Skipped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the Kustomization objects of Flux apply.
 *
 * @param texts the objects as they are applied, by a name for those of each Kustomization
 * @param covered the files that are applied, which are not checked on their own
 * @param followed the places of the Kustomizations whose objects are in the texts
 * @param skipped the Kustomizations whose objects are not known
 */
public record AppliedObjects(
        Map<String, byte[]> texts, Set<String> covered, Set<String> followed, List<Skipped> skipped) {

    static final AppliedObjects NOTHING = new AppliedObjects(Map.of(), Set.of(), Set.of(), List.of());

    /** The objects as changes of an empty base. */
    List<Change> changes() {
        List<Change> changes = new ArrayList<>();
        texts.forEach((name, text) -> changes.add(new Change(name, name, name, Content.NONE, Content.of(text))));
        return changes;
    }
}
