package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.fit.Fit;
import dev.drawbridge.fleet.ClusterInfo;
import dev.drawbridge.fleet.SchedulerVersion;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.PatchVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the scheduler that decides about a fleet. */
class FleetSchedulerTest {

    private static final String RULES = "DRADeviceTaintRules";
    private static final ClusterInfo CLUSTER = new ClusterInfo("v1.36.2", Map.of(RULES, true), Map.of(), "", null);

    private final List<String> notes = new ArrayList<>();

    private FleetScheduler scheduler(@Nullable String release, @Nullable String gates, ClusterInfo info) {
        return FleetScheduler.of(
                release == null ? null : KubernetesRelease.parse(release).orElseThrow(),
                gates == null ? null : GateSettings.parse(gates),
                info,
                new SchedulerVersion(new PatchVersion(35, 1), "by its kubelets"),
                notes::add);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-,    -,                         1.36, DRADeviceTaintRules=true",
                "-,    DRADeviceTaintRules=false, 1.36, DRADeviceTaintRules=false",
                "1.36, -,                         1.36, DRADeviceTaintRules=true",
                "1.37, -,                         1.37, ''",
            })
    void optionsWinThenTheCluster(@Nullable String release, @Nullable String gates, String expected, String set) {
        FleetScheduler scheduler = scheduler(release, gates, CLUSTER);

        assertThat(scheduler.release()).hasToString(expected);
        assertThat(scheduler.gates()).hasToString(set);
        assertThat(scheduler.info().featureGates().isEmpty()).isEqualTo(set.isEmpty());
        assertThat(notes).isEmpty();
    }

    @Test
    void previewDecidesIfNamedOrRunning() {
        ClusterInfo preview = new ClusterInfo("v1.38.0-beta.0", Map.of(), Map.of(), "", null);

        assertThat(scheduler("1.38", null, CLUSTER).release()).hasToString("1.38");
        assertThat(scheduler(null, null, preview).release()).hasToString("1.38");
        assertThat(notes).hasSize(2).allMatch(note -> note.startsWith("Kubernetes 1.38 is not released yet"));
        assertThat(Fit.newestKnown()).isEqualTo(KubernetesRelease.NEWEST);
    }

    @Test
    void kubeletsTellTheReleaseOnly() {
        FleetScheduler scheduler = scheduler(null, null, ClusterInfo.UNKNOWN);

        assertThat(scheduler.release()).hasToString("1.35");
        assertThat(scheduler.version()).hasToString("of about 1.35.1 (by its kubelets)");
        assertThat(scheduler.info().featureGates()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1.27, 1.34", "1.33, 1.34", "1.39, newest", "1.99, newest"})
    void nearestKnownSchedulerDecidesWithNote(String version, String expected) {
        assertThat(FleetScheduler.nearest(version, notes::add))
                .hasToString(expected.equals("newest") ? Fit.newestKnown().toString() : expected);
        assertThat(notes).hasSize(1).first().asString().contains("Kubernetes " + version);
    }
}
