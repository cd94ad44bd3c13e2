package dev.drawbridge.schema;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A feature gate of dynamic resource allocation, or of a part of pods or workloads that has claims or that policies
 * see, spelled as Kubernetes spells it, with the release that introduced it, the first that has it on by default, the
 * last that has it, and the first that does not start with it off ({@code LockToDefault}).
 *
 * <p>Source: {@code pkg/features/kube_features.go}.
 */
public enum FeatureGate {
    // @formatter:off
    COMPOSITE_POD_GROUP("CompositePodGroup", KubernetesRelease.K8S_1_37, null),
    DRA_ADMIN_ACCESS("DRAAdminAccess", KubernetesRelease.K8S_1_32, KubernetesRelease.K8S_1_34, KubernetesRelease.LAST, KubernetesRelease.K8S_1_36),
    DRA_CONSUMABLE_CAPACITY("DRAConsumableCapacity", KubernetesRelease.K8S_1_34, KubernetesRelease.K8S_1_36),
    DRA_CONTROL_PLANE_CONTROLLER("DRAControlPlaneController", KubernetesRelease.K8S_1_31, null, KubernetesRelease.K8S_1_31, null),
    DRA_DERIVED_ATTRIBUTES("DRADerivedAttributes", KubernetesRelease.K8S_1_37, null),
    DRA_DEVICE_BINDING_CONDITIONS("DRADeviceBindingConditions", KubernetesRelease.K8S_1_34, KubernetesRelease.K8S_1_36, KubernetesRelease.LAST, KubernetesRelease.K8S_1_38),
    DRA_DEVICE_COMPATIBILITY_GROUPS("DRADeviceCompatibilityGroups", KubernetesRelease.K8S_1_37, null),
    DRA_DEVICE_TAINT_RULES("DRADeviceTaintRules", KubernetesRelease.K8S_1_35, KubernetesRelease.K8S_1_37, KubernetesRelease.LAST, KubernetesRelease.K8S_1_38),
    DRA_DEVICE_TAINTS("DRADeviceTaints", KubernetesRelease.K8S_1_33, KubernetesRelease.K8S_1_36, KubernetesRelease.LAST, KubernetesRelease.K8S_1_38),
    DRA_EXTENDED_RESOURCE("DRAExtendedResource", KubernetesRelease.K8S_1_34, KubernetesRelease.K8S_1_36, KubernetesRelease.LAST, KubernetesRelease.K8S_1_37),
    DRA_FRACTIONAL_CAPACITY_RANGE("DRAFractionalCapacityRange", KubernetesRelease.K8S_1_37, KubernetesRelease.K8S_1_38),
    DRA_LIST_TYPE_ATTRIBUTES("DRAListTypeAttributes", KubernetesRelease.K8S_1_36, null),
    DRA_NODE_ALLOCATABLE_RESOURCES("DRANodeAllocatableResources", KubernetesRelease.K8S_1_36, null),
    DRA_OPTIONAL_NODE_OPERATIONS("DRAOptionalNodeOperations", KubernetesRelease.K8S_1_37, null),
    DRA_PARTITIONABLE_DEVICES("DRAPartitionableDevices", KubernetesRelease.K8S_1_33, KubernetesRelease.K8S_1_36, KubernetesRelease.LAST, KubernetesRelease.K8S_1_38),
    DRA_PARTITIONABLE_DEVICES_TYPE("DRAPartitionableDevicesType", KubernetesRelease.K8S_1_37, null),
    DRA_PRIORITIZED_LIST("DRAPrioritizedList", KubernetesRelease.K8S_1_33, KubernetesRelease.K8S_1_34, KubernetesRelease.LAST, KubernetesRelease.K8S_1_37),
    DRA_RESOURCE_CLAIM_DEVICE_STATUS("DRAResourceClaimDeviceStatus", KubernetesRelease.K8S_1_32, KubernetesRelease.K8S_1_33, KubernetesRelease.LAST, KubernetesRelease.K8S_1_37),
    DRA_RESOURCE_CLAIM_GRANULAR_STATUS_AUTHORIZATION("DRAResourceClaimGranularStatusAuthorization", KubernetesRelease.K8S_1_36, KubernetesRelease.K8S_1_36),
    DRA_RESOURCE_POOL_STATUS("DRAResourcePoolStatus", KubernetesRelease.K8S_1_36, null),
    DRA_SCHEDULER_FILTER_TIMEOUT("DRASchedulerFilterTimeout", KubernetesRelease.K8S_1_34, KubernetesRelease.K8S_1_34),
    DRA_WORKLOAD_RESOURCE_CLAIMS("DRAWorkloadResourceClaims", KubernetesRelease.K8S_1_36, null),
    DYNAMIC_RESOURCE_ALLOCATION("DynamicResourceAllocation", KubernetesRelease.K8S_1_27, KubernetesRelease.K8S_1_34, KubernetesRelease.LAST, KubernetesRelease.K8S_1_35),
    GENERIC_WORKLOAD("GenericWorkload", KubernetesRelease.K8S_1_35, null),
    MAX_UNAVAILABLE_STATEFUL_SET("MaxUnavailableStatefulSet", KubernetesRelease.K8S_1_27, KubernetesRelease.K8S_1_37),
    POD_LEVEL_RESOURCES("PodLevelResources", KubernetesRelease.K8S_1_32, KubernetesRelease.K8S_1_34),
    RESOURCE_HEALTH_STATUS("ResourceHealthStatus", KubernetesRelease.K8S_1_31, KubernetesRelease.K8S_1_36),
    RESOURCE_HEALTH_STATUS_MESSAGE("ResourceHealthStatusMessage", KubernetesRelease.K8S_1_36, KubernetesRelease.K8S_1_36),
    TAINT_TOLERATION_COMPARISON_OPERATORS("TaintTolerationComparisonOperators", KubernetesRelease.K8S_1_35, null),
    WORKLOAD_WITH_JOB("WorkloadWithJob", KubernetesRelease.K8S_1_36, null);
    // @formatter:on

    private final String text;
    private final KubernetesRelease since;
    private final @Nullable KubernetesRelease onSince;
    private final KubernetesRelease until;
    private final @Nullable KubernetesRelease lockedSince;

    FeatureGate(String text, KubernetesRelease since, @Nullable KubernetesRelease onSince) {
        this(text, since, onSince, KubernetesRelease.LAST, null);
    }

    FeatureGate(
            String text,
            KubernetesRelease since,
            @Nullable KubernetesRelease onSince,
            KubernetesRelease until,
            @Nullable KubernetesRelease lockedSince) {
        this.text = text;
        this.since = since;
        this.onSince = onSince;
        this.until = until;
        this.lockedSince = lockedSince;
    }

    /** The gate of this name; empty if the table has none. */
    public static Optional<FeatureGate> parse(String text) {
        return Arrays.stream(values()).filter(gate -> gate.text.equals(text)).findFirst();
    }

    public static List<String> names() {
        return Arrays.stream(values()).map(FeatureGate::toString).toList();
    }

    public boolean exists(KubernetesRelease release) {
        return since.compareTo(release) <= 0 && until.compareTo(release) >= 0;
    }

    /** Whether the release has the gate on by default. */
    public boolean isDefault(KubernetesRelease release) {
        return onSince != null && onSince.compareTo(release) <= 0;
    }

    /** Whether the release does not start with the gate off. */
    public boolean isLocked(KubernetesRelease release) {
        return lockedSince != null && lockedSince.compareTo(release) <= 0;
    }

    @Override
    public String toString() {
        return text;
    }
}
