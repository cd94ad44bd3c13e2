package dev.drawbridge.fleet;

import dev.drawbridge.constraint.ResourceName;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.port.Quantity;
import dev.drawbridge.schema.Availability;
import dev.drawbridge.schema.FeatureGate;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What claims and pods count towards the ResourceQuotas of their namespace. Requests for all devices count as the most
 * that an allocation can have; alternatives count by the largest of each class.
 *
 * <p>Source: {@code pkg/quota/v1/evaluator/core/resource_claims.go}, Usage; pods.go, PodUsageFunc.
 */
public final class QuotaUsage {

    private static final String CLAIMS = "count/resourceclaims.resource.k8s.io";
    private static final String DEVICES = ".deviceclass.resource.k8s.io/devices";
    private static final String REQUESTS = "requests.";
    private static final String COUNT = "count/";
    private static final String GROUP = "resource.k8s.io";
    private static final String OF_CLASS = "deviceclass." + GROUP + "/devices";

    /** The resources of the group whose objects are in namespaces. */
    // @formatter:off
    private static final List<String> COUNTED = List.of(
        "resourceclaims", "resourceclaimtemplates", "podschedulingcontexts",
        "resourceclaimparameters", "resourceclassparameters");
    // @formatter:on

    private static final List<String> COMPUTE = List.of("cpu", "memory", "ephemeral-storage");
    private static final Quantity ONE = Quantity.of(1);

    /** AllocationResultsMaxSize. */
    private static final Quantity MAX_RESULTS = Quantity.of(32);

    /** With the gate DRAExtendedResource. Source: resource_claims.go, Usage, since 1.35. */
    private static final Availability EXTENDED = Availability.since(KubernetesRelease.K8S_1_35);

    private final boolean hasExtended;

    private final Map<String, String> resources = new HashMap<>();

    /**
     * The usage at an API server.
     *
     * @param hasExtended whether the devices of claims count as extended resources, too
     */
    public QuotaUsage(Collection<DeviceClass> classes, boolean hasExtended) {
        this.hasExtended = hasExtended;
        classes.stream()
                .filter(one -> !one.extendedResourceName().isEmpty())
                .forEach(one -> resources.put(one.name(), one.extendedResourceName()));
    }

    /** Whether the API server counts the devices of claims as extended resources. */
    public static boolean hasExtended(KubernetesRelease release, FeatureGates gates) {
        return EXTENDED.isIn(release) && gates.has(FeatureGate.DRA_EXTENDED_RESOURCE);
    }

    /** The class whose devices a name in a quota counts; null for others. */
    public static @Nullable String className(String name) {
        String implicit = REQUESTS + ResourceName.OF_CLASS;
        return name.endsWith(DEVICES)
                ? name.substring(0, name.length() - DEVICES.length())
                : name.startsWith(implicit) ? name.substring(implicit.length()) : null;
    }

    /** Why a name in a quota, which seems to be of claims or their devices, counts nothing; null for others. */
    public @Nullable String uncounted(String name) {
        String bare = name.replaceFirst("^(requests|limits)\\.", "");
        boolean isOfPods = resources.containsValue(bare) || bare.startsWith(ResourceName.OF_CLASS);
        String meant = isOfPods ? REQUESTS + bare : bare.endsWith(DEVICES) ? bare : near(name);
        if (meant == null && name.startsWith(COUNT) && name.endsWith("." + GROUP)) {
            return "counts nothing: no namespace has such objects";
        }
        return meant == null || meant.equals(name) ? null : "counts nothing; did you mean " + meant + "?";
    }

    private static @Nullable String near(String name) {
        String counted = name.startsWith(COUNT) ? name.substring(COUNT.length()) : name;
        int dot = counted.indexOf('.');
        String of = dot < 0 ? counted : counted.substring(0, dot);
        String group = dot < 0 ? "" : counted.substring(dot + 1);
        String near = COUNTED.contains(of) ? of : Spelling.nearest(of, COUNTED);
        boolean isOfGroup = dot < 0 ? name.startsWith(COUNT) : Spelling.nearest(group, List.of(GROUP)) != null;
        if (near != null && isOfGroup) {
            return COUNT + near + "." + GROUP;
        }
        List<String> ends = new ArrayList<>();
        for (int at = name.indexOf('.'); at > 0; at = name.indexOf('.', at + 1)) {
            ends.add(name.substring(at + 1));
        }
        String end = Spelling.nearest(OF_CLASS, ends);
        return end == null ? null : name.substring(0, name.length() - end.length() - 1) + DEVICES;
    }

    /** Whether a quota with this name requires that all containers state an amount. Source: pods.go, validationSet. */
    static boolean isRequiredOfContainers(String name) {
        return name.matches("((requests|limits)\\.)?(cpu|memory)");
    }

    /** What a pod with this specification counts: itself, its CPU, memory and storage, and its extended resources. */
    public Map<String, Quantity> ofPod(ObjectValue spec) {
        Map<String, Quantity> usage = new TreeMap<>(Map.of("count/pods", ONE, "pods", ONE));
        Map<String, Quantity> requests = Pod.requests(Pod.Container.ofSpec(spec), spec);
        requests.forEach((resource, amount) -> {
            if (ResourceName.isExtended(resource) || hasExtended && ResourceName.isOfDevices(resource)) {
                usage.put(REQUESTS + resource, amount);
            } else if (resource.startsWith(Pod.HUGE_PAGES)) {
                usage.putAll(Map.of(resource, amount, REQUESTS + resource, amount));
            }
        });
        Map<String, Quantity> limits = LimitRange.total(LimitRange.ofLimits(spec));
        limits.putAll(Fields.amounts(spec.object("resources").object("limits")));
        for (String resource : COMPUTE) {
            usage.put(resource, requests.getOrDefault(resource, Quantity.ZERO));
            usage.put(REQUESTS + resource, requests.getOrDefault(resource, Quantity.ZERO));
            usage.put("limits." + resource, limits.getOrDefault(resource, Quantity.ZERO));
        }
        usage.values().removeIf(amount -> amount.sign() <= 0);
        return usage;
    }

    /** What a claim with this specification counts. */
    public Map<String, Quantity> ofClaim(ObjectValue spec) {
        return ofClaim(Request.ofSpec(spec), Map.of());
    }

    /**
     * What a claim with these requests counts.
     *
     * @param counted what its pod counts, if the scheduler makes the claim for the extended resources of a pod
     */
    public Map<String, Quantity> ofClaim(List<Request> requests, Map<String, Quantity> counted) {
        Map<String, Quantity> devices = new TreeMap<>();
        for (Request request : requests) {
            Map<String, Quantity> most = new TreeMap<>();
            request.alternatives()
                    .forEach(one -> most.merge(
                            one.deviceClassName(), devices(one), BinaryOperator.maxBy(Comparator.naturalOrder())));
            most.forEach((name, count) -> devices.merge(name, count, Quantity::plus));
        }
        Map<String, Quantity> usage = new TreeMap<>(Map.of(CLAIMS, ONE));
        Map<String, Quantity> extended = new TreeMap<>();
        devices.forEach((name, count) -> {
            usage.put(name + DEVICES, count);
            extended.put(REQUESTS + ResourceName.OF_CLASS + name, count);
            if (resources.containsKey(name)) {
                // The server takes any one of several classes with the same resource.
                extended.merge(REQUESTS + resources.get(name), count, BinaryOperator.minBy(Comparator.naturalOrder()));
            }
        });
        if (hasExtended) {
            extended.forEach((resource, count) ->
                    usage.put(resource, count.minus(counted.getOrDefault(resource, Quantity.ZERO))));
        }
        usage.values().removeIf(count -> count.sign() <= 0);
        return usage;
    }

    private static Quantity devices(Alternative alternative) {
        return switch (alternative.allocationMode()) {
            case "All" -> MAX_RESULTS;
            case "ExactCount" -> Quantity.of(alternative.count());
            default -> Quantity.ZERO;
        };
    }
}
