package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.port.Quantity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** ResourceQuotas towards which objects are counted, one after the other. */
public final class Quotas {

    private final List<Quota> quotas;

    /** Quotas of any namespaces. */
    public Quotas(Collection<Quota> quotas) {
        this.quotas = new ArrayList<>(quotas);
    }

    /**
     * The objects that the API server creates.
     *
     * @param created how many
     * @param refusal the server's message about the next one; null if all are created
     */
    public record Counted(long created, @Nullable String refusal) {}

    /**
     * Counts a number of objects with this usage.
     *
     * @param pod the specification of the pods; null for claims
     */
    public Counted count(String namespace, @Nullable ObjectValue pod, Map<String, Quantity> usage, long objects) {
        Predicate<Quota> concerned =
                quota -> quota.namespace().equals(namespace) && quota.isFor(pod) && !(pod != null && quota.isStored());
        long created = objects;
        Quota exceeded = null;
        for (Quota quota : quotas) {
            if (concerned.test(quota) && quota.allows(usage) < created) {
                created = quota.allows(usage);
                exceeded = quota;
            }
        }
        long all = created;
        quotas.replaceAll(quota -> concerned.test(quota) ? quota.with(usage, all) : quota);
        return new Counted(
                all, exceeded == null ? null : exceeded.with(usage, all).message(usage));
    }
}
