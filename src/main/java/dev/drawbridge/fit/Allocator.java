package dev.drawbridge.fit;

import dev.drawbridge.constraint.cel.DeviceProgram;
import dev.drawbridge.constraint.cel.SelectorLanguage;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.resource.SelectorSchema;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.time.Duration;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides whether claims can be allocated on a node of a fleet, as the scheduler of a release does. Not safe for use by several threads.
 *
 * <p>Source: {@code k8s.io/dynamic-resource-allocation/structured/allocator.go}.
 */
public final class Allocator {

    private final AllocatorVersion version;
    private final Fleet fleet;
    private final AllocatedState allocated;
    private final Pools pools;
    private final Map<Node, List<Pool>> poolsOfNodes = new IdentityHashMap<>();
    private final Map<Node, Integer> likeness = new IdentityHashMap<>();
    private final Map<NodeLook, Integer> looks = new HashMap<>();
    private final SelectorLanguage language;
    private final Map<String, DeviceProgram> programs = new HashMap<>();
    private final Map<String, DeviceProgram> derivations = new HashMap<>();

    /** An allocator of a release, 1.34 or later, in which these gates are on. Claims of the fleet with an allocation hold their devices. */
    public Allocator(Fleet fleet, KubernetesRelease release, FeatureGates gates) {
        this.fleet = fleet;
        version = AllocatorVersion.of(release, gates);
        allocated = AllocatedState.of(fleet.claims(), version.has(Feature.CONSUMABLE_CAPACITY));
        pools = new Pools(version, fleet.slices());
        language = SelectorSchema.storedLanguage(release, gates);
    }

    /** Decides about the claims of one pod together. */
    public Decision decide(Node node, List<Claim> claims, Duration limit) {
        if (limit.isZero()) {
            return new Decision.Undecided("there is no time left");
        }
        long deadline = System.nanoTime() + limit.toNanos();
        try {
            return decide(node, claims, deadline);
        } catch (AllocationError e) {
            AllocationError.Cause cause = e.reason();
            return new Decision.Fails(
                    cause.message(), cause.device(), cause.expression(), cause.missingKey(), e.isOfNode());
        } catch (Undecidable e) {
            return new Decision.Undecided(String.valueOf(e.getMessage()));
        }
    }

    private Decision decide(Node node, List<Claim> claims, long deadline) {
        try {
            return new Allocation(this, node, claims, deadline, false).decide();
        } catch (SearchIsLong e) {
            return new Allocation(this, node, claims, deadline, true).decide();
        }
    }

    AllocatorVersion version() {
        return version;
    }

    Fleet fleet() {
        return fleet;
    }

    AllocatedState allocated() {
        return allocated;
    }

    List<Pool> pools(Node node) {
        return poolsOfNodes.computeIfAbsent(node, pools::of);
    }

    /** The same number for nodes that get the same decisions. */
    int likeness(Node node) {
        return likeness.computeIfAbsent(
                node, unseen -> looks.computeIfAbsent(NodeLook.of(this, unseen), look -> looks.size()));
    }

    DeviceProgram selector(String expression) {
        return programs.computeIfAbsent(expression, language::program);
    }

    DeviceProgram derivation(String expression) {
        return derivations.computeIfAbsent(expression, language.givingAttributes()::program);
    }
}
