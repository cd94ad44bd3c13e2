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
import org.jspecify.annotations.Nullable;

/** What all searches of an allocator share: release, classes, devices held by claims, compiled expressions. */
final class AllocatorInputs {

    private final AllocatorVersion version;
    private final Map<String, DeviceClass> classes;
    private final AllocatedState allocated;
    private final SelectorLanguage language;
    private final Map<String, DeviceProgram> selectors;
    private final Map<String, DeviceProgram> derivations;
    private final Function<Record, Object> view;

    AllocatorInputs(Fleet fleet, KubernetesRelease release, FeatureGates gates, Function<Record, Object> view) {
        version = AllocatorVersion.of(release, gates);
        classes = fleet.classes();
        allocated = new AllocatedState(fleet.claims(), version);
        language = SelectorSchema.storedLanguage(release, gates);
        selectors = new HashMap<>();
        derivations = new HashMap<>();
        this.view = view;
    }

    private AllocatorInputs(AllocatorInputs other, List<Claim> claims) {
        version = other.version;
        classes = other.classes;
        allocated = new AllocatedState(claims, version);
        language = other.language;
        selectors = other.selectors;
        derivations = other.derivations;
        view = other.view;
    }

    AllocatorInputs with(List<Claim> claims) {
        return new AllocatorInputs(this, claims);
    }

    AllocatorVersion version() {
        return version;
    }

    @Nullable
    DeviceClass deviceClass(String name) {
        return classes.get(name);
    }

    AllocatedState allocated() {
        return allocated;
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
