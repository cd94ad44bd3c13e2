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
import java.util.Set;

/**
 * Pods with the images that kustomizations set, by which the server sets an {@code imagePullPolicy} that is not
 * written; an image that is not known is empty.
 *
 * @param base the kustomizations of the base
 * @param head those of the head
 * @param places the places of the files that change, by their paths
 */
record KustomizedImages(KustomizePatches base, KustomizePatches head, Map<String, String> places) {

    /** The images in the files of a change. */
    static KustomizedImages of(List<Change> changes, KustomizePatches head) throws IOException {
        KustomizePatches base = head;
        Map<String, String> places = new HashMap<>();
        for (Change change : changes) {
            places.put(change.basePath(), change.place());
            places.put(change.path(), change.place());
            if (KustomizePatches.isKustomization(change.place())) {
                base = base.with(change.place(), change.base().text());
            }
        }
        return new KustomizedImages(base, head, places);
    }

    Manifest ofBase(Manifest pod) {
        return with(base, pod);
    }

    Manifest ofHead(Manifest pod) {
        return with(head, pod);
    }

    private Manifest with(KustomizePatches kustomizations, Manifest pod) {
        if (!pod.kind().equals("Pod")) {
            return pod;
        }
        String place = places.getOrDefault(pod.file(), pod.file());
        ObjectValue spec = pod.object().object("spec");
        ObjectValue replaced = spec;
        for (String field : List.of("containers", "initContainers")) {
            ListValue.Builder containers = ListValue.at(spec.list(field).position());
            for (int i = 0; i < spec.list(field).size(); i++) {
                containers.add(with(kustomizations, place, spec.list(field).get(i)));
            }
            replaced = spec.list(field).size() == 0 ? replaced : replaced.with(field, containers.build());
        }
        ObjectValue object = replaced == spec ? pod.object() : pod.object().with("spec", replaced);
        return new Manifest(pod.file(), pod.within(), object, pod.apiVersion(), pod.kind(), pod.namespaces());
    }

    private static Value with(KustomizePatches kustomizations, String place, Value value) {
        ObjectValue container = ObjectValue.orEmpty(value);
        Set<String> images = kustomizations.images(place, container.string("image"));
        return container.get("image") instanceof StringValue written && !images.equals(Set.of(written.value()))
                ? container.with(
                        "image",
                        new StringValue(images.size() == 1 ? images.iterator().next() : "", written.position()))
                : value;
    }
}
