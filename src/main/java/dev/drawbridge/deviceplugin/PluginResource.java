package dev.drawbridge.deviceplugin;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The equivalent of a device plugin's resource in Dynamic Resource Allocation.
 *
 * @param name the resource, such as {@code nvidia.com/mig-1g.5gb}
 * @param deviceClass the class that its driver installs
 * @param driver the driver; empty if unknown
 * @param selector a CEL selector for its devices in the class; empty for all of them
 */
record PluginResource(String name, String deviceClass, String driver, String selector) {

    private static final String MIG = "nvidia.com/mig-";

    // @formatter:off
    /** Source: the READMEs of the device plugins, and the classes in the drivers' charts, 2026-08. */
    private static final List<PluginResource> TABLE = List.of(
        row("nvidia.com/gpu",     "gpu.nvidia.com"),      // NVIDIA/k8s-device-plugin, NVIDIA/k8s-dra-driver-gpu
        row("amd.com/gpu",        "gpu.amd.com"),         // ROCm/k8s-device-plugin, ROCm/k8s-gpu-dra-driver
        row("gpu.intel.com/i915", "gpu.intel.com"),       // intel/intel-device-plugins-for-kubernetes,
        row("gpu.intel.com/xe",   "gpu.intel.com"),       //   intel/intel-resource-drivers-for-kubernetes
        row("habana.ai/gaudi",    "gaudi.intel.com"),
        row("google.com/tpu",     "tpu.google.com"));     // kubernetes-sigs/dra-driver-google-tpu
    // @formatter:on

    private static PluginResource row(String name, String deviceClass) {
        return new PluginResource(name, deviceClass, deviceClass, "");
    }

    /** The resource with this name; null if no class is known for it; further classes take precedence. */
    static @Nullable PluginResource of(String name, Map<String, String> more) {
        String deviceClass = more.get(name);
        if (deviceClass != null) {
            return new PluginResource(name, deviceClass, "", "");
        }
        if (name.startsWith(MIG)) {
            // The plugin writes the plus of 1g.10gb+me as a dot. Source: NVIDIA/mig-parted, MigProfile.String.
            String profile = name.substring(MIG.length()).replaceFirst("\\.(me|gfx|me\\.all)$", "+$1");
            String selector = "device.attributes[\"gpu.nvidia.com\"].profile == \"" + profile + "\"";
            return profile.matches("[0-9a-z.+]+")
                    ? new PluginResource(name, "mig.nvidia.com", "gpu.nvidia.com", selector)
                    : null;
        }
        return TABLE.stream().filter(row -> row.name.equals(name)).findFirst().orElse(null);
    }

    /** The last part of its name as a DNS label: {@code mig-1g-5gb}. */
    String shortName() {
        String last = name.substring(name.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        return last.replaceAll("[^a-z0-9-]", "-");
    }
}
