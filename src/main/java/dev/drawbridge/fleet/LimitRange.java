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

    /** Whether it gives containers an amount of the resource. */
    public boolean gives(String resource) {
        return items.stream()
                .anyMatch(item -> isOfContainers(item) && requests(item).has(resource));
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
                    FieldPath place = path.child(field).index(i).child("resources");
                    ObjectValue own = container.object("resources");
                    addMistakes(item, place, new Amounts(own.object(REQUESTS), own.object(LIMITS)), mistakes);
                }));
            } else if (item.string("type").equals("Pod")) {
                // The amounts of a pod's own replace the sum of its containers.
                ObjectValue counted = item.mapped((field, value) -> value instanceof ObjectValue amounts
                        ? amounts.only(resource -> !pod.has("resources") || !resource.matches("cpu|memory"))
                        : value);
                addMistakes(counted, path, new Amounts(total(pod), total(ofLimits(pod))), mistakes);
            }
        }
        return mistakes;
    }

    /** The pod as if its containers requested their limits. */
    static ObjectValue ofLimits(ObjectValue pod) {
        return mapped(pod, own -> own.only(LIMITS::equals));
    }

    static Map<String, Quantity> total(ObjectValue pod) {
        return Pod.requests(Pod.Container.ofSpec(pod), ObjectValue.EMPTY);
    }

    /** What a container or a pod requests, and its limits. */
    private record Amounts(Map<String, Quantity> requests, Map<String, Quantity> limits) {

        Amounts(ObjectValue requests, ObjectValue limits) {
            this(Fields.amounts(requests), Fields.amounts(limits));
        }
    }

    /** Adds a mistake for each amount beyond those of an item; only the first of request and limit, as the server. */
    private void addMistakes(ObjectValue item, FieldPath path, Amounts own, List<FieldError> mistakes) {
        String per = " per " + item.string("type") + " is ";
        Fields.amounts(item.object("min")).forEach((resource, least) -> {
            String bound = "minimum " + resource + " usage" + per + least.text();
            Quantity request = own.requests.get(resource);
            if (request == null || request.compareTo(least) < 0) {
                mistakes.add(mistake(item, path, bound, "request", request));
            } else if (own.limits.getOrDefault(resource, least).compareTo(least) < 0) {
                mistakes.add(mistake(item, path, bound, "limit", own.limits.get(resource)));
            }
        });
        Fields.amounts(item.object("max")).forEach((resource, most) -> {
            String bound = "maximum " + resource + " usage" + per + most.text();
            Quantity limit = own.limits.get(resource);
            if (limit == null || limit.compareTo(most) > 0) {
                mistakes.add(mistake(item, path, bound, "limit", limit));
            } else if (own.requests.getOrDefault(resource, most).compareTo(most) > 0) {
                mistakes.add(mistake(item, path, bound, "request", own.requests.get(resource)));
            }
        });
        Fields.amounts(item.object("maxLimitRequestRatio")).forEach((resource, most) -> {
            String bound = resource + " max limit to request ratio" + per + most.text();
            long request = own.requests.getOrDefault(resource, Quantity.ZERO).thousandths();
            long limit = own.limits.getOrDefault(resource, Quantity.ZERO).thousandths();
            if (request == 0 || limit == 0) {
                mistakes.add(mistake(item, path, bound, request == 0 ? "request" : "limit", null));
            } else if ((double) limit / request * THOUSAND > most.thousandths()) {
                mistakes.add(mistake(item, path, bound, "limit", own.limits.get(resource)));
            }
        });
    }

    private FieldError mistake(ObjectValue item, FieldPath path, String bound, String field, @Nullable Quantity found) {
        String text = "LimitRange " + name + ": " + bound + ", but "
                + (found == null ? "no " + field + " is specified" : field + " is " + found.text());
        FieldPath place = isOfContainers(item) ? path.child(field + "s") : path;
        return new FieldError(ErrorType.FORBIDDEN, place, text, Origin.FIT, null);
    }
}
