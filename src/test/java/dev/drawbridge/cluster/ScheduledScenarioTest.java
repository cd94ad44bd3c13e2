package dev.drawbridge.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.fit.Fit;
import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fit.input.FleetFiles;
import dev.drawbridge.fit.input.FleetObjects;
import dev.drawbridge.fit.input.Workloads;
import dev.drawbridge.fleet.ClusterInfo;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/** Tests of the scenarios without other pods; {@link SchedulerIT} runs them with real schedulers. */
class ScheduledScenarioTest {

    static Stream<Arguments> scenarios() throws IOException {
        List<Arguments> all = new ArrayList<>();
        for (int minor : List.of(36, 37)) {
            for (ScheduledScenario each : ScheduledScenario.of(minor)) {
                if (each.holders().isEmpty()) {
                    all.add(Arguments.of(minor, each.name(), each));
                }
            }
        }
        return all.stream();
    }

    @ParameterizedTest(name = "1.{0} {1}")
    @MethodSource("scenarios")
    void podIsDecidedAsByTheRealScheduler(int minor, String name, ScheduledScenario scenario) throws IOException {
        KubernetesRelease release = KubernetesRelease.parse("1." + minor).orElseThrow();
        FleetBuilder fleet = new FleetBuilder(name);
        // The schedulers ran with the defaults of their release.
        fleet.info(new ClusterInfo("", Map.of("DRADeviceTaintRules", minor > 36), Map.of(), "", null));
        FleetFiles files = new FleetFiles(new FleetObjects(fleet, release, GateSettings.DEFAULTS)::addStored);
        for (ObjectNode each : ScheduledScenario.classes()) {
            files.add("fleet.json", new ByteArrayInputStream(bytes(each)));
        }
        for (ObjectNode each : scenario.before()) {
            files.add("fleet.json", new ByteArrayInputStream(bytes(each)));
        }
        List<Manifest> pod = files.manifests("pod.json", bytes(scenario.pod())).manifests();
        Fit fit = new Fit(fleet.build(), release, GateSettings.DEFAULTS.in(release), Duration.ofMinutes(2));

        FitResult result = fit.of(Workloads.of(pod, name).get(0));

        assertThat(result.answer()).hasToString(scenario.answer());
        assertThat(result.now()).isEqualTo(scenario.endsByItself() ? List.of() : scenario.nodes());
    }

    private static byte[] bytes(ObjectNode object) {
        return object.toString().getBytes(StandardCharsets.UTF_8);
    }
}
