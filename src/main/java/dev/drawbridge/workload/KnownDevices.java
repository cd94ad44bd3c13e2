package dev.drawbridge.workload;

import dev.drawbridge.field.NearNames;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Names of drivers and of the DeviceClasses that their manifests install, and which of those are of devices that
 * containers use. Of others nothing is known: drivers of networks prepare the devices of a pod that no container names.
 */
public final class KnownDevices {

    // @formatter:off
    /** Source: the drivers' repositories, 2026-08. */
    private static final Set<String> DRIVERS = Set.of(
        "gpu.nvidia.com",                         // NVIDIA/k8s-dra-driver-gpu
        "compute-domain.nvidia.com",
        "gpu.amd.com",                            // ROCm/k8s-gpu-dra-driver
        "gpu.intel.com",                          // intel/intel-resource-drivers-for-kubernetes
        "gaudi.intel.com",
        "qat.intel.com",
        "tpu.google.com",                         // GoogleCloudPlatform/dra-driver-google-tpu
        "dra.net",                                // kubernetes-sigs/dranet
        "dra.cpu",                                // kubernetes-sigs/dra-driver-cpu
        "cni.dra.networking.x-k8s.io",            // kubernetes-sigs/cni-dra-driver
        "cni.dra.networking.k8s.io",
        "sriovnetwork.k8snetworkplumbingwg.io");  // k8snetworkplumbingwg/dra-driver-sriov

    private static final Set<String> CLASSES = Set.of(
        "gpu.nvidia.com",
        "mig.nvidia.com",
        "vfio.gpu.nvidia.com",
        "vfiopci.nvidia.com",
        "compute-domain-daemon.nvidia.com",
        "compute-domain-default-channel.nvidia.com",
        "gpu.amd.com",
        "gpu.intel.com",
        "gaudi.intel.com",
        "qat.intel.com",
        "tpu.google.com",
        "sriovnetwork.k8snetworkplumbingwg.io");

    private static final Set<String> CONTAINER_CLASSES = Set.of(
        "gpu.nvidia.com",
        "mig.nvidia.com",
        "gpu.amd.com",
        "gpu.intel.com",
        "gaudi.intel.com",
        "qat.intel.com",
        "tpu.google.com",
        "gpu.example.com");                       // kubernetes-sigs/dra-example-driver
    // @formatter:on

    /** Former classes, and what has replaced them. Source: NVIDIA/k8s-dra-driver-gpu, commit f3afd1a. */
    private static final Map<String, String> FORMER =
            Map.of("imex.nvidia.com", "compute-domain-default-channel.nvidia.com");

    private static final NearNames NEAR_DRIVERS = new NearNames(DRIVERS);
    private static final NearNames NEAR_CLASSES = new NearNames(CLASSES);

    private KnownDevices() {}

    /**
     * Whether only containers can use devices of these classes: a pod whose containers do not name them has them for
     * nothing.
     */
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

    /** The known driver that is most likely meant by a name; null if none is near. */
    public static @Nullable String nearestDriver(String name) {
        return NEAR_DRIVERS.nearest(name);
    }

    /** The known class that is most likely meant by a name, or has replaced it; null if none is near. */
    public static @Nullable String nearestClass(String name) {
        String present = FORMER.get(name);
        return present != null ? present : NEAR_CLASSES.nearest(name);
    }

    private static boolean isOfExample(String name) {
        return name.endsWith("example.com") || name.endsWith("example.org");
    }
}
