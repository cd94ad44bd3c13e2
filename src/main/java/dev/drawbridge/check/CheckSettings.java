package dev.drawbridge.check;

import dev.drawbridge.driver.DriverRegistry;
import dev.drawbridge.field.Origin;
import dev.drawbridge.manifest.Suppression;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Severity;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How manifests are checked.
 *
 * @param releases the releases to validate against; empty means the newest that serves the object's version
 * @param gates how feature gates differ from a release's defaults
 * @param validatesStatus whether a document's status is validated as an update of itself
 * @param namespace the namespace of documents that name none
 * @param adminNamespaces namespaces that are labelled for admin access, though no document says so
 * @param severities the severity of a rule's findings; an empty one is left out
 * @param suppresses whether comments such as {@code # drawbridge: ignore=RULE} suppress findings
 * @param variables the values of placeholders such as {@code ${VAR}}
 * @param drivers what drivers take as parameters
 * @param fleet where the claims of workloads are to be allocated; null where that is not checked
 * @param isClosed whether the input and the fleet are all there is: a name that leads to nothing is an error
 * @param traces who gets all that is demanded of each object, from several threads; null where nobody wants to know
 */
public record CheckSettings(
        List<KubernetesRelease> releases,
        GateSettings gates,
        boolean validatesStatus,
        String namespace,
        Set<String> adminNamespaces,
        Map<Origin, Optional<Severity>> severities,
        boolean suppresses,
        Map<String, String> variables,
        DriverRegistry drivers,
        @Nullable FleetSettings fleet,
        boolean isClosed,
        @Nullable Consumer<TracedObject> traces) {

    /** Settings with which comments suppress findings. */
    public CheckSettings(
            List<KubernetesRelease> releases,
            GateSettings gates,
            boolean validatesStatus,
            String namespace,
            Set<String> adminNamespaces,
            Map<Origin, Optional<Severity>> severities) {
        this(
                releases,
                gates,
                validatesStatus,
                namespace,
                adminNamespaces,
                severities,
                true,
                Map.of(),
                DriverRegistry.builtIn(),
                null,
                false,
                null);
    }

    /** The newest release that serves a version, its gates, and the server's severities. */
    public static final CheckSettings DEFAULT =
            new CheckSettings(List.of(), GateSettings.DEFAULTS, true, "default", Set.of(), Map.of());

    /** The releases to validate against; null means the newest that serves the object's version. */
    public List<@Nullable KubernetesRelease> validates() {
        List<@Nullable KubernetesRelease> validates = new ArrayList<>(releases);
        if (validates.isEmpty()) {
            validates.add(null);
        }
        return validates;
    }

    /** The names of the releases; empty for the newest. */
    public List<String> releaseNames() {
        return releases.stream().map(KubernetesRelease::toString).toList();
    }

    /** The comments as far as they are about rules that are checked: without a fleet, those of fleets are not. */
    public List<Suppression> applied(List<Suppression> comments) {
        return fleet != null || isClosed
                ? comments
                : comments.stream()
                        .map(comment -> comment.without(rule ->
                                Origin.named(rule).filter(Origin::isOfFleets).isPresent()))
                        .toList();
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
