package dev.drawbridge.resource;

import static dev.drawbridge.constraint.Formats.*;
import static dev.drawbridge.constraint.Uniqueness.*;
import static dev.drawbridge.field.ErrorType.*;
import static dev.drawbridge.resource.DeviceClaimSchema.*;
import static dev.drawbridge.resource.KindSchema.kind;
import static dev.drawbridge.resource.NameTypes.*;
import static dev.drawbridge.resource.NodeSelectorSchema.NODE_SELECTOR;
import static dev.drawbridge.resource.ObjectMetaSchema.OBJECT_META;
import static dev.drawbridge.resource.ObjectMetaSchema.TEMPLATE_META;
import static dev.drawbridge.resource.rule.AdminAccessNeedsLabel.FIRST_LABEL;
import static dev.drawbridge.resource.rule.AdminAccessNeedsLabel.LABEL;
import static dev.drawbridge.schema.Availability.*;
import static dev.drawbridge.schema.Condition.wasSet;
import static dev.drawbridge.schema.Depth.UNVALIDATED;
import static dev.drawbridge.schema.FeatureGate.*;
import static dev.drawbridge.schema.KubernetesRelease.*;
import static dev.drawbridge.schema.Operation.*;
import static dev.drawbridge.schema.Trait.NOT_VALIDATED;
import static dev.drawbridge.schema.UpdateTag.IMMUTABLE;
import static dev.drawbridge.schema.UpdateTag.NO_MODIFY;
import static dev.drawbridge.schema.Vocabulary.*;

import dev.drawbridge.constraint.OpaqueParameters;
import dev.drawbridge.constraint.Uniqueness;
import dev.drawbridge.resource.rule.AdminAccessNeedsLabel;
import dev.drawbridge.resource.rule.AllocationFitsClaim;
import dev.drawbridge.resource.rule.BindingConditionsComeTogether;
import dev.drawbridge.resource.rule.DeviceStatusIsAllocated;
import dev.drawbridge.resource.rule.DeviceStatusIsAllocated.DeallocatedDevices;
import dev.drawbridge.resource.rule.PlainRule;
import dev.drawbridge.schema.ListType;
import dev.drawbridge.schema.ObjectSchema;
import dev.drawbridge.schema.ScalarType;

/**
 * Rules of ResourceClaim and ResourceClaimTemplate, v1beta1 to v1. Source: {@code
 * k8s.io/api/resource/<version>/types.go}, validated by {@code pkg/apis/resource/validation/validation.go}.
 */
final class ResourceClaimSchema {

    // @formatter:off
    private static final ObjectSchema CLAIM_SPEC = object("ResourceClaimSpec",
        optional("devices",                 DEVICE_CLAIM),
        optional("controller",              DRIVER)                                   .until(K8S_1_31).gate(DRA_CONTROL_PLANE_CONTROLLER))
        .replaced("resourceClassName",  "since v1alpha3 each entry of devices.requests has a deviceClassName")
        .replaced("parametersRef",      "since v1alpha3 parameters are in devices.config[].opaque");

    /** The spec in a template, in which the server does not drop fields. */
    private static final ObjectSchema TEMPLATE_CLAIM_SPEC = object("ResourceClaimSpec",
        optional("devices",                 DEVICE_CLAIM),
        optional("controller",              DRIVER)                                   .until(K8S_1_31))
        .replaced("resourceClassName",  "since v1alpha3 each entry of devices.requests has a deviceClassName")
        .replaced("parametersRef",      "since v1alpha3 parameters are in devices.config[].opaque");

    static final ListType CONDITION_TYPES = listOf(STRING.with(QUALIFIED_NAME)).max(4, declared())
        .beyondLimit(UNVALIDATED, since(K8S_1_35)).with(uniqueTexts());

    static final ListType SKIPPED_OPERATIONS = listOf(STRING.oneOf(declaredAlone(), "NodePrepareResources", "NodeUnprepareResources", "*")).with(uniqueTexts(), declaredAlone()).pairedBy("", declared())
        .with(PlainRule.PREPARE_IS_SKIPPED_WITH_UNPREPARE);

    private static final ObjectSchema ALLOCATION_RESULT = object("DeviceRequestAllocationResult",
        optional("request",                 STRING),
        required("driver",                  DECLARED_DRIVER).missing(until(K8S_1_34), REQUIRED, INVALID),
        required("pool",                    POOL),
        required("device",                  STRING.with(DNS_LABEL))                 .missing(INVALID),
        optional("adminAccess",             BOOL)                                     .pointer().since(K8S_1_32).gate(DRA_ADMIN_ACCESS),
        optional("tolerations",             listOf(TOLERATION))                       .since(K8S_1_33).until(K8S_1_36).with(NOT_VALIDATED),
        optional("tolerations",             listOf(TOLERATION))                       .since(K8S_1_37),
        optional("bindingConditions",       CONDITION_TYPES)                          .since(K8S_1_34).until(K8S_1_34).gate(DRA_DEVICE_BINDING_CONDITIONS).gate(DRA_RESOURCE_CLAIM_DEVICE_STATUS),
        optional("bindingConditions",       CONDITION_TYPES)                          .since(K8S_1_35).gate(DRA_DEVICE_BINDING_CONDITIONS),
        optional("bindingFailureConditions", CONDITION_TYPES)                         .since(K8S_1_34).until(K8S_1_34).gate(DRA_DEVICE_BINDING_CONDITIONS).gate(DRA_RESOURCE_CLAIM_DEVICE_STATUS),
        optional("bindingFailureConditions", CONDITION_TYPES)                         .since(K8S_1_35).gate(DRA_DEVICE_BINDING_CONDITIONS),
        optional("shareID",                 STRING.with(UUID))                      .pointer().since(K8S_1_34).gate(DRA_CONSUMABLE_CAPACITY),
        optional("consumedCapacity",        CAPACITIES)                               .since(K8S_1_34).gate(DRA_CONSUMABLE_CAPACITY),
        optional("skipNodeOperations",      SKIPPED_OPERATIONS)                       .since(K8S_1_37).gate(DRA_OPTIONAL_NODE_OPERATIONS))
        .rule(new BindingConditionsComeTogether());

    private static final ObjectSchema ALLOCATION_CONFIGURATION = object("DeviceAllocationConfiguration",
        required("source",                  STRING.oneOf("FromClass", "FromClaim")),
        optional("requests",                listOf(STRING).max(ClaimLimits.REQUESTS).checkedFirstSince(K8S_1_35).with(uniqueTexts())),
        required("opaque",                  OPAQUE_CONFIGURATION)                     .pointer());

    private static final ObjectSchema DEVICE_ALLOCATION_RESULT = object("DeviceAllocationResult",
        optional("results",                 listOf(ALLOCATION_RESULT).keyedBy("request", "driver", "pool", "device", "shareID").max(ClaimLimits.RESULTS).checkedFirstSince(K8S_1_35)),
        optional("config",                  listOf(ALLOCATION_CONFIGURATION).max(ClaimLimits.CONFIGURATIONS).checkedFirstSince(K8S_1_35)));

    private static final ObjectSchema ALLOCATION = object("AllocationResult",
        optional("devices",                 DEVICE_ALLOCATION_RESULT),
        optional("nodeSelector",            NODE_SELECTOR)                            .pointer(),
        optional("controller",              DRIVER)                                   .until(K8S_1_31),
        optional("allocationTimestamp",     TIME)                                     .pointer().since(K8S_1_34).until(K8S_1_34).gate(DRA_DEVICE_BINDING_CONDITIONS).gate(DRA_RESOURCE_CLAIM_DEVICE_STATUS),
        optional("allocationTimestamp",     TIME)                                     .pointer().since(K8S_1_35))
        .replaced("resourceHandles",    "since v1alpha3 the allocated devices are in devices.results")
        .replaced("shareable",          "since v1alpha3 every claim can be shared; remove it")
        .replaced("availableOnNodes",   "since v1alpha3 it is nodeSelector");

    /** A consumer in {@code reservedFor}, unchanged since v1alpha2. */
    static final ObjectSchema CONSUMER_REFERENCE = object("ResourceClaimConsumerReference",
        optional("apiGroup",                STRING),
        required("resource",                STRING),
        required("name",                    STRING),
        required("uid",                     STRING));

    static final ObjectSchema CONDITION = object("Condition",
        required("type",                    STRING.with(QUALIFIED_NAME))            .missing(until(K8S_1_36), INVALID),
        required("status",                  STRING.oneOf("True", "False", "Unknown")).missing(until(K8S_1_36), NOT_SUPPORTED),
        optional("observedGeneration",      INT64.min(0)),
        required("lastTransitionTime",      TIME),
        required("reason",                  STRING.max(1024).with(CONDITION_REASON)),
        optional("message",                 STRING.max(32 * KIB)));

    static final ListType CONDITIONS = listOf(CONDITION).max(8)
        .with(uniqueBy("type"), until(K8S_1_36))
        .with(uniqueObjectBy("type"), since(K8S_1_37));

    private static final ObjectSchema NETWORK_DATA = object("NetworkDeviceData",
        optional("interfaceName",           STRING.max(256)),
        optional("ips",                     listOf(STRING.with(CIDR)).max(16).with(Uniqueness.uniqueAddresses())).until(K8S_1_32),
        optional("ips",                     listOf(STRING.with(INTERFACE_ADDRESS)).max(16).checkedFirstSince(K8S_1_35).with(uniqueTexts())).since(K8S_1_33),
        optional("hardwareAddress",         STRING.max(128)));

    private static final ScalarType DRIVER_DATA = RAW.with(OpaqueParameters.ofAtMost(10 * KIB));

    private static final ObjectSchema DEVICE_STATUS = object("AllocatedDeviceStatus",
        required("driver",                  DRIVER).missing(until(K8S_1_34), REQUIRED, INVALID),
        required("pool",                    POOL),
        required("device",                  STRING.with(DNS_LABEL))                 .missing(INVALID),
        optional("shareID",                 STRING.with(UUID))                      .pointer().since(K8S_1_34).gate(DRA_CONSUMABLE_CAPACITY),
        optional("conditions",              CONDITIONS),
        optional("data",                    DRIVER_DATA)                              .until(K8S_1_32),
        optional("data",                    DRIVER_DATA)                              .pointer().since(K8S_1_33),
        optional("networkData",             NETWORK_DATA)                             .pointer());

    private static final ObjectSchema CLAIM_STATUS = object("ResourceClaimStatus",
        optional("allocation",              ALLOCATION)                               .pointer().update(NO_MODIFY).when(wasSet("allocation"), UNVALIDATED, since(K8S_1_32)),
        optional("reservedFor",             listOf(CONSUMER_REFERENCE)
                                                .max(ClaimLimits.CONSUMERS_UNTIL_1_31, until(K8S_1_31))
                                                .max(ClaimLimits.CONSUMERS, since(K8S_1_32)).checkedFirstSince(K8S_1_35)
                                                .with(uniqueBy("uid"), until(K8S_1_34))
                                                .with(uniqueObjectBy("uid"), since(K8S_1_35))),
        optional("deallocationRequested",   BOOL)                                     .until(K8S_1_31).gate(DRA_CONTROL_PLANE_CONTROLLER),
        optional("devices",                 listOf(DEVICE_STATUS).keyedBy("driver", "pool", "device", "shareID"))                    .since(K8S_1_32).gate(DRA_RESOURCE_CLAIM_DEVICE_STATUS).removing(new DeallocatedDevices()))
        .rule(PlainRule.CONSUMERS_NEED_ALLOCATION)
        .rule(PlainRule.DEALLOCATION_NEEDS_NO_CONSUMERS, until(K8S_1_31))
        .rule(PlainRule.DEALLOCATION_NEEDS_ALLOCATION, until(K8S_1_31))
        .rule(PlainRule.DEALLOCATION_STAYS_REQUESTED, until(K8S_1_31))
        .rule(new DeviceStatusIsAllocated());

    static final ObjectSchema RESOURCE_CLAIM = kind("ResourceClaim", OBJECT_META,
        optional("spec",                    CLAIM_SPEC)                               .update(IMMUTABLE).on(CREATE, UPDATE).with(NOT_VALIDATED, on(UPDATE, UPDATE_STATUS).and(since(K8S_1_35))),
        optional("status",                  CLAIM_STATUS)                             .on(UPDATE_STATUS))
        .rule(PlainRule.NO_CONSUMER_ADDED_WHILE_DEALLOCATING, on(UPDATE_STATUS))
        .rule(AllocationFitsClaim.always(), on(UPDATE_STATUS).and(until(K8S_1_31)))
        .rule(AllocationFitsClaim.whenNew(), on(UPDATE_STATUS).and(since(K8S_1_32)).and(until(K8S_1_34)))
        .rule(AllocationFitsClaim.whenNew(ClaimLimits.REQUESTS, ClaimLimits.RESULTS, ClaimLimits.CONFIGURATIONS), on(UPDATE_STATUS).and(since(K8S_1_35)))
        .rule(AdminAccessNeedsLabel.ofAllocation(FIRST_LABEL), on(UPDATE_STATUS).and(since(K8S_1_33)).and(until(K8S_1_33)))
        .rule(AdminAccessNeedsLabel.ofAllocation(LABEL), on(UPDATE_STATUS).and(since(K8S_1_34)));

    static final ObjectSchema RESOURCE_CLAIM_TEMPLATE = template(TEMPLATE_CLAIM_SPEC);

    /** A template of claims with this spec, the same since v1alpha2. */
    static ObjectSchema template(ObjectSchema claimSpec) {
        ObjectSchema templateSpec = object("ResourceClaimTemplateSpec",
            optional("metadata",            TEMPLATE_META),
            optional("spec",                claimSpec));
        return kind("ResourceClaimTemplate", OBJECT_META,
            optional("spec",                templateSpec)                             .update(IMMUTABLE));
    }
    // @formatter:on
}
