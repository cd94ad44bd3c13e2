package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Position;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.Placeholders;
import dev.drawbridge.manifest.Suppression;
import dev.drawbridge.reference.ReferenceFacts;
import dev.drawbridge.validation.ResourceApi;
import java.util.ArrayList;
import java.util.List;

/**
 * The part of a file that is kept for findings about several files, and for the report, when its own objects have been
 * checked.
 *
 * @param name its name
 * @param lines its lines, if excerpts may still be needed
 * @param comments the comments in it that suppress findings
 * @param objects its objects without placeholders; empty unless {@link CheckSettings#needsAllObjects}
 * @param others the Namespaces in it, and the ResourceSlices that share counters
 * @param parameters what references to parameters need of it
 * @param references what other references need of it
 * @param devices what names of devices' attributes need of it
 */
record KeptFile(
        String name,
        Lines lines,
        Comments comments,
        List<Manifest> objects,
        List<Manifest> others,
        ParameterReferences.Facts parameters,
        ReferenceFacts references,
        UnknownDeviceNames.Facts devices) {

    /**
     * The comments of a file that suppress findings.
     *
     * @param suppressions the comments
     * @param begins the lines in which the documents of the file begin; empty if there are no comments
     */
    record Comments(List<Suppression> suppressions, List<Integer> begins) {}

    /** The Namespaces in it. */
    List<Manifest> namespaces() {
        return others.stream().filter(Namespaces::isNamespace).toList();
    }

    /** The ResourceSlices in it that share counters. */
    List<Manifest> slices() {
        return others.stream().filter(each -> !Namespaces.isNamespace(each)).toList();
    }

    List<Suppression> suppressions() {
        return comments.suppressions();
    }

    /**
     * The part of a file's head to keep.
     *
     * @param hasParameters whether references to parameters are checked
     * @param references what other references need
     * @param devices what names of devices' attributes need
     */
    static KeptFile of(
            ReadFile read,
            CheckSettings settings,
            boolean hasParameters,
            ReferenceFacts references,
            UnknownDeviceNames.Facts devices) {
        ManifestFile file = read.head();
        List<Suppression> suppressions = settings.suppressions(file);
        boolean keepsLines = settings.needsAllObjects()
                || !suppressions.isEmpty() && settings.reporting().hasExcerpts();
        return new KeptFile(
                file.name(),
                keepsLines ? file.lines() : Lines.NONE,
                new Comments(suppressions, suppressions.isEmpty() ? List.of() : begins(file)),
                settings.needsAllObjects() ? objects(file) : List.of(),
                others(file),
                hasParameters
                        ? ParameterReferences.facts(
                                file, read.text(), settings.input().namespace())
                        : ParameterReferences.Facts.NONE,
                references,
                devices);
    }

    private static List<Manifest> others(ManifestFile file) {
        return file.manifests().stream()
                .filter(each -> Namespaces.isNamespace(each) || isSliceWithCounters(each))
                .toList();
    }

    private static boolean isSliceWithCounters(Manifest manifest) {
        return manifest.kind().equals("ResourceSlice")
                && ResourceApi.isOfGroup(manifest.apiVersion())
                && hasCounters(manifest.object().object("spec"))
                && Placeholders.in(manifest.object()) == null;
    }

    private static boolean hasCounters(ObjectValue spec) {
        return spec.has("sharedCounters")
                || spec.list("devices").objects().stream()
                        .anyMatch(device -> device.has("consumesCounters")
                                || device.object("basic").has("consumesCounters"));
    }

    private static List<Integer> begins(ManifestFile file) {
        List<Integer> begins = new ArrayList<>();
        for (Manifest manifest : file.manifests()) {
            Position position = manifest.object().position();
            begins.add(position == null ? 1 : position.line());
        }
        return begins;
    }

    /** The objects of a file, without those with placeholders. */
    static List<Manifest> objects(ManifestFile file) {
        return file.manifests().stream()
                .filter(manifest -> Placeholders.in(manifest.object()) == null)
                .toList();
    }
}
