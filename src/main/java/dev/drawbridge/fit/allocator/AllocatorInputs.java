package dev.drawbridge.fit.allocator;

import dev.drawbridge.constraint.cel.DeviceProgram;
import dev.drawbridge.constraint.cel.SelectorLanguage;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.resource.SelectorSchema;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What all searches of an allocator share: release, classes, devices held by claims, compiled expressions. */
record AllocatorInputs(
        AllocatorVersion version,
        Map<String, DeviceClass> classes,
        AllocatedState allocated,
        SelectorLanguage language,
        Map<String, DeviceProgram> selectors,
        Map<String, DeviceProgram> derivations,
        Function<Record, Object> view) {

    static AllocatorInputs of(
            Fleet fleet, KubernetesRelease release, FeatureGates gates, Function<Record, Object> view) {
        AllocatorVersion version = AllocatorVersion.of(release, gates);
        return new AllocatorInputs(
                version,
                fleet.classes(),
                new AllocatedState(fleet.claims(), version),
                SelectorSchema.storedLanguage(release, gates),
                new HashMap<>(),
                new HashMap<>(),
                view);
    }

    AllocatorInputs with(List<Claim> claims) {
        AllocatedState other = new AllocatedState(claims, version);
        return new AllocatorInputs(version, classes, other, language, selectors, derivations, view);
    }

    /** What is compared of a {@link SearchState}, {@link DeviceLook} or {@link NodeLook}: all, except in a test. */
    Object view(Record key) {
        return view.apply(key);
    }

    DeviceProgram selector(String expression) {
        return selectors.computeIfAbsent(expression, language::program);
    }

    DeviceProgram derivation(String expression) {
        return derivations.computeIfAbsent(
                expression, language.with(SelectorLanguage.Feature.GIVING_ATTRIBUTES)::program);
    }
}
