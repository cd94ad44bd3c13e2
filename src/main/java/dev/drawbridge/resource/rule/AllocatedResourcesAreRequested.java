package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.Numbers;
import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The resources that the status of a container has are claims or resources that the container requests. Source:
 * {@code pkg/apis/core/validation}, validateContainerStatusAllocatedResourcesStatus.
 */
public enum AllocatedResourcesAreRequested implements ObjectRule {
    RESOURCES,
    /** Resources, and claims as {@code claim:CLAIM/REQUEST}. */
    RESOURCES_AND_CLAIMS,
    /** Claims for extended resources as well. */
    RESOURCES_AND_ALL_CLAIMS;

    private static final Demand OF_CONTAINERS = new Demand(
                    Origin.CLAIM_STATUS,
                    "status.containerStatuses.allocatedResourcesStatus.name",
                    "must match one of the container's resource requests or claims")
            .dependingOn("spec.containers.resources")
            .example(allocated("c", "example.com/gpu"), allocated("c", "example.com/nic"));

    private static final Demand OF_INIT_CONTAINERS = new Demand(Origin.CLAIM_STATUS, OF_CONTAINERS.sentence())
            .at("status.initContainerStatuses.allocatedResourcesStatus.name")
            .dependingOn("spec.initContainers.resources")
            .example(allocated("initC", "example.com/gpu"), allocated("initC", "example.com/nic"));

    private static final String CLAIM = "claim:";

    @Override
    public List<Demand> demands() {
        return List.of(OF_CONTAINERS, OF_INIT_CONTAINERS);
    }

    private static String allocated(String containers, String resource) {
        return "{spec: {" + containers + "ontainers: [{name: c, resources: {requests: {example.com/gpu: '1'}}}]}, "
                + "status: {" + containers + "ontainerStatuses: [{name: c, allocatedResourcesStatus: [{name: "
                + resource + "}]}]}}";
    }

    @Override
    public void check(ObjectValue pod, @Nullable ObjectValue old, ValidationContext context) {
        check(pod, "containerStatuses", "containers", OF_CONTAINERS, context);
        check(pod, "initContainerStatuses", "initContainers", OF_INIT_CONTAINERS, context);
    }

    private void check(ObjectValue pod, String field, String containers, Demand demand, ValidationContext context) {
        ListValue statuses = pod.object("status").list(field);
        for (int i = 0; i < statuses.size(); i++) {
            if (statuses.get(i) instanceof ObjectValue status) {
                ListValue allocated = status.list("allocatedResourcesStatus");
                ObjectValue container = container(pod, containers, status.string("name"));
                for (int j = 0; container != null && j < allocated.size(); j++) {
                    String name = allocated.get(j) instanceof ObjectValue one ? one.string("name") : "";
                    if (!isRequested(pod, container, name)) {
                        context.at("status", field)
                                .at(i)
                                .at("allocatedResourcesStatus")
                                .at(j)
                                .report(ErrorType.INVALID, null, demand, "name");
                    }
                }
            }
        }
    }

    private static @Nullable ObjectValue container(ObjectValue pod, String field, String name) {
        return pod.object("spec").list(field).objects().stream()
                .filter(one -> one.string("name").equals(name))
                .findFirst()
                .orElse(null);
    }

    private boolean isRequested(ObjectValue pod, ObjectValue container, String name) {
        if (this == RESOURCES || !name.startsWith(CLAIM)) {
            return ExtendedResourcesAreRequested.requests(container, name);
        }
        boolean isClaim = container.object("resources").list("claims").objects().stream()
                .map(claim -> CLAIM
                        + claim.string("name")
                        + (claim.string("request").isEmpty() ? "" : "/" + claim.string("request")))
                .anyMatch(name::equals);
        return isClaim || this == RESOURCES_AND_ALL_CLAIMS && isExtendedResource(pod, container, name);
    }

    private static boolean isExtendedResource(ObjectValue pod, ObjectValue container, String name) {
        ObjectValue extended = pod.object("status").object("extendedResourceClaimStatus");
        int slash = name.indexOf('/');
        String claim = slash < 0 ? "" : name.substring(CLAIM.length(), slash);
        String request = name.substring(slash + 1);
        if (claim.isEmpty() || request.isEmpty() || !claim.equals(extended.string("resourceClaimName"))) {
            return false;
        }
        return extended.list("requestMappings").objects().stream()
                .filter(mapping -> mapping.string("containerName").equals(container.string("name"))
                        && mapping.string("requestName").equals(request))
                .anyMatch(mapping -> isPositive(container, mapping.string("resourceName")));
    }

    private static boolean isPositive(ObjectValue container, String resource) {
        ObjectValue resources = container.object("resources");
        Value request = resources.object("requests").get(resource);
        Value quantity = request != null ? request : resources.object("limits").get(resource);
        return quantity != null && Numbers.quantity(quantity).sign() != 0;
    }
}
