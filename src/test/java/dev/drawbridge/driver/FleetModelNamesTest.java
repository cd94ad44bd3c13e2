package dev.drawbridge.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.driver.PublishedDevices.PublishedName;
import dev.drawbridge.fleet.FleetModel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The devices of the example fleets match the entries of their drivers. */
class FleetModelNamesTest {

    private static final Map<String, String> TYPES =
            Map.of("string", "string", "int", "int", "bool", "bool", "version", "version");

    private final DriverRegistry registry = DriverRegistry.builtIn();

    @Test
    void modelsUseOnlyDeclaredAttributesAndCapacities() {
        List<String> unknown = new ArrayList<>();
        for (FleetModel model : FleetModel.all()) {
            String text = FleetModel.manifests("model:" + model.name()).get(0);
            for (ReadResult read : new YamlReader(ReadLimits.DEFAULT).read(text.getBytes(StandardCharsets.UTF_8))) {
                ObjectValue object = (ObjectValue) ((Document) read).value();
                ObjectValue spec = object.object("spec");
                for (ObjectValue device : spec.list("devices").objects()) {
                    unknown.addAll(unknown(spec.string("driver"), device));
                }
            }
        }

        assertThat(unknown).isEmpty();
        assertThat(FleetModel.all())
                .hasSizeGreaterThanOrEqualTo(10)
                .allSatisfy(model -> assertThat(model.source()).startsWith("https://github.com/"));
    }

    private List<String> unknown(String driver, ObjectValue device) {
        Set<PublishedName> names = registry.entries(driver).stream()
                .flatMap(entry -> entry.devices().stream())
                .filter(devices -> devices.isOf(driver))
                .flatMap(devices -> devices.names().stream())
                .collect(Collectors.toSet());
        List<String> unknown = new ArrayList<>();
        for (String field : List.of("attributes", "capacity")) {
            ObjectValue values = device.object(field);
            for (int i = 0; i < values.size(); i++) {
                DeviceName key = DeviceName.of(field.equals("capacity"), values.key(i), driver);
                String type = TYPES.getOrDefault(((ObjectValue) values.value(i)).key(0), "");
                if (names.stream()
                        .noneMatch(name -> name.isNamed(key)
                                && (type.isEmpty() || name.types().contains(type)))) {
                    unknown.add(driver + " " + values.key(i));
                }
            }
        }
        return unknown;
    }
}
