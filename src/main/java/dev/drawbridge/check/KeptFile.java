package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Position;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.Placeholders;
import dev.drawbridge.manifest.Suppression;
import dev.drawbridge.rbac.RbacObjects;
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
 * @param others objects that rules about several objects need, such as its Namespaces
 * @param parameters what references to parameters need of it
 * @param facts what names and roles need of it
 */
record KeptFile(
        String name,
        Lines lines,
        Comments comments,
        List<Manifest> objects,
        List<Manifest> others,
        ParameterReferences.Facts parameters,
        Facts facts) {

    /**
     * What findings about names and roles need.
     *
     * @param references what references need
     * @param devices what names of devices' attributes need
     * @param roles the roles and bindings, and what uses them
     */
    record Facts(ReferenceFacts references, UnknownDeviceNames.Facts devices, RbacObjects roles) {

        /** No facts. */
        static final Facts NONE = new Facts(ReferenceFacts.NONE, UnknownDeviceNames.Facts.NONE, RbacObjects.NONE);
    }

    static final String GPU_CLUSTER = "GPUCluster";
    static final String CLUSTER_POLICY = "ClusterPolicy";
    static final String QUOTA = "ResourceQuota";

    /**
     * The comments of a file that suppress findings.
     *
     * @param suppressions the comments
     * @param begins the lines in which the documents of the file begin; empty if there are no comments
     */
    record Comments(List<Suppression> suppressions, List<Integer> begins) {}

    ReferenceFacts references() {
        return facts.references();
    }

    UnknownDeviceNames.Facts devices() {
        return facts.devices();
    }

    RbacObjects roles() {
        return facts.roles();
    }

    /** Those of the others that have this kind. */
    List<Manifest> others(String kind) {
        return others.isEmpty()
                ? List.of()
                : others.stream().filter(one -> one.kind().equals(kind)).toList();
    }

    boolean hasPolicies() {
        return others.stream().anyMatch(CheckSettings.Policies::isOne);
    }

    /** The file without what it defines: its objects are checked as they are applied. */
    KeptFile covered() {
        return new KeptFile(name, lines, comments, List.of(), List.of(), ParameterReferences.Facts.NONE, Facts.NONE);
    }

    List<Suppression> suppressions() {
        return comments.suppressions();
    }

    /**
     * The part of a file's head to keep.
     *
     * @param hasParameters whether references to parameters are checked
     * @param facts what names and roles need
     */
    static KeptFile of(ReadFile read, CheckSettings settings, boolean hasParameters, Facts facts) {
        ManifestFile file = read.head();
        List<Suppression> suppressions = settings.suppressions(file);
        List<Manifest> others =
                file.manifests().stream().filter(KeptFile::isOther).toList();
        boolean keepsLines = settings.needsAllObjects()
                || settings.reporting().hasExcerpts()
                        && (!suppressions.isEmpty() || others.stream().anyMatch(CheckSettings.Policies::isOne));
        return new KeptFile(
                file.name(),
                keepsLines ? file.lines() : Lines.NONE,
                new Comments(suppressions, suppressions.isEmpty() ? List.of() : begins(file)),
                settings.needsAllObjects() ? objects(file) : List.of(),
                others,
                hasParameters
                        ? ParameterReferences.facts(
                                file, read.text(), settings.input().namespace())
                        : ParameterReferences.Facts.NONE,
                facts);
    }

    private static boolean isOther(Manifest manifest) {
        return switch (manifest.kind()) {
            case "Namespace" -> Namespaces.isNamespace(manifest);
            case "ResourceSlice" -> isSliceWithCounters(manifest);
            case GPU_CLUSTER, CLUSTER_POLICY -> manifest.apiVersion().startsWith("nvidia.com/");
            case "Kustomization", "GitRepository", "OCIRepository", "Bucket", "HelmRelease", "Application" ->
                isApplying(manifest);
            case QUOTA -> true;
            default -> CheckSettings.Policies.isOne(manifest);
        };
    }

    /** Whether an object is of Flux or Argo CD, which apply what it names. */
    static boolean isApplying(Manifest manifest) {
        return manifest.apiVersion().contains(".toolkit.fluxcd.io/")
                || manifest.apiVersion().startsWith("argoproj.io/")
                        && manifest.kind().equals("Application");
    }

    private static boolean isSliceWithCounters(Manifest manifest) {
        return ResourceApi.isOfGroup(manifest.apiVersion())
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
