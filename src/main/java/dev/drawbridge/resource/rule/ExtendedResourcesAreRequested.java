package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.Demand;
import dev.drawbridge.constraint.Formats;
import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The extended resources that a pod's status maps to requests of a claim are those that its containers request. Source:
 * {@code pkg/apis/core/validation}, validatePodExtendedResourceClaimStatus, which reports the name of a request at the
 * status itself.
 */
public final class ExtendedResourcesAreRequested implements ObjectRule {

    private final boolean oncePerRequest;

    private ExtendedResourcesAreRequested(boolean oncePerRequest) {
        this.oncePerRequest = oncePerRequest;
    }

    /** A container's resource is mapped once. */
    public static ObjectRule once() {
        return new ExtendedResourcesAreRequested(false);
    }

    /** A container's resource is mapped once to each request. */
    public static ObjectRule oncePerRequest() {
        return new ExtendedResourcesAreRequested(true);
    }

    @Override
    public List<Demand> demands() {
        return List.of(new Demand(
                        Origin.CLAIM_STATUS,
                        "each of status's extendedResourceClaimStatus.requestMappings must be a resource that a"
                                + " container requests")
                .example(mapped("example.com/gpu"), mapped("example.com/nic")));
    }

    private static String mapped(String resource) {
        return "{spec: {containers: [{name: c, resources: {requests: {example.com/gpu: '1'}}}]}, "
                + "status: {extendedResourceClaimStatus: {requestMappings: [{containerName: c, requestName: r,"
                + " resourceName: "
                + resource + "}]}}}";
    }

    @Override
    public void check(ObjectValue pod, @Nullable ObjectValue old, ValidationContext place) {
        ListValue mappings =
                pod.object("status").object("extendedResourceClaimStatus").list("requestMappings");
        if (mappings.size() == 0) {
            return;
        }
        Map<String, ObjectValue> containers = new HashMap<>();
        pod.object("spec").list("initContainers").objects().forEach(one -> containers.put(one.string("name"), one));
        pod.object("spec").list("containers").objects().forEach(one -> containers.put(one.string("name"), one));
        Set<List<String>> seen = new HashSet<>();
        place.enter("status");
        place.enter("extendedResourceClaimStatus");
        for (int i = 0; i < mappings.size(); i++) {
            ObjectValue mapping = mappings.get(i) instanceof ObjectValue one ? one : ObjectValue.EMPTY;
            place.enter("requestName");
            Formats.DNS_LABEL.check(new StringValue(mapping.string("requestName"), null), place);
            place.leave();
            place.enter("requestMappings");
            place.enter(i);
            requested(mapping, containers.get(mapping.string("containerName")), place);
            if (!seen.add(key(mapping))) {
                repeated(mapping, place);
            }
            place.leave();
            place.leave();
        }
        place.leave();
        place.leave();
    }

    private List<String> key(ObjectValue mapping) {
        return List.of(
                mapping.string("containerName"),
                mapping.string("resourceName"),
                oncePerRequest ? mapping.string("requestName") : "");
    }

    private static void requested(ObjectValue mapping, @Nullable ObjectValue container, ValidationContext place) {
        if (container == null) {
            String detail = "must be the name of a container or an init container";
            place.report(ErrorType.INVALID, mapping.get("containerName"), detail, Origin.CLAIM_STATUS, "containerName");
        } else if (!requests(container, mapping.string("resourceName"))) {
            String detail = "must be an extended resource that the container requests";
            place.report(ErrorType.INVALID, mapping.get("resourceName"), detail, Origin.CLAIM_STATUS, "resourceName");
        }
    }

    /** Whether a container requests the resource: a limit is a request where there is none. */
    static boolean requests(ObjectValue container, String resource) {
        ObjectValue resources = container.object("resources");
        return resources.object("requests").get(resource) != null
                || resources.object("limits").get(resource) != null;
    }

    private void repeated(ObjectValue mapping, ValidationContext place) {
        String detail = "must be unique; an earlier entry is the same";
        for (String field : oncePerRequest
                ? List.of("containerName", "resourceName", "requestName")
                : List.of("containerName", "resourceName")) {
            place.report(ErrorType.DUPLICATE, mapping.get(field), detail, Origin.UNIQUE, field);
        }
    }
}
