package dev.drawbridge.driver;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The drivers, classes and files of the built-in entries, and the users of their devices. An entry is read when an
 * object names its driver, since reading takes longer than checking a claim. A test compares the table with the files.
 */
enum BuiltInDrivers {
    // @formatter:off
    NVIDIA_GPU("nvidia", "gpu.nvidia.com", Serves.CONTAINERS,
        "gpu.nvidia.com", "mig.nvidia.com", "vfio.gpu.nvidia.com"),
    NVIDIA_DOMAIN("nvidia", "compute-domain.nvidia.com", Serves.CONTAINERS,
        "compute-domain-daemon.nvidia.com", "compute-domain-default-channel.nvidia.com"),
    AMD("amd", "gpu.amd.com", Serves.CONTAINERS, "gpu.amd.com", "gpu.amd.com-spx"),
    INTEL_GPU("intel", "gpu.intel.com", Serves.CONTAINERS, "gpu.intel.com", "gpu-vfio.intel.com"),
    INTEL_GAUDI("intel", "gaudi.intel.com", Serves.CONTAINERS, "gaudi.intel.com"),
    INTEL_QAT("intel", "qat.intel.com", Serves.CONTAINERS, "qat.intel.com"),
    TPU("tpu", "tpu.google.com", Serves.CONTAINERS, "tpu.google.com"),
    NEURON("neuron", "neuron.aws.com", Serves.CONTAINERS, "neuron.aws.com"),
    ASCEND("ascend", "ascend.project-hami.io", Serves.CONTAINERS),
    HAMI("hami", "hami-core-gpu.project-hami.io", Serves.CONTAINERS, "hami-core-gpu.project-hami.io"),
    RBLN("rbln", "npu.rebellions.ai", Serves.CONTAINERS, "npu.rebellions.ai"),
    ROCKCHIP("rockchip", "dra.rockchip.com", Serves.CONTAINERS,
        "npu.rockchip.com", "gpu.rockchip.com", "vpu-rkvdec.rockchip.com", "vpu-hantro-dec.rockchip.com",
        "vpu-hantro-enc.rockchip.com", "vpu-hantro-av1.rockchip.com"),
    CEX("ibm", "cex-driver.ibm.com", Serves.CONTAINERS, "ap-queue.virtual-machine.ibm.com", "ap-queue.container.ibm.com"),
    SPYRE("ibm", "spyre.ibm.com", Serves.CONTAINERS, "spyre.ibm.com"),
    CPU("cpu", "dra.cpu", Serves.CONTAINERS, Pods.ONE, "dra.cpu"),
    SRIOV("sriov", "sriovnetwork.k8snetworkplumbingwg.io", Serves.NETWORK, "sriovnetwork.k8snetworkplumbingwg.io"),
    OVSDPDK("ovsdpdk", "ovsdpdk.k8snetworkplumbingwg.io", Serves.NETWORK, "ovsdpdk"),
    DRANET("dranet", "dra.net", Serves.NETWORK, Pods.ONE),
    CNI("cni", "cni.dra.networking.x-k8s.io", Serves.NETWORK, "cni.networking.x-k8s.io"),
    EXAMPLE_GPU("example", "gpu.example.com", Serves.CONTAINERS, "gpu.example.com"),
    EXAMPLE_NET("example", "net.example.com", Serves.NETWORK, "net.example.com");
    // @formatter:on

    private final String file;
    final String driver;
    final Serves serves;
    final Pods pods;
    final List<String> classes;

    BuiltInDrivers(String file, String driver, Serves serves, String... classes) {
        this(file, driver, serves, Pods.ANY, classes);
    }

    BuiltInDrivers(String file, String driver, Serves serves, Pods pods, String... classes) {
        this.file = file;
        this.driver = driver;
        this.serves = serves;
        this.pods = pods;
        this.classes = List.of(classes);
    }

    /** The user of a claim's devices. */
    enum Serves {
        CONTAINERS,
        NETWORK
    }

    /**
     * The pods for which a driver prepares the devices of a claim.
     *
     * <p>Sources: kubernetes-sigs/dra-driver-cpu#243, kubernetes-sigs/dranet#214.
     */
    enum Pods {
        ANY,
        ONE
    }

    private static Stream<BuiltInDrivers> rows(Predicate<BuiltInDrivers> wanted) {
        return Arrays.stream(values()).filter(wanted);
    }

    static List<String> files() {
        return rows(one -> true).map(one -> one.file).distinct().toList();
    }

    static List<String> files(String driver) {
        return rows(one -> one.driver.equals(driver)).map(one -> one.file).toList();
    }

    static List<String> withRequestRules(String className) {
        return CNI.classes.contains(className) ? List.of(CNI.driver) : List.of();
    }

    static Set<String> driversOf(String className) {
        return rows(one -> one.classes.contains(className))
                .map(one -> one.driver)
                .collect(Collectors.toSet());
    }

    /** Whether devices of any of these drivers or classes are prepared for one pod only; users name a class like it. */
    static boolean areForOnePod(Collection<String> names) {
        return rows(one -> one.pods == Pods.ONE).anyMatch(one -> names.contains(one.driver));
    }
}
