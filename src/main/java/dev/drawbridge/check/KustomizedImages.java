package dev.drawbridge.check;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.manifest.KustomizePatches;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.validation.ResourceApi;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Pods with the images that kustomizations of base and head set, by which the server sets an {@code imagePullPolicy}
 * that is not written; an image that is not known is empty.
 *
 * @param places the places of the files that change, by their paths
 */
record KustomizedImages(KustomizePatches base, KustomizePatches head, Map<String, String> places) {

    static KustomizedImages of(List<Change> changes, KustomizePatches head) throws IOException {
        Map<String, byte[]> before = new HashMap<>();
        Map<String, String> places = new HashMap<>();
        for (Change change : changes) {
            places.put(change.basePath(), change.place());
            places.put(change.path(), change.place());
            if (KustomizePatches.isKustomization(change.place())) {
                before.put(change.place(), change.base().text());
            }
        }
        return new KustomizedImages(head.before(before), head, places);
    }

    /** A pod of a side with its images there; an object of another kind, or in a file without changes, as it is. */
    Manifest of(KustomizePatches side, Manifest pod) {
        String place = places.get(pod.file());
        if (place == null || !pod.kind().equals("Pod")) {
            return pod;
        }
        ObjectValue spec = pod.object().object("spec");
        for (String field : List.of("containers", "initContainers")) {
            ListValue list = spec.list(field);
            ListValue.Builder containers = ListValue.at(list.position());
            for (int i = 0; i < list.size(); i++) {
                containers.add(container(side, place, list.get(i)));
            }
            spec = list.size() == 0 ? spec : spec.with(field, containers.build());
        }
        return pod.with(pod.object().with("spec", spec));
    }

    private static Value container(KustomizePatches side, String place, Value value) {
        if (!(value instanceof ObjectValue container) || !(container.get("image") instanceof StringValue image)) {
            return value;
        }
        Set<String> images = side.images(place, image.value());
        boolean isKnown = !images.contains("")
                && images.stream().map(ResourceApi::pullPolicy).distinct().count() == 1;
        String known = isKnown ? images.iterator().next() : "";
        return container.with("image", new StringValue(known, image.position()));
    }
}
