package dev.drawbridge.fleet;

/**
 * The number of devices of a request.
 *
 * @param allocationMode {@code ExactCount} or {@code All}
 * @param count 0 if it requests all
 */
public record DeviceCount(String allocationMode, long count) {

    public static DeviceCount exactly(long count) {
        return new DeviceCount("ExactCount", count);
    }
}
