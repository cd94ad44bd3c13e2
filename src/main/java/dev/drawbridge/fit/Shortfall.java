package dev.drawbridge.fit;

import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.DeviceId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one alternative of a request finds on the nodes of a workload if nothing is taken.
 *
 * @param requested the alternative
 * @param subject the request in words
 * @param failed the first condition that leaves too few devices; null if there are enough
 * @param selector the index of the selector that leaves too few; -1 if none does
 * @param mostOnANode how many devices one node has at most that meet all conditions
 * @param devices the devices that meet all conditions
 * @param lines how many devices each condition leaves
 */
public record Shortfall(
        RequestedDevices requested,
        String subject,
        @Nullable Condition failed,
        int selector,
        int mostOnANode,
        List<DeviceId> devices,
        List<String> lines) {

    /** The claim. */
    public Claim claim() {
        return requested.claim();
    }

    /** The index of the request. */
    public int request() {
        return requested.request();
    }

    /** The alternative; of an exact request its only one. */
    public Alternative alternative() {
        return requested.alternative();
    }

    /** What devices have to meet, in the order in which it is checked. */
    public enum Condition {
        /** To be of the class: a class without devices, or none. */
        CLASS,
        /** To match the selectors of the request. */
        SELECTOR,
        /** To have the requested capacity. */
        CAPACITY,
        /** To have no taint that the request does not tolerate. */
        TAINT,
        /** To be as many as requested, on one node. */
        COUNT
    }
}
