package dev.drawbridge.fleet;

import dev.drawbridge.constraint.ResourceName;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.port.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A LimitRange: the amounts that it gives to the containers of new pods, and those with which it forbids a pod.
 *
 * <p>Source: {@code plugin/pkg/admission/limitranger/admission.go}; {@code pkg/apis/core/v1/defaults.go},
 * SetDefaults_LimitRangeItem.
 *
 * @param name namespace and name
 * @param items {@code spec.limits}
 */
public record LimitRange(String name, List<ObjectValue> items) {

    private static final List<String> CONTAINERS = List.of("containers", "initContainers");
    private static final String LIMITS = "limits";
    private static final String REQUESTS = "requests";

    static LimitRange of(String name, ObjectValue object) {
        return new LimitRange(name, object.object("spec").list(LIMITS).objects());
    }

    /** The specification of a new pod, in which containers without an amount have the default. */
    public ObjectValue defaulted(ObjectValue pod) {
        ObjectValue defaulted = pod;
        for (ObjectValue item : items) {
            if (isOfContainers(item)) {
                ObjectValue limits = united(item.object("default"), item.object("max"));
                ObjectValue requests = united(united(item.object("defaultRequest"), limits), item.object("min"));
                defaulted = mapped(defaulted, own -> {
                    // The API server makes a limit the request before LimitRanges count.
                    ObjectValue requested = united(own.object(REQUESTS), own.object(LIMITS));
                    return own.with(LIMITS, united(own.object(LIMITS), limits))
                            .with(REQUESTS, united(requested, requests));
                });
            }
        }
        return defaulted;
    }

    private static boolean isOfContainers(ObjectValue item) {
        return item.string("type").equals("Container");
    }

    private static ObjectValue mapped(ObjectValue pod, UnaryOperator<ObjectValue> resources) {
        return pod.mapped((field, value) -> CONTAINERS.contains(field) && value instanceof ListValue list
                ? list.mapped(item -> item instanceof ObjectValue container
                        ? container.with("resources", resources.apply(container.object("resources")))
                        : item)
                : value);
    }

    private static ObjectValue united(ObjectValue amounts, ObjectValue others) {
        return amounts.first(amounts.size())
                .addAll(others.only(name -> !amounts.has(name)))
                .build();
    }

    /** Why the API server forbids a pod that has its defaults; empty if it does not. */
    public List<FieldError> mistakes(ObjectValue pod, FieldPath path) {
        List<FieldError> mistakes = new ArrayList<>();
        for (ObjectValue item : items) {
            if (isOfContainers(item)) {
                CONTAINERS.forEach(field -> pod.list(field).forEachObject((i, container) -> {
                    ObjectValue own = container.object("resources");
                    FieldPath resources = path.child(field).index(i).child("resources");
                    Map<String, Quantity> requests = Fields.amounts(own.object(REQUESTS));
                    addMistakes(item, resources, requests, Fields.amounts(own.object(LIMITS)), mistakes);
                }));
            } else if (item.string("type").equals("Pod") && !pod.has("resources")) {
                addMistakes(item, path, total(pod), total(mapped(pod, own -> own.only(LIMITS::equals))), mistakes);
            }
        }
        return mistakes;
    }

    private static Map<String, Quantity> total(ObjectValue pod) {
        return Pod.requests(Pod.Container.ofSpec(pod), ObjectValue.EMPTY);
    }

    /** Adds a mistake for each amount beyond those of an item; only the first of request and limit, as the server. */
    private void addMistakes(
            ObjectValue item,
            FieldPath path,
            Map<String, Quantity> requests,
            Map<String, Quantity> limits,
            List<FieldError> mistakes) {
        Fields.amounts(item.object("min")).forEach((resource, least) -> {
            Quantity request = requests.get(resource);
            Quantity limit = limits.getOrDefault(resource, ResourceName.isExtended(resource) ? null : least);
            boolean isRequest = request == null || request.compareTo(least) < 0;
            if (isRequest || limit == null || limit.compareTo(least) < 0) {
                String bound = "minimum " + resource + " usage per %s is " + least.text();
                mistakes.add(mistake(item, path, bound, isRequest ? "request" : "limit", isRequest ? request : limit));
            }
        });
        Fields.amounts(item.object("max")).forEach((resource, most) -> {
            Quantity limit = limits.get(resource);
            if (limit == null || limit.compareTo(most) > 0) {
                String bound = "maximum " + resource + " usage per %s is " + most.text();
                mistakes.add(mistake(item, path, bound, "limit", limit));
            }
        });
    }

    private FieldError mistake(ObjectValue item, FieldPath path, String bound, String field, @Nullable Quantity found) {
        String text = "LimitRange " + name + ": " + bound.formatted(item.string("type")) + ", but "
                + (found == null ? "no " + field + " is specified" : field + " is " + found.text());
        FieldPath place = isOfContainers(item) ? path.child(field + "s") : path;
        return new FieldError(ErrorType.FORBIDDEN, place, text, Origin.FIT, null);
    }
}
