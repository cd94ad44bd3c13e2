package dev.drawbridge.live.why;

import dev.drawbridge.field.RuleText;
import dev.drawbridge.field.Severity;
import dev.drawbridge.live.ClusterFinding;
import java.util.List;

/** A cause of a pending pod, in the order in which a pod meets them; the first of several that help as much. */
public enum Cause implements RuleText.Row {
    // @formatter:off
    // Before the pod exists.
    QUOTA(new RuleText("quota", Severity.ERROR,
            "A ResourceQuota is used up.",
            "The API server refuses new claims and pods in the namespace until less is used.",
            "raise the quota, or delete what uses it up")
            .from("pkg/quota/v1/evaluator/core/resource_claims.go")),
    SUSPENDED(new RuleText("suspended", Severity.WARNING,
            "The workload is suspended or paused.",
            "A Job creates no pods while spec.suspend is true, nor a Deployment new ones while spec.paused is true.",
            "set spec.suspend to false; if a queueing controller set it, that controller resumes the workload")
            .from("JobSpec of k8s.io/api/batch/v1/types.go, DeploymentSpec of k8s.io/api/apps/v1/types.go")),
    SOURCE_FIELD(new RuleText("sourceField", Severity.ERROR,
            "spec.resourceClaims[].source is a field of Kubernetes 1.26 to 1.30.",
            "Kubernetes 1.31 and later drop the field, and the entry then names no claim.",
            "move the field in source up one level: drawbridge migrate does that in files")
            .from("PodResourceClaim of k8s.io/api/core/v1/types.go").in("1.31 and later")
            .example("{name: a, resourceClaimName: gpu}", "{name: a, source: {resourceClaimName: gpu}}")),
    EARLIER_POD(new RuleText("earlierPod", Severity.WARNING,
            "A StatefulSet or Job waits because of one of its pods.",
            "A StatefulSet creates a pod after all before it are ready, a Job after a longer time with each failed pod.",
            "see why the pod is not ready, or create the StatefulSet with podManagementPolicy Parallel")
            .from("pkg/controller/statefulset/stateful_set_control.go, pkg/controller/job/backoff_utils.go")),
    POD_REFUSED(new RuleText("podRefused", Severity.ERROR,
            "The API server refuses the pods.",
            "The controller tries again and again, and no pod exists that could be scheduled.",
            "fix what the message names")),

    // Before the scheduler.
    KUEUE(new RuleText("kueue", Severity.WARNING,
            "Kueue has not admitted the workload.",
            "Kueue keeps the workload suspended, or its pods gated, until it is admitted.",
            "free or raise the quota of the ClusterQueue, or fix what Kueue's message names")
            .from("apis/kueue/v1beta1/workload_types.go of kubernetes-sigs/kueue")),
    SCHEDULING_GATE(new RuleText("schedulingGate", Severity.WARNING,
            "The pod has a scheduling gate.",
            "The scheduler does not try to schedule a pod with scheduling gates.",
            "find the controller that set the gate; the pod is scheduled once all gates are removed")
            .from("pkg/scheduler/framework/plugins/schedulinggates").in("1.27 and later")),

    POD_GROUP(new RuleText("podGroup", Severity.WARNING,
            "The pods of a PodGroup must be scheduled at the same time.",
            "The scheduler binds no pod of the group before spec.schedulingPolicy.gang.minCount of them fit.",
            "create the missing pods, free devices, or lower minCount")
            .from("PodGroup of k8s.io/api/scheduling/v1beta1/types.go").in("1.36 and later")),

    // Claims.
    TEMPLATE_MISSING(new RuleText("templateMissing", Severity.ERROR,
            "The pod refers to a missing ResourceClaimTemplate.",
            "No claim can be created from it, and the scheduler waits for the claim.",
            "create the template in the pod's namespace; the claim is then created without a change to the pod")
            .from("pkg/controller/resourceclaim/controller.go")),
    CLAIM_MISSING(new RuleText("claimMissing", Severity.ERROR,
            "The pod refers to a missing ResourceClaim.",
            "The scheduler does not try to schedule a pod before its claims exist.",
            "create the claim in the pod's namespace, or fix the name in a new pod")
            .from("dynamicresources.go, PreEnqueue")),
    CLAIM_NOT_CREATED(new RuleText("claimNotCreated", Severity.ERROR,
            "The claim was not created from its template.",
            "The scheduler does not try to schedule a pod before its claims exist.",
            "see the message of kube-controller-manager; without one, check that it runs")
            .from("pkg/controller/resourceclaim/controller.go, FailedResourceClaimCreation")),
    CLAIM_BEING_DELETED(new RuleText("claimBeingDeleted", Severity.WARNING,
            "The ResourceClaim is being deleted.",
            "The scheduler does not allocate devices for a claim that is being deleted.",
            "wait until its users end, or create the pod with another claim")
            .from("dynamicresources.go, PreEnqueue")),
    CLAIM_OF_ANOTHER(new RuleText("claimOfAnother", Severity.ERROR,
            "A ResourceClaim with the name of the pod's claim has another owner.",
            "The scheduler does not use a claim that was not created for the pod.",
            "delete that claim; the controller then creates one for the pod")
            .from("k8s.io/dynamic-resource-allocation/resourceclaim, IsForPod")),
    CLAIM_TWICE(new RuleText("claimTwice", Severity.ERROR,
            "The pod refers to one claim twice.",
            "The API server refuses to reserve a claim twice for one pod, so binding fails each time.",
            "name the claim once, and use it in several containers by that name")
            .from("dynamicresources.go, PreBind").example(
            "[{name: a, resourceClaimName: gpu}]",
            "[{name: a, resourceClaimName: gpu}, {name: b, resourceClaimName: gpu}]")),
    RESERVATION_FULL(new RuleText("reservationFull", Severity.WARNING,
            "The claim has the maximum number of users: status.reservedFor is full.",
            "The API server reserves a claim for no more than 256 pods.",
            "wait until one of the pods ends, or use a second claim")
            .from("ResourceClaimReservedForMaxSize of k8s.io/api/resource/v1/types.go")),
    CLAIM_PINNED(new RuleText("claimOnOtherNode", Severity.ERROR,
            "The claim has devices that cannot be used on the pod's nodes.",
            "Allocated devices stay with their claim: each pod that uses it must run where they are.",
            "let the pod run on the node of the claim, or end the other pods that use it")
            .from("dynamicresources.go, Filter")),
    BINDING_CONDITIONS(new RuleText("bindingConditions", Severity.WARNING,
            "The devices are not ready for binding.",
            "The scheduler binds the pod only after the driver has reported that the devices are ready.",
            "see the driver that sets the conditions; after the scheduler's timeout it tries other devices")
            .from("dynamicresources.go, PreBind").in("1.34 and later")),

    NO_POD(new RuleText("noPod", Severity.WARNING,
            "No pod uses the claim.",
            "The scheduler allocates devices only for a claim of a pod that it schedules.",
            "create a pod that uses it: a claim gets devices when such a pod is scheduled")
            .from("dynamicresources.go, Reserve")),

    // Devices.
    CLASS_MISSING(new RuleText("classMissing", Severity.ERROR,
            "The claim requests a DeviceClass that does not exist.",
            "Without the class the scheduler does not know which devices the request may get.",
            "create the class (most drivers install it), or fix the name in the claim")
            .from("dynamicresources.go, PreFilter")),
    TOO_MANY_DEVICES(new RuleText("tooManyDevices", Severity.ERROR,
            "The claim requests more devices than a claim may have.",
            "A claim gets no more than 32 devices, so scheduling fails for each pod that uses it.",
            "request no more than 32 devices in a new claim (allocationMode All takes all that match), or use several")
            .from("AllocationResultsMaxSize of k8s.io/api/resource/v1/types.go")
            .example("{requests: [{name: a, exactly: {count: 32}}]}", "{requests: [{name: a, exactly: {count: 33}}]}")),
    EXPRESSION_FAILS(new RuleText("expressionFails", Severity.ERROR,
            "A CEL expression fails at runtime on a device.",
            "An expression that fails on one device fails the pod, even if other nodes would fit.",
            "guard the expression: cel.bind, has(), or .?name.orValue(...)")
            .from("k8s.io/dynamic-resource-allocation/structured").example(
            "device.attributes['gpu.example.com'].?model.orValue('') == 'a100'",
            "device.attributes['gpu.example.com'].model == 'a100'")),
    SCHEDULER_ERROR(new RuleText("schedulerError", Severity.ERROR,
            "The scheduler's plugin for devices fails for the pod.",
            "An error of the plugin fails the pod, even if its claims could be allocated.",
            "change what the message names; without a reason in the pod or its claims, report it to Kubernetes")
            .from("dynamicresources.go")),
    KNOWN_BUG(new RuleText("knownBug", Severity.ERROR,
            "A known bug of this version of a component of Kubernetes.",
            "The pod and its claims are right: the component fails for them.",
            "upgrade the component; drawbridge bugs lists the known bugs")
            .from("CHANGELOG of kubernetes/kubernetes")),
    RESOURCE_NOT_PROVIDED(new RuleText("resourceNotProvided", Severity.ERROR,
            "No DeviceClass and no device plugin provides the extended resource.",
            "No node counts as having the resource.",
            "set extendedResourceName in a DeviceClass, install the device plugin, or fix the name")
            .from("pkg/scheduler/framework/plugins/noderesources/fit.go")),
    PLUGIN_BESIDE_CLAIMS(new RuleText("pluginBesideClaims", Severity.ERROR,
            "A device plugin offers an extended resource of a DeviceClass to a pod that has claims, too.",
            "The scheduler creates a claim without devices for the resource then, and fails to bind the pod each time.",
            "request the devices in a claim, or remove the resource from status.allocatable of the node")
            .from("extendeddynamicresources.go, patchPodExtendedResourceClaimStatus").in("1.34 and later")),
    FEATURE_DISABLED(new RuleText("featureDisabled", Severity.ERROR,
            "The claim uses a feature that is off in the scheduler.",
            "An error of the plugin for devices fails the pod: the API server stores the field with the feature on.",
            "enable the feature gate in the scheduler, too, or create the claim without the field")
            .from("k8s.io/dynamic-resource-allocation/structured, validateDeviceRequest")),
    POOL_INCOMPLETE(new RuleText("poolIncomplete", Severity.WARNING,
            "A pool is incomplete: the scheduler ignores it until all of its slices exist.",
            "The scheduler cannot know all devices of such a pool, and uses none of them.",
            "see the driver's log on the pool's node; restarting the driver's pod publishes the pool again")
            .from("k8s.io/dynamic-resource-allocation/structured, GatherPools")),
    DRIVER_GONE(new RuleText("driverGone", Severity.ERROR,
            "The driver publishes no devices where the pod can run.",
            "The scheduler knows only devices that a driver publishes in ResourceSlices.",
            "check the driver's DaemonSet: its pods must run on the nodes with devices")
            .from("k8s.io/dynamic-resource-allocation/structured, GatherPools")),
    SELECTOR_UNREADABLE(new RuleText("selectorUnreadable", Severity.ERROR,
            "The scheduler cannot read the node selector of a ResourceSlice or an allocated claim.",
            "The API server accepts Gt and Lt with a value that is no integer; the scheduler then fails each pod that"
                    + " needs devices, or uses the claim.",
            "delete the ResourceSlice or the claim, and fix the driver or controller that wrote the selector")
            .from("k8s.io/apimachinery/pkg/labels/selector.go, NewRequirement")),
    SLICE_MATCHES_NO_NODE(new RuleText("sliceMatchesNoNode", Severity.ERROR,
            "The node selector of a ResourceSlice matches no node.",
            "The scheduler gives a pod only devices that are accessible from its node.",
            "label the nodes as spec.nodeSelector of the slice requires, or see the driver that wrote the slice")
            .from("ResourceSliceSpec of k8s.io/api/resource/v1/types.go")),
    CLASS_MATCHES_NOTHING(new RuleText("classMatchesNothing", Severity.ERROR,
            "The selectors of the DeviceClass match no device.",
            "Each request for the class waits for a device that does not exist.",
            "fix the class, or check that the driver publishes what it selects")
            .from("k8s.io/dynamic-resource-allocation/structured")),
    SELECTOR_MATCHES_NOTHING(new RuleText("selectorMatchesNothing", Severity.ERROR,
            "The selectors of the request leave too few devices.",
            "The request waits for devices that no node has; a misspelled attribute has the same effect.",
            "change the selector in a new claim")
            .from("k8s.io/dynamic-resource-allocation/structured")),
    CAPACITY_TOO_SMALL(new RuleText("capacityTooSmall", Severity.ERROR,
            "No device has the requested capacity.",
            "The request waits for a device of this size, and the cluster has none.",
            "request less in a new claim, or another class")
            .from("k8s.io/dynamic-resource-allocation/structured").in("1.34 and later")),
    DEVICE_TAINTED(new RuleText("deviceTainted", Severity.WARNING,
            "Devices that match are tainted.",
            "The scheduler gives a tainted device only to requests that tolerate the taint.",
            "remove the taint (delete the DeviceTaintRule, or repair the device), or tolerate it in the claim")
            .from("DeviceTaint of k8s.io/api/resource/v1/types.go").in("1.33 and later")),
    TOO_FEW_DEVICES(new RuleText("tooFewDevices", Severity.ERROR,
            "No node has as many matching devices as are requested.",
            "One node must have all devices of a pod.",
            "request fewer devices in a new claim")
            .from("k8s.io/dynamic-resource-allocation/structured")),
    CONSTRAINT(new RuleText("constraintUnsatisfiable", Severity.ERROR,
            "The devices of no node satisfy a constraint of the claim.",
            "The scheduler allocates only devices that satisfy all constraints together.",
            "relax the constraint in a new claim")
            .from("DeviceConstraint of k8s.io/api/resource/v1/types.go")),
    NO_COMBINATION(new RuleText("noCombination", Severity.ERROR,
            "Each request finds devices, but no node has enough for all of them.",
            "One node must have the devices for all claims of a pod at the same time.",
            "request what one node has in a new claim, or split it over several pods")
            .from("k8s.io/dynamic-resource-allocation/structured")),
    DEVICES_TAKEN(new RuleText("devicesTaken", Severity.WARNING,
            "Other claims hold the devices.",
            "A device stays with its claim until no pod uses the claim.",
            "wait until they end, delete a holder, or add nodes")
            .from("pkg/controller/resourceclaim/controller.go")),

    AUTOSCALER(new RuleText("autoscaler", Severity.WARNING,
            "An autoscaler starts a node for the pod, or refuses to.",
            "Without a new node the pod waits for devices of the existing nodes.",
            "see the autoscaler's message and its settings")
            .from("kubernetes-sigs/karpenter, kubernetes/autoscaler")),

    // Outside DRA, and after scheduling.
    PREEMPTING(new RuleText("preempting", Severity.WARNING,
            "The pod has preempted others and waits for them to end.",
            "The scheduler keeps the nominated node for the pod until the preempted pods have ended.",
            "wait until the preempted pods have ended; if they do not, see the kubelet of their node")
            .from("pkg/scheduler/framework/preemption/preemption.go")),
    NOT_DRA(new RuleText("notDra", Severity.WARNING,
            "Something other than devices keeps the pod from nodes.",
            "Free devices do not help on a node that the pod cannot run on for another reason.",
            "see the scheduler's message")
            .from("pkg/scheduler/framework/types.go, FitError")),
    NOT_TRIED(new RuleText("notTried", Severity.ERROR,
            "No scheduler has tried to schedule the pod.",
            "A pod that no scheduler tries to schedule stays pending without a message.",
            "check that the scheduler named in spec.schedulerName runs")),
    NODE_NAME_SET(new RuleText("nodeNameSet", Severity.ERROR,
            "The pod was created with a node: no scheduler allocates its claims.",
            "The kubelet does not start a pod before its claims are allocated and reserved for it.",
            "create the pod without spec.nodeName; a nodeSelector or affinity chooses the node")
            .from("pkg/kubelet/cm/dra/manager.go, prepareResources")),
    NOT_RESERVED(new RuleText("notReserved", Severity.ERROR,
            "The claim of a scheduled pod is not reserved for it.",
            "The kubelet does not prepare devices of a claim that is not reserved for the pod.",
            "let the default scheduler schedule the pod: delete the pod, so that it is created again")
            .from("pkg/kubelet/cm/dra/manager.go, prepareResources")),
    PREPARE_FAILED(new RuleText("prepareFailed", Severity.ERROR,
            "The pod is scheduled, but its devices could not be prepared on the node.",
            "The pod keeps its node and its devices, but its containers do not start.",
            "see the driver's log on the node")
            .from("pkg/kubelet/cm/dra/manager.go, prepareResources")),
    NODE_NOT_READY(new RuleText("nodeNotReady", Severity.ERROR,
            "The node of the pod is not ready, or does not exist.",
            "The kubelet of the node starts no pod, and reports nothing.",
            "make the node ready, or delete the pod and create it again, as its controller does")
            .from("pkg/kubelet/nodestatus/setters.go")),
    NOT_STARTED(new RuleText("notStarted", Severity.ERROR,
            "The pod is on a node, and its containers do not start.",
            "The pod keeps its node and its devices meanwhile.",
            "see the message of the kubelet; without one, the logs of the kubelet and of the driver on the node")
            .from("pkg/kubelet/images/types.go, pkg/kubelet/container/sync_result.go")),
    NOT_ENDED(new RuleText("notEnded", Severity.WARNING,
            "The pod is being deleted, and does not end.",
            "Its devices stay allocated. A pod that is deleted by force leaves them prepared for the next one.",
            "start the driver on the node: the kubelet ends the pod once the driver has unprepared its devices")
            .from("pkg/kubelet/kubelet.go, SyncTerminatedPod")),
    UNKNOWN(new RuleText("unknown", Severity.WARNING,
            "No cause was found.",
            "The pod stays pending for a reason outside of what was read.",
            "see the scheduler's message"));
    // @formatter:on

    private final RuleText text;

    Cause(RuleText text) {
        this.text = text;
    }

    @Override
    public RuleText text() {
        return text;
    }

    /** A finding of this cause: the problem in a line, and details. */
    ClusterFinding found(String summary, String... notes) {
        return ClusterFinding.about(this, "", summary).noting(List.of(notes));
    }

    /** The name in reports, such as {@code templateMissing}. */
    @Override
    public String toString() {
        return text.name();
    }
}
