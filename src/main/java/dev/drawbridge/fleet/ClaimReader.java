package dev.drawbridge.fleet;

import dev.drawbridge.claim.ClaimDevices;
import dev.drawbridge.claim.ClaimDevices.DeviceRequest;
import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads ResourceClaims of every version, and the claims of templates. Fields of a wrong type count as unset; defaults
 * are those of the API server.
 */
public final class ClaimReader {

    private ClaimReader() {}

    /** Reads a ResourceClaim. */
    public static Claim claim(ObjectValue object) {
        ObjectValue metadata = object.object("metadata");
        ObjectValue status = object.object("status");
        return claim(
                metadata.string("namespace"),
                metadata.string("name"),
                object.object("spec"),
                status,
                new StoredClaim(
                        metadata.string("uid"),
                        Owner.controller(metadata),
                        metadata.has("deletionTimestamp"),
                        metadata.object("annotations")
                                .string("resource.kubernetes.io/extended-resource-claim")
                                .equals("true"),
                        Fields.time(status.object("allocation"), "allocationTimestamp"),
                        Fields.objects(status.list("reservedFor"), consumer -> consumer.string("uid"))));
    }

    /** Creates a claim with this specification. */
    public static Claim claim(String namespace, String name, ObjectValue spec, ObjectValue status) {
        return claim(namespace, name, spec, status, StoredClaim.NEW);
    }

    private static Claim claim(
            String namespace, String name, ObjectValue spec, ObjectValue status, StoredClaim stored) {
        ObjectValue devices = spec.object("devices");
        ObjectValue allocation = status.object("allocation");
        return new Claim(
                namespace,
                name,
                requests(spec),
                Fields.objects(devices.list("constraints"), ClaimReader::constraint),
                status.has("allocation")
                        ? Fields.objects(
                                allocation.object("devices").list("results"),
                                result -> allocated(result, status.list("devices")))
                        : null,
                NodeReader.nodeSelector(allocation.get("nodeSelector")),
                Fields.objects(
                        status.list("reservedFor"),
                        consumer -> consumer.string("resource") + "/" + consumer.string("name")),
                stored);
    }

    /** The requests of a claim with this specification. */
    public static List<Request> requests(ObjectValue spec) {
        return ClaimDevices.ofSpec(spec).requests().stream()
                .map(ClaimReader::request)
                .toList();
    }

    private static Request request(DeviceRequest request) {
        String name = request.name();
        List<Alternative> alternatives = request.alternatives().stream()
                .map(body -> alternative(body.value().string("name"), body.value()))
                .toList();
        return alternatives.isEmpty()
                ? new Request(name, List.of(alternative(name, request.exact().value())), false)
                : new Request(name, alternatives, true);
    }

    private static Alternative alternative(String name, ObjectValue body) {
        String named = body.string("allocationMode");
        String mode = named.isEmpty() ? "ExactCount" : named;
        long count = Fields.integer(body.get("count"), 0);
        ObjectValue capacity = body.object("capacity");
        Map<String, String> derived = new LinkedHashMap<>();
        for (ObjectValue attribute : Fields.objects(body.list("derivedAttributes"), Function.identity())) {
            derived.put(attribute.string("name"), attribute.string("expression"));
        }
        return new Alternative(
                name,
                body.string("deviceClassName"),
                // A count of 0 is unset.
                new DeviceCount(mode, count == 0 && mode.equals("ExactCount") ? 1 : count),
                body.get("adminAccess") instanceof BooleanValue admin ? admin.value() : null,
                Fields.selectors(body.list("selectors")),
                Fields.objects(body.list("tolerations"), TaintReader::toleration),
                body.has("capacity") ? Fields.amounts(capacity.object("requests")) : null,
                derived);
    }

    private static DeviceConstraint constraint(ObjectValue constraint) {
        return new DeviceConstraint(
                constraint.list("requests").texts(),
                constraint.get("matchAttribute") instanceof StringValue match ? match.value() : null,
                constraint.get("distinctAttribute") instanceof StringValue distinct ? distinct.value() : null);
    }

    private static AllocatedDevice allocated(ObjectValue result, ListValue reported) {
        DeviceId id = deviceId(result);
        return new AllocatedDevice(
                result.string("request"),
                id,
                result.isTrue("adminAccess"),
                result.get("shareID") instanceof StringValue,
                result.has("consumedCapacity") ? Fields.amounts(result.object("consumedCapacity")) : null,
                result.list("skipNodeOperations").size() > 0,
                new DeviceBinding(
                        result.list("bindingConditions").texts(),
                        result.list("bindingFailureConditions").texts(),
                        conditions(id, reported)),
                isUnhealthy(id, reported));
    }

    private static boolean isUnhealthy(DeviceId id, ListValue reported) {
        return reported.objects().stream()
                .filter(device -> deviceId(device).equals(id))
                .flatMap(device -> device.list("conditions").objects().stream())
                .anyMatch(condition -> condition.string("type").equals("Ready")
                        && condition.string("status").equals("False"));
    }

    private static DeviceId deviceId(ObjectValue object) {
        return new DeviceId(object.string("driver"), object.string("pool"), object.string("device"));
    }

    /** The true conditions of a device, as its driver reports them in {@code status.devices}; null without a report. */
    private static @Nullable Set<String> conditions(DeviceId id, ListValue reported) {
        for (ObjectValue device : reported.objects()) {
            if (deviceId(device).equals(id)) {
                return device.list("conditions").objects().stream()
                        .filter(condition -> condition.string("status").equals("True"))
                        .map(condition -> condition.string("type"))
                        .collect(Collectors.toUnmodifiableSet());
            }
        }
        return null;
    }
}
