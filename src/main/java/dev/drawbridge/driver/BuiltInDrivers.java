package dev.drawbridge.driver;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The built-in entries' drivers and classes, and their files: an entry is read when an object names its driver, since
 * that takes longer than checking a claim. A test compares the table with the files.
 */
enum BuiltInDrivers {
    // @formatter:off
    NVIDIA_GPU("nvidia", "gpu.nvidia.com",
        "gpu.nvidia.com", "mig.nvidia.com", "vfio.gpu.nvidia.com"),
    NVIDIA_DOMAIN("nvidia", "compute-domain.nvidia.com",
        "compute-domain-daemon.nvidia.com", "compute-domain-default-channel.nvidia.com"),
    AMD("amd", "gpu.amd.com", "gpu.amd.com", "gpu.amd.com-spx"),
    INTEL_GPU("intel", "gpu.intel.com", "gpu.intel.com", "gpu-vfio.intel.com"),
    INTEL_GAUDI("intel", "gaudi.intel.com", "gaudi.intel.com"),
    INTEL_QAT("intel", "qat.intel.com", "qat.intel.com"),
    TPU("tpu", "tpu.google.com", "tpu.google.com"),
    NEURON("neuron", "neuron.aws.com", "neuron.aws.com"),
    ASCEND("ascend", "ascend.project-hami.io"),
    HAMI("hami", "hami-core-gpu.project-hami.io", "hami-core-gpu.project-hami.io"),
    RBLN("rbln", "npu.rebellions.ai", "npu.rebellions.ai"),
    ROCKCHIP("rockchip", "dra.rockchip.com",
        "npu.rockchip.com", "gpu.rockchip.com", "vpu-rkvdec.rockchip.com", "vpu-hantro-dec.rockchip.com",
        "vpu-hantro-enc.rockchip.com", "vpu-hantro-av1.rockchip.com"),
    CEX("ibm", "cex-driver.ibm.com", "ap-queue.virtual-machine.ibm.com", "ap-queue.container.ibm.com"),
    SPYRE("ibm", "spyre.ibm.com", "spyre.ibm.com"),
    CPU("cpu", "dra.cpu", "dra.cpu"),
    SRIOV("sriov", "sriovnetwork.k8snetworkplumbingwg.io", "sriovnetwork.k8snetworkplumbingwg.io"),
    OVSDPDK("ovsdpdk", "ovsdpdk.k8snetworkplumbingwg.io", "ovsdpdk"),
    DRANET("dranet", "dra.net"),
    CNI("cni", "cni.dra.networking.x-k8s.io", "cni.networking.x-k8s.io"),
    EXAMPLE_GPU("example", "gpu.example.com", "gpu.example.com"),
    EXAMPLE_NET("example", "net.example.com", "net.example.com");
    // @formatter:on

    private final String file;
    private final String driver;
    private final List<String> classes;

    BuiltInDrivers(String file, String driver, String... classes) {
        this.file = file;
        this.driver = driver;
        this.classes = List.of(classes);
    }

    String driver() {
        return driver;
    }

    List<String> classes() {
        return classes;
    }

    /** The files of all. */
    static List<String> files() {
        Set<String> files = new LinkedHashSet<>();
        Arrays.stream(values()).forEach(one -> files.add(one.file));
        return List.copyOf(files);
    }

    /** The files of a driver. */
    static List<String> files(String driver) {
        return Stream.of(values())
                .filter(one -> one.driver.equals(driver))
                .map(one -> one.file)
                .distinct()
                .toList();
    }

    /** The drivers with rules about requests for a class of this name; few have some. */
    static List<String> withRequestRules(String className) {
        return CNI.classes.contains(className) ? List.of(CNI.driver) : List.of();
    }

    /** The drivers whose manifests install this class. */
    static List<String> driversOf(String className) {
        return Stream.of(values())
                .filter(one -> one.classes.contains(className))
                .map(one -> one.driver)
                .toList();
    }
}
