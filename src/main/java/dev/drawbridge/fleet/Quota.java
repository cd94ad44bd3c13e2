package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * A ResourceQuota of claims, their devices and extended resources, with what is used of it.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/admission/plugin/resourcequota/controller.go}, CheckRequest.
 *
 * @param limits the limit of each resource
 * @param used what is used of each resource
 */
public record Quota(String namespace, String name, Map<String, Long> limits, Map<String, Long> used) {

    /** Source: CheckRequest of {@code k8s.io/apiserver/pkg/admission/plugin/resourcequota/controller.go}. */
    private static final String EXCEEDED = "exceeded quota";

    /** A quota of which nothing is used. */
    public static Quota unused(String namespace, ObjectValue object) {
        return of(namespace, object, object.object("spec").object("hard"), ObjectValue.EMPTY);
    }

    /** A quota of a cluster, as its status says. */
    public static Quota stored(String namespace, ObjectValue object) {
        ObjectValue status = object.object("status");
        return of(namespace, object, status.object("hard"), status.object("used"));
    }

    private static Quota of(String namespace, ObjectValue object, ObjectValue hard, ObjectValue used) {
        String name = object.object("metadata").string("name");
        // The server counts no claims towards a quota with scopes, which are about pods.
        boolean hasScopes =
                object.object("spec").has("scopes") || object.object("spec").has("scopeSelector");
        return new Quota(namespace, name, hasScopes ? Map.of() : QuotaUsage.limits(hard), QuotaUsage.limits(used));
    }

    /**
     * A resource of which there is not enough.
     *
     * @param requested how much more is requested
     */
    public record Excess(String resource, long requested, long used, long limit) {}

    /** The resources of which there is not enough for one more claim with this usage. */
    public List<Excess> exceeded(Map<String, Long> usage) {
        List<Excess> exceeded = new ArrayList<>();
        usage.forEach((resource, count) -> {
            Long limit = limits.get(resource);
            long had = used.getOrDefault(resource, 0L);
            if (limit != null && had + count > limit) {
                exceeded.add(new Excess(resource, count, had, limit));
            }
        });
        return exceeded;
    }

    /** How many more claims with this usage the quota allows. */
    public long allows(Map<String, Long> usage) {
        long allowed = Long.MAX_VALUE;
        for (Map.Entry<String, Long> one : usage.entrySet()) {
            Long limit = limits.get(one.getKey());
            if (limit != null && one.getValue() > 0) {
                long left = Math.max(0, limit - used.getOrDefault(one.getKey(), 0L));
                allowed = Math.min(allowed, left / one.getValue());
            }
        }
        return allowed;
    }

    /** This quota after more claims with this usage. */
    public Quota with(Map<String, Long> usage, long claims) {
        Map<String, Long> more = new LinkedHashMap<>(used);
        usage.forEach((resource, count) -> more.merge(resource, count * claims, Long::sum));
        return new Quota(namespace, name, limits, more);
    }

    /** Whether a message of the API server refuses an object since a quota is used up. */
    public static boolean isExceeded(String message) {
        return message.contains(EXCEEDED);
    }

    /** The server's message for one more claim with this usage. */
    public String message(Map<String, Long> usage) {
        return EXCEEDED + ": " + name + ", requested: " + amounts(usage, Excess::requested) + ", used: "
                + amounts(usage, Excess::used) + ", limited: " + amounts(usage, Excess::limit);
    }

    private String amounts(Map<String, Long> usage, ToLongFunction<Excess> amount) {
        return exceeded(usage).stream()
                .map(one -> one.resource() + "=" + amount.applyAsLong(one))
                .collect(Collectors.joining(","));
    }
}
