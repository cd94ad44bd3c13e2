package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;

/** The names that identify a device. */
public record DeviceId(String driver, String pool, String device) {

    static DeviceId of(ObjectValue object) {
        return new DeviceId(object.string("driver"), object.string("pool"), object.string("device"));
    }

    @Override
    public String toString() {
        return driver + "/" + pool + "/" + device;
    }
}
