package dev.drawbridge.check;

import dev.drawbridge.report.Severity;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How manifests are judged.
 *
 * @param releases the releases that judge; empty is the newest that serves the object's version
 * @param gates how feature gates differ from a release's defaults
 * @param judgesStatus whether a document's status is judged as an update of itself
 * @param namespace the namespace of documents that name none
 * @param adminNamespaces namespaces that are labelled for admin access, though no document says so
 * @param severities how grave the findings of a rule are, by its machine name; an empty one is left out
 */
public record CheckSettings(
        List<KubernetesRelease> releases,
        GateSettings gates,
        boolean judgesStatus,
        String namespace,
        Set<String> adminNamespaces,
        Map<String, Optional<Severity>> severities) {

    /** The newest release that serves a version, its gates, and the server's severities. */
    public static final CheckSettings DEFAULT =
            new CheckSettings(List.of(), GateSettings.DEFAULTS, true, "default", Set.of(), Map.of());
}
