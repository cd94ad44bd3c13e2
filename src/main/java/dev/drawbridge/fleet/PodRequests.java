package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.port.Quantity;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/**
 * The total requests of a pod for resources that the scheduler only counts: those of its containers and sidecars, or of
 * an init container and the sidecars before it if larger, plus the overhead.
 *
 * <p>Source: {@code k8s.io/component-helpers/resource/helpers.go}, PodRequests.
 */
final class PodRequests {

    private static final BinaryOperator<Quantity> HIGHER = BinaryOperator.maxBy(Comparator.naturalOrder());

    private PodRequests() {}

    /** The amounts above zero of resources that the scheduler only counts, by name. */
    static Map<String, Long> counted(Map<String, Quantity> sum) {
        Map<String, Long> requests = new TreeMap<>();
        sum.forEach((name, amount) -> {
            if (ResourceName.isScalar(name) && amount.value() > 0) {
                requests.put(name, amount.value());
            }
        });
        return requests;
    }

    /** The sums of all resources of a pod with these containers and this specification, by name. */
    static Map<String, Quantity> of(List<Pod.Container> containers, ObjectValue spec) {
        Map<String, Quantity> sum = new TreeMap<>();
        Map<String, Quantity> sidecars = new HashMap<>();
        Map<String, Quantity> atStart = new HashMap<>();
        for (Pod.Container container : containers) {
            if (!container.isShortLived()) {
                add(sum, container.requests());
            }
            if (container.isInit()) {
                Map<String, Quantity> now = new HashMap<>(sidecars);
                add(now, container.requests());
                now.forEach((name, amount) -> atStart.merge(name, amount, HIGHER));
                if (container.isSidecar()) {
                    add(sidecars, container.requests());
                }
            }
        }
        atStart.forEach((name, amount) -> sum.merge(name, amount, HIGHER));
        add(sum, Fields.amounts(spec.object("overhead")));
        return sum;
    }

    private static void add(Map<String, Quantity> sum, Map<String, Quantity> more) {
        more.forEach((name, amount) -> sum.merge(name, amount, Quantity::plus));
    }
}
