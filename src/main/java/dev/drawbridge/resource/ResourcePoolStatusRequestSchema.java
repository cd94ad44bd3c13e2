package dev.drawbridge.resource;

import static dev.drawbridge.constraint.Formats.DNS_SUBDOMAIN;
import static dev.drawbridge.constraint.Formats.DRIVER_NAME;
import static dev.drawbridge.constraint.Formats.POOL_NAME;
import static dev.drawbridge.resource.ObjectMetaSchema.REQUEST_META;
import static dev.drawbridge.resource.ResourceClaimSchema.CONDITION;
import static dev.drawbridge.resource.ResourceSliceSchema.PARTITION_TYPE;
import static dev.drawbridge.schema.Availability.since;
import static dev.drawbridge.schema.Availability.until;
import static dev.drawbridge.schema.FeatureGate.DRA_PARTITIONABLE_DEVICES_TYPE;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_36;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_37;
import static dev.drawbridge.schema.Request.CREATE;
import static dev.drawbridge.schema.Request.UPDATE;
import static dev.drawbridge.schema.Request.UPDATE_STATUS;
import static dev.drawbridge.schema.Vocabulary.int32;
import static dev.drawbridge.schema.Vocabulary.int64;
import static dev.drawbridge.schema.Vocabulary.listOf;
import static dev.drawbridge.schema.Vocabulary.object;
import static dev.drawbridge.schema.Vocabulary.optional;
import static dev.drawbridge.schema.Vocabulary.quantity;
import static dev.drawbridge.schema.Vocabulary.required;
import static dev.drawbridge.schema.Vocabulary.string;
import static dev.drawbridge.schema.Vocabulary.struct;
import static dev.drawbridge.schema.Vocabulary.time;

import dev.drawbridge.schema.ListType;
import dev.drawbridge.schema.ObjectSchema;
import dev.drawbridge.schema.ScalarType;

/**
 * Rules of ResourcePoolStatusRequest, v1alpha3. Source: {@code k8s.io/api/resource/v1alpha3/types.go}, validated by
 * {@code pkg/apis/resource/validation/validation_resourcepoolstatusrequest.go}, since Kubernetes 1.36.
 */
final class ResourcePoolStatusRequestSchema {

    /** ResourcePoolStatusRequestLimitMax. */
    private static final int LIMIT = 1000;

    /** ResourcePoolStatusRequestMaxConditions. */
    private static final int CONDITIONS = 10;

    private ResourcePoolStatusRequestSchema() {}

    // @formatter:off
    private static final ScalarType POOL = string().maxBytes(253).format(POOL_NAME);

    private static final ObjectSchema SPEC = object("ResourcePoolStatusRequestSpec",
        required("driver",                        string().format(DRIVER_NAME)),
        optional("poolName",                      POOL)                                       .pointer(),
        optional("limit",                         int32().min(1).max(LIMIT))                  .pointer().defaultsTo("100"),
        optional("defaultPartitionTypeAttribute", string().with(PARTITION_TYPE))              .pointer().since(K8S_1_37).gate(DRA_PARTITIONABLE_DEVICES_TYPE));

    private static final ObjectSchema PARTITION_TYPE_STATUS = object("PartitionTypeStatus",
        required("attribute",                     string()),
        required("type",                          string()),
        required("total",                         int32().min(0))                             .pointer(),
        required("allocatable",                   int32().min(0))                             .pointer());

    private static final ObjectSchema SHAREABLE_CAPACITY = object("ShareableCapacityStatus",
        required("name",                          string()),
        required("total",                         quantity())                                 .pointer(),
        required("consumed",                      quantity())                                 .pointer(),
        required("available",                     quantity())                                 .pointer());

    private static final ObjectSchema SHAREABLE_SUMMARY = object("ShareableSummaryStatus",
        required("fullyAvailableDevices",         int32().min(0))                             .pointer(),
        required("partiallyAvailableDevices",     int32().min(0))                             .pointer(),
        optional("capacity",                      listOf(SHAREABLE_CAPACITY).max(32).checkedFirstSince(K8S_1_37).uniqueObjectBy("name")));

    private static final ObjectSchema POOL_STATUS = object("PoolStatus",
        required("driver",                        string().format(DRIVER_NAME)),
        required("poolName",                      POOL),
        optional("nodeName",                      string().format(DNS_SUBDOMAIN))             .pointer(),
        required("generation",                    int64().min(0)),
        optional("resourceSliceCount",            int32().min(1))                             .pointer(),
        optional("totalDevices",                  int32().min(0))                             .pointer(),
        optional("allocatedDevices",              int32().min(0))                             .pointer(),
        optional("availableDevices",              int32().min(0))                             .pointer(),
        optional("unavailableDevices",            int32().min(0))                             .pointer(),
        optional("validationError",               string().maxBytes(256))                     .pointer(),
        optional("partitionSummary",              listOf(PARTITION_TYPE_STATUS).max(32).checkedFirstSince(K8S_1_37).uniqueObjectByAll("attribute", "type"))
                                                                                              .since(K8S_1_37),
        optional("shareableSummary",              SHAREABLE_SUMMARY)                          .pointer().since(K8S_1_37));

    /** What is still required of a condition in an update of a status, which may not change. */
    private static final ObjectSchema STORED_CONDITION = object("Condition",
        optional("type",                          string()),
        optional("status",                        string()),
        optional("observedGeneration",            int64()),
        optional("lastTransitionTime",            time()),
        optional("reason",                        string()),
        optional("message",                       string()));

    private static final ListType STORED_CONDITIONS = listOf(STORED_CONDITION).max(CONDITIONS)
        .uniqueObjectByUpTo(CONDITIONS, "type", until(K8S_1_36)).declaredAlone();

    private static final ObjectSchema STATUS = object("ResourcePoolStatusRequestStatus",
        required("poolCount",                     int32().min(0).declaredAlone())             .pointer().declaredAlone(),
        optional("pools",                         listOf(POOL_STATUS))                        .notValidatedUnchanged(),
        optional("conditions",                    listOf(CONDITION).max(CONDITIONS)
                                                      .uniqueBy("type", until(K8S_1_36))
                                                      .uniqueObjectByUpTo(CONDITIONS, "type", until(K8S_1_36))
                                                      .uniqueObjectBy("type", since(K8S_1_37)))
                                                                                              .whereStored(STORED_CONDITIONS));

    static final ObjectSchema RESOURCE_POOL_STATUS_REQUEST = object("ResourcePoolStatusRequest",
        optional("apiVersion",                    string()),
        optional("kind",                          string()),
        struct("metadata",                        REQUEST_META),
        struct("spec",                            SPEC)                                       .immutable().on(CREATE, UPDATE).notValidatedAgain(since(K8S_1_36)),
        optional("status",                        STATUS)                                     .pointer().immutableOnceSet().on(UPDATE_STATUS));
    // @formatter:on
}
