package dev.drawbridge.resource;

import static dev.drawbridge.constraint.Formats.*;
import static dev.drawbridge.constraint.Uniqueness.*;
import static dev.drawbridge.field.ErrorType.*;
import static dev.drawbridge.resource.KindSchema.kind;
import static dev.drawbridge.resource.NameTypes.DRIVER;
import static dev.drawbridge.resource.NameTypes.POOL;
import static dev.drawbridge.resource.NodeSelectorSchema.NODE_SELECTOR;
import static dev.drawbridge.resource.ObjectMetaSchema.GENERATED_META;
import static dev.drawbridge.resource.ResourceClaimSchema.CONDITION_TYPES;
import static dev.drawbridge.resource.ResourceClaimSchema.SKIPPED_OPERATIONS;
import static dev.drawbridge.resource.rule.RequestPolicyFitsCapacity.Arithmetic.*;
import static dev.drawbridge.schema.ApiVersion.*;
import static dev.drawbridge.schema.Availability.*;
import static dev.drawbridge.schema.Depth.*;
import static dev.drawbridge.schema.FeatureGate.*;
import static dev.drawbridge.schema.KubernetesRelease.*;
import static dev.drawbridge.schema.Operation.UPDATE;
import static dev.drawbridge.schema.Trait.*;
import static dev.drawbridge.schema.UpdateTag.IMMUTABLE;
import static dev.drawbridge.schema.Vocabulary.*;

import dev.drawbridge.constraint.AttributeNames;
import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.Enums;
import dev.drawbridge.constraint.Limits;
import dev.drawbridge.constraint.LowerCase;
import dev.drawbridge.constraint.Maps;
import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.Unions;
import dev.drawbridge.constraint.content.DnsNames;
import dev.drawbridge.resource.rule.AllocatableResourcesHaveCapacity;
import dev.drawbridge.resource.rule.AttributesAreFew;
import dev.drawbridge.resource.rule.BindingConditionsComeTogether;
import dev.drawbridge.resource.rule.CountersAreShared;
import dev.drawbridge.resource.rule.DevicesAreFewer;
import dev.drawbridge.resource.rule.NodesAreChosenOnce;
import dev.drawbridge.resource.rule.NodesAreChosenOnce.KeptDevicesChooseNodes;
import dev.drawbridge.resource.rule.PartitionTypeIsCarried;
import dev.drawbridge.resource.rule.PlainRule;
import dev.drawbridge.resource.rule.RequestPolicyFitsCapacity;
import dev.drawbridge.schema.Condition;
import dev.drawbridge.schema.FieldRow;
import dev.drawbridge.schema.FieldType;
import dev.drawbridge.schema.ListType;
import dev.drawbridge.schema.MapType;
import dev.drawbridge.schema.ObjectSchema;
import dev.drawbridge.schema.ScalarType;
import java.util.List;

/**
 * Rules of ResourceSlice, v1alpha3 to v1. Source: {@code k8s.io/api/resource/<version>/types.go}, ResourceSlice,
 * validated by {@code pkg/apis/resource/validation/validation.go}, validateResourceSliceSpec.
 */
final class ResourceSliceSchema {

    private static final int DEVICES = 128; // ResourceSliceMaxDevices
    private static final int ADVANCED_DEVICES = 64; // ResourceSliceMaxDevicesWithAdvancedFeatures
    private static final int ATTRIBUTES = 32; // ResourceSliceMaxAttributesAndCapacitiesPerDevice
    private static final int VALUES = 48; // ResourceSliceMaxAttributeValuesPerDevice
    // ResourceSliceMaxSharedCounters, …CountersPerCounterSet, …CountersPerDevice
    private static final int COUNTERS = 32;
    private static final int DEVICE_COUNTERS = 1024; // ResourceSliceMaxDeviceCountersPerSlice
    private static final int COUNTER_SETS = 8; // ResourceSliceMaxCounterSets
    private static final int VALUE_BYTES = 64; // DeviceAttributeMaxValueLength

    // @formatter:off
    private static final ObjectSchema RESOURCE_POOL = object("ResourcePool",
        required("name",               POOL)                                               .update(IMMUTABLE),
        optional("generation",         INT64.min(0)),
        required("resourceSliceCount", INT64.min(1))                                         .missing(INVALID));

    private static final ObjectSchema ONE_NODE_SELECTOR = NODE_SELECTOR.rule(PlainRule.SELECTOR_HAS_ONE_TERM);

    private static final ScalarType TEXT_VALUE = STRING.max(VALUE_BYTES);

    private static final ScalarType VERSION_VALUE = STRING.max(VALUE_BYTES).with(SEMANTIC_VERSION, until(K8S_1_37)).with(SHORT_SEMANTIC_VERSION, since(K8S_1_38));

    private static final ObjectSchema ATTRIBUTE = object("DeviceAttribute",
        optional("int",      INT64)                                                          .pointer(),
        optional("bool",     BOOL)                                                           .pointer(),
        optional("string",   TEXT_VALUE)                                                     .pointer(),
        optional("version",  VERSION_VALUE)                                                  .pointer(),
        optional("ints",     listOf(INT64).with(Limits.NOT_EMPTY))                           .since(K8S_1_36).gate(DRA_LIST_TYPE_ATTRIBUTES).with(SET_WHERE_WRITTEN),
        optional("bools",    listOf(BOOL).with(Limits.NOT_EMPTY))                            .since(K8S_1_36).gate(DRA_LIST_TYPE_ATTRIBUTES).with(SET_WHERE_WRITTEN),
        optional("strings",  listOf(TEXT_VALUE).with(Limits.NOT_EMPTY))                      .since(K8S_1_36).gate(DRA_LIST_TYPE_ATTRIBUTES).with(SET_WHERE_WRITTEN),
        optional("versions", listOf(VERSION_VALUE).with(Limits.NOT_EMPTY))                   .since(K8S_1_36).gate(DRA_LIST_TYPE_ATTRIBUTES).with(SET_WHERE_WRITTEN))
        .replaced("value", "write string, int, bool or version; an amount belongs in capacity")
        .rule(Unions.exactlyOneWritten(REQUIRED, "int", "bool", "string", "version"), until(K8S_1_34))
        .rule(Unions.exactlyOneWritten(INVALID, "int", "bool", "string", "version", "ints", "bools", "strings", "versions"), since(K8S_1_35))
        .rule(Unions.exactlyOneFilled(INVALID, "int", "bool", "string", "version", "ints", "bools", "strings", "versions"), since(K8S_1_37).and(declaredAlone()));

    private static final ObjectSchema REQUEST_POLICY_RANGE = object("CapacityRequestPolicyRange",
        optional("min",  QUANTITY)                                                           .pointer(),
        optional("max",  QUANTITY)                                                           .pointer(),
        optional("step", QUANTITY)                                                           .pointer());

    private static final ObjectSchema REQUEST_POLICY = object("CapacityRequestPolicy",
        optional("default",     QUANTITY)                                                    .pointer(),
        optional("validValues", listOf(QUANTITY)),
        optional("validRange",  REQUEST_POLICY_RANGE)                                        .pointer());

    /** The capacity of a device that a single claim uses. */
    private static final ObjectSchema CAPACITY = object("DeviceCapacity",
        optional("value",          QUANTITY)                                                 .replaced("quantity", "amount"),
        optional("requestPolicy",  REQUEST_POLICY)                                           .pointer().since(K8S_1_34).gate(DRA_CONSUMABLE_CAPACITY))
        .rule(PlainRule.REQUEST_POLICIES_ARE_OF_SHARED_DEVICES, since(K8S_1_34));

    /** The capacity of a device that claims share. */
    private static final ObjectSchema SHARED_CAPACITY = object("DeviceCapacity",
        optional("value",          QUANTITY)                                                 .replaced("quantity", "amount"),
        optional("requestPolicy",  REQUEST_POLICY)                                           .pointer().since(K8S_1_34).gate(DRA_CONSUMABLE_CAPACITY))
        .rule(new RequestPolicyFitsCapacity(UNCHECKED, true), until(K8S_1_34))
        .rule(new RequestPolicyFitsCapacity(UNCHECKED, false), since(K8S_1_35).and(until(K8S_1_36)))
        .rule(new RequestPolicyFitsCapacity(INTEGERS, false), since(K8S_1_37).and(without(DRA_FRACTIONAL_CAPACITY_RANGE)))
        .rule(new RequestPolicyFitsCapacity(THOUSANDTHS, false), since(K8S_1_37).and(gate(DRA_FRACTIONAL_CAPACITY_RANGE)));

    private static final ObjectSchema COUNTER = object("Counter",
        optional("value", QUANTITY)                                                          .replaced("quantity", "amount"));

    private static final MapType COUNTERS_BY_NAME = mapOf(COUNTER, DnsNames.MAX_LABEL).max(COUNTERS, since(K8S_1_35)).beyondLimit(VALIDATED, since(K8S_1_37))
        .keys(DNS_LABEL, until(K8S_1_35))
        .keys(Maps.reportedAtMap(DNS_LABEL), since(K8S_1_36).and(declared()));

    private static final ObjectSchema COUNTER_SET = object("CounterSet",
        required("name",     STRING.with(DNS_LABEL)),
        required("counters", COUNTERS_BY_NAME));

    private static final ObjectSchema COUNTER_CONSUMPTION = object("DeviceCounterConsumption",
        required("counterSet",          STRING.with(DNS_LABEL, declared()))                .declared().replaced("name"),
        required("counters",            COUNTERS_BY_NAME)                                    .declared(),
        optional("compatibilityGroups", listOf(STRING.with(DNS_LABEL, declaredAlone())).max(2, declaredAlone()).checkedFirstSince(K8S_1_35).with(uniqueTexts(), declaredAlone()))
                                                                                             .since(K8S_1_37).gate(DRA_DEVICE_COMPATIBILITY_GROUPS));

    static final ScalarType TAINT_KEY = STRING.with(QUALIFIED_NAME);

    static final ScalarType TAINT_EFFECT = STRING
        .oneOf(until(K8S_1_34), "NoSchedule", "NoExecute")
        .oneOf(since(K8S_1_35).and(declared()), "NoSchedule", "NoExecute", "None");

    static final ObjectSchema TAINT = object("DeviceTaint",
        required("key",       TAINT_KEY)                                                     .missing(INVALID),
        optional("value",     STRING.with(LABEL_VALUE)),
        required("effect",    TAINT_EFFECT)                                                  .declared().with(VALIDATED_ON_CHANGE, since(K8S_1_35)),
        optional("timeAdded", TIME)                                                          .pointer());

    private static final ListType TAINTS = listOf(TAINT)
        .max(4, until(K8S_1_34))
        .max(16, since(K8S_1_35)).checkedFirstSince(K8S_1_35)
        .beyondLimit(DECLARED, since(K8S_1_37));

    private static final ObjectSchema ALLOCATABLE_MAPPING_1_36 = object("NodeAllocatableResourceMapping",
        optional("capacityKey",          STRING.with(AttributeNames.NOT_EMPTY))              .pointer(),
        optional("allocationMultiplier", QUANTITY.with(Limits.POSITIVE_QUANTITY))            .pointer());

    private static final ObjectSchema ALLOCATABLE_MAPPING = object("NodeAllocatableMapping",
        optional("capacityKey",        STRING.with(AttributeNames.NOT_EMPTY, until(K8S_1_37))
                                           .with(AttributeNames.qualified(INVALID, INVALID), since(K8S_1_38))
                                           .with(AttributeNames.ONE_SLASH, since(K8S_1_38)))   .pointer(),
        optional("capacityMultiplier", QUANTITY.with(Limits.POSITIVE_QUANTITY))              .pointer().when(Condition.isUnset("capacityKey"), UNVALIDATED, ALWAYS),
        optional("deviceMultiplier",   QUANTITY.with(Limits.POSITIVE_QUANTITY))              .pointer())
        .rule(Unions.exactlyOneWritten(INVALID, "capacityKey", "deviceMultiplier"), declaredAlone())
        .rule(Unions.together("capacityKey", "capacityMultiplier"));

    private static final ObjectSchema ALLOCATABLE_OVERHEAD = object("NodeAllocatableOverhead",
        optional("perPod",       QUANTITY.with(Limits.UNSIGNED_QUANTITY))                    .pointer(),
        optional("perContainer", QUANTITY.with(Limits.UNSIGNED_QUANTITY))                    .pointer())
        .rule(Unions.atLeastOneOf(INVALID, "perPod", "perContainer"));

    private static final ObjectSchema ALLOCATABLE_RESOURCE = object("NodeAllocatableResource",
        optional("mapping",  ALLOCATABLE_MAPPING)                                            .pointer(),
        optional("overhead", ALLOCATABLE_OVERHEAD)                                           .pointer())
        .rule(Unions.atLeastOneOf(REQUIRED, "mapping", "overhead"));

    private static MapType byAttributeName(FieldType value) {
        return mapOf(value, AttributeNames.MAX_BYTES)
            .keys(Maps.reportedAtMap(AttributeNames.qualified(REQUIRED, WRONG_TYPE)), until(K8S_1_31))
            .keys(AttributeNames.qualified(REQUIRED, WRONG_TYPE), since(K8S_1_32).and(until(K8S_1_33)))
            .keys(AttributeNames.qualified(REQUIRED, INVALID), since(K8S_1_34).and(until(K8S_1_34)))
            .keys(AttributeNames.qualified(INVALID, INVALID), since(K8S_1_35).and(until(K8S_1_35)))
            .keys(Maps.reportedAtMap(AttributeNames.qualified(INVALID, INVALID)), since(K8S_1_36))
            .keys(Maps.reportedAtMap(AttributeNames.ONE_SLASH), since(K8S_1_38));
    }

    private static ObjectSchema body(FieldRow nodeName, FieldRow nodeSelector, FieldRow allNodes) {
        return object("BasicDevice",
            optional("attributes",               byAttributeName(ATTRIBUTE)),
            optional("capacity",                 byAttributeName(QUANTITY))                  .in(V1ALPHA3),
            optional("capacity",                 byAttributeName(CAPACITY))                  .in(V1BETA1, V1BETA2, V1).with(VALIDATED_ON_CHANGE, since(K8S_1_37).and(until(K8S_1_37)))
                                                                                             .when(Condition.isTrue("allowMultipleAllocations"), byAttributeName(SHARED_CAPACITY)),
            optional("consumesCounters",         listOf(COUNTER_CONSUMPTION).max(2, since(K8S_1_35).and(declared())).checkedFirstSince(K8S_1_35)
                                                     .with(uniqueBy("counterSet"), until(K8S_1_34))
                                                     .with(uniqueObjectBy("counterSet"), since(K8S_1_35).and(declared())))
                                                                                             .since(K8S_1_33).gate(DRA_PARTITIONABLE_DEVICES),
            nodeName.pointer().since(K8S_1_33).gate(DRA_PARTITIONABLE_DEVICES),
            nodeSelector.pointer().since(K8S_1_33).gate(DRA_PARTITIONABLE_DEVICES),
            allNodes.pointer().since(K8S_1_33).gate(DRA_PARTITIONABLE_DEVICES),
            optional("taints",                   TAINTS)                                     .since(K8S_1_33).gate(DRA_DEVICE_TAINTS).with(VALIDATED_ON_CHANGE, since(K8S_1_35).and(until(K8S_1_37))),
            optional("bindsToNode",              BOOL)                                       .pointer().since(K8S_1_34).gate(DRA_DEVICE_BINDING_CONDITIONS).gate(DRA_RESOURCE_CLAIM_DEVICE_STATUS),
            optional("bindingConditions",        CONDITION_TYPES)                            .since(K8S_1_34).gate(DRA_DEVICE_BINDING_CONDITIONS).gate(DRA_RESOURCE_CLAIM_DEVICE_STATUS),
            optional("bindingFailureConditions", CONDITION_TYPES)                            .since(K8S_1_34).gate(DRA_DEVICE_BINDING_CONDITIONS).gate(DRA_RESOURCE_CLAIM_DEVICE_STATUS),
            optional("allowMultipleAllocations", BOOL)                                       .pointer().since(K8S_1_34).gate(DRA_CONSUMABLE_CAPACITY),
            optional("nodeAllocatableResourceMappings", mapOf(ALLOCATABLE_MAPPING_1_36).keys(NATIVE_RESOURCE_NAME, ALWAYS))
                                                                                             .since(K8S_1_36).until(K8S_1_36).gate(DRA_NODE_ALLOCATABLE_RESOURCES),
            optional("nodeAllocatableResources", mapOf(ALLOCATABLE_RESOURCE).keys(NODE_RESOURCE_NAME, ALWAYS))
                                                                                             .since(K8S_1_37).gate(DRA_NODE_ALLOCATABLE_RESOURCES))
            .rule(new AttributesAreFew(ATTRIBUTES), until(K8S_1_32))
            .rule(new BindingConditionsComeTogether(), since(K8S_1_34))
            .rule(new AllocatableResourcesHaveCapacity("nodeAllocatableResourceMappings"), since(K8S_1_36).and(until(K8S_1_36)))
            .rule(new AllocatableResourcesHaveCapacity("nodeAllocatableResources", "mapping"), since(K8S_1_37).and(until(K8S_1_37)))
            .rule(AllocatableResourcesHaveCapacity.ifNamed("nodeAllocatableResources", "mapping"), since(K8S_1_38));
    }

    private static ObjectSchema device(ObjectSchema body) {
        return object("Device",
            required("name",  STRING.with(DNS_LABEL))                                      .missing(INVALID),
            required("basic", body)                                                          .pointer().in(V1ALPHA3, V1BETA1).until(K8S_1_32),
            optional("basic", body)                                                          .pointer().in(V1ALPHA3, V1BETA1).since(K8S_1_33))
            .flattened("basic", body, in(V1BETA2, V1))
            .rule(new AttributesAreFew(ATTRIBUTES), since(K8S_1_33).and(until(K8S_1_35)))
            .rule(new AttributesAreFew(ATTRIBUTES, VALUES), since(K8S_1_36));
    }

    private static final ObjectSchema DEVICE = device(body(
            optional("nodeName",     STRING),
            optional("nodeSelector", NODE_SELECTOR).with(NOT_VALIDATED),
            optional("allNodes",     BOOL)))
        .rule(PlainRule.DEVICE_CHOOSES_NO_NODES, since(K8S_1_33));

    private static final ObjectRule ONE_CHOICE = new NodesAreChosenOnce("nodeName", "nodeSelector", "allNodes");

    /** A device in a slice that leaves the choice of nodes to its devices. */
    private static final ObjectSchema DEVICE_WITH_NODES = device(body(
            optional("nodeName",     STRING.with(DNS_SUBDOMAIN)),
            optional("nodeSelector", NODE_SELECTOR.rule(PlainRule.SELECTOR_HAS_ONE_TERM, since(K8S_1_38))),
            optional("allNodes",     BOOL.with(Enums.ONLY_TRUE))))
        .rule(ONE_CHOICE);

    private static ListType devices(ObjectSchema device) {
        return listOf(device).checkedFirstSince(K8S_1_35).pairedBy("name", ALWAYS)
            .beyondLimit(DECLARED, since(K8S_1_37))
            .max(DEVICES, until(K8S_1_34))
            .max(new DevicesAreFewer(DEVICES, ADVANCED_DEVICES), since(K8S_1_35))
            .with(uniqueBy("name"), until(K8S_1_34))
            .with(uniqueObjectBy("name"), since(K8S_1_35));
    }

    static final Constraint PARTITION_TYPE = AttributeNames.fullyQualified(INVALID, INVALID);

    private static final ObjectSchema RESOURCE_SLICE_SPEC = object("ResourceSliceSpec",
        required("driver",                 DRIVER.with(new LowerCase(), since(K8S_1_35))).missing(until(K8S_1_34), REQUIRED, INVALID).update(IMMUTABLE),
        optional("pool",                   RESOURCE_POOL),
        optional("nodeName",               STRING.with(DNS_SUBDOMAIN))                     .in(V1ALPHA3, V1BETA1).update(IMMUTABLE),
        optional("nodeName",               STRING.with(DNS_SUBDOMAIN))                     .in(V1BETA2, V1).pointer().update(IMMUTABLE),
        optional("nodeSelector",           ONE_NODE_SELECTOR)                                .pointer(),
        optional("allNodes",               BOOL)                                             .in(V1ALPHA3, V1BETA1),
        optional("allNodes",               BOOL.with(Enums.ONLY_TRUE))                       .in(V1BETA2, V1).pointer(),
        optional("devices",                devices(DEVICE))                                  .when(Condition.isTrue("perDeviceNodeSelection"), devices(DEVICE_WITH_NODES)).with(VALIDATED_ON_CHANGE, since(K8S_1_38)),
        optional("perDeviceNodeSelection", BOOL.with(Enums.ONLY_TRUE))                       .pointer().since(K8S_1_33).gate(DRA_PARTITIONABLE_DEVICES),
        optional("sharedCounters",         listOf(COUNTER_SET).max(COUNTER_SETS, since(K8S_1_35)).checkedFirstSince(K8S_1_35)
                                               .with(uniqueBy("name"), until(K8S_1_34))
                                               .with(uniqueObjectBy("name"), since(K8S_1_35)))     .since(K8S_1_33).gate(DRA_PARTITIONABLE_DEVICES),
        optional("skipNodeOperations",     SKIPPED_OPERATIONS)                               .since(K8S_1_37).gate(DRA_OPTIONAL_NODE_OPERATIONS),
        optional("partitionTypeAttribute", STRING.with(PARTITION_TYPE, gate(DRA_PARTITIONABLE_DEVICES_TYPE).and(declaredAlone()))
                                                   .with(AttributeNames.LOWER_CASE_DOMAIN, gate(DRA_PARTITIONABLE_DEVICES_TYPE).and(declaredAlone()))
                                                   .with(AttributeNames.ONE_SLASH, since(K8S_1_38).and(gate(DRA_PARTITIONABLE_DEVICES_TYPE)).and(declaredAlone()))
                                                   .with(Enums.NOTHING_NEW, without(DRA_PARTITIONABLE_DEVICES_TYPE).and(declaredAlone())))
                                                                                             .pointer().since(K8S_1_37).gate(DRA_PARTITIONABLE_DEVICES_TYPE))
        .rule(new NodesAreChosenOnce("nodeName", "nodeSelector", "allNodes", "perDeviceNodeSelection"))
        .rule(new KeptDevicesChooseNodes(ONE_CHOICE), since(K8S_1_38).and(on(UPDATE)))
        .rule(new CountersAreShared(COUNTERS, COUNTERS, DEVICE_COUNTERS), since(K8S_1_33).and(until(K8S_1_34)))
        .rule(PlainRule.SLICE_HAS_DEVICES_OR_COUNTERS, since(K8S_1_35))
        .rule(new PartitionTypeIsCarried(List.of(PARTITION_TYPE)), since(K8S_1_37).and(until(K8S_1_37)))
        .rule(new PartitionTypeIsCarried(List.of(PARTITION_TYPE, AttributeNames.ONE_SLASH)), since(K8S_1_38));

    static final ObjectSchema RESOURCE_SLICE = kind("ResourceSlice", GENERATED_META,
        optional("spec",                   RESOURCE_SLICE_SPEC));
    // @formatter:on
}
