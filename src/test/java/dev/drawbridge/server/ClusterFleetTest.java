package dev.drawbridge.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.admission.FleetRules;
import dev.drawbridge.admission.Mode;
import dev.drawbridge.admission.RulesInForce;
import dev.drawbridge.document.Document;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.driver.DriverRegistry;
import dev.drawbridge.driver.SelectorNames;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Origin;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.schema.UnknownFields;
import dev.drawbridge.validation.ApiServer;
import dev.drawbridge.validation.ValidationRequest;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Tests of claims against the cluster's devices; watching is tested with a real API server. */
@ExtendWith(OutputCaptureExtension.class)
@ResourceLock(Resources.SYSTEM_OUT)
class ClusterFleetTest {

    private static final String SLICE = """
            metadata: {name: one}
            spec:
              driver: gpu.example.com
              nodeName: one
              pool: {name: one, generation: 1, resourceSliceCount: 1}
              devices: [{name: a}, {name: b}]
            """;
    private static final String HOLDER = """
            metadata: {name: holder, namespace: ml}
            spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}
            status:
              allocation: {devices: {results: [{request: r, driver: gpu.example.com, pool: one, device: a}]}}
            """;

    private @Nullable KubernetesRelease release = KubernetesRelease.K8S_1_36;

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @AutoClose
    private ClusterFleet fleet = fleet(false);

    private ClusterFleet fleet(boolean denies) {
        return new ClusterFleet(
                new DrawbridgeProperties.Fleet(true, denies, true),
                null,
                () -> new RulesInForce(release, Mode.ENFORCE),
                GateSettings.DEFAULTS,
                new FleetMetrics(registry));
    }

    private static ObjectValue object(String yaml) {
        return (ObjectValue) ((Document) new YamlReader(ReadLimits.DEFAULT)
                        .read(yaml.getBytes(StandardCharsets.UTF_8))
                        .get(0))
                .value();
    }

    private void put(String kind, String yaml) {
        fleet.put("resource.k8s.io/v1", kind, object(yaml));
    }

    private FleetRules.Answer answer(String kind, String spec) {
        ValidationRequest request = new ValidationRequest(
                kind.equals("Pod") ? "v1" : "resource.k8s.io/v1",
                kind,
                Operation.CREATE,
                object("{metadata: {name: c, namespace: ml}, spec: " + spec + "}"),
                null,
                new ApiServer(release, GateSettings.DEFAULTS, UnknownFields.WARN),
                Map.of(),
                () -> false);
        return fleet.answer(request);
    }

    private List<String> warnings(int count) {
        return answer(
                        "ResourceClaim",
                        "{devices: {requests: [{name: r, exactly: {deviceClassName: gpu, count: " + count + "}}]}}")
                .warnings()
                .stream()
                .map(FieldError::message)
                .toList();
    }

    @BeforeEach
    void devices() {
        put("DeviceClass", "metadata: {name: gpu}");
        put("ResourceSlice", SLICE);
    }

    @Test
    void noAnswerBeforeDevicesAreKnown() {
        assertThat(warnings(9)).isEmpty();
    }

    @Test
    void impossibleClaimGetsWarningWithReason() {
        fleet.makeCopy();

        assertThat(warnings(2)).isEmpty();
        assertThat(warnings(3))
                .containsExactly(
                        "never fits this cluster (1 node)",
                        "requests[0] \"r\": 3 devices of class gpu: 2 devices of the class",
                        "at most 2 of them on one node; 3 are needed");
    }

    @Test
    void podWhoseExtendedResourceFitsNoNodeGetsWarningAndIsNotDenied() {
        fleet = fleet(true);
        devices();
        put("DeviceClass", "{metadata: {name: gpu}, spec: {extendedResourceName: example.com/gpu}}");
        fleet.makeCopy();
        String pod = "{containers: [{name: main, image: x, resources: {limits: {example.com/gpu: %d}}}]}";

        assertThat(answer("Pod", pod.formatted(2)).warnings()).isEmpty();
        FleetRules.Answer never = answer("Pod", pod.formatted(3));
        assertThat(never.warnings())
                .extracting(FieldError::message)
                .contains("never fits this cluster (1 node)", "at most 2 of them on one node; 3 are needed");
        assertThat(never.denies()).isFalse();
    }

    @Test
    void podWithDanglingReferenceGetsWarning() {
        String pod = "{containers: [{name: main, image: x, resources: {claims: [{name: gpu}]}}],"
                + " resourceClaims: [{name: gpu, resourceClaimTemplateName: gpu}, {name: nic, resourceClaimName:"
                + " nic}]}";
        put("ResourceClaimTemplate", "metadata: {name: gpu, namespace: other}");
        put("ResourceClaim", "metadata: {name: nic, namespace: ml}");
        fleet.makeCopy();

        assertThat(answer("Pod", pod).warnings()).singleElement().satisfies(warning -> {
            assertThat(warning.path()).hasToString("spec.resourceClaims[0].resourceClaimTemplateName");
            assertThat(warning.origin()).isEqualTo(Origin.UNKNOWN_CLAIM_TEMPLATE);
            assertThat(warning.message())
                    .isEqualTo("ResourceClaimTemplate ml/gpu does not exist; pods stay pending until it does");
        });

        put("ResourceClaimTemplate", "metadata: {name: gpu, namespace: ml}");
        assertThat(answer("Pod", pod).warnings()).isEmpty();
        fleet.remove("resource.k8s.io/v1", "ResourceClaim", object("metadata: {name: nic, namespace: ml}"));
        assertThat(answer("Pod", pod).warnings()).hasSize(1);
    }

    @Test
    void templateIsCheckedAgainstDevices() {
        fleet.makeCopy();

        assertThat(answer(
                                "ResourceClaimTemplate",
                                "{spec: {devices: {requests: [{name: r, exactly: {deviceClassName: other}}]}}}")
                        .warnings())
                .first()
                .satisfies(warning -> {
                    assertThat(warning.path().toString()).isEqualTo("spec.spec.devices");
                    assertThat(warning.origin()).isEqualTo(Origin.FIT);
                    assertThat(warning.message()).isEqualTo("scheduling fails with an error");
                });
    }

    @Test
    void deletedClaimFreesDevices() {
        put("ResourceClaim", HOLDER);
        fleet.makeCopy();
        assertThat(warnings(2)).first().asString().startsWith("does not fit now; fits 1 of 1 node when others free");

        fleet.remove("resource.k8s.io/v1", "ResourceClaim", object(HOLDER));
        fleet.makeCopy();
        assertThat(warnings(2)).isEmpty();
    }

    @Test
    void deallocatedClaimHoldsNoDevices() {
        put("ResourceClaim", HOLDER);
        put("ResourceClaim", HOLDER.substring(0, HOLDER.indexOf("status:")));
        fleet.makeCopy();

        assertThat(warnings(2)).isEmpty();
    }

    @Test
    void deniesOnlyImpossibleClaimsAndOnlyIfConfigured() {
        assertThat(isDenied("gpu, count: 3", false)).isFalse();
        assertThat(isDenied("gpu, count: 3", true)).isTrue();
        assertThat(isDenied("other", true)).isFalse();
    }

    private boolean isDenied(String asked, boolean denies) {
        fleet.close();
        fleet = fleet(denies);
        devices();
        fleet.makeCopy();
        return answer("ResourceClaim", "{devices: {requests: [{name: r, exactly: {deviceClassName: " + asked + "}}]}}")
                .denies();
    }

    @Test
    void restartOfTheApiServerIsOneLineInTheLog(CapturedOutput output) {
        for (String resource : List.of("nodes", "deviceclasses", "resourceslices", "resourceclaims")) {
            fleet.failed(resource, new IOException("connection refused"));
        }
        fleet.close();
        fleet.failed("nodes", new IOException("closed"));

        assertThat(output.getAll().lines().filter(line -> line.contains("fleet: ")))
                .singleElement()
                .asString()
                .contains("nodes: java.io.IOException: connection refused; keeping the last state");
    }

    @Test
    void schedulerOfEarlierReleaseIsUnknown() {
        release = KubernetesRelease.K8S_1_33;
        fleet.makeCopy();
        assertThat(warnings(3)).isEmpty();

        release = null;
        fleet.makeCopy();
        assertThat(warnings(3)).isNotEmpty();
    }

    /** The cluster's classes and devices take precedence over the built-in entries. */
    @Test
    void selectorNamesAreCheckedAgainstCluster() {
        String selector = "device.attributes[\"gpu.nvidia.com\"].prodcutName == \"x\"";
        ObjectValue claim = object("""
                metadata: {name: c, namespace: ml}
                spec:
                  devices:
                    requests:
                    - name: r
                      exactly: {deviceClassName: %s, selectors: [{cel: {expression: '%s'}}]}
                """.formatted("large", selector));
        DriverRegistry registry = DriverRegistry.builtIn();
        put("DeviceClass", """
                metadata: {name: large}
                spec: {selectors: [{cel: {expression: device.driver == "gpu.nvidia.com"}}]}
                """);
        fleet.makeCopy();

        assertThat(new SelectorNames(registry, fleet.classes(registry), fleet.shown()).of("ResourceClaim", claim, null))
                .hasSize(1);
        assertThat(new SelectorNames(registry, FleetRules.NONE.classes(registry), fleet.shown())
                        .of("ResourceClaim", claim, null))
                .isEmpty();

        put("ResourceSlice", """
                metadata: {name: newer}
                spec:
                  driver: gpu.nvidia.com
                  nodeName: one
                  pool: {name: newer, generation: 1, resourceSliceCount: 1}
                  devices: [{name: gpu-0, attributes: {prodcutName: {string: x}}}]
                """);
        fleet.makeCopy();

        assertThat(new SelectorNames(registry, fleet.classes(registry), fleet.shown()).of("ResourceClaim", claim, null))
                .isEmpty();
    }

    private double gauge(String name, String... tags) {
        return registry.get(name).tags(tags).gauge().value();
    }

    @Test
    void gaugesCountDevicesByDriverClassAndNode() {
        put("ResourceClaim", HOLDER);
        fleet.makeCopy();
        fleet.count();

        assertThat(gauge("drawbridge.fleet.devices", "driver", "gpu.example.com", "state", "free"))
                .isOne();
        assertThat(gauge("drawbridge.fleet.devices", "driver", "gpu.example.com", "state", "taken"))
                .isOne();
        assertThat(gauge("drawbridge.fleet.class.devices", "class", "gpu", "state", "free"))
                .isOne();
        assertThat(gauge("drawbridge.fleet.node.devices", "node", "one", "state", "taken"))
                .isOne();
        assertThat(gauge("drawbridge.fleet.claims.allocated", "namespace", "ml"))
                .isOne();
        // It is not reserved for a pod.
        assertThat(gauge("drawbridge.fleet.claims.leaked")).isOne();
    }

    @Test
    void gaugesFollowChanges() {
        put("ResourceClaim", HOLDER + """
                  reservedFor: [{resource: pods, name: train, uid: u}]
                  devices:
                  - {driver: gpu.example.com, pool: one, device: a, conditions: [{type: Ready, status: "False"}]}
                """);
        fleet.makeCopy();
        fleet.count();
        assertThat(gauge("drawbridge.fleet.devices", "driver", "gpu.example.com", "state", "unhealthy"))
                .isOne();
        assertThat(gauge("drawbridge.fleet.claims.leaked")).isZero();

        fleet.remove("resource.k8s.io/v1", "ResourceClaim", object(HOLDER));
        fleet.count();
        assertThat(gauge("drawbridge.fleet.devices", "driver", "gpu.example.com", "state", "free"))
                .isEqualTo(2);
        assertThat(registry.find("drawbridge.fleet.devices")
                        .tag("state", "unhealthy")
                        .gauge())
                .isNull();
    }

    @Test
    void pendingClaimsAreCountedByTheCausesOfWhy() {
        put("ResourceClaim", HOLDER);
        put("ResourceClaim", """
                metadata: {name: two, namespace: ml}
                spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu, count: 2}}]}}
                """);
        put("ResourceClaim", """
                metadata: {name: nine, namespace: ml}
                spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu, count: 9}}]}}
                """);
        fleet.makeCopy();
        fleet.countPending();

        assertThat(gauge("drawbridge.fleet.claims.pending", "cause", "devicesTaken"))
                .isOne();
        assertThat(gauge("drawbridge.fleet.claims.pending", "cause", "tooFewDevices"))
                .isOne();
        assertThat(gauge("drawbridge.fleet.claims.pending", "cause", "fits")).isZero();
    }

    @Test
    void nodesBeyondTheLimitAreAddedUp() {
        for (int i = 0; i < FleetMetrics.MAX_NAMES + 3; i++) {
            put("ResourceSlice", SLICE.replace("one", "node-%04d".formatted(i)));
        }
        fleet.makeCopy();
        fleet.count();

        // Three of the new nodes and the first one remain, each with two devices.
        assertThat(gauge("drawbridge.fleet.node.devices", "node", FleetMetrics.OTHER, "state", "free"))
                .isEqualTo(8);
    }
}
