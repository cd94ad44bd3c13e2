package dev.drawbridge.fit;

import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Questions about a fleet that does not exist, for a process whose first real answer must not take long: it has compiled nothing yet. */
public final class Practice {

    private static final int TIMES = 20;

    private static final String FLEET = """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: practice}
            spec:
              selectors:
              - cel: {expression: 'device.driver == "a.b" && device.attributes["a.b"].model.startsWith("m") && device.capacity["a.b"].memory.compareTo(quantity("1Gi")) >= 0'}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: one}
            spec:
              driver: a.b
              nodeName: one
              devices:
              - {name: gpu, count: 4, attributes: {model: {string: m}, numa: {int: 0}}, capacity: {memory: {value: 40Gi}}}
            """;

    private Practice() {}

    /** Asks for what fits and for what does not, of the scheduler of a release. */
    public static void of(KubernetesRelease release, FeatureGates gates) {
        FleetBuilder fleet = new FleetBuilder("");
        try {
            new FleetFiles(fleet)
                    .add("practice.yaml", new ByteArrayInputStream(FLEET.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new IllegalStateException("the fleet to practise on cannot be read", e);
        }
        for (int i = 0; i < TIMES; i++) {
            Fit fit = new Fit(fleet.build(), release, gates, Duration.ofSeconds(1));
            fit.of(Workloads.claim("practice", 2));
            fit.of(Workloads.claim("practice", 8));
            fit.of(Workloads.claim("none", 1));
        }
    }
}
