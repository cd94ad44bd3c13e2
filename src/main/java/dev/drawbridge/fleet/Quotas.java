package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.port.Quantity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** ResourceQuotas towards which objects are counted, one after the other. */
public final class Quotas {

    private final Map<String, List<Quota>> quotas;

    public Quotas(Collection<Quota> quotas) {
        this.quotas = quotas.stream()
                .flatMap(quota -> quota.isStored() ? Stream.of(quota, quota.ofPods()) : Stream.of(quota))
                .collect(Collectors.groupingBy(Quota::namespace, Collectors.toCollection(ArrayList::new)));
    }

    /**
     * The objects that the API server creates.
     *
     * @param created how many
     * @param refusal the server's message about the next one; null if all are created
     * @param excess what all of them would use beyond the limits of the quota that refuses the next one
     */
    public record Counted(long created, @Nullable String refusal, Map<String, Quantity> excess) {

        /** All are created. */
        public static Counted all(long objects) {
            return new Counted(objects, null, Map.of());
        }
    }

    /**
     * Counts the claims that are made for each of some pods, one pod after the other. A pod of which one claim is
     * refused gets none of the next ones.
     *
     * @param claims what the claims of one pod count
     * @return the pods that get each claim
     */
    public List<Counted> count(String namespace, List<Map<String, Quantity>> claims, long pods) {
        Map<String, Quantity> whole = new TreeMap<>();
        claims.forEach(claim -> claim.forEach((resource, count) -> whole.merge(resource, count, Quantity::plus)));
        long complete = count(namespace, null, whole, pods, false).created();
        List<Counted> counted = new ArrayList<>();
        long others = pods - complete;
        for (Map<String, Quantity> claim : claims) {
            Counted some = count(namespace, null, claim, others, false);
            others = some.created();
            counted.add(new Counted(complete + others, some.refusal(), some.excess()));
        }
        return counted;
    }

    /**
     * Counts a number of objects with this usage. Pods that a cluster has counted may be among these: of its quotas,
     * pods have the whole limit.
     *
     * @param pod the specification of the pods; null for claims
     * @param areNew whether the pods are certainly not among those that a cluster has counted
     */
    public Counted count(
            String namespace, @Nullable ObjectValue pod, Map<String, Quantity> usage, long objects, boolean areNew) {
        List<Quota> ofNamespace = quotas.getOrDefault(namespace, new ArrayList<>());
        long created = objects;
        Quota exceeded = null;
        for (Quota quota : ofNamespace) {
            if (quota.isFor(pod, areNew) && quota.allows(usage) < created) {
                created = quota.allows(usage);
                exceeded = quota;
            }
        }
        long all = created;
        ofNamespace.replaceAll(
                quota -> quota.isFor(pod, false) || quota.isFor(pod, areNew) ? quota.with(usage, all) : quota);
        return exceeded == null
                ? Counted.all(all)
                : new Counted(all, exceeded.with(usage, all).message(usage), exceeded.excess(usage, objects));
    }
}
