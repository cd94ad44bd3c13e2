package dev.drawbridge.check;

import dev.drawbridge.field.Origin;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Severity;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How manifests are judged.
 *
 * @param releases the releases that judge; empty is the newest that serves the object's version
 * @param gates how feature gates differ from a release's defaults
 * @param judgesStatus whether a document's status is judged as an update of itself
 * @param namespace the namespace of documents that name none
 * @param adminNamespaces namespaces that are labelled for admin access, though no document says so
 * @param severities how grave the findings of a rule are; an empty one is left out
 */
public record CheckSettings(
        List<KubernetesRelease> releases,
        GateSettings gates,
        boolean judgesStatus,
        String namespace,
        Set<String> adminNamespaces,
        Map<Origin, Optional<Severity>> severities) {

    /** The newest release that serves a version, its gates, and the server's severities. */
    public static final CheckSettings DEFAULT =
            new CheckSettings(List.of(), GateSettings.DEFAULTS, true, "default", Set.of(), Map.of());

    /** The releases that judge; null stands for the newest that serves the object's version. */
    public List<@Nullable KubernetesRelease> judges() {
        List<@Nullable KubernetesRelease> judges = new ArrayList<>(releases);
        if (judges.isEmpty()) {
            judges.add(null);
        }
        return judges;
    }

    /** The names of the releases; none where the newest judges. */
    public List<String> releaseNames() {
        return releases.stream().map(KubernetesRelease::toString).toList();
    }

    /** The findings, as grave as the settings say; those that they leave out are not there. */
    public List<Finding> graded(List<Finding> findings) {
        if (severities.isEmpty()) {
            return findings;
        }
        return findings.stream()
                .map(finding -> severities
                        .getOrDefault(finding.origin(), Optional.of(finding.severity()))
                        .map(finding::as))
                .flatMap(Optional::stream)
                .toList();
    }
}
