package dev.drawbridge.live.why;

import dev.drawbridge.fit.Plural;
import dev.drawbridge.fit.Shortfall;
import dev.drawbridge.fleet.AllocatedDevice;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.DeviceId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The claims that hold devices a pod could use. */
final class Holders {

    private static final int MAX_SHOWN = 5;

    private final Instant now;
    private final int matching;
    private final Set<DeviceId> taken = new HashSet<>();

    /** By identity, since comparing claims is slow. */
    private final Map<Claim, Set<DeviceId>> holders = new IdentityHashMap<>();

    private final List<Claim> inOrder = new ArrayList<>();

    /** Finds the holders of the devices that match the requests of a pod. */
    Holders(List<Shortfall> shortfalls, PendingPod pod) {
        now = pod.snapshot().time();
        Set<DeviceId> devices = new HashSet<>();
        shortfalls.forEach(shortfall -> devices.addAll(shortfall.devices()));
        matching = devices.size();
        pod.snapshot().fleet().holders().forEach(claim -> add(claim, devices));
        inOrder.sort(
                Comparator.comparing((Claim claim) -> devices(claim).size()).reversed());
    }

    private void add(Claim claim, Set<DeviceId> devices) {
        for (AllocatedDevice device : claim.held()) {
            if (devices.contains(device.id())) {
                taken.add(device.id());
                if (devices(claim).isEmpty()) {
                    inOrder.add(claim);
                    holders.put(claim, new HashSet<>());
                }
                devices(claim).add(device.id());
            }
        }
    }

    private Set<DeviceId> devices(Claim claim) {
        return holders.getOrDefault(claim, Set.of());
    }

    /** The number of matching devices, and how many of them are taken. */
    String summary() {
        return taken.size() + " of " + Plural.of(matching, "matching device") + " " + (taken.size() == 1 ? "is" : "are")
                + " taken";
    }

    /** The claims that hold them, those with most devices first, with their pods and ages. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        inOrder.stream().limit(MAX_SHOWN).forEach(claim -> lines.add(line(claim)));
        if (inOrder.size() > MAX_SHOWN) {
            lines.add("and " + Plural.of(inOrder.size() - MAX_SHOWN, "other claim"));
        }
        return lines;
    }

    private String line(Claim claim) {
        Instant since = claim.stored().allocatedAt();
        String pods =
                claim.pods().isEmpty() ? "no pod uses it" : "pod " + SchedulerCheck.names(List.copyOf(claim.pods()));
        return Plural.of(devices(claim).size(), "device") + ": claim " + claim + " (" + pods
                + (since == null ? "" : ", for " + Ages.of(Duration.between(since, now))) + ")";
    }
}
