package dev.drawbridge.driver;

import dev.drawbridge.field.NearNames;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Names of the drivers that are built in and of the DeviceClasses that their manifests install, and which of those are
 * of devices that containers use. Of others nothing is known: drivers of networks prepare the devices of a pod that no
 * container names.
 */
public final class KnownDevices {

    /** A driver that was renamed. Source: kubernetes-sigs/cni-dra-driver. */
    private static final Set<String> FORMER_DRIVERS = Set.of("cni.dra.networking.k8s.io");

    /** Classes of demos. Source: kubernetes-sigs/dra-driver-nvidia-gpu, demo/specs. */
    private static final Set<String> DEMO_CLASSES = Set.of("vfiopci.nvidia.com");

    /** Former classes, and what has replaced them. Source: NVIDIA/k8s-dra-driver-gpu, commit f3afd1a. */
    private static final Map<String, String> FORMER_CLASSES =
            Map.of("imex.nvidia.com", "compute-domain-default-channel.nvidia.com");

    /** Classes of drivers for containers whose devices a virtual machine or a daemon may have without any container. */
    private static final Set<String> NOT_ONLY_FOR_CONTAINERS = Set.of(
            "vfio.gpu.nvidia.com",
            "gpu-vfio.intel.com",
            "ap-queue.virtual-machine.ibm.com",
            "compute-domain-daemon.nvidia.com",
            "compute-domain-default-channel.nvidia.com");

    private static final Set<String> DRIVERS = all(FORMER_DRIVERS, row -> Stream.of(row.driver));
    private static final Set<String> CLASSES = all(DEMO_CLASSES, row -> row.classes.stream());
    private static final Set<String> CONTAINER_CLASSES =
            all(Set.of(), row -> row.classes.stream().filter(name -> isForContainers(row, name)));

    private static final NearNames NEAR_DRIVERS = new NearNames(DRIVERS);

    /** Only names of a domain: another class may well be called {@code dra-cpu}. */
    private static final NearNames NEAR_CLASSES = new NearNames(CLASSES.stream()
            .filter(name -> name.indexOf('.') != name.lastIndexOf('.'))
            .toList());

    private KnownDevices() {}

    /** Whether only containers can use devices of these classes: unless they name them, a pod has them for nothing. */
    public static boolean areForContainers(Collection<String> classes) {
        return !classes.isEmpty() && CONTAINER_CLASSES.containsAll(classes);
    }

    /** Whether a driver is known, or of a domain for examples, in which every name is as good as another. */
    public static boolean isDriver(String name) {
        return DRIVERS.contains(name) || isOfExample(name);
    }

    /** Whether a class is known, named as a known driver is, or of a domain for examples. */
    public static boolean isClass(String name) {
        return CLASSES.contains(name) || isDriver(name);
    }

    /** Whether the manifests of a known driver install a class of this name. */
    public static boolean isInstalled(String className) {
        return CLASSES.contains(className);
    }

    /** The known driver whose manifests install a class; null if none does. */
    public static @Nullable String driverOf(String className) {
        return BuiltInDrivers.driversOf(className).stream().findFirst().orElse(null);
    }

    /** The known driver that is most likely meant by another name; null if none is near. */
    public static @Nullable String nearestDriver(String name) {
        return isDriver(name) ? null : NEAR_DRIVERS.nearest(name);
    }

    /** The known class that is most likely meant by another name, or has replaced it; null if none is near. */
    public static @Nullable String nearestClass(String name) {
        String present = FORMER_CLASSES.get(name);
        return present != null || isClass(name) ? present : NEAR_CLASSES.nearest(name);
    }

    private static Set<String> all(Set<String> others, Function<BuiltInDrivers, Stream<String>> names) {
        return Stream.concat(
                        others.stream(), Arrays.stream(BuiltInDrivers.values()).flatMap(names))
                .collect(Collectors.toSet());
    }

    private static boolean isForContainers(BuiltInDrivers row, String className) {
        return row.serves == BuiltInDrivers.Serves.CONTAINERS && !NOT_ONLY_FOR_CONTAINERS.contains(className);
    }

    static boolean isOfExample(String name) {
        return name.endsWith("example.com") || name.endsWith("example.org");
    }
}
