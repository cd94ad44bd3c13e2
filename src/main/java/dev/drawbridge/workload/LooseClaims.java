package dev.drawbridge.workload;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.manifest.Placeholders;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Claims, and uses of claims, that are not together in the specification of a pod: an operator or a chart combines
 * them. A container may use each claim of its object, except that an exact kind has the claims of the nearest field.
 *
 * <p>Source of the exact kinds: argoproj/argo-workflows#16587: the claims of a template replace those of the workflow.
 */
final class LooseClaims {

    /** Fields that have no claims of the object's own pods. */
    static final Set<String> NEVER_ENTERED =
            Set.of("status", "openAPIV3Schema", "schema", "properties", "metadata", "managedFields", "data");

    /** The number of claims with one name among which the nearest is looked for. */
    private static final int MOST = 50;

    private static final int MAX_DEPTH = 32;

    private final boolean isExact;
    private final List<ClaimEntry> declarations = new ArrayList<>();
    private final List<ClaimUse> uses = new ArrayList<>();
    /** With the claims of pods. */
    private final Map<String, List<ClaimEntry>> byName = new HashMap<>();

    /** All claims by the path of the field's owner. */
    private final Map<String, List<ClaimEntry>> byOwner = new HashMap<>();

    /** Whether no text in the object adds claims, such as a patch, and no name is a placeholder. */
    private boolean isWhole = true;

    private final Set<Value> ofPods = Collections.newSetFromMap(new IdentityHashMap<>());

    /** The claims of an object, or a part of it, apart from those of the pods that were found there. */
    LooseClaims(ObjectValue object, FieldPath path, Map<ObjectValue, List<ClaimEntry>> pods, boolean isExact) {
        this.isExact = isExact;
        pods.forEach((spec, claims) -> {
            ofPods.add(spec);
            claims.forEach(this::index);
        });
        search(object, path, 0);
        isWhole &= byName.keySet().stream().noneMatch(Placeholders::isIn);
    }

    private void search(Value value, FieldPath path, int depth) {
        if (depth > MAX_DEPTH || ofPods.contains(value)) {
            return;
        }
        if (value instanceof ListValue list) {
            for (int i = 0; i < list.size(); i++) {
                search(list.get(i), path.index(i), depth + 1);
            }
        } else if (value instanceof StringValue text) {
            isWhole &= !text.value().contains(ClaimEntry.FIELD);
        } else if (value instanceof ObjectValue object) {
            ClaimUse.addTo(object, path, uses);
            for (int i = 0; i < object.size(); i++) {
                FieldPath field = path.child(object.key(i));
                if (object.key(i).equals(ClaimEntry.FIELD) && object.value(i) instanceof ListValue claims) {
                    declare(claims, field);
                } else if (!NEVER_ENTERED.contains(object.key(i))) {
                    search(object.value(i), field, depth + 1);
                }
            }
        }
    }

    private void declare(ListValue claims, FieldPath path) {
        claims.forEachObject((i, claim) -> {
            if (ClaimEntry.isOne(claim)) {
                ClaimEntry declaration = new ClaimEntry(path.index(i), claim);
                declarations.add(declaration);
                index(declaration);
            }
        });
    }

    private void index(ClaimEntry declaration) {
        byName.computeIfAbsent(declaration.name(), none -> new ArrayList<>()).add(declaration);
        byOwner.computeIfAbsent(declaration.owner().toString(), none -> new ArrayList<>())
                .add(declaration);
    }

    /** Whether there is anything to check: a claim, or a use of one that is declared in the object. */
    boolean isChecked() {
        return declarations.stream().anyMatch(one -> ClaimEntry.hasSource(one.claim()))
                || !uses.isEmpty() && !byName.isEmpty();
    }

    List<ClaimEntry> declarations() {
        return declarations;
    }

    List<ClaimUse> uses() {
        return uses;
    }

    /** The names that a use may have; empty if they are not known. */
    Set<String> names(ClaimUse use) {
        if (!isWhole) {
            return Set.of();
        }
        Set<String> names = new TreeSet<>();
        List<ClaimEntry> nearest = isExact ? nearest(use) : null;
        if (nearest == null) {
            return byName.keySet();
        }
        nearest.forEach(one -> names.add(one.name()));
        return names;
    }

    /** The claim that a use means; null if it is not known. */
    @Nullable
    ClaimEntry declaration(ClaimUse use) {
        List<ClaimEntry> named = byName.getOrDefault(use.name(), List.of());
        List<ClaimEntry> nearest = isExact ? nearest(use) : null;
        if (nearest != null) {
            named = nearest.stream()
                    .filter(one -> one.name().equals(use.name()))
                    .toList();
        }
        ClaimEntry best = null;
        int most = -1;
        for (ClaimEntry one : named.size() > MOST ? List.<ClaimEntry>of() : named) {
            int common = common(one.path().steps(), use.path().steps());
            best = common > most ? one : common == most ? null : best;
            most = Math.max(common, most);
        }
        return best;
    }

    private @Nullable List<ClaimEntry> nearest(ClaimUse use) {
        List<ClaimEntry> found = null;
        for (FieldPath path = use.path(); path != null && found == null; path = path.parent()) {
            found = byOwner.get(path.toString());
        }
        return found;
    }

    private static int common(List<FieldPath> one, List<FieldPath> other) {
        return (int) IntStream.range(0, Math.min(one.size(), other.size()))
                .takeWhile(i -> one.get(i).equals(other.get(i)))
                .count();
    }
}
