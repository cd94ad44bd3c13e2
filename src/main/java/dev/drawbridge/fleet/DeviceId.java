package dev.drawbridge.fleet;

/** A device by its names, which are unique together. */
public record DeviceId(String driver, String pool, String device) {

    @Override
    public String toString() {
        return driver + "/" + pool + "/" + device;
    }
}
