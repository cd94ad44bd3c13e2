package dev.drawbridge.check;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.Manifest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Pods without their images, where a kustomization, Flux or Argo CD may replace these: the tag, by which the server
 * sets an {@code imagePullPolicy} that is not written, is not known.
 */
final class ReplacedImages {

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

    private final List<Head> sides;
    private @Nullable Boolean areReplaced;

    /** Of all files of the head, and those of the base that change. */
    ReplacedImages(List<Head> sides) {
        this.sides = sides;
    }

    /** A pod with the images that are known; an object of another kind as it is. */
    Manifest of(Manifest pod) {
        if (!pod.kind().equals("Pod") || !areReplaced()) {
            return pod;
        }
        ObjectValue spec = pod.object().object("spec");
        for (String field : List.of("containers", "initContainers")) {
            ListValue containers = spec.list(field)
                    .mapped(one -> one instanceof ObjectValue container && container.has("image")
                            ? container.with("image", UNKNOWN)
                            : one);
            spec = containers.size() == 0 ? spec : spec.with(field, containers);
        }
        return pod.with(pod.object().with("spec", spec));
    }

    /** The files are read once, by one of the threads. */
    private synchronized boolean areReplaced() {
        Boolean known = areReplaced;
        if (known == null) {
            known = FIELDS.stream()
                    .flatMap(field -> sides.stream().flatMap(side -> side.mentioning(field).stream()))
                    .anyMatch(one -> Kustomizations.isKustomization(one.file())
                            || KeptFile.isApplying(one)
                            || one.kind().equals("ApplicationSet"));
            areReplaced = known;
        }
        return known;
    }
}
