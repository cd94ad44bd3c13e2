package dev.drawbridge.check;

import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.manifest.Kustomization;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.manifest.Mentions;
import dev.drawbridge.report.Skipped;
import dev.drawbridge.validation.ResourceApi;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What kustomizations combine in the head and not in the base, or the other way round, while its files stay as they
 * are: patches of claims, and another file with an object; and sources of replacements that differ. A gate that does
 * not render passes over it.
 *
 * @param files the files of base and head, by place
 */
record KustomizationChanges(Map<String, Change> files, Kustomizations before, Kustomizations patches) {

    private static final ManifestReader READER = new ManifestReader();

    static List<Skipped> of(Trees trees, List<Change> changes, Kustomizations before, Kustomizations patches)
            throws IOException {
        List<Skipped> skipped = new ArrayList<>();
        Map<String, Change> files = new HashMap<>();
        List<Change> kustomizations = new ArrayList<>(trees.kustomizations());
        kustomizations.removeIf(one -> one.base() == Content.NONE || one.head() == Content.NONE);
        for (Change one : kustomizations.isEmpty() ? List.<Change>of() : trees.all(changes)) {
            files.put(ManifestFiles.normalized(one.place()), one);
        }
        KustomizationChanges all = new KustomizationChanges(files, before, patches);
        for (Change one : kustomizations) {
            String place = ManifestFiles.normalized(one.place());
            String what = all.of(place);
            if (!what.isEmpty()) {
                String reason = what + "; to check it: " + patches.comparing(place);
                skipped.add(new Skipped(one.path(), reason, FindingFactory.PATCH, true));
            }
        }
        for (Change one : changes) {
            for (String kustomization : patches.chains(ManifestFiles.normalized(one.place())).stream()
                    .flatMap(List::stream)
                    .collect(Collectors.toCollection(TreeSet::new))) {
                String source = source(one, patches.at(kustomization));
                if (!source.isEmpty()) {
                    String reason = "has a replacement whose source " + source + " changes; to check it: "
                            + patches.comparing(kustomization);
                    skipped.add(new Skipped(trees.typed(kustomization), reason, FindingFactory.PATCH, true));
                }
            }
        }
        return skipped;
    }

    /** The object of a file that differs and from which a replacement takes amounts or claims; empty if none is. */
    private static String source(Change file, Kustomization by) throws IOException {
        if (!Mentions.ofDevices(by.edits().keySet().toString())) {
            return "";
        }
        List<Manifest> was = READER.read(file.place(), file.base().text()).manifests();
        return READER.read(file.place(), file.head().text()).manifests().stream()
                .filter(one -> by.selections().stream()
                        .anyMatch(source -> source.kinds().contains(one.kind())
                                && List.of("", one.name()).contains(source.name())))
                .filter(one -> was.stream().noneMatch(other -> JsonEquality.same(other.object(), one.object())))
                .map(one -> one.kind() + " " + one.name())
                .findFirst()
                .orElse("");
    }

    /** What a kustomization combines anew or no longer; empty if nothing, or if its files tell. */
    private String of(String kustomization) throws IOException {
        Set<String> was = edits(kustomization, false);
        Set<String> is = edits(kustomization, true);
        if (is.contains(kustomization)) {
            return "";
        }
        Set<String> removed = new TreeSet<>(was);
        removed.removeAll(is);
        is.removeAll(was);
        is.removeIf(file -> side(file, false) != side(file, true));
        Set<String> all = removed.isEmpty() ? is : removed;
        return all.isEmpty()
                ? replaced(kustomization)
                : (removed.isEmpty() ? "now" : "no longer") + " has the patches or replacements in "
                        + String.join(", ", all);
    }

    private Content side(String file, boolean isHead) {
        Change change = files.get(file);
        return change == null ? Content.NONE : change.side(isHead);
    }

    /** The files with patches of claims or extended resources that a kustomization and its components have. */
    private Set<String> edits(String kustomization, boolean isHead) throws IOException {
        Kustomizations all = isHead ? patches : before;
        Set<String> found = new TreeSet<>();
        for (String one : all.withComponents(kustomization)) {
            for (Map.Entry<String, String> edit : all.at(one).edits().entrySet()) {
                String file = edit.getValue().isEmpty() ? one : edit.getValue();
                byte[] text =
                        file.equals(one) ? new byte[0] : side(file, isHead).text();
                if (Mentions.ofDevices(edit.getKey()) || Mentions.ofDevices(text)) {
                    found.add(file);
                }
            }
        }
        return found;
    }

    /** An object that is now that of another file, of which none differs; empty if there is none. */
    private String replaced(String kustomization) throws IOException {
        Map<String, Manifest> was = objects(kustomization, false);
        for (Map.Entry<String, Manifest> one : objects(kustomization, true).entrySet()) {
            Manifest old = was.getOrDefault(one.getKey(), one.getValue());
            Manifest now = one.getValue();
            boolean isGone = side(old.file(), true) == Content.NONE || patches.isUnlisted(old.file());
            if (!old.file().equals(now.file())
                    && !(isGone && side(now.file(), false) == Content.NONE)
                    && !JsonEquality.same(old.object(), now.object())) {
                return "now has " + one.getKey() + " of " + now.file() + ", and not of " + old.file();
            }
        }
        return "";
    }

    /** The claims, templates and classes that a kustomization combines, by kind and name. */
    private Map<String, Manifest> objects(String kustomization, boolean isHead) throws IOException {
        Map<String, Manifest> objects = new HashMap<>();
        for (Kustomizations.Combined one : (isHead ? patches : before).combined(kustomization)) {
            byte[] text = side(one.file(), isHead).text();
            if (Mentions.in(text)) {
                READER.read(one.file(), text).manifests().stream()
                        .filter(object -> ResourceApi.isOfGroup(object.apiVersion()))
                        .forEach(object -> objects.put(object.kind() + " " + object.name(), object));
            }
        }
        return objects;
    }
}
