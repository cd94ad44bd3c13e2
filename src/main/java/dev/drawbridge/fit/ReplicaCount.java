package dev.drawbridge.fit;

import dev.drawbridge.fleet.AllocatedDevice;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** How many replicas of a pod fit at the same time, if each takes the first node that it fits: a lower bound, as far as the time allows. */
final class ReplicaCount {

    private final Fleet fleet;
    private final Function<Fleet, Allocator> allocator;
    private final Duration limit;

    /** Counts in a fleet; counting may take so long. */
    ReplicaCount(Fleet fleet, Function<Fleet, Allocator> allocator, Duration limit) {
        this.fleet = fleet;
        this.allocator = allocator;
        this.limit = limit;
    }

    /** How many fit, no more than wanted. */
    long atLeast(long wanted, List<Node> nodes, List<Claim> claims) {
        long deadline = System.nanoTime() + limit.toNanos();
        List<Claim> taken = new ArrayList<>(fleet.claims());
        long placed = 0;
        for (Node node : nodes) {
            while (placed < wanted && System.nanoTime() - deadline < 0) {
                Decision decision =
                        allocator.apply(fleet.with(List.copyOf(taken))).decide(node, claims, limit);
                if (!(decision instanceof Decision.Fits fits)) {
                    break;
                }
                placed++;
                for (int i = 0; i < claims.size(); i++) {
                    taken.add(claims.get(i).allocated(devices(fits.devices().get(i))));
                }
            }
        }
        return placed;
    }

    private static List<AllocatedDevice> devices(List<Decision.Chosen> chosen) {
        return chosen.stream()
                .map(one -> new AllocatedDevice(one.request(), one.device(), false, false, null))
                .toList();
    }
}
