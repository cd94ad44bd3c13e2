package dev.drawbridge.fit;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Questions about a fleet that does not exist, for a process whose first real answer must not take long: it has
 * compiled nothing yet.
 */
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
            new FleetFiles(new FleetObjects(fleet, release, GateSettings.DEFAULTS))
                    .add("practice.yaml", new ByteArrayInputStream(FLEET.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new IllegalStateException("the fleet to practise on cannot be read", e);
        }
        for (int i = 0; i < TIMES; i++) {
            Fit fit = new Fit(fleet.build(), release, gates, Duration.ofSeconds(1));
            fit.of(claim("practice", 2));
            fit.of(claim("practice", 8));
            fit.of(claim("none", 1));
        }
    }

    /** A claim of so many devices of a class. */
    private static Workload claim(String deviceClass, int count) {
        ObjectValue exactly = ObjectValue.at(null)
                .add("deviceClassName", new StringValue(deviceClass, null), null)
                .add("count", new NumberValue(Integer.toString(count), null), null)
                .build();
        ObjectValue request = ObjectValue.at(null)
                .add("name", new StringValue("request", null), null)
                .add("exactly", exactly, null)
                .build();
        ListValue requests = ListValue.at(null).add(request).build();
        ObjectValue claim = object("spec", object("devices", object("requests", requests)));
        Manifest manifest = new Manifest("", "", claim, "resource.k8s.io/v1", "ResourceClaim");
        return new Workload(manifest, "", "", null, FieldPath.ROOT, 1);
    }

    private static ObjectValue object(String key, Value value) {
        return ObjectValue.at(null).add(key, value, null).build();
    }
}
