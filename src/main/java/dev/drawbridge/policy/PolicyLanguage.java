package dev.drawbridge.policy;

import static dev.drawbridge.schema.KubernetesRelease.*;

import dev.drawbridge.constraint.cel.AdmissionLanguage;
import dev.drawbridge.constraint.cel.CelLibrary;
import dev.drawbridge.constraint.cel.Cost;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * The language of new policies by release. A server accepts in them what the release before it knows, for a rollback: a
 * library comes one release after the server that brings it.
 *
 * <p>Until 1.31, StrictCostEnforcementForVAP is off: a call of a function that cel-go does not cost is one step.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/cel/environment/base.go}, whose optional values are those of its cel-go;
 * {@code github.com/google/cel-go/interpreter/runtimecost.go}, costCall.
 */
final class PolicyLanguage {

    /** Libraries that 1.30 does not have, or that no policy has. */
    // @formatter:off
    private static final Map<CelLibrary, KubernetesRelease> SINCE = new EnumMap<>(Map.of(
        CelLibrary.IP,                   K8S_1_31,
        CelLibrary.CIDR,                 K8S_1_31,
        CelLibrary.FORMAT,               K8S_1_32,
        CelLibrary.AUTHORIZER_SELECTORS, K8S_1_32,
        CelLibrary.TWO_VARIABLES,        K8S_1_33,
        CelLibrary.OPTIONAL_ENTRIES,     K8S_1_33,
        CelLibrary.SEMVER,               K8S_1_34,
        CelLibrary.SEMVER_NORMALIZED,    K8S_1_34,
        CelLibrary.LIST_VERBS,           K8S_1_35,
        CelLibrary.SEARCHING_INCLUDES,   K8S_1_38));
    // @formatter:on

    static AdmissionLanguage of(KubernetesRelease release, boolean hasParams) {
        Set<CelLibrary> libraries = EnumSet.complementOf(EnumSet.of(CelLibrary.BINDINGS, CelLibrary.INCLUDES));
        SINCE.forEach((library, since) -> {
            if (release.compareTo(since) < 0) {
                libraries.remove(library);
            }
        });
        boolean isOfNewCel = release.compareTo(K8S_1_37) >= 0;
        if (isOfNewCel) {
            libraries.remove(CelLibrary.DURATION_OF_NUMBER);
        }
        boolean checksFormats = release.compareTo(K8S_1_31) >= 0;
        boolean suggestsNames = release.compareTo(K8S_1_38) >= 0;
        Cost cost = release.compareTo(K8S_1_32) < 0
                ? Cost.BY_TYPE
                : suggestsNames ? Cost.BY_SIZE_OF_PARTS : isOfNewCel ? Cost.BY_SIZE_OF_ALL : Cost.BY_SIZE;
        return AdmissionLanguage.of(
                new AdmissionLanguage.Features(libraries, checksFormats, isOfNewCel, suggestsNames, cost), hasParams);
    }
}
