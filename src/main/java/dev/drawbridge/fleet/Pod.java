package dev.drawbridge.fleet;

import dev.drawbridge.port.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The claims and extended resources of a pod.
 *
 * @param uid empty if it does not exist yet
 * @param podGroup the group it is scheduled with; empty if there is none
 * @param claims its {@code resourceClaims}
 * @param generated the claims created from its templates, by entry name; empty if an entry needs no claim
 * @param containers init containers first
 * @param overhead the resources that its runtime class adds
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

    /** The requested amount, above zero, of each resource that the scheduler only counts, by name. */
    public Map<String, Long> requested() {
        return PodRequests.of(this);
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
