package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.Formats;
import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The claims in a pod's status that take resources of the node are claims of the pod. Source: {@code
 * pkg/apis/core/validation}, validateNodeAllocatableResourceClaimStatus, since Kubernetes 1.36.
 */
public enum AllocatableClaimsAreOfPod implements ObjectRule {
    /** Also refuses a claim with an empty name. */
    EVEN_EMPTY,
    /** Claims with names; of each the resources are those of nodes. */
    UNLESS_EMPTY,
    /** Also the claim of extended resources, which the scheduler creates, is one of the pod's. */
    UNLESS_EMPTY_OR_EXTENDED;

    private static final String STATUSES = "status.nodeAllocatableResourceClaimStatuses";

    // @formatter:off
    private static final Demand NAMED = new Demand(Origin.CLAIM_STATUS, "must be the name of a claim of the pod")
        .at(STATUSES + ".resourceClaimName")
        .dependingOn("spec.resourceClaims.resourceClaimName", "status.resourceClaimStatuses.resourceClaimName")
        .example(statuses("resourceClaimName: x"), statuses("resourceClaimName: other"));
    private static final Demand RESOURCE_OF_NODE = Formats.NODE_RESOURCE_NAME.demand().at(STATUSES + ".mapping.name")
        .example(mapping("cpu"), mapping("example.com/gpu"));
    private static final Demand RESOURCE_OF_OVERHEAD = Formats.NODE_RESOURCE_NAME.demand()
        .at(STATUSES + ".overhead.name")
        .example(overhead("{name: cpu, perPod: 1}"), overhead("{name: pods, perPod: 1}"));
    private static final Demand OVERHEAD = new Demand(Origin.UNION, "must have at least one of perPod and perContainer")
        .at(STATUSES + ".overhead").example(overhead("{name: cpu, perPod: 1}"), overhead("{name: cpu}"));
    // @formatter:on

    private static String statuses(String status) {
        return "{spec: {resourceClaims: [{name: a, resourceClaimName: x}]}, "
                + "status: {nodeAllocatableResourceClaimStatuses: [{" + status + "}]}}";
    }

    private static String mapping(String resource) {
        return statuses("resourceClaimName: x, mapping: [{name: " + resource + "}]");
    }

    private static String overhead(String resource) {
        return statuses("resourceClaimName: x, overhead: [" + resource + "]");
    }

    @Override
    public List<Demand> demands() {
        return this == EVEN_EMPTY ? List.of(NAMED) : List.of(NAMED, RESOURCE_OF_NODE, RESOURCE_OF_OVERHEAD, OVERHEAD);
    }

    @Override
    public void check(ObjectValue pod, @Nullable ObjectValue old, ValidationContext context) {
        ListValue statuses = pod.object("status").list("nodeAllocatableResourceClaimStatuses");
        if (statuses.size() == 0) {
            return;
        }
        Set<String> names = new HashSet<>();
        add(pod.object("spec").list("resourceClaims"), names);
        add(pod.object("status").list("resourceClaimStatuses"), names);
        if (this == UNLESS_EMPTY_OR_EXTENDED) {
            names.add(pod.object("status").object("extendedResourceClaimStatus").string("resourceClaimName"));
        }
        for (int i = 0; i < statuses.size(); i++) {
            ObjectValue status = ObjectValue.orEmpty(statuses.get(i));
            String name = status.string("resourceClaimName");
            if (!name.isEmpty() || this == EVEN_EMPTY) {
                ValidationContext at = context.at("status", "nodeAllocatableResourceClaimStatuses")
                        .at(i);
                if (!names.contains(name)) {
                    StringValue bad = new StringValue(name, null);
                    at.report(ErrorType.INVALID, bad, NAMED, "resourceClaimName");
                }
                if (this != EVEN_EMPTY) {
                    resources(status, "mapping", at);
                    resources(status, "overhead", at);
                }
            }
        }
    }

    private static void add(ListValue claims, Set<String> names) {
        claims.objects().stream()
                .flatMap(claim -> Stream.ofNullable(claim.text("resourceClaimName")))
                .forEach(names::add);
    }

    private static void resources(ObjectValue status, String field, ValidationContext context) {
        ListValue resources = status.list(field);
        for (int i = 0; i < resources.size(); i++) {
            ObjectValue resource = ObjectValue.orEmpty(resources.get(i));
            ValidationContext at = context.at(field).at(i);
            Formats.NODE_RESOURCE_NAME.check(new StringValue(resource.string("name"), null), at.at("name"));
            boolean isOverhead = field.equals("overhead");
            if (isOverhead && !resource.has("perPod") && !resource.has("perContainer")) {
                at.report(ErrorType.INVALID, null, OVERHEAD);
            }
        }
    }
}
