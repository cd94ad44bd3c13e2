package dev.drawbridge.check;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.manifest.KustomizePatches;
import dev.drawbridge.manifest.Manifest;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Pods without the images that a kustomization, Flux or Argo CD may replace: the tag, by which the server sets an
 * {@code imagePullPolicy} that is not written, is not known.
 *
 * <p>Source: {@code sigs.k8s.io/kustomize/api/filters/imagetag}.
 *
 * @param sides all files of the head, and those of the base that change
 */
record KustomizedImages(List<Head> sides) {

    private static final Pattern TAG = Pattern.compile("(:[\\w.{}-]*)?(@sha256:[\\w.{}-]*)?");

    /** The fields of a kustomization that may change an image and do not name it. */
    private static final List<String> CHANGES =
            List.of("patchesStrategicMerge", "patchesJson6902", "replacements", "transformers", "components");

    /** A pod with the images that are known; an object of another kind as it is. */
    Manifest of(Manifest pod) {
        if (!pod.kind().equals("Pod")) {
            return pod;
        }
        ObjectValue spec = pod.object().object("spec");
        for (String field : List.of("containers", "initContainers")) {
            ListValue list = spec.list(field);
            ListValue.Builder containers = ListValue.at(list.position());
            for (int i = 0; i < list.size(); i++) {
                containers.add(container(list.get(i)));
            }
            spec = list.size() == 0 ? spec : spec.with(field, containers.build());
        }
        return pod.with(pod.object().with("spec", spec));
    }

    private Value container(Value value) {
        return value instanceof ObjectValue container
                        && container.get("image") instanceof StringValue image
                        && isSet(image.value())
                ? container.with("image", new StringValue("", image.position()))
                : value;
    }

    /** Whether anything may set an image: what it is for is not looked at. */
    private boolean isSet(String image) {
        return Stream.concat(Stream.of("images", "patches"), CHANGES.stream())
                .flatMap(word -> sides.stream().flatMap(side -> side.mentioning(word).stream()))
                .filter(one -> KustomizePatches.isKustomization(one.file())
                        || one.apiVersion().contains(".toolkit.fluxcd.io/")
                        || one.apiVersion().startsWith("argoproj.io/"))
                .flatMap(one -> StreamSupport.stream(one.object().all().spliterator(), false))
                .anyMatch(one -> one instanceof ObjectValue object && isSet(image, object));
    }

    private static boolean isSet(String image, ObjectValue by) {
        return CHANGES.stream().anyMatch(field -> by.list(field).size() > 0)
                || by.list("patches").objects().stream()
                        .anyMatch(patch -> patch.has("path") || patch.json().contains("image"))
                || Stream.concat(
                                by.list("images").objects().stream().map(set -> set.string("name")),
                                // Argo CD has OLD=NEW, or NAME:TAG.
                                by.list("images").texts().stream()
                                        .map(set -> set.replaceFirst("=.*|(:[^/]*)?(@.*)?$", "")))
                        .anyMatch(name -> image.startsWith(name)
                                && TAG.matcher(image.substring(name.length())).matches());
    }
}
