package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.driver.ShownDevices;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Position;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.Placeholders;
import dev.drawbridge.manifest.Suppression;
import dev.drawbridge.policy.CustomResources;
import dev.drawbridge.rbac.RbacObjects;
import dev.drawbridge.reference.ReferenceFacts;
import dev.drawbridge.report.Finding;
import dev.drawbridge.validation.ResourceApi;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The part of a file that is kept for findings about several files, and for the report, when its own objects have been
 * checked.
 *
 * @param lines its lines, if excerpts may still be needed
 * @param objects its objects without placeholders; empty unless {@link CheckSettings#needsAllObjects}
 * @param others objects that rules about several objects need, such as its Namespaces
 */
record KeptFile(
        String name, Lines lines, Comments comments, List<Manifest> objects, List<Manifest> others, Facts facts) {

    record Reference(Manifest manifest, FieldPath path, StringValue name, Identity target) {}

    /**
     * What references to parameters need of a file.
     *
     * @param references fields of it that name parameters
     * @param text its text, if it has objects that may be parameters, or defines them: as text they take a fraction of
     *     the memory
     */
    record Parameters(List<Reference> references, List<Identity> objects, byte @Nullable [] text) {

        static final Parameters NONE = new Parameters(List.of(), List.of(), null);
    }

    /**
     * What names of devices' attributes need of a file.
     *
     * @param classes the classes that it defines, with the drivers that their selectors require
     * @param assumed the classes that its claims name, with the drivers of the catalogue
     * @param shown the attributes and capacities in its slices
     * @param findings the findings if the classes are those of the catalogue
     * @param text its text, if it has claims whose findings may be others; null if not
     */
    record Devices(
            Map<String, Set<String>> classes,
            Map<String, Set<String>> assumed,
            ShownDevices shown,
            List<Finding> findings,
            byte @Nullable [] text) {

        static final Devices NONE = new Devices(Map.of(), Map.of(), ShownDevices.NONE, List.of(), null);
    }

    /** What findings about parameters, other references, names of devices' attributes, and roles need of a file. */
    record Facts(Parameters parameters, ReferenceFacts references, Devices devices, RbacObjects roles) {

        static final Facts NONE = new Facts(Parameters.NONE, ReferenceFacts.NONE, Devices.NONE, RbacObjects.NONE);
    }

    static final String GPU_CLUSTER = "GPUCluster";
    static final String CLUSTER_POLICY = "ClusterPolicy";
    static final String QUOTA = "ResourceQuota";
    static final String NAMESPACE = "Namespace";

    /** The comments of a file that suppress findings, and if there are any, the first lines of its documents. */
    record Comments(List<Suppression> suppressions, List<Integer> begins) {}

    Parameters parameters() {
        return facts.parameters();
    }

    ReferenceFacts references() {
        return facts.references();
    }

    Devices devices() {
        return facts.devices();
    }

    RbacObjects roles() {
        return facts.roles();
    }

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
        return new KeptFile(name, lines, comments, List.of(), List.of(), Facts.NONE);
    }

    List<Suppression> suppressions() {
        return comments.suppressions();
    }

    /** The part of a file's head to keep, with the facts that references, names and roles need. */
    static KeptFile of(ReadFile read, CheckSettings settings, Facts facts) {
        ManifestFile file = read.head();
        List<Suppression> suppressions = settings.suppressions(file);
        List<Manifest> others = file.manifests().stream()
                .filter(KeptFile::isOther)
                .map(KeptFile::kept)
                .toList();
        boolean keepsLines = settings.needsAllObjects()
                || settings.reporting().hasExcerpts() && !suppressions.isEmpty()
                || others.stream().anyMatch(CheckSettings.Policies::isOne);
        return new KeptFile(
                file.name(),
                keepsLines ? file.lines() : Lines.NONE,
                new Comments(suppressions, suppressions.isEmpty() ? List.of() : begins(file)),
                settings.needsAllObjects() ? objects(file) : List.of(),
                others,
                facts);
    }

    private static boolean isOther(Manifest manifest) {
        return switch (manifest.kind()) {
            case NAMESPACE -> Namespaces.isNamespace(manifest);
            case "ResourceSlice" -> isSliceWithCounters(manifest);
            case GPU_CLUSTER, CLUSTER_POLICY -> manifest.apiVersion().startsWith("nvidia.com/");
            case "Kustomization", "GitRepository", "OCIRepository", "Bucket", "HelmRelease", "Application" ->
                isApplying(manifest);
            case QUOTA, CustomResources.DEFINITION -> true;
            default -> CheckSettings.Policies.isOne(manifest);
        };
    }

    /** An object with the kind of the list that it is in, and a definition without its schemas, which are large. */
    private static Manifest kept(Manifest manifest) {
        if (manifest.kind().equals(CustomResources.DEFINITION)) {
            return manifest.with(CustomResources.withoutSchemas(manifest.object()));
        }
        return manifest.object().has("kind")
                ? manifest
                : manifest.with(manifest.object()
                        .with("apiVersion", new StringValue(manifest.apiVersion(), null))
                        .with("kind", new StringValue(manifest.kind(), null)));
    }

    /** Whether an object is of Flux or Argo CD, which apply what it names; no path has the character NUL. */
    static boolean isApplying(Manifest manifest) {
        boolean isOfArgo = manifest.apiVersion().startsWith("argoproj.io/")
                && manifest.kind().equals("Application");
        return (isOfArgo || manifest.apiVersion().contains(".toolkit.fluxcd.io/"))
                && !manifest.object().json().contains("\\u0000");
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
