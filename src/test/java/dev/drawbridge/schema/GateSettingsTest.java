package dev.drawbridge.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drawbridge.SharedData;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class GateSettingsTest {

    @ParameterizedTest
    @EnumSource(KubernetesRelease.class)
    void gatesAndDefaultsEqualRelease(KubernetesRelease release) {
        JsonNode declared = JsonMapper.shared()
                .readTree(SharedData.require("api/gates/" + release + ".json").toFile());
        Map<String, Boolean> expected = new TreeMap<>();
        declared.forEachEntry((gate, on) -> expected.put(gate, on.asBoolean()));

        Map<String, Boolean> ours = Arrays.stream(FeatureGate.values())
                .filter(gate -> gate.exists(release))
                .filter(gate -> gate.toString().matches("DRA.*|DynamicResource.*"))
                .collect(Collectors.toMap(FeatureGate::toString, gate -> gate.isDefault(release)));

        assertThat(ours).containsExactlyInAnyOrderEntriesOf(expected);
    }

    @Test
    void settingsAreAddedToEachReleasesDefaults() {
        GateSettings settings = GateSettings.parse("DRADeviceTaints=true, DRAPrioritizedList=false");

        assertThat(settings.in(KubernetesRelease.K8S_1_34).has(FeatureGate.DRA_DEVICE_TAINTS))
                .isTrue();
        assertThat(settings.in(KubernetesRelease.K8S_1_34).has(FeatureGate.DRA_PRIORITIZED_LIST))
                .isFalse();
        assertThat(settings.in(KubernetesRelease.K8S_1_34).has(FeatureGate.DRA_ADMIN_ACCESS))
                .isTrue();
        assertThat(settings.in(KubernetesRelease.K8S_1_31).has(FeatureGate.DRA_DEVICE_TAINTS))
                .isFalse();
        assertThat(GateSettings.parse("all").in(KubernetesRelease.K8S_1_33))
                .isEqualTo(FeatureGates.all(KubernetesRelease.K8S_1_33));
        assertThat(GateSettings.parse("")).isEqualTo(GateSettings.DEFAULTS);
        assertThat(GateSettings.parse("NodeSwap=true,InPlacePodVerticalScaling=false"))
                .isEqualTo(GateSettings.DEFAULTS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nope=true",
                "DRANope=true",
                "DeviceTaints=true",
                "PodLevelResource=true",
                "AllAlpha=true",
                "NodeSwap",
                "DRADeviceTaints",
                "DRADeviceTaints=yes",
                "DRADeviceTaints=true,"
            })
    void unknownGateIsReported(String text) {
        assertThatThrownBy(() -> GateSettings.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "DynamicResourceAllocation,    K8S_1_34, K8S_1_35",
        "DRAAdminAccess,               K8S_1_35, K8S_1_36",
        "DRAPrioritizedList,           K8S_1_36, K8S_1_37",
        "DRAResourceClaimDeviceStatus, K8S_1_36, K8S_1_37",
        "DRAExtendedResource,          K8S_1_36, K8S_1_37"
    })
    void lockedGateCannotBeDisabled(String gate, KubernetesRelease last, KubernetesRelease locked) {
        GateSettings off = GateSettings.parse(gate + "=false");

        assertThat(off.startingWith(last)).isEqualTo(off);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> off.startingWith(locked))
                .withMessage(
                        "feature gate %s is locked on in Kubernetes %s, and the API server does not start with it"
                                + " off; remove it",
                        gate, locked);
        assertThat(GateSettings.parse(gate + "=true").startingWith(locked)).isNotNull();
    }
}
