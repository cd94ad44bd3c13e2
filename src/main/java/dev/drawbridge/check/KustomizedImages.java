package dev.drawbridge.check;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.manifest.KustomizePatches;
import dev.drawbridge.manifest.Manifest;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Pods without the images that kustomizations, Flux or Argo CD replace in base or head: the tag, by which the server
 * sets an {@code imagePullPolicy} that is not written, is not known.
 *
 * @param places the places of the files that change, by their paths
 * @param sides all files of the head, and those of the base that change
 */
record KustomizedImages(KustomizePatches base, KustomizePatches head, Map<String, String> places, List<Head> sides) {

    static KustomizedImages of(List<Change> changes, KustomizePatches head, List<Head> sides) throws IOException {
        Map<String, byte[]> before = new HashMap<>();
        Map<String, String> places = new HashMap<>();
        for (Change change : changes) {
            places.put(change.basePath(), change.place());
            places.put(change.path(), change.place());
            if (KustomizePatches.isKustomization(change.place())) {
                before.put(change.place(), change.base().text());
            }
        }
        return new KustomizedImages(head.before(before), head, places, sides);
    }

    /** A pod with the images that are known; an object of another kind, or in a file without changes, as it is. */
    Manifest of(Manifest pod) {
        String place = places.get(pod.file());
        if (place == null || !pod.kind().equals("Pod")) {
            return pod;
        }
        ObjectValue spec = pod.object().object("spec");
        for (String field : List.of("containers", "initContainers")) {
            ListValue list = spec.list(field);
            ListValue.Builder containers = ListValue.at(list.position());
            for (int i = 0; i < list.size(); i++) {
                containers.add(container(place, list.get(i)));
            }
            spec = list.size() == 0 ? spec : spec.with(field, containers.build());
        }
        return pod.with(pod.object().with("spec", spec));
    }

    private Value container(String place, Value value) {
        return value instanceof ObjectValue container
                        && container.get("image") instanceof StringValue image
                        && (base.mayChange(place, image.value())
                                || head.mayChange(place, image.value())
                                || isApplied(image.value()))
                ? container.with("image", new StringValue("", image.position()))
                : value;
    }

    /** Whether an object of Flux or Argo CD, which may be for other files, sets an image, or patches images. */
    private boolean isApplied(String image) {
        return sides.stream()
                .flatMap(side -> Stream.of("images", "patches").flatMap(word -> side.mentioning(word).stream()))
                .filter(one -> one.apiVersion().contains(".toolkit.fluxcd.io/")
                        || one.apiVersion().startsWith("argoproj.io/"))
                .flatMap(one -> StreamSupport.stream(one.object().all().spliterator(), false))
                .anyMatch(one -> one instanceof ObjectValue object && isSet(image, object));
    }

    private static boolean isSet(String image, ObjectValue by) {
        return by.list("patches").objects().stream()
                        .anyMatch(patch -> patch.json().contains("image"))
                || Stream.concat(
                                by.list("images").objects().stream().map(set -> set.string("name")),
                                // Argo CD has OLD=NEW, or NAME:TAG.
                                by.list("images").texts().stream()
                                        .map(set -> set.replaceFirst("=.*|(:[^/]*)?(@.*)?$", "")))
                        .anyMatch(name -> KustomizePatches.isOf(image, name));
    }
}
