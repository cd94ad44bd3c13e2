package dev.drawbridge.fit.allocator;

import dev.drawbridge.constraint.cel.DeviceProgram;
import dev.drawbridge.constraint.cel.DeviceRead;
import dev.drawbridge.fleet.Attribute;
import dev.drawbridge.fleet.Device;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Groups the devices of a search into numbered kinds: devices with the same look are interchangeable. */
final class DeviceKinds {

    private static final int UNKNOWN = -1;

    private final AllocatorInputs inputs;
    private final DeviceMatcher matcher;
    private final Counters counters;
    private final List<Candidate> candidates;
    private final AttributeNames names;
    private final boolean areAllDifferent;
    private final int[] kinds;
    private final Map<Object, Integer> known = new HashMap<>();
    private final List<Candidate> examples = new ArrayList<>();

    DeviceKinds(
            AllocatorInputs inputs,
            DeviceMatcher matcher,
            Counters counters,
            ClaimRequests requests,
            List<Candidate> candidates) {
        this.inputs = inputs;
        this.matcher = matcher;
        this.counters = counters;
        this.candidates = candidates;
        this.names = AttributeNames.of(inputs, requests);
        this.areAllDifferent = requests.haveConstrainedAll();
        this.kinds = new int[candidates.size()];
        Arrays.fill(kinds, UNKNOWN);
    }

    int of(Candidate candidate) {
        int kind = areAllDifferent ? candidate.index() : kinds[candidate.index()];
        if (kind == UNKNOWN) {
            kind = known.computeIfAbsent(inputs.view(look(candidate)), look -> {
                examples.add(candidate);
                return known.size();
            });
            kinds[candidate.index()] = kind;
        }
        return kind;
    }

    /** A device of each kind, by its number. Requires that {@link #of} was called for all devices. */
    List<Candidate> examples() {
        if (areAllDifferent) {
            return candidates;
        }
        candidates.forEach(this::of);
        return examples;
    }

    private DeviceLook look(Candidate candidate) {
        Device device = candidate.device();
        Map<String, Attribute> read = new HashMap<>();
        device.attributes().forEach((name, attribute) -> {
            if (names.include(device, name)) {
                read.put(name, attribute);
            }
        });
        boolean isReadable = device.attributes().values().stream().allMatch(inputs.version()::canRead);
        List<CounterSetId> sets = device.consumesCounters().stream()
                .map(consumption -> counters.set(candidate, consumption.counterSet()))
                .toList();
        DeviceLook.Use use = inputs.allocated().use(device.id());
        return DeviceLook.of(device, read, isReadable, sets, candidate.slice(), matcher.isOnNode(candidate), use);
    }

    /** The full names of the attributes that requests and constraints read, unless an expression reads all. */
    private record AttributeNames(boolean areAll, Set<String> names) {

        static AttributeNames of(AllocatorInputs inputs, ClaimRequests requests) {
            Set<String> names = new HashSet<>();
            for (int claim = 0; claim < requests.size(); claim++) {
                requests.rules(claim).forEach(rule -> names.add(rule.attribute()));
            }
            List<DeviceRead> reads = requests.all()
                    .flatMap(request -> programs(inputs, request))
                    .flatMap(program -> program.reads().stream())
                    .filter(read -> read.field().equals("attributes"))
                    .toList();
            reads.forEach(read -> names.add(read.domain() + "/" + read.name()));
            return new AttributeNames(reads.stream().anyMatch(read -> read.name() == null), names);
        }

        private static Stream<DeviceProgram> programs(AllocatorInputs inputs, RequestState request) {
            return Stream.of(
                            request.classSelectors().stream(),
                            request.selectors().stream(),
                            request.alternative().derivedAttributes().values().stream()
                                    .map(inputs::derivation))
                    .flatMap(programs -> programs);
        }

        boolean include(Device device, String written) {
            return areAll
                    || names.contains(written)
                    || written.indexOf('/') < 0 && names.contains(device.id().driver() + "/" + written);
        }
    }
}
