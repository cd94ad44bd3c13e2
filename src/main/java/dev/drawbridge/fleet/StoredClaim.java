package dev.drawbridge.fleet;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The properties that only a claim in a cluster has, as far as the scheduler reads them.
 *
 * @param uid empty if unset
 * @param controller the controlling owner; null if there is none
 * @param isBeingDeleted whether it has a deletion timestamp
 * @param isForExtendedResources whether the scheduler created it for the extended resources of its controller
 * @param allocatedAt the time of its allocation; null if unset
 * @param consumerUids the uids in {@code reservedFor}
 */
public record StoredClaim(
        String uid,
        @Nullable Owner controller,
        boolean isBeingDeleted,
        boolean isForExtendedResources,
        @Nullable Instant allocatedAt,
        List<String> consumerUids) {

    /** The properties of a claim that does not exist yet. */
    public static final StoredClaim NEW = new StoredClaim("", null, false, false, null, List.of());
}
