package dev.drawbridge.fit;

import dev.drawbridge.field.Printable;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.fit.cause.ClaimConstraint;
import dev.drawbridge.fit.cause.FitFact;
import dev.drawbridge.fit.cause.RequestedDevices;
import dev.drawbridge.fit.cause.Words;
import dev.drawbridge.fleet.Device;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Compares the attribute of a constraint with the attributes of devices. */
final class ConstraintAttribute {

    private static final int MAX_NAMES = 5;

    /**
     * The fact that none of the devices of a request has the attribute, and what they have instead; empty if one has
     * it, or the constraint does not apply. A device without the attribute never satisfies the constraint.
     */
    static Optional<FitFact> lacking(ClaimConstraint constraint, RequestedDevices requested, List<Device> devices) {
        String name = constraint.attribute();
        boolean isLacking = constraint.concerns(requested)
                && !requested.alternative().derivedAttributes().containsKey(name)
                && !devices.isEmpty()
                && devices.stream().allMatch(device -> device.attribute(name) == null);
        return isLacking
                ? Optional.of(FitFact.Kind.ATTRIBUTE_LACKING.fact(
                        requested.inRequest(),
                        new Words.Count(
                                devices.stream().map(Device::id).distinct().count(), "device"),
                        name,
                        instead(name, devices)))
                : Optional.empty();
    }

    /** The attribute of the devices whose name is most like this one; otherwise their first attributes. */
    private static String instead(String name, List<Device> devices) {
        Map<String, String> byIdentifier = new TreeMap<>();
        Set<String> all = new TreeSet<>();
        for (Device device : devices) {
            device.attributesByDomain()
                    .forEach((domain, values) -> values.keySet().forEach(identifier -> {
                        all.add(domain + "/" + identifier);
                        byIdentifier.putIfAbsent(identifier, domain + "/" + identifier);
                    }));
        }
        String identifier = name.substring(name.indexOf('/') + 1);
        String nearest =
                byIdentifier.containsKey(identifier) ? identifier : Spelling.nearest(identifier, byIdentifier.keySet());
        String like = nearest == null ? null : byIdentifier.get(nearest);
        return like != null ? like : all.isEmpty() ? "no attributes" : Printable.first(MAX_NAMES, List.copyOf(all));
    }
}
