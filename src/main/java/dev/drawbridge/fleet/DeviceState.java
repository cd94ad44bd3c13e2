package dev.drawbridge.fleet;

import java.util.Locale;

/** The one state of a device: the states of a node, driver or class add up to its devices. */
public enum DeviceState {
    /** A claim can have it. */
    FREE,
    /** A claim holds it, not only with admin access. */
    TAKEN,
    /** Taken, and its driver reports {@code Ready: False} in the status of a claim. */
    UNHEALTHY,
    /** Not held, with a taint that keeps claims away that do not tolerate it. */
    TAINTED,
    /** Not held, in a pool that the scheduler cannot use, because it is incomplete or invalid. */
    INCOMPLETE,
    /** Not held, and devices that are held use the counters that it needs. */
    BLOCKED,
    /** Not held, and no existing node can use it. */
    UNREACHABLE;

    /** The name in metrics and pages. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
