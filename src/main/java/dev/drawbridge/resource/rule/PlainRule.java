package dev.drawbridge.resource.rule;

import static dev.drawbridge.field.ErrorType.FORBIDDEN;
import static dev.drawbridge.field.ErrorType.INVALID;
import static dev.drawbridge.field.ErrorType.NOT_SUPPORTED;
import static dev.drawbridge.field.ErrorType.REQUIRED;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.Formats;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Suggestion;
import dev.drawbridge.port.Strconv;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Rules with one demand on an object or a list: rows, named as the sentences that they enforce. */
public enum PlainRule implements Constraint {
    // @formatter:off
    /** A handle has {@code data} or {@code structuredData}. Source: validateResourceHandles, since 1.30. */
    DATA_EXCLUDES_STRUCTURED_DATA(INVALID,
        new Demand(Origin.UNION, "data and structuredData are mutually exclusive")
            .dependingOn("data", "structuredData")
            .example("{data: abc}", "{data: abc, structuredData: {nodeName: node-1}}"),
        ofObject(object -> !object.string("data").isEmpty() && object.has("structuredData") ? "remove one" : null)),

    /** An allocated claim names the driver that allocated it. Source: ValidateClaimStatusUpdate, DriverName. */
    ALLOCATION_NAMES_DRIVER(REQUIRED,
        new Demand(Origin.REQUIRED_WITH_ALLOCATION, "driverName", "is required when allocation is set")
            .dependingOn("allocation")
            .example("{driverName: gpu.example.com, allocation: {shareable: true}}", "{allocation: {shareable: true}}"),
        ofObject(object -> object.has("allocation") && object.string("driverName").isEmpty() ? "" : null)),

    /** A device that a single claim uses has no request policies. Source: validateSingleAllocatableDeviceCapacity. */
    REQUEST_POLICIES_ARE_OF_SHARED_DEVICES(FORBIDDEN,
        new Demand(Origin.FORBIDDEN, "requestPolicy",
            "must not be set unless the device has allowMultipleAllocations: true")
            .example("{value: 80Gi}", "{value: 80Gi, requestPolicy: {default: 10Gi}}"),
        ofObject(object -> object.has("requestPolicy") ? "set it on the device, or remove requestPolicy" : null)),

    /** A claim is reserved only while it is allocated. Source: ValidateClaimStatusUpdate, ReservedFor. */
    CONSUMERS_NEED_ALLOCATION(FORBIDDEN,
        new Demand(Origin.RESERVED_NEEDS_ALLOCATION, "reservedFor", "must not be set without allocation")
            .dependingOn("allocation")
            .example("{allocation: {}, reservedFor: [{resource: pods, name: train, uid: '1'}]}",
                "{reservedFor: [{resource: pods, name: train, uid: '1'}]}"),
        ofObject(object ->
            object.list("reservedFor").size() > 0 && !object.has("allocation") ? "allocate the claim first" : null)),

    /**
     * An allocated claim has several consumers only if the allocation is shareable. Source: ValidateClaimStatusUpdate,
     * AllocationResult.Shareable.
     */
    SEVERAL_CONSUMERS_NEED_SHAREABLE(FORBIDDEN,
        new Demand(Origin.RESERVED_NEEDS_SHAREABLE, "reservedFor",
            "must be no more than 1 item unless allocation.shareable is true")
            .dependingOn("allocation.shareable")
            .example("{allocation: {shareable: true}, reservedFor: [{uid: '1'}, {uid: '2'}]}",
                "{allocation: {}, reservedFor: [{uid: '1'}, {uid: '2'}]}"),
        ofObject(object -> {
            int consumers = object.list("reservedFor").size();
            boolean isShared = object.object("allocation").isTrue("shareable");
            return consumers > 1 && object.has("allocation") && !isShared ? "found " + consumers : null;
        })),

    /** Deallocation is requested only without consumers. Source: ValidateClaimStatusUpdate, DeallocationRequested. */
    DEALLOCATION_NEEDS_NO_CONSUMERS(FORBIDDEN,
        new Demand(Origin.DEALLOCATION, "deallocationRequested", "must not be set while reservedFor has consumers")
            .dependingOn("reservedFor")
            .example("{allocation: {}, deallocationRequested: true}",
                "{allocation: {}, deallocationRequested: true, reservedFor: [{uid: '1'}]}"),
        ofUpdate((status, old) -> status.isTrue("deallocationRequested") && !old.isTrue("deallocationRequested")
            && status.list("reservedFor").size() > 0 ? "remove them first" : null)),

    /** Deallocation is requested only of an allocated claim. */
    DEALLOCATION_NEEDS_ALLOCATION(FORBIDDEN,
        new Demand(Origin.DEALLOCATION, "deallocationRequested must not be set without allocation")
            .dependingOn("deallocationRequested", "allocation")
            .example("{allocation: {}, deallocationRequested: true}", "{deallocationRequested: true}"),
        ofObject(status -> status.isTrue("deallocationRequested") && !status.has("allocation") ? "" : null)),

    /** The request remains until the allocation is removed. */
    DEALLOCATION_STAYS_REQUESTED(FORBIDDEN,
        new Demand(Origin.DEALLOCATION, "deallocationRequested", "must not be unset while allocation is set")
            .dependingOn("allocation")
            .example("{allocation: {}, deallocationRequested: true}", "{allocation: {}}",
                "{allocation: {}, deallocationRequested: true}"),
        ofUpdate((status, old) -> old.isTrue("deallocationRequested") && !status.isTrue("deallocationRequested")
            && status.has("allocation") ? "remove the allocation instead" : null)),

    /**
     * No consumer is added to an allocated claim while its deallocation is requested or the claim is being deleted,
     * as stored; those already there may stay. Source: ValidateClaimStatusUpdate, ResourceClaimStatus.ReservedFor.
     */
    NO_CONSUMER_ADDED_WHILE_DEALLOCATING(FORBIDDEN,
        new Demand(Origin.NO_NEW_CONSUMERS, "status.reservedFor",
            "must not add consumers while deallocationRequested or metadata.deletionTimestamp is set")
            .dependingOn("status.deallocationRequested", "metadata.deletionTimestamp", "status.allocation")
            .example("{status: {deallocationRequested: true, allocation: {}}}",
                "{status: {deallocationRequested: true, allocation: {},"
                    + " reservedFor: [{resource: pods, name: train, uid: '1'}]}}",
                "{status: {deallocationRequested: true, allocation: {}}}"),
        ofUpdate((claim, old) -> {
            ObjectValue status = claim.object("status");
            boolean isEnding = status.isTrue("deallocationRequested")
                    || old.object("metadata").has("deletionTimestamp");
            if (!isEnding || !status.has("allocation")) {
                return null;
            }
            List<Consumer> added = new ArrayList<>(Consumer.all(status));
            added.removeAll(Set.copyOf(Consumer.all(old.object("status"))));
            return added.isEmpty() ? null : "remove " + added;
        })),

    /** Skipping NodePrepareResources requires skipping NodeUnprepareResources. Source: validateSkipNodeOperations. */
    PREPARE_IS_SKIPPED_WITH_UNPREPARE(INVALID,
        new Demand(Origin.SKIP_NODE_OPERATIONS,
            "must include NodeUnprepareResources if it includes NodePrepareResources")
            .example("[NodePrepareResources, NodeUnprepareResources]", "[NodePrepareResources]"),
        ofList(list -> {
            List<String> texts = list.texts();
            boolean isUnprepared = texts.contains("NodeUnprepareResources") || texts.contains("*");
            return texts.contains("NodePrepareResources") && !isUnprepared ? "" : null;
        })),

    /** A constraint sets {@code matchAttribute}, the only one at first. Source: validateDeviceConstraint. */
    MATCH_ATTRIBUTE_IS_SET(REQUIRED,
        new Demand(Origin.REQUIRED, "matchAttribute", "is required")
            .example("{requests: [gpu], matchAttribute: gpu.example.com/numa}", "{requests: [gpu]}"),
        ofObject(object -> object.has("matchAttribute") || object.has("distinctAttribute") ? null : "set it")),

    /** A constraint sets {@code matchAttribute} or {@code distinctAttribute}. Source: validateDeviceConstraint. */
    MATCH_OR_DISTINCT_ATTRIBUTE_IS_SET(REQUIRED,
        new Demand(Origin.UNION, "must have matchAttribute or distinctAttribute")
            .dependingOn("matchAttribute", "distinctAttribute")
            .example("{requests: [gpu], matchAttribute: gpu.example.com/numa}", "{requests: [gpu]}"),
        ofObject(object -> object.has("matchAttribute") || object.has("distinctAttribute") ? null : "")),

    /** {@code ExactCount}, the default mode, allocates at least one device. Source: validateDeviceAllocationMode. */
    EXACT_COUNT_IS_POSITIVE(INVALID,
        new Demand(Origin.COUNT_MATCHES_MODE, "count", "must be greater than 0").dependingOn("allocationMode")
            .example("{allocationMode: ExactCount, count: 2}", "{allocationMode: ExactCount, count: -1}"),
        request -> request.get("count") instanceof NumberValue count
                && !count.isIntegerBetween(0, Long.MAX_VALUE)
                && List.of("ExactCount", "").contains(request.string("allocationMode"))),

    /** {@code All} has no count. Source: validateDeviceAllocationMode. */
    ALL_HAS_NO_COUNT(INVALID,
        new Demand(Origin.COUNT_MATCHES_MODE, "count", "must not be set when allocationMode is All")
            .dependingOn("allocationMode")
            .example("{allocationMode: ExactCount, count: 2}", "{allocationMode: All, count: 2}"),
        request -> request.get("count") instanceof NumberValue count
                && !count.isIntegerBetween(0, 0)
                && request.string("allocationMode").equals("All")),

    /** A toleration that asks only whether a taint exists has no value. Source: validateDeviceToleration. */
    EXISTS_HAS_NO_VALUE(INVALID,
        new Demand(Origin.TOLERATION_VALUE, "value", "must be empty when operator is Exists").dependingOn("operator")
            .example("{key: example.com/broken, operator: Exists}",
                "{key: example.com/broken, operator: Exists, value: 'true'}"),
        toleration -> toleration.string("operator").equals("Exists") && !toleration.string("value").isEmpty()),

    /** A toleration with {@code Equal}, the default, has the value of a label. Source: validateDeviceToleration. */
    EQUAL_VALUE_IS_LABEL_VALUE(
        new Demand(Origin.FORMAT_LABEL_VALUE, "value", "must be the value of a label when operator is Equal")
            .dependingOn("operator")
            .example("{key: example.com/broken, operator: Equal, value: 'true'}",
                "{key: example.com/broken, operator: Equal, value: 'not now'}"),
        (toleration, context) -> {
            if (List.of("Equal", "").contains(toleration.string("operator"))
                    && toleration.get("value") instanceof StringValue value) {
                Formats.LABEL_VALUE.check(value, context.at("value"));
            }
        }),

    /** {@code In} and {@code NotIn} of a node selector need a value. Source: ValidateNodeSelectorRequirement. */
    IN_HAS_VALUES(REQUIRED,
        new Demand(Origin.OPERATOR_VALUES, "values", "must have at least 1 item when operator is In or NotIn")
            .dependingOn("operator")
            .example("{key: zone, operator: In, values: [a]}", "{key: zone, operator: In}"),
        ofObject(requirement -> List.of("In", "NotIn").contains(requirement.string("operator"))
            && requirement.list("values").size() == 0 ? "" : null)),

    /** {@code Gt} and {@code Lt} compare with one value. Source: ValidateNodeSelectorRequirement. */
    COMPARISON_HAS_ONE_VALUE(REQUIRED,
        new Demand(Origin.OPERATOR_VALUES, "values", "must have exactly 1 item when operator is Gt or Lt")
            .dependingOn("operator")
            .example("{key: zone, operator: Gt, values: ['1']}", "{key: zone, operator: Gt}"),
        ofObject(requirement -> {
            int values = requirement.list("values").size();
            boolean isComparison = List.of("Gt", "Lt").contains(requirement.string("operator"));
            return isComparison && values != 1 ? "found " + values : null;
        })),

    /**
     * {@code Gt} and {@code Lt} compare with an integer: the API server accepts other text, and the scheduler then
     * fails each pod that needs devices. Source: NewRequirement of k8s.io/apimachinery/pkg/labels.
     */
    COMPARISON_IS_WITH_INTEGER(
        new Demand(Origin.OPERATOR_VALUES, "values",
            "should be an integer when operator is Gt or Lt: the scheduler cannot read the selector,"
                + " and schedules no pod with a claim")
            .dependingOn("operator")
            .example("{key: zone, operator: Gt, values: ['1']}", "{key: zone, operator: Gt, values: [a]}"),
        PlainRule::checkComparison),

    /** {@code Exists} and {@code DoesNotExist} have no values. Source: ValidateNodeSelectorRequirement. */
    EXISTENCE_HAS_NO_VALUES(FORBIDDEN,
        new Demand(Origin.OPERATOR_VALUES, "values", "must be empty when operator is Exists or DoesNotExist")
            .dependingOn("operator")
            .example("{key: zone, operator: Exists}", "{key: zone, operator: Exists, values: [a]}"),
        requirement -> List.of("Exists", "DoesNotExist").contains(requirement.string("operator"))
                && requirement.list("values").size() > 0),

    /** The operator of a node selector. Source: ValidateNodeSelectorRequirement. */
    NODE_OPERATOR_IS_KNOWN(INVALID,
        new Demand(Origin.ENUM, "operator", "must be one of In, NotIn, Exists, DoesNotExist, Gt, Lt")
            .example("{key: zone, operator: In, values: [a]}", "{key: zone, operator: Has, values: [a]}"),
        requirement -> !List.of("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt", "")
                .contains(requirement.string("operator"))),

    /** Devices and shared counters are in different slices. Source: validateResourceSliceSpec, since 1.35. */
    SLICE_HAS_DEVICES_OR_COUNTERS(INVALID,
        new Demand(Origin.DEVICES_OR_COUNTERS, "must have devices or sharedCounters, not both")
            .dependingOn("devices", "sharedCounters")
            .example("{devices: [{name: gpu-0}]}", "{devices: [{name: gpu-0}], sharedCounters: [{name: gpu-0}]}"),
        ofObject(slice ->
            slice.has("devices") && slice.has("sharedCounters") ? "move the counters to a slice of their own" : null)),

    /** A device chooses nodes only if the slice sets {@code perDeviceNodeSelection}. Source: validateDevice. */
    DEVICE_CHOOSES_NO_NODES(INVALID,
        new Demand(Origin.DEVICE_NODES,
            "must not have nodeName, nodeSelector or allNodes unless spec.perDeviceNodeSelection is true")
            .dependingOn("nodeName", "nodeSelector", "allNodes")
            .example("{name: gpu-0}", "{name: gpu-0, nodeName: node-1}"),
        ofObject(object -> {
            ObjectValue body = DeviceBody.of(object);
            return body.has("nodeName") || body.has("nodeSelector") || body.has("allNodes") ? "" : null;
        })),

    /**
     * The node selector of a slice has one term, so that selectors of several slices can be merged. Source:
     * validateResourceSliceSpec.
     */
    SELECTOR_HAS_ONE_TERM(INVALID,
        new Demand(Origin.ONE_TERM, "nodeSelectorTerms", "must have exactly 1 item")
            .example("{nodeSelectorTerms: [{}]}", "{nodeSelectorTerms: [{}, {}]}"),
        ofObject(object -> {
            int terms = object.list("nodeSelectorTerms").size();
            return terms == 1 ? null : "found " + terms;
        })),

    /**
     * At most one owner reference sets {@code controller: true}. Source: {@code
     * k8s.io/apimachinery/pkg/api/validation/objectmeta.go}, ValidateOwnerReferences.
     */
    AT_MOST_ONE_OWNER_IS_CONTROLLER(INVALID,
        new Demand(Origin.ONE_CONTROLLER, "at most one reference may have controller set to true")
            .example("[{controller: true}, {controller: false}]", "[{controller: true}, {controller: true}]"),
        ofList(list -> {
            int controllers = 0;
            for (ObjectValue owner : list.objects()) {
                controllers += owner.isTrue("controller") ? 1 : 0;
            }
            return controllers > 1 ? "found " + controllers : null;
        })),

    /**
     * An event cannot own anything; up to Kubernetes 1.36 reported for the list of owners. Source: {@code
     * k8s.io/apimachinery/pkg/api/validation/objectmeta.go}, BannedOwners.
     */
    NO_EVENT_AMONG_OWNERS(
        new Demand(Origin.BANNED_OWNER, "a v1 Event cannot be an owner")
            .example("[{apiVersion: batch/v1, kind: Job}]", "[{apiVersion: v1, kind: Event}]"),
        (Value owners, ObjectValue old, ValidationContext context) -> checkOwners((ListValue) owners, any -> context)),

    /** An event cannot own anything, reported for the owner. */
    NO_EVENT_IS_OWNER(
        NO_EVENT_AMONG_OWNERS.demand,
        (Value owners, ObjectValue old, ValidationContext context) -> checkOwners((ListValue) owners, context::at)),

    /**
     * No finalizer is added to an object that is being deleted. Source: {@code
     * k8s.io/apimachinery/pkg/api/validation/objectmeta.go}, ValidateNoNewFinalizers.
     */
    NO_FINALIZER_ADDED_WHILE_DELETING(FORBIDDEN,
        new Demand(Origin.NO_NEW_FINALIZERS, "finalizers", "must not add finalizers while the object is being deleted")
            .dependingOn("deletionTimestamp")
            .example("{deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: [a.example.com/a]}",
                "{deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: [a.example.com/a, b.example.com/b]}",
                "{deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: [a.example.com/a]}"),
        ofUpdate((metadata, old) -> {
            if (!old.has("deletionTimestamp")) {
                return null;
            }
            Set<String> added = new HashSet<>(metadata.list("finalizers").allTexts());
            old.list("finalizers").allTexts().forEach(added::remove);
            return added.isEmpty() ? null : "remove " + added;
        })),

    /**
     * The claims of a container are next to its limits and requests, whose values are quantities. Source: {@code
     * k8s.io/api/core/v1/types.go}, ResourceRequirements.
     */
    QUANTITIES_ARE_NO_CLAIMS(
        new Demand(Origin.TYPE, "must not have claims; claims belongs in resources, next to limits and requests"),
        PlainRule::checkQuantities),

    /**
     * A claim that is made from a template is named for its pod, {@code POD-CLAIM}, and that is a DNS subdomain. Up to
     * Kubernetes 1.30. Source: {@code pkg/apis/core/validation}, validatePodResourceClaim.
     */
    CLAIM_NAMES_ARE_POSSIBLE(
        new Demand(Origin.FORMAT_DNS_SUBDOMAIN, "spec.resourceClaims.name",
            "must be a DNS subdomain after the name of the pod and '-', where it has a template")
            .dependingOn("metadata.name")
            .example(
                "{metadata: {name: p}, spec: {resourceClaims: [{name: a, source: {resourceClaimTemplateName: t}}]}}",
                "{metadata: {name: P}, spec: {resourceClaims: [{name: a, source: {resourceClaimTemplateName: t}}]}}"),
        PlainRule::checkClaimNames),

    /**
     * An ephemeral container must not have resources, even empty ones. Source: {@code pkg/apis/core/validation},
     * allowedEphemeralContainerFields.
     */
    EPHEMERAL_CONTAINERS_HAVE_NO_RESOURCES(FORBIDDEN,
        new Demand(Origin.FORBIDDEN, "resources", "must not be set in an ephemeral container")
            .example("{name: debug, resources: {}}", "{name: debug, resources: {claims: []}}"),
        ofObject(object -> {
            ObjectValue resources = object.object("resources");
            boolean isAny = resources.has("claims") || resources.has("limits") || resources.has("requests");
            return isAny ? "remove it" : null;
        })),

    /**
     * The status of an ephemeral container must not have resources. Source: {@code pkg/apis/core/validation},
     * validateContainerStatusNoAllocatedResourcesStatus.
     */
    NO_ALLOCATED_RESOURCES(FORBIDDEN,
        new Demand(Origin.FORBIDDEN, "must not be set in the status of an ephemeral container")
            .example("[]", "[{name: example.com/gpu}]"),
        ofList(list -> list.size() > 0 ? "" : null)),

    /**
     * A static pod, which a kubelet reads from a file and marks with an annotation, must not have claims. Source:
     * {@code pkg/apis/core/validation}, validatePodResourceClaim, since Kubernetes 1.32.
     */
    STATIC_PODS_HAVE_NO_CLAIMS(FORBIDDEN,
        new Demand(Origin.STATIC_POD, "static pods do not support resource claims")
            .dependingOn("spec.resourceClaims", "metadata.annotations")
            .example("{metadata: {annotations: {}}, spec: {resourceClaims: [{name: a, resourceClaimName: x}]}}",
                "{metadata: {annotations: {kubernetes.io/config.mirror: x}},"
                    + " spec: {resourceClaims: [{name: a, resourceClaimName: x}]}}"),
        ofObject(object -> object.object("metadata").object("annotations").get("kubernetes.io/config.mirror") != null
            && object.object("spec").list("resourceClaims").size() > 0 ? "" : null)),

    /**
     * Pod-level resources must not have claims, even empty ones: containers use them. Source: {@code
     * pkg/apis/core/validation}, validatePodResources.
     */
    POD_USES_NO_CLAIMS(
        new Demand(Origin.FORBIDDEN, "must not be set for a whole pod").at("resources.claims")
            .example("{resources: {}}", "{resources: {claims: []}}"),
        PlainRule::checkPodLevel),

    /** Source: {@code pkg/apis/core/validation/validation.go}, validatePodResources: cpu, memory and huge pages. */
    POD_HAS_NO_DEVICES(
        new Demand(Origin.EXTENDED_RESOURCE,
            "must be cpu, memory or hugepages-SIZE for a whole pod; set it for a container")
            .at("resources.limits")
            .example("{resources: {limits: {cpu: 1}}}", "{resources: {limits: {example.com/gpu: 1}}}"),
        PlainRule::checkPodAmounts),

    /**
     * {@code metadata.generateName} fits into a URL, which the server checks on a new object last, if nothing else is
     * wrong. Source: {@code pkg/registry/rest/create.go}, BeforeCreate; all kinds but DeviceClass have been checked for
     * more before.
     */
    GENERATE_NAME_IS_PATH_SEGMENT(
        Formats.PATH_SEGMENT_PREFIX.demand().at("metadata.generateName")
            .example("{metadata: {generateName: gpu-}}", "{metadata: {generateName: gpu/}}"),
        (object, context) -> {
            if (context.errors().isEmpty()
                    && object.object("metadata").get("generateName") instanceof StringValue prefix
                    && !prefix.value().isEmpty()) {
                Formats.PATH_SEGMENT_PREFIX.check(prefix, context.at("metadata", "generateName"));
            }
        });
    // @formatter:on

    private final Demand demand;
    private final Check check;

    /** Checks a value, given the stored object. */
    private interface Check {

        void check(Value value, ObjectValue old, ValidationContext context);
    }

    /** A consumer of a claim, as Go compares it: a field that is unset is the empty text. */
    private record Consumer(String apiGroup, String resource, String name, String uid) {

        static List<Consumer> all(ObjectValue status) {
            return status.list("reservedFor").items().stream()
                    .map(ObjectValue::orEmpty)
                    .map(one -> new Consumer(
                            one.string("apiGroup"), one.string("resource"), one.string("name"), one.string("uid")))
                    .toList();
        }

        @Override
        public String toString() {
            return resource + " " + name;
        }
    }

    /** A row; {@code mistake} gives the note of the error, or null if the demand is met. */
    PlainRule(ErrorType type, Demand demand, BiFunction<Value, ObjectValue, @Nullable String> mistake) {
        this(demand, (Value value, ObjectValue old, ValidationContext context) -> {
            String note = mistake.apply(value, old);
            if (note != null) {
                subject(demand, context).report(type, null, demand.adding(note));
            }
        });
    }

    /** A row about a field, whose value an error shows. */
    PlainRule(ErrorType type, Demand demand, Predicate<ObjectValue> isUnmet) {
        this(demand, (ObjectValue object, ValidationContext context) -> {
            if (isUnmet.test(object)) {
                subject(demand, context).report(type, object.get(demand.subject()), demand);
            }
        });
    }

    /** A row that reports more than its demand, such as what is wrong with a format. */
    PlainRule(Demand demand, BiConsumer<ObjectValue, ValidationContext> check) {
        this(
                demand,
                (Value value, ObjectValue old, ValidationContext context) ->
                        check.accept((ObjectValue) value, context));
    }

    PlainRule(Demand demand, Check check) {
        this.demand = demand;
        this.check = check;
    }

    /** Of an object and the stored one, which is empty on create. */
    private static BiFunction<Value, ObjectValue, @Nullable String> ofUpdate(
            BiFunction<ObjectValue, ObjectValue, @Nullable String> mistake) {
        return (value, old) -> mistake.apply((ObjectValue) value, old);
    }

    private static BiFunction<Value, ObjectValue, @Nullable String> ofObject(
            Function<ObjectValue, @Nullable String> mistake) {
        return (value, old) -> mistake.apply((ObjectValue) value);
    }

    private static BiFunction<Value, ObjectValue, @Nullable String> ofList(
            Function<ListValue, @Nullable String> mistake) {
        return (value, old) -> mistake.apply((ListValue) value);
    }

    @Override
    public List<Demand> demands() {
        return List.of(demand);
    }

    @Override
    public void check(Value value, ValidationContext context) {
        check.check(value, ObjectValue.EMPTY, context);
    }

    @Override
    public void check(ObjectValue object, @Nullable ObjectValue old, ValidationContext context) {
        check.check(object, old == null ? ObjectValue.EMPTY : old, context);
    }

    private static void checkComparison(ObjectValue requirement, ValidationContext context) {
        List<String> values = requirement.list("values").texts();
        if (List.of("Gt", "Lt").contains(requirement.string("operator"))
                && values.size() == 1
                && Strconv.int64(values.get(0)) == null) {
            context.at("values")
                    .at(0)
                    .warn(INVALID, new StringValue(values.get(0), null), COMPARISON_IS_WITH_INTEGER.demand);
        }
    }

    private static void checkPodAmounts(ObjectValue spec, ValidationContext context) {
        for (String field : List.of("limits", "requests")) {
            ObjectValue amounts = spec.object("resources").object(field);
            for (int i = 0; i < amounts.size(); i++) {
                String name = amounts.key(i);
                if (name.indexOf('/') > 0) {
                    Value key = new StringValue(name, amounts.keyPosition(i));
                    context.at("resources", field)
                            .atKey(name)
                            .reportAt(key.position(), NOT_SUPPORTED, key, POD_HAS_NO_DEVICES.demand, null);
                }
            }
        }
    }

    private static void checkPodLevel(ObjectValue spec, ValidationContext context) {
        ObjectValue resources = spec.object("resources");
        if (resources.has("claims")) {
            Demand instead = POD_USES_NO_CLAIMS.demand.adding("set resources.claims of its containers");
            context.report(FORBIDDEN, null, instead, "resources", "claims");
            ContainersUseClaimsOfPod.WHOLE_OR_REQUEST.check(
                    resources.list("claims"), ContainersUseClaimsOfPod.names(spec), "", context);
        }
    }

    private static void checkOwners(ListValue owners, IntFunction<ValidationContext> places) {
        owners.forEachObject((entry, owner) -> {
            if (List.of("v1", "/v1").contains(owner.string("apiVersion"))
                    && owner.string("kind").equals("Event")) {
                places.apply(entry).report(INVALID, owner, NO_EVENT_IS_OWNER.demand);
            }
        });
    }

    private static void checkQuantities(ObjectValue resources, ValidationContext context) {
        for (String field : List.of("limits", "requests")) {
            ObjectValue amounts = resources.object(field);
            if (amounts.get("claims") instanceof ListValue claims) {
                ValidationContext place = context.at(field, "claims");
                Position key = amounts.keyPosition(amounts.indexOf("claims"));
                FieldPath target = context.fields().child("claims");
                Suggestion outOf = key == null || resources.get("claims") != null
                        ? null
                        : Suggestion.move(Suggestion.Kind.OUT, key, place.fields(), target);
                place.reportWrongType(claims, QUANTITIES_ARE_NO_CLAIMS.demand, outOf);
            }
        }
    }

    private static void checkClaimNames(ObjectValue pod, ValidationContext context) {
        Set<String> seen = new HashSet<>();
        pod.object("spec").list("resourceClaims").forEachObject((entry, claim) -> {
            String name = claim.string("name");
            boolean isNew = !name.isEmpty() && seen.add(name) && Formats.DNS_LABEL.problem(name) == null;
            if (isNew && claim.object("source").has("resourceClaimTemplateName")) {
                String whole = pod.object("metadata").string("name") + "-" + name;
                String problem = Formats.DNS_SUBDOMAIN.problem(whole);
                if (problem != null) {
                    Demand demand = new Demand(
                            Origin.FORMAT_DNS_SUBDOMAIN, "the claim would be named " + whole + ": " + problem);
                    context.at("spec", "resourceClaims")
                            .at(entry)
                            .report(INVALID, new StringValue(whole, null), demand, "name");
                }
            }
        });
    }

    private static ValidationContext subject(Demand demand, ValidationContext context) {
        return demand.subject().isEmpty()
                ? context
                : context.at(demand.subject().split("\\."));
    }
}
