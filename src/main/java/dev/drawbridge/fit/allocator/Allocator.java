package dev.drawbridge.fit.allocator;

import dev.drawbridge.constraint.cel.DeviceProgram;
import dev.drawbridge.fleet.AllocatedDevice;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.time.Duration;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Decides whether claims can be allocated on a node of a fleet, as the scheduler of a release does. Not safe for use by
 * several threads.
 *
 * <p>Source: {@code k8s.io/dynamic-resource-allocation/structured/allocator.go}.
 */
public final class Allocator {

    private final Fleet fleet;
    private final AllocatorInputs inputs;
    private final Pools pools;
    private final Map<Node, List<Pool>> poolsOfNodes;
    private final Map<Node, Integer> likeness = new IdentityHashMap<>();
    private final Map<Object, Integer> looks = new HashMap<>();

    /** Creates an allocator for a release from 1.34 on, with these gates. Allocated claims hold their devices. */
    public Allocator(Fleet fleet, KubernetesRelease release, FeatureGates gates) {
        this(fleet, release, gates, key -> key);
    }

    /** Creates an allocator that compares this view of what it recognizes: see {@link AllocatorInputs#view}. */
    Allocator(Fleet fleet, KubernetesRelease release, FeatureGates gates, Function<Record, Object> view) {
        this.fleet = fleet;
        this.inputs = AllocatorInputs.of(fleet, release, gates, view);
        this.pools = new Pools(inputs.version(), fleet.slices());
        this.poolsOfNodes = new IdentityHashMap<>();
    }

    /** Creates an allocator with other holders of the same devices; all that is independent of claims is shared. */
    private Allocator(Allocator other, List<Claim> holders) {
        this.fleet = other.fleet.with(holders);
        this.inputs = other.inputs.with(holders);
        this.pools = other.pools;
        this.poolsOfNodes = other.poolsOfNodes;
    }

    /** An allocator of the same fleet in which only these claims hold devices. */
    public Allocator with(List<Claim> holders) {
        return new Allocator(this, holders);
    }

    /**
     * Allocates these devices, and discards the cached look of the node, or of all if others can use them.
     *
     * @return what takes this back, if all that was allocated later has been
     */
    public Runnable take(Node node, List<AllocatedDevice> devices, boolean areOfNodeAlone) {
        Runnable restoring = inputs.allocated().restoring(devices);
        inputs.allocated().add(devices);
        discardLooks(node, areOfNodeAlone);
        return () -> {
            restoring.run();
            discardLooks(node, areOfNodeAlone);
        };
    }

    private void discardLooks(Node node, boolean areOfNodeAlone) {
        if (areOfNodeAlone) {
            likeness.remove(node);
        } else {
            likeness.clear();
        }
    }

    public AllocatorVersion version() {
        return inputs.version();
    }

    /** Decides whether the claims of one pod can be allocated together. */
    public Decision decide(Node node, List<Claim> claims, Duration limit) {
        if (limit.isZero()) {
            return new Decision.Undecided("there is no time left");
        }
        return decide(node, claims, new Budget(System.nanoTime() + limit.toNanos()), PruningMode.THOROUGH);
    }

    Decision decide(Node node, List<Claim> claims, Budget budget, PruningMode mode) {
        try {
            return new Allocation(inputs, node, poolsOf(node), claims, budget, mode).decide();
        } catch (AllocationError e) {
            return e.decision();
        } catch (Undecidable e) {
            return new Decision.Undecided(String.valueOf(e.getMessage()));
        }
    }

    public Fleet fleet() {
        return fleet;
    }

    public AllocatedState allocated() {
        return inputs.allocated();
    }

    /** The pools of the node; none if the scheduler fails to find them. */
    public List<Pool> pools(Node node) {
        try {
            return poolsOf(node);
        } catch (AllocationError e) {
            return List.of();
        }
    }

    private List<Pool> poolsOf(Node node) {
        return poolsOfNodes.computeIfAbsent(node, pools::of);
    }

    /** A number that is equal for nodes with the same decisions. */
    public int likeness(Node node) {
        return likeness.computeIfAbsent(node, unseen -> looks.computeIfAbsent(look(unseen), look -> looks.size()));
    }

    private Object look(Node node) {
        try {
            return inputs.view(NodeLook.of(inputs, node, poolsOf(node)));
        } catch (AllocationError e) {
            return e.decision();
        }
    }

    public DeviceProgram selector(String expression) {
        return inputs.selector(expression);
    }
}
