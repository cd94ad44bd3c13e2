package dev.drawbridge.fit.plugin;

import dev.drawbridge.constraint.ResourceName;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.schema.Availability;
import dev.drawbridge.schema.FeatureGate;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The DeviceClass that provides each extended resource. A class provides {@code
 * deviceclass.resource.kubernetes.io/NAME} and its {@code extendedResourceName}; in 1.34, the former only if it has no
 * {@code extendedResourceName}. If two classes name the same resource, the newer one provides it, then the one with the
 * lower name; up to 1.37, the other class may lose both names.
 *
 * <p>Source: {@code k8s.io/dynamic-resource-allocation/deviceclass/extendedresourcecache}; 1.34: {@code
 * dynamicresources/extended/util.go}.
 */
final class ClassesByResource {

    private static final Availability ONE_NAME = Availability.until(KubernetesRelease.K8S_1_34);
    private static final Availability LOSES_BOTH_NAMES = Availability.until(KubernetesRelease.K8S_1_37);

    private final Map<String, DeviceClass> classes = new HashMap<>();
    private final boolean hasOneName;
    private final boolean losesBothNames;

    private ClassesByResource(KubernetesRelease release) {
        hasOneName = ONE_NAME.isIn(release);
        losesBothNames = LOSES_BOTH_NAMES.isIn(release);
    }

    /** The classes as a scheduler knows them that has run since the first was created; none if the gate is off. */
    static ClassesByResource of(Collection<DeviceClass> classes, KubernetesRelease release, FeatureGates gates) {
        return of(
                classes, Comparator.comparing(DeviceClass::createdAt).thenComparing(DeviceClass::name), release, gates);
    }

    private static ClassesByResource of(
            Collection<DeviceClass> classes,
            Comparator<DeviceClass> order,
            KubernetesRelease release,
            FeatureGates gates) {
        ClassesByResource known = new ClassesByResource(release);
        if (gates.has(FeatureGate.DRA_EXTENDED_RESOURCE)) {
            classes.stream().sorted(order).forEach(known::add);
        }
        return known;
    }

    /** Resources whose provider depends on when the scheduler started: at start it reads classes by name. */
    static Set<String> uncertain(Collection<DeviceClass> classes, KubernetesRelease release, FeatureGates gates) {
        Set<String> running = of(classes, release, gates).resources();
        Set<String> starting = of(classes, Comparator.comparing(DeviceClass::name), release, gates)
                .resources();
        Set<String> uncertain = new HashSet<>(running);
        uncertain.addAll(starting);
        uncertain.removeIf(resource -> running.contains(resource) && starting.contains(resource));
        return uncertain;
    }

    /** Resources whose provider is unknown: one of several classes has no {@code creationTimestamp}. */
    static Set<String> unordered(Collection<DeviceClass> classes, KubernetesRelease release) {
        Map<String, List<DeviceClass>> byName = classes.stream()
                .filter(each -> !each.extendedResourceName().isEmpty())
                .collect(Collectors.groupingBy(DeviceClass::extendedResourceName));
        Set<String> unordered = new HashSet<>();
        byName.forEach((name, some) -> {
            if (some.size() > 1
                    && some.stream().anyMatch(each -> each.createdAt().equals(Instant.EPOCH))) {
                unordered.add(name);
                if (LOSES_BOTH_NAMES.isIn(release)) {
                    some.forEach(each -> unordered.add(ResourceName.OF_CLASS + each.name()));
                }
            }
        });
        return unordered;
    }

    private void add(DeviceClass added) {
        String explicit = added.extendedResourceName();
        String implicit = ResourceName.OF_CLASS + added.name();
        if (!explicit.isEmpty()) {
            DeviceClass other = classes.get(explicit);
            if (other == null || replaces(added, other)) {
                classes.put(explicit, added);
            } else if (losesBothNames) {
                return;
            }
        }
        if (explicit.isEmpty() || !hasOneName) {
            classes.put(implicit, added);
        }
    }

    private static boolean replaces(DeviceClass added, DeviceClass other) {
        int age = added.createdAt().compareTo(other.createdAt());
        return age > 0 || age == 0 && added.name().compareTo(other.name()) < 0;
    }

    Set<String> resources() {
        return classes.keySet();
    }

    @Nullable
    DeviceClass get(String resource) {
        return classes.get(resource);
    }
}
