package dev.drawbridge.cli;

import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.migration.MigratedObject;
import dev.drawbridge.migration.PatchTarget;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Kustomize patches and the objects that they patch. Both must have the same version: if one of them cannot be
 * migrated, the others stay, too.
 *
 * <p>Source: {@code sigs.k8s.io/kustomize/api/builtins}, PatchTransformer.
 */
final class KustomizedMigrations {

    /** Reads what a migration would do to a file; empty if the file is not to be migrated. */
    @FunctionalInterface
    interface Trial {

        List<MigratedObject> objects(String file) throws IOException;
    }

    /** An object, or a patch and the key of the objects that it patches. */
    private record Member(
            String file, MigratedObject object, @Nullable String patched) {

        /** How another member refers to it. */
        String shown() {
            return (patched == null ? "the patched object " : "the patch ") + file + ":" + object.line()
                    + " cannot be migrated";
        }
    }

    private final Kustomizations patches;
    private final Trial trial;
    private final Map<String, List<MigratedObject>> tried = new HashMap<>();
    private final Map<Member, List<Member>> joined = new LinkedHashMap<>();

    KustomizedMigrations(Kustomizations patches, Trial trial) throws IOException {
        this.patches = patches;
        this.trial = trial;
        for (String kustomization : patches.kustomizations()) {
            join(kustomization);
        }
    }

    private void join(String kustomization) throws IOException {
        List<Member> changing = new ArrayList<>();
        for (MigratedObject inline : objects(kustomization)) {
            changing.add(new Member(kustomization, inline, inline.key()));
        }
        for (String file : patches.at(kustomization).patches().keySet()) {
            PatchTarget target = PatchTarget.of(patches.target(file));
            for (MigratedObject patch : objects(file)) {
                changing.add(new Member(file, patch, target == null ? patch.key() : target.key()));
            }
        }
        if (changing.isEmpty()) {
            return;
        }
        Map<String, List<Member>> byKey = new HashMap<>();
        for (Kustomizations.Combined combined : patches.combined(kustomization)) {
            String file = combined.file();
            for (MigratedObject object : objects(file)) {
                Member member = new Member(file, object, null);
                byKey.computeIfAbsent(object.key(), none -> new ArrayList<>()).add(member);
                String kind = object.key().replaceFirst(" .*", "");
                byKey.computeIfAbsent(kind, none -> new ArrayList<>()).add(member);
            }
        }
        Map<String, Member> first = new HashMap<>();
        for (Member patch : changing) {
            byKey.getOrDefault(patch.patched, List.of()).forEach(object -> join(patch, object));
            join(patch, first.computeIfAbsent(patch.patched, none -> patch));
        }
    }

    private void join(Member one, Member other) {
        if (!one.equals(other)) {
            joined.computeIfAbsent(one, none -> new ArrayList<>()).add(other);
            joined.computeIfAbsent(other, none -> new ArrayList<>()).add(one);
        }
    }

    private List<MigratedObject> objects(String file) throws IOException {
        List<MigratedObject> known = tried.get(file);
        if (known == null) {
            known = trial.objects(file);
            tried.put(file, known);
        }
        return known;
    }

    /** By file and {@link MigratedObject#key()}, why objects and patches that could be migrated must stay. */
    Map<String, Map<String, String>> reasons() {
        Map<String, Map<String, String>> reasons = new HashMap<>();
        Deque<Member> next = new ArrayDeque<>();
        joined.keySet().stream().filter(member -> member.object.isRefused()).forEach(next::add);
        while (!next.isEmpty()) {
            Member refused = next.remove();
            for (Member other : joined.getOrDefault(refused, List.of())) {
                Map<String, String> ofFile = reasons.computeIfAbsent(other.file, none -> new HashMap<>());
                if (!other.object.isRefused() && ofFile.putIfAbsent(other.object.key(), refused.shown()) == null) {
                    next.add(other);
                }
            }
        }
        return reasons;
    }
}
