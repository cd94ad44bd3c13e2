package dev.drawbridge.check;

import dev.drawbridge.field.Position;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.Placeholders;
import dev.drawbridge.manifest.Suppression;
import dev.drawbridge.reference.ReferenceFacts;
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
 * @param others what other rules need of it
 * @param parameters what references to parameters need of it
 * @param references what other references need of it
 * @param devices what names of devices' attributes need of it
 */
record KeptFile(
        String name,
        Lines lines,
        Comments comments,
        List<Manifest> objects,
        Others others,
        ParameterReferences.Facts parameters,
        ReferenceFacts references,
        UnknownDeviceNames.Facts devices) {

    private static final String POLICIES = "admissionregistration.k8s.io/";
    private static final String QUOTA = "ResourceQuota";

    /**
     * The comments of a file that suppress findings.
     *
     * @param suppressions the comments
     * @param begins the lines in which the documents of the file begin; empty if there are no comments
     */
    record Comments(List<Suppression> suppressions, List<Integer> begins) {}

    /**
     * Objects that are not of DRA.
     *
     * @param namespaces the Namespaces
     * @param hasPolicies whether there are admission policies or bindings
     * @param hasQuotas whether there are quotas
     */
    record Others(List<Manifest> namespaces, boolean hasPolicies, boolean hasQuotas) {}

    List<Manifest> namespaces() {
        return others.namespaces();
    }

    boolean hasPolicies() {
        return others.hasPolicies();
    }

    boolean hasQuotas() {
        return others.hasQuotas();
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

    private static Others others(ManifestFile file) {
        List<Manifest> namespaces = new ArrayList<>();
        boolean hasPolicies = false;
        boolean hasQuotas = false;
        for (Manifest manifest : file.manifests()) {
            if (Namespaces.isNamespace(manifest)) {
                namespaces.add(manifest);
            }
            hasPolicies |= manifest.apiVersion().startsWith(POLICIES);
            hasQuotas |= manifest.kind().equals(QUOTA);
        }
        return new Others(namespaces, hasPolicies, hasQuotas);
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
