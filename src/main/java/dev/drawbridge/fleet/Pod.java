package dev.drawbridge.fleet;

import dev.drawbridge.port.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A pod: its claims, and the resources that the scheduler only counts.
 *
 * @param uid empty if it does not exist yet
 * @param scheduling its group, and whether it has a node
 * @param claims its {@code resourceClaims}
 * @param generated the claims created from its templates, by entry name; empty if an entry needs no claim
 * @param containers init containers first
 * @param requested the requested amount, above zero, of each resource that the scheduler only counts, by name
 */
public record Pod(
        String namespace,
        String name,
        String uid,
        Scheduling scheduling,
        List<ClaimSource> claims,
        Map<String, Optional<String>> generated,
        List<Container> containers,
        Map<String, Long> requested) {

    /**
     * How the scheduler treats a pod.
     *
     * @param podGroup the group it is scheduled with; empty if there is none
     * @param isBound whether it has a node: it is not scheduled again
     */
    public record Scheduling(String podGroup, boolean isBound) {}

    /** The group it is scheduled with; empty if there is none. */
    public String podGroup() {
        return scheduling.podGroup();
    }

    /** Whether it has a node: it is not scheduled again. */
    public boolean isBound() {
        return scheduling.isBound();
    }

    /** What counts of it for other pods once it runs: its name and its requests. */
    Pod running() {
        return new Pod(namespace, name, uid, scheduling, List.of(), Map.of(), List.of(), Map.copyOf(requested));
    }

    @Override
    public String toString() {
        return "Pod " + namespace + "/" + name;
    }

    /**
     * An entry of {@code resourceClaims}: the name of a claim or template.
     *
     * @param claim null if unset
     * @param template null if unset
     */
    public record ClaimSource(
            String name, @Nullable String claim, @Nullable String template) {}

    /**
     * A container.
     *
     * @param isInit whether it is an init container
     * @param isSidecar whether it is an init container that runs as long as the pod
     * @param requests the requests of all resources by name; a limit counts as request if there is none, as at the API
     *     server
     */
    public record Container(String name, boolean isInit, boolean isSidecar, Map<String, Quantity> requests) {

        /** Whether it ends before the containers of the pod start. */
        public boolean isShortLived() {
            return isInit && !isSidecar;
        }
    }
}
