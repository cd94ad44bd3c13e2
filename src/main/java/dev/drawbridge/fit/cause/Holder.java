package dev.drawbridge.fit.cause;

import dev.drawbridge.fleet.AllocatedDevice;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Fleet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A claim that holds devices, and which of them. */
public record Holder(Claim claim, Set<DeviceId> devices) {

    /** The claims of a fleet that hold some of these devices, those with most of them first. */
    public static List<Holder> of(Fleet fleet, Collection<DeviceId> devices) {
        Set<DeviceId> wanted = new HashSet<>(devices);
        List<Holder> holders = new ArrayList<>();
        for (Claim claim : fleet.holders()) {
            Set<DeviceId> held = new HashSet<>();
            claim.held().stream()
                    .map(AllocatedDevice::id)
                    .filter(wanted::contains)
                    .forEach(held::add);
            if (!held.isEmpty()) {
                holders.add(new Holder(claim, held));
            }
        }
        holders.sort(
                Comparator.comparing((Holder holder) -> holder.devices().size()).reversed());
        return holders;
    }
}
