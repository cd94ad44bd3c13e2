package dev.drawbridge.fit;

import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Fleets and workloads that a test writes as YAML. */
final class FleetTexts {

    private FleetTexts() {}

    static List<Manifest> manifests(String text) {
        return new ManifestReader()
                .read("input.yaml", text.getBytes(StandardCharsets.UTF_8))
                .manifests();
    }

    /** The fleet that these texts make together. */
    static Fleet fleet(String... texts) {
        FleetBuilder builder = new FleetBuilder("default");
        for (String text : texts) {
            manifests(text).forEach(each -> builder.add(each.apiVersion(), each.kind(), each.object()));
        }
        return builder.build();
    }
}
