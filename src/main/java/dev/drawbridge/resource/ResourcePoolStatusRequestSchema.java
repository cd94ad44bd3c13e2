package dev.drawbridge.resource;

import static dev.drawbridge.constraint.Formats.CASELESS_LONG_NAME;
import static dev.drawbridge.constraint.Formats.DNS_SUBDOMAIN;
import static dev.drawbridge.constraint.Limits.upTo;
import static dev.drawbridge.constraint.Uniqueness.*;
import static dev.drawbridge.resource.KindSchema.kind;
import static dev.drawbridge.resource.NameTypes.POOL;
import static dev.drawbridge.resource.ObjectMetaSchema.REQUEST_META;
import static dev.drawbridge.resource.ResourceClaimSchema.CONDITION;
import static dev.drawbridge.resource.ResourceSliceSchema.PARTITION_TYPE;
import static dev.drawbridge.schema.Availability.*;
import static dev.drawbridge.schema.Condition.IS_STORED;
import static dev.drawbridge.schema.FeatureGate.DRA_PARTITIONABLE_DEVICES_TYPE;
import static dev.drawbridge.schema.KubernetesRelease.*;
import static dev.drawbridge.schema.Operation.*;
import static dev.drawbridge.schema.Trait.NOT_VALIDATED;
import static dev.drawbridge.schema.Trait.VALIDATED_ON_CHANGE;
import static dev.drawbridge.schema.UpdateTag.*;
import static dev.drawbridge.schema.Vocabulary.*;

import dev.drawbridge.constraint.AttributeNames;
import dev.drawbridge.schema.ListType;
import dev.drawbridge.schema.ObjectSchema;

/**
 * Rules of ResourcePoolStatusRequest, v1alpha3. Source: {@code k8s.io/api/resource/v1alpha3/types.go}, validated by
 * {@code pkg/apis/resource/validation/validation_resourcepoolstatusrequest.go}, since Kubernetes 1.36.
 */
final class ResourcePoolStatusRequestSchema {

    private static final int LIMIT = 1000; // ResourcePoolStatusRequestLimitMax
    private static final int CONDITIONS = 10; // ResourcePoolStatusRequestMaxConditions

    // @formatter:off
    private static final ObjectSchema SPEC = object("ResourcePoolStatusRequestSpec",
        required("driver",                        STRING.with(CASELESS_LONG_NAME)),
        optional("poolName",                      POOL)                                       .pointer(),
        optional("limit",                         INT32.min(1).max(LIMIT))                    .pointer().defaultsTo("100"),
        optional("defaultPartitionTypeAttribute", STRING.with(PARTITION_TYPE).with(AttributeNames.LOWER_CASE_DOMAIN).with(AttributeNames.ONE_SLASH, since(K8S_1_38))) .pointer().since(K8S_1_37).gate(DRA_PARTITIONABLE_DEVICES_TYPE));

    private static final ObjectSchema PARTITION_TYPE_STATUS = object("PartitionTypeStatus",
        required("attribute",                     STRING),
        required("type",                          STRING),
        required("total",                         INT32.min(0))                               .pointer(),
        required("allocatable",                   INT32.min(0))                               .pointer());

    private static final ObjectSchema SHAREABLE_CAPACITY = object("ShareableCapacityStatus",
        required("name",                          STRING),
        required("total",                         QUANTITY)                                   .pointer(),
        required("consumed",                      QUANTITY)                                   .pointer(),
        required("available",                     QUANTITY)                                   .pointer());

    private static final ObjectSchema SHAREABLE_SUMMARY = object("ShareableSummaryStatus",
        required("fullyAvailableDevices",         INT32.min(0))                               .pointer(),
        required("partiallyAvailableDevices",     INT32.min(0))                               .pointer(),
        optional("capacity",                      listOf(SHAREABLE_CAPACITY).max(32).checkedFirstSince(K8S_1_37)));

    private static final ObjectSchema POOL_STATUS = object("PoolStatus",
        required("driver",                        STRING.with(CASELESS_LONG_NAME)),
        required("poolName",                      POOL),
        optional("nodeName",                      STRING.with(DNS_SUBDOMAIN))               .pointer(),
        required("generation",                    INT64.min(0)),
        optional("resourceSliceCount",            INT32.min(1))                               .pointer(),
        optional("totalDevices",                  INT32.min(0))                               .pointer(),
        optional("allocatedDevices",              INT32.min(0))                               .pointer(),
        optional("availableDevices",              INT32.min(0))                               .pointer(),
        optional("unavailableDevices",            INT32.min(0))                               .pointer(),
        optional("validationError",               STRING.max(256))                       .pointer(),
        optional("partitionSummary",              listOf(PARTITION_TYPE_STATUS).max(32).checkedFirstSince(K8S_1_37).with(uniqueObjectBy("attribute", "type")))
                                                                                              .since(K8S_1_37),
        optional("shareableSummary",              SHAREABLE_SUMMARY)                          .pointer().since(K8S_1_37));

    /** A condition in an update of a status, which must not change: only what the Go type declares is checked. */
    private static final ObjectSchema STORED_CONDITION = object("Condition",
        optional("type",                          STRING)                                     .until(K8S_1_37),
        optional("status",                        STRING)                                     .until(K8S_1_37),
        optional("lastTransitionTime",            TIME)                                       .until(K8S_1_37),
        optional("reason",                        STRING)                                     .until(K8S_1_37),
        required("type",                          STRING)                                     .since(K8S_1_38).declaredAlone(),
        required("status",                        STRING.oneOf(declaredAlone(), "True", "False", "Unknown")).since(K8S_1_38).declaredAlone(),
        required("lastTransitionTime",            TIME)                                       .since(K8S_1_38).declaredAlone(),
        required("reason",                        STRING)                                     .since(K8S_1_38).declaredAlone(),
        optional("observedGeneration",            INT64.min(0, since(K8S_1_38).and(declaredAlone()))),
        optional("message",                       STRING));

    private static final ListType STORED_CONDITIONS = listOf(STORED_CONDITION).max(CONDITIONS, declaredAlone())
        .with(upTo(CONDITIONS, uniqueObjectBy("type")), until(K8S_1_36).and(declaredAlone()))
        .with(uniqueObjectBy("type"), since(K8S_1_38).and(declaredAlone())).pairedBy("type", declared());

    private static final ObjectSchema STATUS = object("ResourcePoolStatusRequestStatus",
        required("poolCount",                     INT32.min(0, declaredAlone()))                .pointer().declaredAlone(),
        optional("pools",                         listOf(POOL_STATUS))                        .with(VALIDATED_ON_CHANGE),
        optional("conditions",                    listOf(CONDITION).max(CONDITIONS)
                                                      .with(uniqueBy("type"), until(K8S_1_36))
                                                      .with(upTo(CONDITIONS, uniqueObjectBy("type")), until(K8S_1_36))
                                                      .with(uniqueObjectBy("type"), since(K8S_1_37)))
                                                                                              .when(IS_STORED, STORED_CONDITIONS));

    static final ObjectSchema RESOURCE_POOL_STATUS_REQUEST = kind("ResourcePoolStatusRequest", REQUEST_META,
        optional("spec",                          SPEC)                                       .update(IMMUTABLE).on(CREATE, UPDATE).with(NOT_VALIDATED, on(UPDATE, UPDATE_STATUS).and(since(K8S_1_36))),
        optional("status",                        STATUS)                                     .pointer().update(NO_UNSET, NO_MODIFY).on(UPDATE_STATUS));
    // @formatter:on
}
