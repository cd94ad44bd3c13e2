package dev.drawbridge.fit.allocator;

import static dev.drawbridge.schema.Availability.ALWAYS;
import static dev.drawbridge.schema.Availability.since;
import static dev.drawbridge.schema.Availability.until;
import static dev.drawbridge.schema.KubernetesRelease.*;

import dev.drawbridge.schema.Availability;
import dev.drawbridge.schema.KubernetesRelease;
import org.jspecify.annotations.Nullable;

/**
 * The differences between allocators that affect decisions, each with the releases whose stable, incubating and
 * experimental allocators have it.
 *
 * <p>Source: the three packages of {@code k8s.io/dynamic-resource-allocation/structured/internal}, versions 0.34.9,
 * 0.35.6, 0.36.3, 0.37.1 and 0.38.0-beta.0.
 */
enum Quirk {
    // @formatter:off
    //                                 stable            incubating                           experimental
    /** Slices of counters are separate, and count for the whole pool. Before, each slice of devices has its own. */
    POOL_COUNTERS(                     since(K8S_1_36),  since(K8S_1_35),                     since(K8S_1_35)),

    /** A slice of counters belongs to every node, regardless of its node selection. */
    COUNTERS_EVERYWHERE(               since(K8S_1_36).and(until(K8S_1_37)), since(K8S_1_35).and(until(K8S_1_36)), since(K8S_1_35).and(until(K8S_1_36))),

    /** The counters of a pool are known by its name alone, so that those of two drivers mix. */
    COUNTERS_MIX_DRIVERS(              until(K8S_1_36)),

    /** Counter consumption is validated with the counter sets of all slices of the pool. */
    COUNTERS_OF_ALL_SLICES(            since(K8S_1_38),  since(K8S_1_37),                     since(K8S_1_37)),

    /** Allocated shares count as allocated when counters are added up. */
    SHARES_TAKE_COUNTERS(              since(K8S_1_38),  since(K8S_1_36),                     since(K8S_1_36)),

    /** A further share of a device takes no counters again. */
    COUNTERS_ONCE_PER_DEVICE(          since(K8S_1_35)),

    /** An allocated share without capacity makes a device shared, so that the next share takes no counters. */
    SHARES_WITHOUT_CAPACITY(           since(K8S_1_37)),

    /** Slices out of a node's reach count for completeness. Before, a pool over several nodes is never complete. */
    ALL_SLICES_COUNT(                  since(K8S_1_35)),

    /** Incomplete and invalid pools are skipped. Before, the former are used, and the latter are an error. */
    UNUSABLE_POOLS_PASSED_OVER(        since(K8S_1_35)),

    /** Invalid pools are an error if nothing else fits. */
    INVALID_POOLS_REPORTED(            since(K8S_1_35)),

    /** Pools and slices are tried in the order of their names. Before, at random. */
    POOLS_SORTED(                      since(K8S_1_38),  since(K8S_1_36),                     since(K8S_1_36)),

    /** Pools of devices with binding conditions come last. */
    BINDING_LAST(                      since(K8S_1_38),  since(K8S_1_36),                     ALWAYS),

    /** Slices of such devices come last within their pool. */
    BINDING_SLICES_LAST(               null,             null,                                until(K8S_1_35)),

    /** The devices of a request are chosen only in their order. */
    CHOOSES_IN_ORDER(                  since(K8S_1_38),  since(K8S_1_36),                     since(K8S_1_36)),

    /** A device's consumption is released if it is not used after all. Before, counters, marks and constraints leak. */
    ROLLS_BACK(                        since(K8S_1_36)),

    /** More than 32 devices backtrack to the request before. In older releases, only this request fails. */
    BACKTRACKS_ABOVE_LIMIT(            since(K8S_1_36),  ALWAYS,                              ALWAYS),

    /** All devices of an alternative are those of the first one, from the second device on. */
    MIXES_ALTERNATIVES(                until(K8S_1_35)),

    /** Taints without an effect on scheduling are ignored. */
    OTHER_TAINTS_IGNORED(              since(K8S_1_35)),

    /** The capacity of the wrong device is read: the one whose index is that of the device within its request. */
    READS_OTHER_CAPACITY(              until(K8S_1_34)),

    /** {@code All} checks the total capacity of a device, and not what is left of it. */
    ALL_ASKS_WHOLE_CAPACITY(           since(K8S_1_37)),

    /** A request whose amounts cannot be used in a computation is an error. Before, numbers overflow. */
    OVERFLOW_IS_ERROR(                 since(K8S_1_37)),

    /**
     * A request for all devices with an unusable pool has no device on this node. Before, it is an error of the pod.
     */
    ALL_FAILS_ON_NODE(                 since(K8S_1_38)),

    /** A device with an allocated share cannot be allocated as a whole, as if it could not be shared any more. */
    SHARES_KEEP_DEVICE(                since(K8S_1_38)),

    /** The name of a capacity is the same with and without the driver as its domain. Before, names are texts. */
    CAPACITY_HAS_DOMAIN(               since(K8S_1_38)),

    /** A negative amount is an error, also in an allocation. Before, a policy may round a negative request up. */
    NEGATIVE_IS_ERROR(                 since(K8S_1_38)),

    /** Constraints ignore the build metadata of versions. */
    VERSIONS_WITHOUT_BUILD(            since(K8S_1_38)),

    /** An unreadable attribute is an error for what reads it. Before, it is one for each expression only. */
    UNREADABLE_WHERE_READ(             since(K8S_1_38)),

    /** distinctAttribute is known. */
    DISTINCT_ATTRIBUTE(                since(K8S_1_38),  since(K8S_1_36),                     ALWAYS),

    /** distinctAttribute remembers only one value for each request. */
    DISTINCT_BY_REQUEST(               until(K8S_1_36)),

    /** distinctAttribute compares addresses in memory: two devices always differ. */
    DISTINCT_BY_ADDRESS(               until(K8S_1_34)),

    /** A request for capacity is an error if the gate is off. Before and elsewhere, it is ignored. */
    CAPACITY_NEEDS_GATE(               since(K8S_1_38),  since(K8S_1_36),                     ALWAYS),

    /** Expressions can read allowMultipleAllocations. */
    SHARING_SEEN(                      since(K8S_1_38),  since(K8S_1_36),                     ALWAYS),

    /** Expressions can be evaluated on a device with an attribute that is a list, whatever the gates. */
    LISTS_READ(                        since(K8S_1_37)),

    /** Slices with compatibility groups are ignored if the gate is off. */
    GROUPS_NEED_GATE(                  since(K8S_1_37)),

    /** Devices whose driver skips node operations need a node that can do without. */
    NODE_OPERATIONS_CHECKED(           null,             since(K8S_1_38),                     since(K8S_1_37));
    // @formatter:on

    private final @Nullable Availability stable;
    private final @Nullable Availability incubating;
    private final @Nullable Availability experimental;

    Quirk(Availability all) {
        this(all, all, all);
    }

    Quirk(@Nullable Availability stable, @Nullable Availability incubating, @Nullable Availability experimental) {
        this.stable = stable;
        this.incubating = incubating;
        this.experimental = experimental;
    }

    boolean isOf(KubernetesRelease release, AllocatorChannel channel) {
        Availability releases =
                switch (channel) {
                    case STABLE -> stable;
                    case INCUBATING -> incubating;
                    case EXPERIMENTAL -> experimental;
                };
        return releases != null && releases.isIn(release);
    }
}
