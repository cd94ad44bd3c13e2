package dev.drawbridge.fleet;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What only a claim of a cluster has, as far as the scheduler looks at it.
 *
 * @param uid empty if it is not said
 * @param controller the owner that controls it; null if there is none
 * @param isBeingDeleted whether it has a deletion timestamp
 * @param isForExtendedResources whether the scheduler made it for the extended resources of its controller
 * @param allocatedAt when it got its devices; null if that is not said
 * @param consumerUids the uids in {@code reservedFor}
 */
public record StoredClaim(
        String uid,
        @Nullable Owner controller,
        boolean isBeingDeleted,
        boolean isForExtendedResources,
        @Nullable Instant allocatedAt,
        List<String> consumerUids) {

    /** Of a claim that is yet to be created. */
    public static final StoredClaim NEW = new StoredClaim("", null, false, false, null, List.of());

    /** An owner that controls an object. */
    public record Owner(String apiVersion, String kind, String name, String uid) {}
}
