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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The extended resources that a pod's status maps to requests of a claim are those that its containers request. Source:
 * {@code pkg/apis/core/validation}, validatePodExtendedResourceClaimStatus, which reports the name of a request at the
 * status itself.
 */
public enum ExtendedResourcesAreRequested implements ObjectRule {
    /** A container's resource is mapped once. */
    PER_CONTAINER("containerName", "resourceName"),
    /** A container's resource is mapped once to each request. */
    PER_REQUEST("containerName", "resourceName", "requestName");

    private static final String STATUS = "status.extendedResourceClaimStatus.";
    private static final String MAPPINGS = STATUS + "requestMappings.";

    // @formatter:off
    private static final Demand CONTAINER = new Demand(Origin.CLAIM_STATUS,
        "must be the name of a container or an init container")
        .at(MAPPINGS + "containerName").dependingOn("spec.containers.name", "spec.initContainers.name")
        .example(mapped("c", "example.com/gpu", "r"), mapped("d", "example.com/gpu", "r"));
    private static final Demand REQUESTED = new Demand(Origin.CLAIM_STATUS,
        "must be an extended resource that the container requests")
        .at(MAPPINGS + "resourceName").dependingOn("spec.containers.resources", "spec.initContainers.resources")
        .example(mapped("c", "example.com/gpu", "r"), mapped("c", "example.com/nic", "r"));
    /** The API server reports it at the status itself. */
    private static final Demand NAMED = Formats.DNS_LABEL.demand().at(STATUS + "requestName")
        .dependingOn(MAPPINGS + "requestName")
        .example(mapped("c", "example.com/gpu", "r"), mapped("c", "example.com/gpu", "R"));
    private static final Demand UNIQUE = new Demand(Origin.UNIQUE, "must be unique").at(MAPPINGS + "containerName")
        .dependingOn(MAPPINGS + "resourceName", MAPPINGS + "requestName")
        .example(mapped("c", "example.com/gpu", "r"), mapped("c", "example.com/gpu", "r, r"));
    // @formatter:on

    private final List<String> keys;

    ExtendedResourcesAreRequested(String... keys) {
        this.keys = List.of(keys);
    }

    @Override
    public List<Demand> demands() {
        return List.of(CONTAINER, REQUESTED, NAMED, UNIQUE);
    }

    private static String mapped(String container, String resource, String requests) {
        List<String> mappings = Stream.of(requests.split(", "))
                .map(request -> "{containerName: " + container + ", resourceName: " + resource + ", requestName: "
                        + request + "}")
                .toList();
        return "{spec: {containers: [{name: c, resources: {requests: {example.com/gpu: '1'}}}]}, "
                + "status: {extendedResourceClaimStatus: {requestMappings: " + mappings + "}}}";
    }

    @Override
    public void check(ObjectValue pod, @Nullable ObjectValue old, ValidationContext context) {
        ListValue mappings =
                pod.object("status").object("extendedResourceClaimStatus").list("requestMappings");
        if (mappings.size() == 0) {
            return;
        }
        Map<String, ObjectValue> containers = new HashMap<>();
        pod.object("spec").list("initContainers").objects().forEach(one -> containers.put(one.string("name"), one));
        pod.object("spec").list("containers").objects().forEach(one -> containers.put(one.string("name"), one));
        Set<List<String>> seen = new HashSet<>();
        ValidationContext status = context.at("status", "extendedResourceClaimStatus");
        for (int i = 0; i < mappings.size(); i++) {
            ObjectValue mapping = ObjectValue.orEmpty(mappings.get(i));
            Formats.DNS_LABEL.check(new StringValue(mapping.string("requestName"), null), status.at("requestName"));
            ValidationContext at = status.at("requestMappings").at(i);
            requested(mapping, containers.get(mapping.string("containerName")), at);
            if (!seen.add(keys.stream().map(mapping::string).toList())) {
                Demand repeated = UNIQUE.adding("an earlier entry is the same");
                keys.forEach(key -> at.report(ErrorType.DUPLICATE, mapping.get(key), repeated, key));
            }
        }
    }

    private static void requested(ObjectValue mapping, @Nullable ObjectValue container, ValidationContext context) {
        if (container == null) {
            context.report(ErrorType.INVALID, mapping.get("containerName"), CONTAINER, "containerName");
        } else if (!requests(container, mapping.string("resourceName"))) {
            context.report(ErrorType.INVALID, mapping.get("resourceName"), REQUESTED, "resourceName");
        }
    }

    /** Whether a container requests the resource; a limit without a request counts as one. */
    static boolean requests(ObjectValue container, String resource) {
        ObjectValue resources = container.object("resources");
        return resources.object("requests").get(resource) != null
                || resources.object("limits").get(resource) != null;
    }
}
