package dev.drawbridge.fit;

import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Fleets and workloads that a test writes as YAML. */
final class FleetTexts {

    private FleetTexts() {}

    static List<Manifest> manifests(String text) {
        return manifests("input.yaml", text);
    }

    private static List<Manifest> manifests(String file, String text) {
        return new ManifestReader()
                .read(file, text.getBytes(StandardCharsets.UTF_8))
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

    /** The fleet of one text and the workloads of another, as far as the rules of the release accept them. */
    static Fleet validFleet(KubernetesRelease release, String fleet, List<Manifest> workloads) {
        FleetBuilder builder = new FleetBuilder("default");
        FleetObjects objects = new FleetObjects(builder, release, GateSettings.DEFAULTS);
        manifests("fleet.yaml", fleet).forEach(objects::addStored);
        workloads.forEach(objects::addApplied);
        return builder.build();
    }
}
