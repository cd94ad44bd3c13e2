package dev.drawbridge.live;

import dev.drawbridge.field.Printable;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.rbac.Component;
import dev.drawbridge.rbac.RbacObjects;
import dev.drawbridge.resource.Kinds;
import dev.drawbridge.schema.ApiVersion;
import dev.drawbridge.schema.KubernetesComponent;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.PatchVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A component that uses a version of the API that the API server does not serve, or only if it is enabled.
 *
 * <p>Source: the imports of {@code k8s.io/api/resource} in {@code pkg/kubelet/cm/dra}, {@code pkg/scheduler} and {@code
 * pkg/controller/resourceclaim} of each release. Schedulers since 1.34 and autoscalers since 1.35 wait for DRA objects
 * even if there are no claims; schedulers since 1.37 for DeviceTaintRules of v1, too ({@code scheduler.go}).
 *
 * @param component the component and its release, such as {@code kubelet 1.33}
 * @param places its nodes or pods
 * @param kind the kind that it uses
 * @param asked the version in which it uses it
 * @param release the API server's
 * @param isServed whether the API server serves the version if it is enabled
 */
public record VersionSkew(
        String component,
        List<String> places,
        String kind,
        ApiVersion asked,
        KubernetesRelease release,
        boolean isServed) {

    private static final String CLAIM = "ResourceClaim";
    private static final String RULE = "DeviceTaintRule";

    /** Those of a cluster, if its API server had this release. */
    public static List<VersionSkew> of(ClusterSnapshot snapshot, KubernetesRelease release) {
        Map<String, VersionSkew> found = new TreeMap<>();
        boolean hasClaims = !snapshot.all(SnapshotKind.RESOURCE_CLAIM).isEmpty();
        for (StoredObject node : hasClaims ? snapshot.all(SnapshotKind.NODE) : List.<StoredObject>of()) {
            add(found, ofKubelet(snapshot, node.name(), release));
        }
        List<Manifest> pods = snapshot.manifests(List.of(SnapshotKind.POD));
        for (Component component : RbacObjects.of(pods, "default").components()) {
            KubernetesRelease own = component.release();
            boolean isAutoscaler = component.program() == KubernetesComponent.AUTOSCALER;
            KubernetesRelease waits = isAutoscaler ? KubernetesRelease.K8S_1_35 : KubernetesRelease.K8S_1_34;
            if (own != null && (own.compareTo(waits) >= 0 || hasClaims && !isAutoscaler)) {
                VersionSkew skew = of(snapshot, component.described(), component.workload(), own, release);
                boolean lacksRules = component.program() == KubernetesComponent.SCHEDULER
                        && own.compareTo(KubernetesRelease.K8S_1_37) >= 0
                        && !Kinds.versions(RULE, release).contains(ApiVersion.V1);
                List<String> place = List.of(component.workload());
                if (skew == null && lacksRules) {
                    skew = new VersionSkew(component.described(), place, RULE, ApiVersion.V1, release, false);
                }
                add(found, skew);
            }
        }
        return List.copyOf(found.values());
    }

    /** The skew of a node's kubelet; null if there is none. */
    public static @Nullable VersionSkew ofKubelet(ClusterSnapshot snapshot, String node, KubernetesRelease release) {
        PatchVersion version = snapshot.kubelet(node);
        KubernetesRelease kubelet = version == null ? null : KubernetesRelease.named(version.release());
        return kubelet == null ? null : of(snapshot, "kubelet " + kubelet, "Node " + node, kubelet, release);
    }

    private static void add(Map<String, VersionSkew> found, @Nullable VersionSkew skew) {
        if (skew != null) {
            found.merge(skew.component(), skew, VersionSkew::joined);
        }
    }

    private VersionSkew joined(VersionSkew other) {
        List<String> all = new ArrayList<>(places);
        all.addAll(other.places);
        return new VersionSkew(component, all, kind, asked, release, isServed);
    }

    private static @Nullable VersionSkew of(
            ClusterSnapshot snapshot,
            String component,
            String place,
            KubernetesRelease own,
            KubernetesRelease release) {
        ApiVersion asked = asked(own);
        boolean isServed = Kinds.versions(CLAIM, release).contains(asked);
        // Beta versions are off by default; a cluster without v1 has enabled one of them.
        boolean isOn = isServed
                && (asked == ApiVersion.V1
                        || !Kinds.versions(CLAIM, release).contains(ApiVersion.V1)
                        || isSeen(snapshot, asked));
        return isOn ? null : new VersionSkew(component, List.of(place), CLAIM, asked, release, isServed);
    }

    private static ApiVersion asked(KubernetesRelease component) {
        return switch (component) {
            case K8S_1_27, K8S_1_28, K8S_1_29, K8S_1_30 -> ApiVersion.V1ALPHA2;
            case K8S_1_31 -> ApiVersion.V1ALPHA3;
            case K8S_1_32, K8S_1_33 -> ApiVersion.V1BETA1;
            default -> ApiVersion.V1;
        };
    }

    /** Whether an object was read in the version, which shows that it is enabled. */
    private static boolean isSeen(ClusterSnapshot snapshot, ApiVersion version) {
        return List.of(SnapshotKind.RESOURCE_CLAIM, SnapshotKind.DEVICE_CLASS, SnapshotKind.RESOURCE_SLICE).stream()
                .flatMap(kind -> snapshot.all(kind).stream())
                .anyMatch(object -> object.apiVersion().equals(version.qualified()));
    }

    /** Its places: the first three, and how many others. */
    public String place() {
        return Printable.first(3, places);
    }

    /** What it uses, and why that fails. */
    public String message() {
        return component + " uses " + asked.qualified() + (kind.equals(CLAIM) ? "" : " " + kind)
                + ", which an API server of " + release
                + (isServed ? " serves only if it is enabled (--runtime-config)" : " does not serve");
    }

    public String remedy() {
        return asked == ApiVersion.V1
                ? "use the release of the API server for " + component
                : "upgrade " + component + " to 1.34 or later" + (isServed ? ", or enable the version" : "");
    }
}
