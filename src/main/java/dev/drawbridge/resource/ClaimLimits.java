package dev.drawbridge.resource;

/** Limits of ResourceClaim that others need, too: the scheduler, and what looks into parameters. */
public final class ClaimLimits {

    /**
     * Requests, constraints and configurations: {@code resourceapi.DeviceRequestsMaxSize}, DeviceConstraintsMaxSize,
     * DeviceConfigMaxSize.
     */
    public static final int REQUESTS = 32;

    /** Alternatives of a request: {@code resourceapi.FirstAvailableDeviceRequestMaxSize}. */
    public static final int ALTERNATIVES = 8;

    /** Configurations of an allocation: those of its class and of its claim together. */
    public static final int CONFIGURATIONS = 2 * REQUESTS;

    /** Devices of an allocation: {@code resourceapi.AllocationResultsMaxSize}. */
    public static final int RESULTS = 32;

    /** Consumers of a claim until 1.31, by the same constant. */
    static final int CONSUMERS_UNTIL_1_31 = 32;

    /** Consumers of a claim since 1.32: {@code resourceapi.ResourceClaimReservedForMaxSize}. */
    public static final int CONSUMERS = 256;

    private ClaimLimits() {}
}
