package dev.drawbridge.fleet;

/** The names that identify a device. */
public record DeviceId(String driver, String pool, String device) {

    @Override
    public String toString() {
        return driver + "/" + pool + "/" + device;
    }
}
