package dev.drawbridge.driver;

import dev.drawbridge.constraint.cel.SelectorReads;

/** The qualified name of an attribute or a capacity of devices. */
public record DeviceName(boolean isCapacity, String domain, String name) {

    /** A name as users write it; without a domain it is in that of the driver. */
    static DeviceName of(boolean isCapacity, String written, String driver) {
        int slash = written.indexOf('/');
        return new DeviceName(
                isCapacity, slash < 0 ? driver : written.substring(0, slash), written.substring(slash + 1));
    }

    static DeviceName of(SelectorReads.Read read) {
        return new DeviceName(read.isCapacity(), read.domain(), read.name());
    }

    String expression() {
        return "device." + (isCapacity ? "capacity" : "attributes") + "[\"" + domain + "\"]." + name;
    }

    String qualified() {
        return domain + "/" + name;
    }

    /** The kind and the qualified name. */
    @Override
    public String toString() {
        return (isCapacity ? "capacity " : "attribute ") + qualified();
    }
}
