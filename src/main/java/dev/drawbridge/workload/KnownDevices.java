package dev.drawbridge.workload;

import dev.drawbridge.field.Spelling;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
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

    private KnownDevices() {}

    /**
     * Whether devices of these classes are of use to containers alone: a pod whose containers do not name them has them
     * for nothing.
     */
    public static boolean areForContainers(Collection<String> classes) {
        return !classes.isEmpty() && CONTAINER_CLASSES.containsAll(classes);
    }

    /** The driver that may be meant by a name, if that is none that is known; null where none is like it. */
    public static @Nullable String nearestDriver(String name, Collection<String> more) {
        return nearest(name, DRIVERS, more);
    }

    /** The class that may be meant by a name, if that is none that is known; null where none is like it. */
    public static @Nullable String nearestClass(String name, Collection<String> more) {
        return nearest(name, CLASSES, more);
    }

    private static @Nullable String nearest(String name, Set<String> known, Collection<String> more) {
        if (known.contains(name) || more.contains(name) || isOfExample(name)) {
            return null;
        }
        List<String> all = new ArrayList<>(known);
        more.stream().filter(one -> !isOfExample(one)).forEach(all::add);
        return nearName(name, all);
    }

    /** Whether a name is of a domain for examples, in which every name is as good as another. */
    private static boolean isOfExample(String name) {
        return name.endsWith("example.com") || name.endsWith("example.org");
    }

    /**
     * The name that may be meant by another: one with few other letters. Names that differ only in their digits, or in
     * a letter that stands alone, are of a series: {@code gpu-1} and {@code gpu-2}, {@code pool-a} and {@code pool-b}.
     *
     * @return null where none is near
     */
    public static @Nullable String nearName(String name, Collection<String> names) {
        String series = series(name);
        List<String> others =
                names.stream().filter(one -> !series(one).equals(series)).toList();
        return Spelling.nearest(name, others);
    }

    private static String series(String name) {
        return name.replaceAll("[0-9]+", "#").replaceAll("(?<=[-.#]|^)[a-z](?=[-.#]|$)", "#");
    }
}
