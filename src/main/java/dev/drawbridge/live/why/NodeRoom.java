package dev.drawbridge.live.why;

import dev.drawbridge.constraint.Numbers;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import dev.drawbridge.port.Quantity;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether a node may lack CPU, memory or a place for a pod.
 *
 * <p>Source: {@code pkg/scheduler/framework/plugins/noderesources/fit.go}, fitsRequest.
 */
final class NodeRoom {

    private static final String PODS = "pods";

    private NodeRoom() {}

    /** Whether its node may have too little left of the resource; what cannot be read may. */
    static boolean mayLack(PendingPod pod, String node, String resource) {
        StoredObject stored = pod.snapshot().find(SnapshotKind.NODE, "", node);
        Quantity all = stored == null ? null : amount(stored.status().object("allocatable"), resource);
        if (all == null
                || !pod.snapshot().sees(SnapshotKind.POD, "")
                || !pod.decider().driversOfNodeResources().isEmpty()) {
            return true;
        }
        Stream<StoredObject> running = pod.snapshot().all(SnapshotKind.POD).stream()
                .filter(other -> other.spec().string("nodeName").equals(node) && !other.hasEnded());
        Quantity most = Stream.concat(running, Stream.of(pod.object()))
                .map(each -> most(each.spec(), resource))
                .reduce(Quantity.ZERO, Quantity::plus);
        return most.compareTo(all) > 0;
    }

    /** At most what the scheduler counts for a pod: it adds not all init containers. */
    private static Quantity most(ObjectValue spec, String resource) {
        if (resource.equals(PODS)) {
            return Quantity.of(1);
        }
        Quantity ofPod = requested(spec, resource);
        Quantity ofContainers = Stream.of("containers", "initContainers")
                .flatMap(kind -> spec.list(kind).objects().stream())
                .map(container -> requested(container, resource))
                .reduce(Quantity.ZERO, Quantity::plus);
        Quantity overhead = amount(spec.object("overhead"), resource);
        Quantity larger = ofPod.compareTo(ofContainers) > 0 ? ofPod : ofContainers;
        return overhead == null ? larger : larger.plus(overhead);
    }

    private static Quantity requested(ObjectValue of, String resource) {
        ObjectValue resources = of.object("resources");
        Quantity request = amount(resources.object("requests"), resource);
        Quantity amount = request == null ? amount(resources.object("limits"), resource) : request;
        return amount == null ? Quantity.ZERO : amount;
    }

    private static @Nullable Quantity amount(ObjectValue amounts, String resource) {
        return Numbers.amount(amounts.get(resource));
    }
}
