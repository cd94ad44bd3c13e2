package dev.drawbridge.check;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.manifest.KustomizePatches;
import dev.drawbridge.manifest.Manifest;
import java.util.List;

/**
 * Pods without their images, where a kustomization, Flux or Argo CD may replace these: the tag, by which the server
 * sets an {@code imagePullPolicy} that is not written, is not known.
 *
 * @param sides all files of the head, and those of the base that change
 */
record KustomizedImages(List<Head> sides) {

    private static final StringValue UNKNOWN = new StringValue("", null);

    /** The fields that may replace an image; which one is not looked at. */
    private static final List<String> FIELDS = List.of(
            "images",
            "patches",
            "patchesStrategicMerge",
            "patchesJson6902",
            "replacements",
            "transformers",
            "components");

    /** A pod with the images that are known; an object of another kind as it is. */
    Manifest of(Manifest pod) {
        if (!pod.kind().equals("Pod") || !areReplaced()) {
            return pod;
        }
        ObjectValue spec = pod.object().object("spec");
        for (String field : List.of("containers", "initContainers")) {
            ListValue list = spec.list(field);
            ListValue containers = list.mapped(item -> item instanceof ObjectValue container && container.has("image")
                    ? container.with("image", UNKNOWN)
                    : item);
            spec = list.size() == 0 ? spec : spec.with(field, containers);
        }
        return pod.with(pod.object().with("spec", spec));
    }

    /** Several threads ask, and reading the files changes what is known of them. */
    private synchronized boolean areReplaced() {
        return FIELDS.stream()
                .flatMap(field -> sides.stream().flatMap(side -> side.mentioning(field).stream()))
                .anyMatch(one -> KustomizePatches.isKustomization(one.file())
                        || KeptFile.isApplying(one)
                        || one.kind().equals("ApplicationSet"));
    }
}
