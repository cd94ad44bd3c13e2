package dev.drawbridge.resource;

import static dev.drawbridge.constraint.Formats.DNS_SUBDOMAIN;
import static dev.drawbridge.constraint.Formats.NATIVE_RESOURCE_NAME;
import static dev.drawbridge.constraint.Uniqueness.*;
import static dev.drawbridge.field.ErrorType.INVALID;
import static dev.drawbridge.field.ErrorType.NOT_SUPPORTED;
import static dev.drawbridge.resource.KindSchema.kind;
import static dev.drawbridge.schema.Availability.*;
import static dev.drawbridge.schema.FeatureGate.*;
import static dev.drawbridge.schema.KubernetesRelease.*;
import static dev.drawbridge.schema.Operation.*;
import static dev.drawbridge.schema.Trait.SHOWS_NO_GATE;
import static dev.drawbridge.schema.Vocabulary.*;

import dev.drawbridge.constraint.Limits;
import dev.drawbridge.constraint.NotEmptyIfSet;
import dev.drawbridge.constraint.Unions;
import dev.drawbridge.resource.rule.AllocatableClaimsAreOfPod;
import dev.drawbridge.resource.rule.AllocatedResourcesAreRequested;
import dev.drawbridge.resource.rule.ClaimStatusesMatchClaims;
import dev.drawbridge.resource.rule.ContainersUseClaimsOfPod;
import dev.drawbridge.resource.rule.ExtendedResourcesAreLimits;
import dev.drawbridge.resource.rule.ExtendedResourcesAreRequested;
import dev.drawbridge.resource.rule.PlainRule;
import dev.drawbridge.resource.rule.PodClaimNamesAreUnique;
import dev.drawbridge.resource.rule.PodClaimsAreImmutable;
import dev.drawbridge.resource.rule.PodParts.Form;
import dev.drawbridge.resource.rule.PodUpdates;
import dev.drawbridge.resource.rule.ResizeKeepsClaims;
import dev.drawbridge.resource.rule.StatusUpdates;
import dev.drawbridge.schema.Availability;
import dev.drawbridge.schema.ListType;
import dev.drawbridge.schema.ObjectSchema;
import java.util.List;

/**
 * Rules of the claims in pods; other fields are not validated. Source: {@code k8s.io/api/core/v1/types.go}, validated
 * by {@code pkg/apis/core/validation/validation.go}, Kubernetes 1.30 to 1.38.
 */
final class PodSchema {

    /** The word in the names of all fields about claims, and of no others of these types. */
    static final String CLAIM_WORD = "claim";

    /** Releases in which an update of the status drops fields whose gate is off; earlier ones forgot to. */
    private static final Availability DROPPED = since(K8S_1_33);

    private static final String SOURCE_REMOVED =
            "since Kubernetes 1.31 resourceClaimName and resourceClaimTemplateName replace it: move them one level up";

    private static final String OF_CLAIM =
            "it belongs in a ResourceClaimTemplate, whose name is the resourceClaimTemplateName";

    // @formatter:off
    private static final ObjectSchema CLAIM_SOURCE = object("ClaimSource",
        optional("resourceClaimName",         STRING.with(DNS_SUBDOMAIN))           .pointer(),
        optional("resourceClaimTemplateName", STRING.with(DNS_SUBDOMAIN))           .pointer())
        .rule(Unions.exactlyOneOf(INVALID, "resourceClaimName", "resourceClaimTemplateName"));

    private static final ObjectSchema POD_RESOURCE_CLAIM = object("PodResourceClaim",
        required("name",                      STRING),
        optional("source",                    CLAIM_SOURCE)                           .until(K8S_1_30),
        optional("resourceClaimName",         STRING.with(DNS_SUBDOMAIN))           .pointer().since(K8S_1_31),
        optional("resourceClaimTemplateName", STRING.with(DNS_SUBDOMAIN))           .pointer().since(K8S_1_31))
        .rule(Unions.exactlyOneOf(INVALID, "resourceClaimName", "resourceClaimTemplateName"), since(K8S_1_31))
        .replaced("source", SOURCE_REMOVED)
        .replaced("devices",         OF_CLAIM)
        .replaced("deviceClassName", OF_CLAIM)
        .replaced("requests",        OF_CLAIM)
        .replaced("request",         "it belongs in the resources.claims of a container")
        .replaced("spec",            OF_CLAIM);

    private static final ListType USED_CLAIMS = listOf(object("ResourceClaim",
        optional("name",                      STRING)                                 .replaced("claim"),
        optional("request",                   STRING)                                 .since(K8S_1_31)));

    private static final ObjectSchema CONTAINER_RESOURCES = object("ResourceRequirements",
        optional("limits",                    RAW),
        optional("requests",                  RAW),
        optional("claims",                    USED_CLAIMS)                            .gate(DYNAMIC_RESOURCE_ALLOCATION).with(SHOWS_NO_GATE))
        .rule(PlainRule.QUANTITIES_ARE_NO_CLAIMS)
        .rule(new ExtendedResourcesAreLimits())
        .replaced("resourceClaims", "a container has claims, by their names; the pod has resourceClaims, with their sources");

    private static final ObjectSchema POD_RESOURCES = object("ResourceRequirements",
        optional("limits",                    mapOf(RAW))                             .gate(POD_LEVEL_RESOURCES),
        optional("requests",                  mapOf(RAW))                             .gate(POD_LEVEL_RESOURCES),
        optional("claims",                    USED_CLAIMS));

    private static final ObjectSchema CONTAINER = object("Container",
        optional("name",                      STRING),
        optional("resources",                 CONTAINER_RESOURCES))
        .partOf(CLAIM_WORD);

    private static final ObjectSchema EPHEMERAL_CONTAINER = object("EphemeralContainer",
        optional("name",                      STRING),
        optional("resources",                 CONTAINER_RESOURCES))
        .rule(PlainRule.EPHEMERAL_CONTAINERS_HAVE_NO_RESOURCES)
        .partOf(CLAIM_WORD);

    static final ObjectSchema POD_SPEC = object("PodSpec",
        optional("initContainers",            listOf(CONTAINER).keyedBy("name")),
        optional("containers",                listOf(CONTAINER).keyedBy("name")),
        optional("ephemeralContainers",       listOf(EPHEMERAL_CONTAINER).keyedBy("name")),
        optional("resourceClaims",            listOf(POD_RESOURCE_CLAIM).with(new PodClaimNamesAreUnique()))
                                                                                      .gate(DYNAMIC_RESOURCE_ALLOCATION),
        optional("resources",                 POD_RESOURCES)                          .pointer().since(K8S_1_32).gate(POD_LEVEL_RESOURCES).with(SHOWS_NO_GATE))
        .rule(ContainersUseClaimsOfPod.WHOLE, until(K8S_1_30))
        .rule(ContainersUseClaimsOfPod.WHOLE_OR_REQUEST, since(K8S_1_31))
        .rule(PlainRule.POD_USES_NO_CLAIMS, gate(POD_LEVEL_RESOURCES))
        .rule(PlainRule.POD_HAS_NO_DEVICES, gate(POD_LEVEL_RESOURCES))
        .replaced("claims", "did you mean resourceClaims?")
        .replaced("resourceClaimTemplates", "each entry of resourceClaims has a resourceClaimTemplateName")
        .partOf(CLAIM_WORD);

    private static final ObjectSchema CLAIM_STATUS = object("PodResourceClaimStatus",
        optional("name",                      STRING),
        optional("resourceClaimName",         STRING.with(DNS_SUBDOMAIN, since(K8S_1_36))).pointer());

    private static final ObjectSchema EXTENDED_RESOURCE = object("ContainerExtendedResourceRequest",
        optional("containerName",             STRING),
        optional("resourceName",              STRING),
        optional("requestName",               STRING));

    private static final ObjectSchema EXTENDED_RESOURCE_CLAIM = object("PodExtendedResourceClaimStatus",
        required("requestMappings",           listOf(EXTENDED_RESOURCE)),
        required("resourceClaimName",         STRING.with(DNS_SUBDOMAIN)));

    private static final ObjectSchema MAPPED_RESOURCE = object("NodeAllocatableMappedResources",
        required("name",                      STRING)                                 .declaredAlone(),
        required("quantity",                  QUANTITY.with(Limits.UNSIGNED_QUANTITY)).pointer().declaredAlone());

    private static final ObjectSchema OVERHEAD_RESOURCE = object("NodeAllocatableOverheadResources",
        required("name",                      STRING)                                 .declaredAlone(),
        optional("perPod",                    QUANTITY.with(Limits.UNSIGNED_QUANTITY)).pointer(),
        optional("perContainer",              QUANTITY.with(Limits.UNSIGNED_QUANTITY)).pointer());

    private static final ObjectSchema ALLOCATABLE_CLAIM = object("NodeAllocatableResourceClaimStatus",
        required("resourceClaimName",         STRING)                                 .until(K8S_1_36),
        required("resourceClaimName",         STRING)                                 .since(K8S_1_37).declaredAlone(),
        required("containers",                listOf(STRING))                         .until(K8S_1_36),
        optional("containers",                listOf(STRING).with(uniqueTexts(), declaredAlone()))    .since(K8S_1_37),
        required("resources",                 mapOf(QUANTITY.with(Limits.UNSIGNED_QUANTITY)).keys(NATIVE_RESOURCE_NAME, ALWAYS))
                                                                                      .until(K8S_1_36),
        optional("mapping",                   listOf(MAPPED_RESOURCE).pairedBy("name", declared()).with(uniqueObjectBy("name"), declaredAlone()))
                                                                                      .since(K8S_1_37),
        optional("overhead",                  listOf(OVERHEAD_RESOURCE).pairedBy("name", declared()).with(uniqueObjectBy("name"), declaredAlone()))
                                                                                      .since(K8S_1_37));

    private static final ObjectSchema RESOURCE_HEALTH = object("ResourceHealth",
        optional("resourceID",                STRING),
        required("health",                    STRING.oneOf("Healthy", "Unhealthy", "Unknown")).missing(NOT_SUPPORTED),
        optional("message",                   STRING.with(NotEmptyIfSet.then(Limits.maxBytes(1024))))
                                                                                      .pointer().since(K8S_1_36).gate(RESOURCE_HEALTH_STATUS_MESSAGE));

    private static final ObjectSchema RESOURCE_STATUS = object("ResourceStatus",
        optional("name",                      STRING),
        optional("resources",                 listOf(RESOURCE_HEALTH).with(uniqueBy("resourceID"))));

    /** Before 1.36 the gate of stored fields was not remembered. */
    private static ObjectSchema containerStatus(ListType resources) {
        return object("ContainerStatus",
            optional("name",                  STRING),
            optional("allocatedResourcesStatus", resources)                           .since(K8S_1_31).gate(RESOURCE_HEALTH_STATUS, DROPPED).with(SHOWS_NO_GATE, until(K8S_1_35)))
            .partOf(CLAIM_WORD);
    }

    private static final ObjectSchema CONTAINER_STATUS = containerStatus(listOf(RESOURCE_STATUS));

    private static final ObjectSchema EPHEMERAL_CONTAINER_STATUS = containerStatus(listOf(object("ResourceStatus",
        optional("name",                      STRING),
        optional("resources",                 listOf(object("ResourceHealth",
            optional("resourceID",            STRING),
            optional("health",                STRING),
            optional("message",               STRING)                                 .pointer().since(K8S_1_36))))))
        .with(PlainRule.NO_ALLOCATED_RESOURCES));

    private static final ObjectSchema POD_STATUS = object("PodStatus",
        optional("initContainerStatuses",     listOf(CONTAINER_STATUS)),
        optional("containerStatuses",         listOf(CONTAINER_STATUS)),
        optional("ephemeralContainerStatuses", listOf(EPHEMERAL_CONTAINER_STATUS)),
        optional("resourceClaimStatuses",     listOf(CLAIM_STATUS).keyedBy("name"))   .gate(DYNAMIC_RESOURCE_ALLOCATION, DROPPED).with(SHOWS_NO_GATE),
        optional("extendedResourceClaimStatus", EXTENDED_RESOURCE_CLAIM)              .pointer().since(K8S_1_34).gate(DRA_EXTENDED_RESOURCE),
        optional("nodeAllocatableResourceClaimStatuses", listOf(ALLOCATABLE_CLAIM).pairedBy("resourceClaimName", declared())
                                                             .with(uniqueObjectBy("resourceClaimName"), since(K8S_1_37).and(declaredAlone())))
                                                                                      .since(K8S_1_36).gate(DRA_NODE_ALLOCATABLE_RESOURCES))
        .partOf(CLAIM_WORD);

    private static final Availability STATUS = on(UPDATE_STATUS);

    static final ObjectSchema POD = kind("Pod",
        optional("spec",                      POD_SPEC)                               .on(CREATE, UPDATE, UPDATE_EPHEMERAL_CONTAINERS, UPDATE_RESIZE),
        optional("status",                    POD_STATUS)                             .on(UPDATE_STATUS))
        .rule(PlainRule.CLAIM_NAMES_ARE_POSSIBLE, until(K8S_1_30).and(on(CREATE, UPDATE, UPDATE_EPHEMERAL_CONTAINERS)))
        .rule(PlainRule.STATIC_PODS_HAVE_NO_CLAIMS, since(K8S_1_32).and(on(CREATE, UPDATE)))
        .rule(new PodClaimsAreImmutable(Form.SOURCE), until(K8S_1_30).and(on(UPDATE)))
        .rule(new PodClaimsAreImmutable(Form.CONTAINERS_ONLY), since(K8S_1_31).and(until(K8S_1_31)).and(on(UPDATE)))
        .rule(new PodClaimsAreImmutable(Form.POD_LEVEL), since(K8S_1_32).and(on(UPDATE)))
        .rule(ResizeKeepsClaims.OF_NAMED_CONTAINERS, until(K8S_1_32).and(on(UPDATE_RESIZE)))
        .rule(ResizeKeepsClaims.OF_SIDECARS, since(K8S_1_33).and(until(K8S_1_35)).and(on(UPDATE_RESIZE)))
        .rule(ResizeKeepsClaims.OF_INIT_CONTAINERS, since(K8S_1_36).and(until(K8S_1_36)).and(on(UPDATE_RESIZE)))
        .rule(ResizeKeepsClaims.AS_WRITTEN, since(K8S_1_37).and(on(UPDATE_RESIZE)))
        .rule(ClaimStatusesMatchClaims.OF_POD_WITH_CLAIM_AT_NAME, until(K8S_1_35).and(STATUS))
        .rule(ClaimStatusesMatchClaims.OF_POD, since(K8S_1_36).and(STATUS))
        .rule(ExtendedResourcesAreRequested.PER_CONTAINER, until(K8S_1_34).and(STATUS))
        .rule(ExtendedResourcesAreRequested.PER_REQUEST, since(K8S_1_35).and(STATUS))
        .rule(AllocatableClaimsAreOfPod.EVEN_EMPTY, until(K8S_1_36).and(STATUS))
        .rule(AllocatableClaimsAreOfPod.UNLESS_EMPTY, since(K8S_1_37).and(until(K8S_1_37)).and(STATUS))
        .rule(AllocatableClaimsAreOfPod.UNLESS_EMPTY_OR_EXTENDED, since(K8S_1_38).and(STATUS))
        .rule(AllocatedResourcesAreRequested.RESOURCES, until(K8S_1_31).and(STATUS))
        .rule(AllocatedResourcesAreRequested.RESOURCES_AND_CLAIMS, since(K8S_1_32).and(until(K8S_1_36)).and(STATUS))
        .rule(AllocatedResourcesAreRequested.RESOURCES_AND_ALL_CLAIMS, since(K8S_1_37).and(STATUS))
        .prepared(PodUpdates.KEEP_POD_RESOURCES, since(K8S_1_37).and(on(UPDATE)))
        .prepared(PodUpdates.KEEP_ALL_BUT_EPHEMERAL_CONTAINERS, on(UPDATE_EPHEMERAL_CONTAINERS))
        .prepared(PodUpdates.KEEP_ALL_BUT_NAMED_CONTAINERS, until(K8S_1_32).and(on(UPDATE_RESIZE)))
        .prepared(PodUpdates.KEEP_ALL_BUT_CONTAINERS, since(K8S_1_33).and(until(K8S_1_35)).and(on(UPDATE_RESIZE)))
        .prepared(PodUpdates.KEEP_ALL_BUT_CONTAINERS_AND_POD, since(K8S_1_36).and(on(UPDATE_RESIZE)))
        .prepared(PodUpdates.KEEP_POD_RESOURCES, since(K8S_1_37).and(on(UPDATE_RESIZE)))
        .prepared(new StatusUpdates(List.of()), until(K8S_1_36).and(STATUS))
        .prepared(new StatusUpdates(List.of("resourceClaimStatuses", "extendedResourceClaimStatus", "nodeAllocatableResourceClaimStatuses")), since(K8S_1_37).and(STATUS))
        .partOf(CLAIM_WORD);
    // @formatter:on
}
