package dev.drawbridge.fleet;

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
    private static final int THOUSAND = 1000;

    static LimitRange of(String name, ObjectValue object) {
        return new LimitRange(name, object.object("spec").list(LIMITS).objects());
    }

    /** The specification of a new pod, in which containers without an amount have the default: the last one. */
    public ObjectValue defaulted(ObjectValue pod) {
        ObjectValue defaulted = pod;
        for (int i = items.size() - 1; i >= 0; i--) {
            ObjectValue item = items.get(i);
            if (isOfContainers(item)) {
                defaulted = mapped(defaulted, own -> {
                    // The API server makes a limit the request before LimitRanges count.
                    ObjectValue requested = united(own.object(REQUESTS), own.object(LIMITS));
                    return own.with(LIMITS, united(own.object(LIMITS), limits(item)))
                            .with(REQUESTS, united(requested, requests(item)));
                });
            }
        }
        return defaulted;
    }

    /** The limits that an item gives to containers without one. */
    private static ObjectValue limits(ObjectValue item) {
        return united(item.object("default"), item.object("max"));
    }

    private static ObjectValue requests(ObjectValue item) {
        return united(united(item.object("defaultRequest"), limits(item)), item.object("min"));
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

    /** Why the API server refuses a pod that has its defaults; empty if it does not. */
    public List<FieldError> mistakes(ObjectValue pod, FieldPath path) {
        List<FieldError> mistakes = new ArrayList<>();
        for (ObjectValue item : items) {
            if (isOfContainers(item)) {
                CONTAINERS.forEach(field -> pod.list(field).forEachObject((i, container) -> {
                    FieldPath resources = path.child(field).index(i).child("resources");
                    ObjectValue own = container.object("resources");
                    Sum sum = new Sum(
                            item, resources, Fields.amounts(own.object(REQUESTS)), Fields.amounts(own.object(LIMITS)));
                    addMistakes(sum, mistakes);
                    addUnequal(sum, mistakes);
                }));
            } else if (item.string("type").equals("Pod")) {
                ObjectValue limits = mapped(pod, own -> own.only(LIMITS::equals));
                addMistakes(new Sum(counted(item, pod), path, total(pod), total(limits)), mistakes);
            }
        }
        return mistakes;
    }

    /** The amounts of an item that count for a pod: those of its own replace the sum of its containers. */
    private static ObjectValue counted(ObjectValue item, ObjectValue pod) {
        return !pod.has("resources")
                ? item
                : item.mapped((field, value) -> value instanceof ObjectValue amounts
                        ? amounts.only(resource -> !resource.matches("cpu|memory"))
                        : value);
    }

    private static Map<String, Quantity> total(ObjectValue pod) {
        return Pod.requests(Pod.Container.ofSpec(pod), ObjectValue.EMPTY);
    }

    /** What a container or pod has, and the item that bounds it. */
    private record Sum(ObjectValue item, FieldPath path, Map<String, Quantity> requests, Map<String, Quantity> limits) {

        Map<String, Quantity> bounds(String field) {
            return Fields.amounts(item.object(field));
        }
    }

    /** Adds a mistake for each amount beyond those of an item; only the first of request and limit, as the server. */
    private void addMistakes(Sum sum, List<FieldError> mistakes) {
        String per = " per " + sum.item.string("type") + " is ";
        sum.bounds("min").forEach((resource, least) -> {
            Quantity request = sum.requests.get(resource);
            boolean isRequest = request == null || request.compareTo(least) < 0;
            Quantity limit = sum.limits.getOrDefault(resource, least);
            if (isRequest || limit.compareTo(least) < 0) {
                String bound = "minimum " + resource + " usage" + per + least.text();
                mistakes.add(mistake(sum, bound, isRequest ? "request" : "limit", isRequest ? request : limit));
            }
        });
        sum.bounds("max").forEach((resource, most) -> {
            Quantity limit = sum.limits.get(resource);
            boolean isLimit = limit == null || limit.compareTo(most) > 0;
            Quantity request = sum.requests.getOrDefault(resource, most);
            if (isLimit || request.compareTo(most) > 0) {
                String bound = "maximum " + resource + " usage" + per + most.text();
                mistakes.add(mistake(sum, bound, isLimit ? "limit" : "request", isLimit ? limit : request));
            }
        });
        sum.bounds("maxLimitRequestRatio").forEach((resource, most) -> {
            long request = sum.requests.getOrDefault(resource, Quantity.ZERO).thousandths();
            Quantity limit = sum.limits.getOrDefault(resource, Quantity.ZERO);
            double ratio = request == 0 ? 0 : (double) limit.thousandths() / request * THOUSAND;
            if (request == 0 || limit.sign() == 0 || ratio > most.thousandths()) {
                String bound = resource + " max limit to request ratio" + per + most.text();
                mistakes.add(mistake(
                        sum,
                        bound,
                        request == 0 ? "request" : "limit",
                        request == 0 || limit.sign() == 0 ? null : limit));
            }
        });
    }

    /**
     * Adds a mistake for each request that a limit of this LimitRange does not allow, or that has none.
     *
     * <p>Source: {@code pkg/apis/core/validation/validation.go}, ValidateContainerResourceRequirements.
     */
    private void addUnequal(Sum sum, List<FieldError> mistakes) {
        Map<String, Quantity> given = Fields.amounts(limits(sum.item));
        sum.requests.forEach((resource, request) -> {
            Quantity limit = sum.limits.get(resource);
            int compared = limit == null ? 0 : request.compareTo(limit);
            boolean isExact = ResourceName.isExtended(resource);
            if (limit != null && limit.equals(given.get(resource)) && (compared > 0 || isExact && compared != 0)) {
                String bound = "the limit of a Container without one is " + resource + "=" + limit.text();
                mistakes.add(mistake(sum, bound, "request", request));
            } else if (limit == null && isExact && requests(sum.item).has(resource)) {
                String bound = "the request of a Container without one is " + resource + "=" + request.text();
                mistakes.add(mistake(sum, bound, "limit", null));
            }
        });
    }

    private FieldError mistake(Sum sum, String bound, String field, @Nullable Quantity found) {
        String text = "LimitRange " + name + ": " + bound + ", but "
                + (found == null ? "no " + field + " is specified" : field + " is " + found.text());
        FieldPath place = isOfContainers(sum.item) ? sum.path.child(field + "s") : sum.path;
        return new FieldError(ErrorType.FORBIDDEN, place, text, Origin.FIT, null);
    }
}
