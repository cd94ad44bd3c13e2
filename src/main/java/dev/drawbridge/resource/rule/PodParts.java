package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.Numbers;
import dev.drawbridge.constraint.ResourceName;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.port.Quantity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The part of a pod's spec that is about claims and extended resources, compared as the API server does after decoding.
 *
 * @param podLevel the pod-level use of them; null if it has no resources
 */
public record PodParts(
        List<Claim> claims,
        List<Container> containers,
        List<Container> initContainers,
        List<Container> ephemeralContainers,
        @Nullable List<Use> podLevel) {

    record Claim(
            String name,
            @Nullable String claimName,
            @Nullable String templateName) {}

    record Container(String name, boolean isSidecar, List<Use> claims, Map<String, Quantity> devices) {}

    /** A used claim, and the used request; empty for all of them. */
    record Use(String name, String request) {}

    /** The form of the fields in a release. */
    public enum Form {
        /** Claims have their names in {@code source}, and containers use whole claims: up to Kubernetes 1.30. */
        SOURCE,
        /** Pods have no resources of their own: Kubernetes 1.31. */
        CONTAINERS_ONLY,
        /** Since Kubernetes 1.32. */
        POD_LEVEL
    }

    static PodParts of(ObjectValue spec, Form form) {
        return of(spec, form, true);
    }

    /** The parts of a template, in which a limit is not the default of a request. Source: SetDefaults_Pod. */
    static PodParts ofTemplate(ObjectValue spec, Form form) {
        return of(spec, form, false);
    }

    private static PodParts of(ObjectValue spec, Form form, boolean isOfPod) {
        return new PodParts(
                objects(spec.list("resourceClaims"))
                        .map(claim -> claim(claim, form))
                        .toList(),
                containers(spec, "containers", form, isOfPod),
                containers(spec, "initContainers", form, isOfPod),
                containers(spec, "ephemeralContainers", form, isOfPod),
                form == Form.POD_LEVEL && spec.has("resources") ? uses(spec, form) : null);
    }

    /** The objects of a list; Go reads a null as an object without fields. */
    private static Stream<ObjectValue> objects(ListValue list) {
        return list.items().stream().map(ObjectValue::orEmpty);
    }

    private static Claim claim(ObjectValue claim, Form form) {
        ObjectValue source = form == Form.SOURCE ? claim.object("source") : claim;
        return new Claim(
                claim.string("name"), source.text("resourceClaimName"), source.text("resourceClaimTemplateName"));
    }

    private static List<Container> containers(ObjectValue spec, String field, Form form, boolean isOfPod) {
        return objects(spec.list(field))
                .map(container -> container(container, form, isOfPod))
                .toList();
    }

    private static Container container(ObjectValue container, Form form, boolean isOfPod) {
        boolean isSidecar = container.string("restartPolicy").equals("Always");
        Map<String, Quantity> devices = new HashMap<>();
        for (String field : List.of("limits", "requests")) {
            ObjectValue amounts = container.object("resources").object(field);
            for (int i = 0; i < amounts.size(); i++) {
                if (ResourceName.isOfDevices(amounts.key(i))) {
                    Quantity amount = Numbers.quantity(amounts.value(i));
                    devices.put(field + "." + amounts.key(i), amount);
                    if (isOfPod && field.equals("limits")) {
                        devices.put("requests." + amounts.key(i), amount);
                    }
                }
            }
        }
        return new Container(container.string("name"), isSidecar, uses(container, form), devices);
    }

    private static List<Use> uses(ObjectValue holder, Form form) {
        return objects(holder.object("resources").list("claims"))
                .map(claim -> new Use(claim.string("name"), form == Form.SOURCE ? "" : claim.string("request")))
                .toList();
    }

    /** The object with another value in a field, or without it if the value is null. */
    static ObjectValue with(ObjectValue object, String field, @Nullable Value value) {
        return value == null ? object.only(name -> !name.equals(field)) : object.with(field, value);
    }
}
