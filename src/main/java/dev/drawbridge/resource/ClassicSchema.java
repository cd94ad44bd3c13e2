package dev.drawbridge.resource;

import static dev.drawbridge.constraint.Formats.DNS_LABEL;
import static dev.drawbridge.constraint.Formats.DNS_SUBDOMAIN;
import static dev.drawbridge.constraint.Uniqueness.*;
import static dev.drawbridge.field.ErrorType.INVALID;
import static dev.drawbridge.field.ErrorType.REQUIRED;
import static dev.drawbridge.resource.KindSchema.kind;
import static dev.drawbridge.resource.NameTypes.DRIVER;
import static dev.drawbridge.resource.NodeSelectorSchema.NODE_SELECTOR;
import static dev.drawbridge.resource.ObjectMetaSchema.CLUSTER_OBJECT_META;
import static dev.drawbridge.resource.ObjectMetaSchema.OBJECT_META;
import static dev.drawbridge.resource.ResourceClaimSchema.CONSUMER_REFERENCE;
import static dev.drawbridge.resource.SelectorSchema.NAMED_RESOURCES_SELECTOR;
import static dev.drawbridge.schema.Availability.*;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_30;
import static dev.drawbridge.schema.Operation.*;
import static dev.drawbridge.schema.UpdateTag.IMMUTABLE;
import static dev.drawbridge.schema.UpdateTag.NO_MODIFY;
import static dev.drawbridge.schema.Vocabulary.*;

import dev.drawbridge.constraint.Unions;
import dev.drawbridge.resource.rule.PlainRule;
import dev.drawbridge.schema.ListType;
import dev.drawbridge.schema.ObjectSchema;

/**
 * Rules of "classic" DRA, {@code resource.k8s.io/v1alpha2}, in which a driver's own controller allocates claims.
 * Source: {@code k8s.io/api/resource/v1alpha2/types.go}, validated by {@code
 * pkg/apis/resource/validation/validation.go}, Kubernetes 1.27 to 1.30.
 */
final class ClassicSchema {

    // @formatter:off
    private static final ObjectSchema CLAIM_PARAMETERS_REFERENCE = object("ResourceClaimParametersReference",
        optional("apiGroup",                STRING),
        required("kind",                    STRING),
        required("name",                    STRING));

    private static final ObjectSchema CLASS_PARAMETERS_REFERENCE = object("ResourceClassParametersReference",
        optional("apiGroup",                STRING),
        required("kind",                    STRING),
        required("name",                    STRING),
        optional("namespace",               STRING.with(DNS_LABEL)));

    private static final ObjectSchema CLAIM_SPEC = object("ResourceClaimSpec",
        required("resourceClassName",       STRING.with(DNS_SUBDOMAIN))                              .missing(INVALID),
        optional("parametersRef",           CLAIM_PARAMETERS_REFERENCE)                                .pointer(),
        optional("allocationMode",          STRING.oneOf("WaitForFirstConsumer", "Immediate"))         .defaultsTo("WaitForFirstConsumer"));

    private static final ObjectSchema NAMED_RESOURCES_ALLOCATION_RESULT = object("NamedResourcesAllocationResult",
        required("name",                    STRING.with(DNS_SUBDOMAIN))                              .missing(INVALID));

    private static final ObjectSchema DRIVER_ALLOCATION_RESULT = object("DriverAllocationResult",
        optional("vendorRequestParameters", RAW),
        optional("namedResources",          NAMED_RESOURCES_ALLOCATION_RESULT)                         .pointer())
        .rule(Unions.exactlyOneOf("namedResources"));

    private static final ObjectSchema STRUCTURED_RESOURCE_HANDLE = object("StructuredResourceHandle",
        optional("vendorClassParameters",   RAW),
        optional("vendorClaimParameters",   RAW),
        optional("nodeName",                STRING.with(DNS_SUBDOMAIN)),
        documented("results",               listOf(DRIVER_ALLOCATION_RESULT)));

    private static final ObjectSchema RESOURCE_HANDLE = object("ResourceHandle",
        required("driverName",              DRIVER)                                                 .missing(REQUIRED, INVALID),
        optional("data",                    STRING.max(16 * KIB)),
        optional("structuredData",          STRUCTURED_RESOURCE_HANDLE)                                .pointer().since(K8S_1_30))
        .rule(PlainRule.DATA_EXCLUDES_STRUCTURED_DATA);

    private static final ObjectSchema ALLOCATION_RESULT = object("AllocationResult",
        optional("resourceHandles",         listOf(RESOURCE_HANDLE).max(32)),
        optional("availableOnNodes",        NODE_SELECTOR)                                             .pointer(),
        optional("shareable",               BOOL));

    private static final ObjectSchema CLAIM_STATUS = object("ResourceClaimStatus",
        optional("driverName",              DRIVER),
        optional("allocation",              ALLOCATION_RESULT)                                         .pointer().update(NO_MODIFY),
        optional("reservedFor",             listOf(CONSUMER_REFERENCE).max(ClaimLimits.CONSUMERS_UNTIL_1_31).with(uniqueBy("uid")).validatedOnceBy("uid", ALWAYS)),
        optional("deallocationRequested",   BOOL))
        .rule(PlainRule.ALLOCATION_NAMES_DRIVER)
        .rule(PlainRule.CONSUMERS_NEED_ALLOCATION)
        .rule(PlainRule.SEVERAL_CONSUMERS_NEED_SHAREABLE)
        .rule(PlainRule.DEALLOCATION_NEEDS_NO_CONSUMERS)
        .rule(PlainRule.DEALLOCATION_NEEDS_ALLOCATION)
        .rule(PlainRule.DEALLOCATION_STAYS_REQUESTED);

    static final ObjectSchema RESOURCE_CLAIM = kind("ResourceClaim", OBJECT_META,
        optional("spec",                    CLAIM_SPEC)                                                .update(IMMUTABLE).on(CREATE, UPDATE),
        optional("status",                  CLAIM_STATUS)                                              .on(UPDATE_STATUS))
        .rule(PlainRule.NO_CONSUMER_ADDED_WHILE_DEALLOCATING, on(UPDATE_STATUS));

    static final ObjectSchema RESOURCE_CLAIM_TEMPLATE = ResourceClaimSchema.template(CLAIM_SPEC);

    static final ObjectSchema RESOURCE_CLASS = kind("ResourceClass", CLUSTER_OBJECT_META,
        required("driverName",              DRIVER)                                                 .missing(REQUIRED, INVALID),
        optional("parametersRef",           CLASS_PARAMETERS_REFERENCE)                                .pointer(),
        optional("suitableNodes",           NODE_SELECTOR)                                             .pointer(),
        optional("structuredParameters",    BOOL)                                                      .pointer().since(K8S_1_30));

    private static final ListType NODES = listOf(STRING.with(DNS_SUBDOMAIN)).max(128).with(uniqueTexts()).validatedOnceBy("", until(K8S_1_30));

    private static final ObjectSchema POD_SCHEDULING_CONTEXT_SPEC = object("PodSchedulingContextSpec",
        optional("selectedNode",            STRING),
        optional("potentialNodes",          NODES));

    private static final ObjectSchema CLAIM_SCHEDULING_STATUS = object("ResourceClaimSchedulingStatus",
        optional("name",                    STRING),
        optional("unsuitableNodes",         NODES));

    private static final ObjectSchema POD_SCHEDULING_CONTEXT_STATUS = object("PodSchedulingContextStatus",
        optional("resourceClaims",          listOf(CLAIM_SCHEDULING_STATUS).with(uniqueObjectBy("name"))));

    static final ObjectSchema POD_SCHEDULING_CONTEXT = kind("PodSchedulingContext", OBJECT_META,
        documented("spec",                  POD_SCHEDULING_CONTEXT_SPEC)                               .on(CREATE, UPDATE),
        optional("status",                  POD_SCHEDULING_CONTEXT_STATUS)                             .on(UPDATE_STATUS));

    private static final ObjectSchema NAMED_RESOURCES_REQUEST = object("NamedResourcesRequest",
        required("selector",                NAMED_RESOURCES_SELECTOR));

    private static final ObjectSchema RESOURCE_REQUEST = object("ResourceRequest",
        optional("vendorParameters",        RAW),
        optional("namedResources",          NAMED_RESOURCES_REQUEST)                                   .pointer())
        .rule(Unions.exactlyOneOf("namedResources"));

    private static final ObjectSchema DRIVER_REQUESTS = object("DriverRequests",
        required("driverName",              DRIVER)                                                 .missing(REQUIRED, INVALID),
        optional("vendorParameters",        RAW),
        required("requests",                listOf(RESOURCE_REQUEST)));

    static final ObjectSchema RESOURCE_CLAIM_PARAMETERS = kind("ResourceClaimParameters", OBJECT_META,
        optional("generatedFrom",           CLAIM_PARAMETERS_REFERENCE)                                .pointer(),
        optional("shareable",               BOOL),
        optional("driverRequests",          listOf(DRIVER_REQUESTS).with(uniqueBy("driverName"))));

    private static final ObjectSchema VENDOR_PARAMETERS = object("VendorParameters",
        required("driverName",              DRIVER)                                                 .missing(REQUIRED, INVALID),
        optional("parameters",              RAW));

    private static final ObjectSchema NAMED_RESOURCES_FILTER = object("NamedResourcesFilter",
        required("selector",                NAMED_RESOURCES_SELECTOR));

    private static final ObjectSchema RESOURCE_FILTER = object("ResourceFilter",
        required("driverName",              DRIVER)                                                 .missing(REQUIRED, INVALID),
        optional("namedResources",          NAMED_RESOURCES_FILTER)                                    .pointer())
        .rule(Unions.exactlyOneOf("namedResources"));

    static final ObjectSchema RESOURCE_CLASS_PARAMETERS = kind("ResourceClassParameters", OBJECT_META,
        optional("generatedFrom",           CLASS_PARAMETERS_REFERENCE)                                .pointer(),
        optional("vendorParameters",        listOf(VENDOR_PARAMETERS).with(uniqueBy("driverName"))),
        optional("filters",                 listOf(RESOURCE_FILTER).with(uniqueBy("driverName"))));
    // @formatter:on
}
