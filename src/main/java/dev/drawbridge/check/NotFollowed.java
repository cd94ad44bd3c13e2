package dev.drawbridge.check;

import dev.drawbridge.check.AppliedFolders.Folder;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.manifest.Mentions;
import dev.drawbridge.report.Skipped;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The objects of Flux and Argo CD whose change is not checked, since what they apply is not rendered. */
final class NotFollowed {

    /**
     * What a gate that does not render passes over: the Kustomizations and releases of the head, if a change can decide
     * about devices in what they apply, and those that no longer apply a file of the head.
     */
    static List<Skipped> of(
            List<Change> changes, Trees trees, Kustomizations before, Kustomizations patches, AppliedFolders folders)
            throws IOException {
        List<Folder> applied = folders.now().folders();
        Set<Manifest> ofCharts = Collections.newSetFromMap(new IdentityHashMap<>());
        applied.stream().filter(Folder::isChart).map(Folder::by).forEach(ofCharts::add);
        List<Manifest> changing = folders.now().objects().stream()
                .filter(one -> one.kind().equals("Kustomization")
                        || AppliedObjects.kustomized(one).findAny().isPresent()
                        || ofCharts.contains(one))
                .toList();
        List<Manifest> earlier = folders.then().objects();
        if (earlier.isEmpty() && changing.isEmpty() || !mayDecide(changes, changing, applied, patches)) {
            return List.of();
        }
        boolean areSame = before == patches && earlier.equals(folders.now().objects());
        Map<ByteBuffer, String> left = new HashMap<>();
        for (Change one : changes) {
            if (one.head() == Content.NONE) {
                left.put(ByteBuffer.wrap(one.base().text()), one.place());
            }
        }
        boolean hasDevices = false;
        Map<Manifest, String> gone = new LinkedHashMap<>();
        for (Change file : trees.head()) {
            boolean isOfDevices = file.head().has(Head.CLAIMS)
                    || Mentions.amountsIn(file.head().text());
            hasDevices |= isOfDevices;
            String former = left.getOrDefault(ByteBuffer.wrap(file.head().text()), areSame ? "" : file.place());
            if ((isOfDevices || AppliedObjects.mayApply(file.head().text()))
                    && !former.isEmpty()
                    && !patches.isUnlisted(file.place())
                    && folders.now().applying(file.place(), patches).isEmpty()) {
                folders.then().applying(former, before).forEach(one -> gone.putIfAbsent(one, file.path()));
            }
        }
        List<Skipped> skipped = new ArrayList<>();
        if (!gone.isEmpty()) {
            Map.Entry<Manifest, String> first = gone.entrySet().iterator().next();
            String what = "no longer applies " + first.getValue() + ", and is ";
            skipped.add(skipped(first.getKey(), gone.size(), what, false));
        }
        if (hasDevices && !changing.isEmpty()) {
            Set<String> added = changes.stream()
                    .filter(change -> change.base() == Content.NONE)
                    .map(Change::path)
                    .collect(Collectors.toSet());
            boolean isKnown = changing.stream().noneMatch(one -> added.contains(one.file()));
            skipped.add(skipped(outermost(changing), changing.size(), "", isKnown));
        }
        return skipped;
    }

    /** The first that none of the others applies. */
    private static Manifest outermost(List<Manifest> applying) {
        Set<String> all = applying.stream().flatMap(NotFollowed::paths).collect(Collectors.toSet());
        return applying.stream()
                .filter(one -> all.stream()
                        .noneMatch(path -> AppliedFolders.isBelow(one.file(), path)
                                && paths(one).noneMatch(path::equals)))
                .findFirst()
                .orElse(applying.get(0));
    }

    private static Stream<String> paths(Manifest applying) {
        return AppliedObjects.sources(applying)
                .filter(one -> one.has("path"))
                .map(one -> ManifestFiles.normalized(one.string("path").replaceFirst("^/+", "")));
    }

    private static Skipped skipped(Manifest one, int count, String what, boolean isKnown) {
        return new Skipped(
                FindingFactory.place(one),
                one.kind() + " " + one.name() + (count == 1 ? ": " : " and " + (count - 1) + " more: ") + what
                        + "not followed; to follow it: --base REV " + Kustomizations.option(one.file(), ""),
                "in objects of Flux and Argo CD that are not followed (--kustomize DIR)",
                true,
                isKnown);
    }

    /** Whether a change is of a kustomization, a chart or claims, or of what applies objects or has their variables. */
    private static boolean mayDecide(
            List<Change> changes, List<Manifest> applying, List<Folder> folders, Kustomizations patches)
            throws IOException {
        List<String> words = new ArrayList<>(List.of(AppliedObjects.GROUPS));
        applying.stream()
                .map(one -> one.object().object("spec"))
                .flatMap(one -> Stream.of(one.object("postBuild").list("substituteFrom"), one.list("valuesFrom")))
                .flatMap(all -> all.objects().stream())
                .forEach(from -> words.add(from.string("name")));
        List<String> values = folders.stream()
                .map(Folder::spec)
                .flatMap(one ->
                        Stream.of(one.list("valuesFiles"), one.object("helm").list("valueFiles")))
                .flatMap(files -> files.texts().stream())
                .map(file -> "/" + file.replaceFirst("^(\\$[^/]+/|\\.{0,2}/)+", ""))
                .toList();
        for (Change change : changes) {
            String text = new String(change.base().text(), StandardCharsets.UTF_8)
                    + new String(change.head().text(), StandardCharsets.UTF_8);
            if (Kustomizations.isKustomization(change.path())
                    || folders.stream()
                            .anyMatch(one -> one.isChart() && AppliedFolders.isBelow(change.path(), one.place()))
                    || values.stream().anyMatch(("/" + change.path())::endsWith)
                    || Mentions.ofDevices(text)
                    || patches.isTextFor(change.place(), words)
                    || words.stream().anyMatch(text::contains)) {
                return true;
            }
        }
        return false;
    }
}
