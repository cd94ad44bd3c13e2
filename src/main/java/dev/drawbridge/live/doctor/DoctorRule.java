package dev.drawbridge.live.doctor;

import dev.drawbridge.field.RuleText;
import dev.drawbridge.field.Severity;
import dev.drawbridge.live.ClusterFinding;

/** The rules of {@code doctor}. */
public enum DoctorRule implements RuleText.Row {
    // @formatter:off
    POOL_INCOMPLETE(new RuleText("poolIncomplete", Severity.WARNING,
            "A pool has all slices of its newest generation; until then the scheduler does not use it.",
            "Its devices are not allocated, and pods that need them stay pending.",
            "see the driver's log on the pool's node; restarting the driver's pod publishes the pool again")
            .from("k8s.io/dynamic-resource-allocation/structured, GatherPools")),
    POOL_INVALID(new RuleText("poolInvalid", Severity.WARNING,
            "The devices of a complete pool have different names, and consume counters that the pool has.",
            "The scheduler uses none of its devices, and pods that need them stay pending.",
            "fix what the message names: the driver publishes it")
            .from("k8s.io/dynamic-resource-allocation/structured, GatherPools")),
    POOL_STALE(new RuleText("poolStale", Severity.WARNING,
            "A complete pool has slices of its newest generation only.",
            "The scheduler ignores older slices, although their devices are listed.",
            "delete them: kubectl delete resourceslice NAME; see the driver's log for why it left them")
            .from("ResourcePool of k8s.io/api/resource/v1/types.go")),
    SLICE_WITHOUT_NODE(new RuleText("sliceWithoutNode", Severity.WARNING,
            "A node exists that can use the devices of a ResourceSlice.",
            "No pod can use its devices, although they are listed.",
            "delete the slice: kubectl delete resourceslice NAME")
            .from("ResourceSliceSpec of k8s.io/api/resource/v1/types.go")),
    SELECTOR_UNREADABLE(new RuleText("selectorUnreadable", Severity.ERROR,
            "The scheduler can read the node selectors of ResourceSlices and of allocated claims.",
            "It fails each pod with a claim for one in a slice, and each pod of the claim for one in an allocation.",
            "delete the ResourceSlice or the claim, and fix the driver or controller that wrote the selector")
            .from("k8s.io/apimachinery/pkg/labels/selector.go, NewRequirement")),
    SLICE_WITHOUT_DRIVER(new RuleText("sliceWithoutDriver", Severity.WARNING,
            "The driver of a ResourceSlice is registered with the kubelet of its node.",
            "The scheduler gives pods the devices of the slice, and the kubelet cannot start them.",
            "start the driver on the node, or delete the slice: kubectl delete resourceslice NAME")
            .from("pkg/kubelet/cm/dra/plugin/dra_plugin_manager.go")),
    DEVICE_GONE(new RuleText("deviceGone", Severity.WARNING,
            "The devices of an allocated claim are in a ResourceSlice.",
            "The driver may be unable to prepare the device, so that new pods of the claim do not start.",
            "end the pods of the claim; check whether the driver still runs on the node")),
    DEVICE_HELD_TWICE(new RuleText("deviceHeldTwice", Severity.WARNING,
            "A device that is not shared is allocated to one claim.",
            "Pods of both claims use the device, or those of one claim do not start.",
            "delete the pods of one of the claims, and the claim")
            .from("k8s.io/dynamic-resource-allocation/structured")),
    COUNTERS_EXCEEDED(new RuleText("countersExceeded", Severity.WARNING,
            "The allocated devices of a pool consume no more of a shared counter than there is.",
            "The devices overlap: pods may get parts of each other's, and the scheduler allocates no more of the pool.",
            "delete the pods of one of the claims, and the claim; see the driver's log if it changed the counters")
            .from("CounterSet of k8s.io/api/resource/v1/types.go").in("1.33 and later")),
    DEVICE_OVERSIZED(new RuleText("deviceOversized", Severity.WARNING,
            "A device consumes no more of a shared counter than there is.",
            "The scheduler never allocates the device, even if no other device of the pool is in use.",
            "see the driver's log: it publishes the device and the counters")
            .from("CounterSet of k8s.io/api/resource/v1/types.go").in("1.33 and later")),
    EVICTION_LOOP(new RuleText("evictionLoop", Severity.WARNING,
            "No request tolerates a taint NoExecute for scheduling only.",
            "Each pod gets the tainted device and is evicted, and so is the next one.",
            "remove the taint, or the toleration; to keep the pods, set effect: NoExecute without tolerationSeconds")
            .from("pkg/controller/devicetainteviction").in("1.33 and later")),
    TAINTED_DEVICE_HELD(new RuleText("taintedDeviceHeld", Severity.WARNING,
            "No claim holds a device with a taint NoExecute that it does not tolerate.",
            "The pods of the claim should be evicted, but still run on a device that is to be free.",
            "delete the pods of the claim; see kube-controller-manager's log for why it did not")
            .from("pkg/controller/devicetainteviction").in("1.33 and later")),
    CLASS_MATCHES_NOTHING(new RuleText("classMatchesNothing", Severity.INFO,
            "A DeviceClass matches a device.",
            "Pods that request the class stay pending.",
            "check that the driver runs, or delete the class")),
    CLASS_FAILS(new RuleText("classFails", Severity.WARNING,
            "The selectors of a DeviceClass do not fail on any device.",
            "A pod that requests the class fails if the scheduler tries this device, even if other devices match.",
            "guard the selector: test device.driver first, in a selector of its own")
            .from("k8s.io/dynamic-resource-allocation/structured").example(
            "[device.driver == 'gpu.example.com', device.attributes['gpu.example.com'].model == 'a100']",
            "device.attributes['gpu.example.com'].model == 'a100'")),
    SHARED_RESOURCE_NAME(new RuleText("sharedResourceName", Severity.WARNING,
            "No two DeviceClasses have the same extendedResourceName: only the newer one provides the resource.",
            "Pods may get devices of another class than the one that is meant.",
            "remove the name from one of the classes")
            .from("DeviceClassSpec of k8s.io/api/resource/v1/types.go").in("1.34 and later")),
    DEVICE_PLUGIN_TOO(new RuleText("devicePluginToo", Severity.WARNING,
            "The devices of a node are offered by a device plugin or by a ResourceSlice, not by both.",
            "The scheduler and the kubelet count the devices independently and can give one to two pods.",
            "turn off the device plugin, or the DRA driver, on the node")),
    CLAIM_UNUSED(new RuleText("claimUnused", Severity.WARNING,
            "A claim that holds devices is used by a pod.",
            "No other pod can use its devices.",
            "delete the claim, or its owner")),
    NOT_RESERVED(new RuleText("notReserved", Severity.WARNING,
            "The claims of a scheduled pod are reserved for it.",
            "The kubelet does not start the pod.",
            "enable the DRA plugin of the scheduler that bound the pod (and from Kubernetes 1.36 its role for"
                    + " resourceclaims/binding), or use default-scheduler")
            .from("pkg/kubelet/cm/dra/manager.go, prepareResources")),
    KNOWN_BUG(new RuleText("knownBug", Severity.WARNING,
            "No component has a known bug whose sign is in the cluster.",
            "The component fails for pods and claims that are right.",
            "upgrade the component; drawbridge bugs lists the known bugs")
            .from("CHANGELOG of kubernetes/kubernetes")),
    CLAIM_STUCK(new RuleText("claimStuck", Severity.WARNING,
            "A claim that is being deleted is removed within 5 minutes.",
            "Its devices stay allocated, and pods that refer to the claim stay pending.",
            "end the pods that use it; for a custom finalizer, see its controller")),
    NOT_ENDED(new RuleText("notEnded", Severity.WARNING,
            "A pod with devices that is being deleted ends within 5 minutes.",
            "Its devices stay allocated, and a controller may wait for it.",
            "start the driver on the node: the kubelet ends the pod once the driver has unprepared its devices")
            .from("pkg/kubelet/kubelet.go, SyncTerminatedPod")),
    ADMIN_ACCESS(new RuleText("adminAccess", Severity.WARNING,
            "Only namespaces with the label resource.kubernetes.io/admin-access have claims with admin access.",
            "The API server refuses new claims with admin access in the namespace, so pods of a template stay pending.",
            "label the namespace, or delete the claim")
            .from("DeviceRequest of k8s.io/api/resource/v1/types.go")),
    TAINT_RULE_MATCHES_NOTHING(new RuleText("taintRuleMatchesNothing", Severity.WARNING,
            "A DeviceTaintRule selects a device.",
            "Pods still get the devices that the rule should keep free.",
            "fix its selector, or delete it")
            .from("DeviceTaintRuleSpec of k8s.io/api/resource/v1beta2/types.go")),
    TAINT_RULE_SELECTS_ALL(new RuleText("taintRuleSelectsAll", Severity.WARNING,
            "A DeviceTaintRule that keeps pods away names a driver, a pool or a device.",
            "NoExecute ends the pods of all claims, NoSchedule keeps new pods from all devices.",
            "name driver, pool or device in its selector, or delete it")
            .from("DeviceTaintRuleSpec of k8s.io/api/resource/v1/types.go")),
    REMOVED_VERSION(new RuleText("removedVersion", Severity.WARNING,
            "No object was written in an API version that the next release removes.",
            "After the upgrade the API server refuses the manifest when it is applied again.",
            "apply it in a newer version: drawbridge migrate rewrites manifests")),
    ROLE_INCOMPLETE(new RuleText("roleIncomplete", Severity.WARNING,
            "A subject that may write the status of claims is granted the parts that it writes.",
            "The API server refuses the status: pods stay pending, or devices have no status.",
            "add the rule that the message names to the role; drawbridge check --fix does so in its manifest")
            .from("pkg/registry/resource/utils.go, AuthorizedForBinding and AuthorizedForDeviceStatus").in("1.36 and later")),
    SCHEDULER_CANNOT_READ(new RuleText("schedulerCannotRead", Severity.WARNING,
            "A scheduler or autoscaler is allowed to list and watch DRA objects.",
            "It waits for them when it starts, and schedules or scales nothing, even if no pod uses devices.",
            "add a rule with list and watch for the resources that the message names")
            .from("pkg/scheduler/scheduler.go")),
    OLD_COMPONENT(new RuleText("oldComponent", Severity.WARNING,
            "A component uses DRA versions that the API server serves.",
            "The API server answers that it could not find the requested resource, and pods do not start.",
            "upgrade the component, or enable the version: --runtime-config of the API server")
            .from("pkg/kubelet/cm/dra and k8s.io/dynamic-resource-allocation/client of each release")),
    ATTRIBUTE_MISSING(new RuleText("attributeMissing", Severity.INFO,
            "All devices of a driver that publishes a standard attribute have it.",
            "Requests that need the attribute never get the devices without it.",
            "constraints and selectors on the attribute leave out the devices without it")
            .from("k8s.io/dynamic-resource-allocation/deviceattribute")),
    GATES_DIFFER(new RuleText("gatesDiffer", Severity.WARNING,
            "API server and scheduler have the same DRA feature gates, as far as their metrics show.",
            "One component drops or ignores fields that the other one uses.",
            "set the same --feature-gates on both")),
    WEBHOOK_UNREACHABLE(new RuleText("webhookUnreachable", Severity.WARNING,
            "A registered Drawbridge webhook has a ready endpoint.",
            "The API server cannot call it: as its failurePolicy says, it accepts mistakes or refuses all requests.",
            "see its Deployment; or delete the ValidatingWebhookConfiguration"));
    // @formatter:on

    private final RuleText text;

    DoctorRule(RuleText text) {
        this.text = text;
    }

    @Override
    public RuleText text() {
        return text;
    }

    /** A finding of this rule: the problem of an object in a line. */
    ClusterFinding about(String object, String summary) {
        return ClusterFinding.about(this, object, summary);
    }

    /** The name in reports. */
    @Override
    public String toString() {
        return text.name();
    }
}
