package dev.drawbridge.live.why;

import dev.drawbridge.constraint.Numbers;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import dev.drawbridge.port.Quantity;
import java.util.stream.Stream;

/**
 * Whether a node may lack CPU, memory or a place for a pod.
 *
 * <p>Source: {@code pkg/scheduler/framework/plugins/noderesources/fit.go}, fitsRequest.
 */
final class NodeRoom {

    private NodeRoom() {}

    /** Whether the node may have too little left of the resource; what cannot be read may. */
    static boolean mayLack(PendingPod pod, String name, String resource) {
        StoredObject node = pod.snapshot().find(SnapshotKind.NODE, "", name);
        Quantity all = node == null
                ? null
                : Numbers.amount(node.status().object("allocatable").get(resource));
        boolean isKnown = pod.snapshot().sees(SnapshotKind.POD, "")
                && pod.decider().driversOfNodeResources().isEmpty();
        Stream<StoredObject> running = pod.snapshot().podsOn(name).stream().filter(other -> !other.hasEnded());
        return all == null
                || !isKnown
                || Stream.concat(running, Stream.of(pod.object()))
                                .flatMap(each -> requests(each.spec(), resource))
                                .reduce(Quantity.ZERO, Quantity::plus)
                                .compareTo(all)
                        > 0;
    }

    /** What the scheduler counts for a pod at most: not all init containers, and not the containers of some pods. */
    private static Stream<Quantity> requests(ObjectValue spec, String resource) {
        Stream<ObjectValue> containers =
                Stream.of("containers", "initContainers").flatMap(kind -> spec.list(kind).objects().stream());
        return resource.equals("pods")
                ? Stream.of(Quantity.of(1))
                : Stream.concat(
                                Stream.of(spec.object("overhead")),
                                Stream.concat(Stream.of(spec), containers)
                                        .map(each -> each.object("resources").object("requests")))
                        .flatMap(amounts -> Stream.ofNullable(Numbers.amount(amounts.get(resource))));
    }
}
