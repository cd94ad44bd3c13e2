package dev.drawbridge.resource;

import static dev.drawbridge.schema.Availability.*;

import dev.drawbridge.constraint.cel.SelectorLanguage;
import dev.drawbridge.schema.Availability;
import dev.drawbridge.schema.FeatureGate;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * The expression language by release and feature gates: each row is a change and its columns. Immutable, except for the
 * cache of languages, which releases share.
 */
final class SelectorLanguages {

    private final SelectorLanguage first;
    private final List<Column> columns;

    /** By the numbers of their columns, since the first comparison of a record would take milliseconds. */
    private final Map<BitSet, SelectorLanguage> made = new ConcurrentHashMap<>();

    private record Column(Availability when, UnaryOperator<SelectorLanguage> change) {}

    private SelectorLanguages(SelectorLanguage first, List<Column> columns) {
        this.first = first;
        this.columns = columns;
    }

    static SelectorLanguages of(SelectorLanguage first) {
        return new SelectorLanguages(first, List.of());
    }

    /** A copy with one more change, applied after the earlier ones. */
    SelectorLanguages with(Availability when, UnaryOperator<SelectorLanguage> change) {
        List<Column> more = new ArrayList<>(columns);
        more.add(new Column(when, change));
        return new SelectorLanguages(first, List.copyOf(more));
    }

    SelectorLanguage in(KubernetesRelease release, FeatureGates on) {
        BitSet there = new BitSet();
        for (int i = 0; i < columns.size(); i++) {
            there.set(i, columns.get(i).when.includes(release, on));
        }
        return made.computeIfAbsent(there, this::language);
    }

    private SelectorLanguage language(BitSet there) {
        SelectorLanguage language = first;
        for (int i = there.nextSetBit(0); i >= 0; i = there.nextSetBit(i + 1)) {
            language = columns.get(i).change.apply(language);
        }
        return language;
    }

    /** A release with a combination of the gates that matter in it. */
    record Place(KubernetesRelease release, FeatureGates on, Availability availability) {}

    /** The combinations in which the language may differ from a release on. */
    List<Place> places(KubernetesRelease since) {
        List<Place> places = new ArrayList<>();
        for (KubernetesRelease release : EnumSet.range(since, Availability.ALWAYS.until())) {
            Availability alone = Availability.since(release).and(until(release));
            List<Place> ofRelease = List.of(new Place(release, FeatureGates.NONE, alone));
            for (FeatureGate gate : gates(release).list()) {
                List<Place> split = new ArrayList<>();
                for (Place place : ofRelease) {
                    split.add(new Place(release, place.on, place.availability.and(without(gate))));
                    split.add(new Place(release, place.on.with(gate, true), place.availability.and(gate(gate))));
                }
                ofRelease = split;
            }
            places.addAll(ofRelease);
        }
        return places;
    }

    private FeatureGates gates(KubernetesRelease release) {
        FeatureGates gates = FeatureGates.NONE;
        for (Column column : columns) {
            if (column.when.isIn(release)) {
                gates = gates.and(column.when.gates());
            }
        }
        return gates;
    }
}
