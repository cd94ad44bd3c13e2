package dev.drawbridge.fit;

import dev.drawbridge.field.Printable;
import dev.drawbridge.fit.allocator.AllocatedState;
import dev.drawbridge.fit.cause.FitFact;
import dev.drawbridge.fit.cause.Holder;
import dev.drawbridge.fit.cause.Words;
import dev.drawbridge.fleet.DeviceCapacity;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.SharedCounters;
import dev.drawbridge.port.Quantity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The devices among some that claims hold, share, or keep from being allocated because of shared counters.
 *
 * @param all the devices
 * @param taken those that a claim holds alone
 * @param shared those of which claims have shares
 * @param blocked those that no claim holds, with the counters that leave too little for them
 */
public record DevicesInUse(
        Collection<DeviceId> all,
        Set<DeviceId> taken,
        Set<DeviceId> shared,
        Map<DeviceId, List<SharedCounters.Use>> blocked,
        Fleet fleet) {

    private static final int MAX_DEVICES = 3;

    static DevicesInUse of(ScheduledFleet scheduled, Collection<DeviceId> devices) {
        AllocatedState allocated = scheduled.now().allocated();
        Set<DeviceId> taken = new LinkedHashSet<>();
        Set<DeviceId> shared = new LinkedHashSet<>();
        Map<DeviceId, List<SharedCounters.Use>> blocked = new LinkedHashMap<>();
        for (DeviceId device : devices) {
            if (allocated.isHeld(device)) {
                taken.add(device);
            } else if (allocated.isAllocated(device)) {
                shared.add(device);
            } else {
                List<SharedCounters.Use> uses = scheduled.states().lackingCounters(device);
                if (!uses.isEmpty()) {
                    blocked.put(device, uses);
                }
            }
        }
        return new DevicesInUse(devices, taken, shared, blocked, scheduled.fleet());
    }

    /** How many are in use, and how: {@code 1 is taken, 2 are blocked by shared counters}. */
    public String counts() {
        List<String> counts = new ArrayList<>();
        if (!taken.isEmpty() || shared.isEmpty() && blocked.isEmpty()) {
            counts.add(new Words.Verb(taken.size(), "is", "are") + " taken");
        }
        if (!shared.isEmpty()) {
            counts.add(new Words.Verb(shared.size(), "is", "are") + " partly used");
        }
        if (!blocked.isEmpty()) {
            counts.add(new Words.Verb(blocked.size(), "is", "are") + " blocked by shared counters");
        }
        return String.join(", ", counts);
    }

    /** The devices that the claims to wait for hold: these, and those that use the counters of others. */
    public Set<DeviceId> held() {
        Set<DeviceId> held = new LinkedHashSet<>(taken);
        held.addAll(shared);
        blocked.values().forEach(uses -> uses.forEach(use -> held.addAll(use.users())));
        return held;
    }

    /** The amounts in use of shared devices and of shared counters, with their holders. */
    public List<FitFact> facts() {
        List<FitFact> facts = new ArrayList<>();
        shared.stream().limit(MAX_DEVICES).map(this::sharedFact).forEach(facts::add);
        blocked.entrySet().stream()
                .limit(MAX_DEVICES)
                .map(entry -> blockedFact(entry.getKey(), entry.getValue().get(0)))
                .forEach(facts::add);
        int more = Math.max(0, shared.size() - MAX_DEVICES) + Math.max(0, blocked.size() - MAX_DEVICES);
        if (more > 0) {
            facts.add(FitFact.Kind.MORE_IN_USE.fact(more));
        }
        return facts;
    }

    private FitFact blockedFact(DeviceId device, SharedCounters.Use use) {
        List<String> users = new ArrayList<>();
        for (DeviceId user : use.users()) {
            users.add(user.device() + " of " + holders(user));
        }
        return FitFact.Kind.COUNTERS_IN_USE.fact(
                name(device), use.used().text(), use.all().text(), use.counter(), Printable.first(MAX_DEVICES, users));
    }

    private FitFact sharedFact(DeviceId device) {
        Map<String, Quantity> used = new HashMap<>();
        fleet.holders().stream()
                .flatMap(claim -> claim.held().stream())
                .filter(held -> held.id().equals(device))
                .forEach(held -> {
                    Map<String, Quantity> consumed = held.consumedCapacity();
                    if (consumed != null) {
                        consumed.forEach((name, amount) -> used.merge(name, amount, Quantity::plus));
                    }
                });
        List<String> amounts = new ArrayList<>();
        capacity(device).forEach((name, capacity) -> {
            Quantity sum = used.getOrDefault(name, Quantity.ZERO);
            if (sum.sign() > 0) {
                amounts.add(sum.text() + " of its " + capacity.value().text() + " " + name);
            }
        });
        return amounts.isEmpty()
                ? FitFact.Kind.SHARED_WITH.fact(name(device), holders(device))
                : FitFact.Kind.PARTLY_USED.fact(name(device), amounts, holders(device));
    }

    private Map<String, DeviceCapacity> capacity(DeviceId id) {
        return fleet.allDevices()
                .filter(device -> device.id().equals(id))
                .findFirst()
                .map(device -> (Map<String, DeviceCapacity>) new TreeMap<>(device.capacity()))
                .orElse(Map.of());
    }

    /** The name, with its pool if there are several. */
    private String name(DeviceId device) {
        boolean isOnePool = all.stream()
                        .map(each -> each.driver() + "/" + each.pool())
                        .distinct()
                        .count()
                <= 1;
        return isOnePool ? device.device() : device.toString();
    }

    private String holders(DeviceId device) {
        List<String> claims = Holder.of(fleet, List.of(device)).stream()
                .map(holder -> holder.claim()
                        + (holder.claim().pods().isEmpty()
                                ? ""
                                : " (pod " + String.join(", ", holder.claim().pods()) + ")"))
                .toList();
        return (claims.size() == 1 ? "claim " : "claims ") + Printable.first(MAX_DEVICES, claims);
    }
}
