package dev.drawbridge.fleet;

import dev.drawbridge.port.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A pod, as far as claims and extended resources go.
 *
 * @param uid empty if it is not created yet
 * @param podGroup the group that it is scheduled with; empty if there is none
 * @param claims its {@code resourceClaims}
 * @param generated the claims that were made of its templates, by the names of the entries: empty if none is needed
 * @param containers init containers first
 * @param overhead what its runtime class adds to its requests
 */
public record Pod(
        String namespace,
        String name,
        String uid,
        String podGroup,
        List<ClaimSource> claims,
        Map<String, Optional<String>> generated,
        List<Container> containers,
        Map<String, Quantity> overhead) {

    /** How much it requests of each resource that the scheduler only counts; amounts above zero, by name. */
    public Map<String, Long> requested() {
        return PodRequests.of(this);
    }

    /**
     * An entry of {@code resourceClaims}: the name of a claim or of a template.
     *
     * @param claim null if it is not set
     * @param template null if it is not set
     */
    public record ClaimSource(
            String name, @Nullable String claim, @Nullable String template) {}

    /**
     * A container.
     *
     * @param isInit whether it is among the init containers
     * @param isSidecar whether it is an init container that runs as long as the pod
     * @param requests the amounts of all resources by name; a limit without a request is one, as the API server sets it
     */
    public record Container(String name, boolean isInit, boolean isSidecar, Map<String, Quantity> requests) {

        /** Whether it has ended before the containers of the pod start. */
        public boolean isShortLived() {
            return isInit && !isSidecar;
        }
    }
}
