package dev.drawbridge.fleet;

/**
 * How many devices a request asks for.
 *
 * @param allocationMode {@code ExactCount} or {@code All}
 * @param count 0 if it asks for all
 */
public record DeviceCount(String allocationMode, long count) {

    /** So many devices. */
    public static DeviceCount exactly(long count) {
        return new DeviceCount("ExactCount", count);
    }
}
