package dev.drawbridge.resource;

/** Limits of ResourceClaim that the scheduler has, too. */
public final class ClaimLimits {

    /** Devices of an allocation: {@code resourceapi.AllocationResultsMaxSize}. */
    public static final int RESULTS = 32;

    /** Consumers of a claim since 1.32: {@code resourceapi.ResourceClaimReservedForMaxSize}. */
    public static final int CONSUMERS = 256;

    private ClaimLimits() {}
}
