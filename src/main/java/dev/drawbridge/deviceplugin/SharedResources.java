package dev.drawbridge.deviceplugin;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.document.yaml.YamlReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Resources that are replicas of devices, from the configuration of NVIDIA's device plugin. A claim has no equivalent
 * of replicas: it gets whole devices, or partitions that a driver publishes.
 *
 * <p>Source: {@code NVIDIA/k8s-device-plugin/api/config/v1}, Sharing.
 */
final class SharedResources {

    private static final YamlReader YAML = new YamlReader(ReadLimits.DEFAULT);

    private final Map<String, String> reasons = new HashMap<>();

    void add(String file, ObjectValue configMap) {
        ObjectValue data = configMap.object("data");
        String place = file + ", ConfigMap " + configMap.object("metadata").string("name");
        for (Value value : data.contents()) {
            if (value instanceof StringValue text && text.value().contains("sharing:")) {
                YAML.read(text.value().getBytes(StandardCharsets.UTF_8))
                        .forEach(result -> addConfiguration(place, ObjectValue.orEmpty(result.value())));
            }
        }
    }

    private void addConfiguration(String place, ObjectValue configuration) {
        ObjectValue sharing = configuration.object("sharing");
        for (String way : List.of("timeSlicing", "mps")) {
            for (ObjectValue resource : sharing.object(way).list("resources").objects()) {
                String reason = (way.equals("mps") ? "MPS" : "time-slicing") + " replicas in " + place;
                reasons.put(resource.string("name"), reason);
            }
        }
    }

    /** The reason if a resource counts shares of a device; null if it counts devices. */
    @Nullable
    String reason(String resource) {
        return resource.endsWith(".shared")
                ? "time-slicing or MPS replicas of the device plugin"
                : reasons.get(resource);
    }
}
