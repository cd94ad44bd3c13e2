package dev.drawbridge.fleet;

import dev.drawbridge.constraint.Numbers;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.port.Quantity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A ResourceQuota, with what is used of it.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/admission/plugin/resourcequota/controller.go}, CheckRequest.
 *
 * @param scopes the pods that it limits; empty if it limits all pods, and claims, which are in no scope
 * @param kind whether a cluster has counted what is used, and what it limits
 */
public record Quota(
        String namespace,
        String name,
        List<Scope> scopes,
        Map<String, Quantity> limits,
        Map<String, Quantity> used,
        Kind kind) {

    /** What a quota limits, and whose count it has. */
    public enum Kind {
        /** Pods and claims, which no cluster has counted. */
        WRITTEN,
        /** Claims, which a cluster has counted. */
        STORED,
        /** The pods of a quota that a cluster has counted: those to count may be among its pods, which are left out. */
        OF_PODS
    }

    /** Source: CheckRequest of {@code k8s.io/apiserver/pkg/admission/plugin/resourcequota/controller.go}. */
    private static final String EXCEEDED = "exceeded quota";

    /** A quota as its status says, or of which nothing is used if no cluster has counted it. */
    static Quota of(String namespace, ObjectValue object) {
        return object.object("status").has("hard") ? stored(namespace, object) : unused(namespace, object);
    }

    /** A quota of which nothing is used. */
    public static Quota unused(String namespace, ObjectValue object) {
        return of(namespace, object, object.object("spec").object("hard"), ObjectValue.EMPTY, Kind.WRITTEN);
    }

    /** A quota of a cluster, as its status says. */
    public static Quota stored(String namespace, ObjectValue object) {
        ObjectValue status = object.object("status");
        return of(namespace, object, status.object("hard"), status.object("used"), Kind.STORED);
    }

    private static Quota of(String namespace, ObjectValue object, ObjectValue hard, ObjectValue used, Kind kind) {
        ObjectValue spec = object.object("spec");
        Stream<Scope> named = spec.list("scopes").texts().stream().map(scope -> new Scope(scope, "Exists", List.of()));
        Stream<Scope> selected = spec.object("scopeSelector").list("matchExpressions").objects().stream()
                .map(one -> new Scope(
                        one.string("scopeName"),
                        one.string("operator"),
                        one.list("values").texts()));
        String name = object.object("metadata").string("name");
        List<Scope> scopes = Stream.concat(named, selected).toList();
        return new Quota(namespace, name, scopes, Fields.amounts(hard), Fields.amounts(used), kind);
    }

    /**
     * A condition of pods.
     *
     * <p>Source: {@code pkg/quota/v1/evaluator/core/pods.go}, podMatchesScopeFunc.
     *
     * @param operator of the values: {@code In}, {@code NotIn}, {@code Exists} or {@code DoesNotExist}
     */
    private record Scope(String name, String operator, List<String> values) {

        boolean includes(ObjectValue pod) {
            return switch (name) {
                case "Terminating" -> isTerminating(pod);
                case "NotTerminating" -> !isTerminating(pod);
                case "BestEffort" -> isBestEffort(pod);
                case "NotBestEffort" -> !isBestEffort(pod);
                case "PriorityClass" -> hasPriority(pod.string("priorityClassName"));
                case "CrossNamespacePodAffinity" -> crossesNamespaces(pod.object("affinity"));
                default -> false;
            };
        }

        private boolean hasPriority(String priority) {
            return switch (operator) {
                case "Exists" -> !priority.isEmpty();
                case "DoesNotExist" -> priority.isEmpty();
                case "In" -> !priority.isEmpty() && values.contains(priority);
                default -> priority.isEmpty() || !values.contains(priority);
            };
        }

        private static boolean isTerminating(ObjectValue pod) {
            return pod.get("activeDeadlineSeconds") instanceof NumberValue deadline
                    && !deadline.text().startsWith("-");
        }

        private static boolean isBestEffort(ObjectValue pod) {
            return Stream.of(
                            List.of(pod),
                            pod.list("containers").objects(),
                            pod.list("initContainers").objects())
                    .flatMap(List::stream)
                    .map(one -> one.object("resources"))
                    .flatMap(one -> Stream.of(one.object("requests"), one.object("limits")))
                    .flatMap(one -> Stream.of(one.get("cpu"), one.get("memory")))
                    .map(Numbers::amount)
                    .noneMatch(amount -> amount != null && amount.sign() > 0);
        }

        private static boolean crossesNamespaces(ObjectValue affinity) {
            return Stream.of("podAffinity", "podAntiAffinity")
                    .map(affinity::object)
                    .flatMap(one -> Stream.concat(
                            one.list("requiredDuringSchedulingIgnoredDuringExecution").objects().stream(),
                            one.list("preferredDuringSchedulingIgnoredDuringExecution").objects().stream()
                                    .map(weighted -> weighted.object("podAffinityTerm"))))
                    .anyMatch(term -> term.list("namespaces").size() > 0 || term.has("namespaceSelector"));
        }
    }

    /**
     * Whether it limits pods with this specification, or claims if it is null.
     *
     * @param areNew whether the pods are certainly not among those that a cluster has counted
     */
    public boolean isFor(@Nullable ObjectValue pod, boolean areNew) {
        return pod == null
                ? kind != Kind.OF_PODS && scopes.isEmpty()
                : kind != (areNew ? Kind.OF_PODS : Kind.STORED)
                        && scopes.stream().allMatch(scope -> scope.includes(pod));
    }

    /**
     * The server's message if containers of a pod that it limits do not state what it counts; null if they do.
     *
     * <p>Source: {@code pkg/quota/v1/evaluator/core/pods.go}, Constraints.
     */
    public @Nullable String missingAmounts(ObjectValue pod) {
        List<String> missing = new ArrayList<>();
        for (String limited : limits.keySet()) {
            String resource = limited.substring(limited.indexOf('.') + 1);
            ObjectValue stated = limited.startsWith("limits.") ? LimitRange.ofLimits(pod) : pod;
            String lacking = Pod.Container.ofSpec(stated).stream()
                    .filter(container -> !container.requests().containsKey(resource))
                    .map(Pod.Container::name)
                    .sorted()
                    .collect(Collectors.joining(","));
            if (QuotaUsage.isRequiredOfContainers(limited) && !lacking.isEmpty()) {
                missing.add(limited + " for: " + lacking);
            }
        }
        Collections.sort(missing);
        return missing.isEmpty() || pod.has("resources") || !isFor(pod, true)
                ? null
                : "failed quota: " + name + ": must specify " + String.join("; ", missing);
    }

    boolean isStored() {
        return kind == Kind.STORED;
    }

    /** The limits for pods of a quota that a cluster has counted. */
    Quota ofPods() {
        return new Quota(namespace, name, scopes, limits, Map.of(), Kind.OF_PODS);
    }

    /**
     * A resource of which there is not enough.
     *
     * @param requested how much more is requested
     */
    public record Excess(String resource, Quantity requested, Quantity used, Quantity limit) {

        /** The excess in a few words. */
        public String text() {
            return resource + ": " + Quota.text(resource, used) + " of " + Quota.text(resource, limit) + " used, "
                    + Quota.text(resource, requested) + " more requested";
        }
    }

    /** The resources of which there is not enough for one more object with this usage. */
    public List<Excess> exceeded(Map<String, Quantity> usage) {
        List<Excess> exceeded = new ArrayList<>();
        usage.forEach((resource, count) -> {
            Quantity limit = limits.get(resource);
            Quantity had = used.getOrDefault(resource, Quantity.ZERO);
            if (limit != null && had.plus(count).compareTo(limit) > 0) {
                exceeded.add(new Excess(resource, count, had, limit));
            }
        });
        return exceeded;
    }

    /** How much more objects with this usage would use than the limits allow. */
    Map<String, Quantity> excess(Map<String, Quantity> usage, long objects) {
        Map<String, Quantity> excess = new TreeMap<>();
        with(usage, objects - 1)
                .exceeded(usage)
                .forEach(one -> excess.put(
                        one.resource(), one.used().plus(one.requested()).minus(one.limit())));
        return excess;
    }

    /** How many more objects with this usage the quota allows. */
    long allows(Map<String, Quantity> usage) {
        return usage.entrySet().stream()
                .filter(one -> limits.containsKey(one.getKey()))
                .mapToLong(one -> {
                    Quantity left = Objects.requireNonNull(limits.get(one.getKey()))
                            .minus(used.getOrDefault(one.getKey(), Quantity.ZERO));
                    return left.sign() < 0 ? 0 : left.dividedBy(one.getValue());
                })
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** This quota after more objects with this usage. */
    Quota with(Map<String, Quantity> usage, long objects) {
        Map<String, Quantity> more = new TreeMap<>(used);
        usage.forEach((resource, count) -> more.merge(resource, count.times(objects), Quantity::plus));
        return new Quota(namespace, name, scopes, limits, more, kind);
    }

    /** This quota after the claims of its namespace among these. */
    Quota with(List<Claim> claims, QuotaUsage usages) {
        Quota all = this;
        for (Claim claim : claims) {
            if (claim.namespace().equals(namespace)) {
                all = all.with(usages.ofClaim(claim.requests(), Map.of()), 1);
            }
        }
        return all;
    }

    /** Whether a message of the API server refuses an object since a quota is used up. */
    public static boolean isExceeded(String message) {
        return message.contains(EXCEEDED);
    }

    /** The server's message for one more object with this usage. */
    String message(Map<String, Quantity> usage) {
        List<Excess> exceeded = exceeded(usage);
        return EXCEEDED + ": " + name + ", requested: " + amounts(exceeded, Excess::requested) + ", used: "
                + amounts(exceeded, Excess::used) + ", limited: " + amounts(exceeded, Excess::limit);
    }

    private static String amounts(List<Excess> exceeded, Function<Excess, Quantity> amount) {
        return exceeded.stream()
                .map(one -> one.resource() + "=" + text(one.resource(), amount.apply(one)))
                .collect(Collectors.joining(","));
    }

    private static String text(String resource, Quantity amount) {
        return resource.matches(".*(memory|storage|hugepages-.*)")
                ? amount.text()
                : Quantity.canonical(amount.decimals());
    }
}
