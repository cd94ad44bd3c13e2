package dev.drawbridge.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.fit.plugin.TaintRules;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the devices that a DeviceTaintRule taints, by release. */
class TaintRulesTest {

    private static final String ALL = "DRADeviceTaints=true,DRADeviceTaintRules=true";
    private static final String FLEET = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: s}
            spec:
              driver: d.example.com
              nodeName: n
              pool: {name: n, generation: 1, resourceSliceCount: 1}
              devices:
              - {name: a, attributes: {size: {int: 1}}}
              - {name: b, attributes: {size: {int: 2}}}
              - {name: c}
            ---
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: large}
            spec: {selectors: [{cel: {expression: 'device.attributes["d.example.com"].size > 1'}}]}
            ---
            apiVersion: resource.k8s.io/v1alpha3
            kind: DeviceTaintRule
            metadata: {name: r}
            spec: {%s taint: {key: k, effect: NoSchedule}}
            """;

    private static String tainted(String selector, KubernetesRelease release, String gates) {
        Fleet fleet = TaintRules.applied(
                FleetTexts.fleet(FLEET.formatted(selector)),
                release,
                (gates.isEmpty() ? GateSettings.DEFAULTS : GateSettings.parse(gates)).in(release));
        return fleet.slices().get(0).devices().stream()
                .filter(device -> !device.taints().isEmpty())
                .map(device -> device.id().device())
                .collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            deviceSelector: {driver: d.example.com, pool: n, device: b},                  | b     | b     | b
            deviceSelector: {device: a},                                                  | a     | a     | a
            deviceSelector: {driver: e},                                                  | ``    | ``    | ``
            deviceSelector: {pool: p},                                                    | ``    | ``    | ``
            deviceSelector: {},                                                           | a b c | a b c | a b c
            ``                                                                            | a b c | a b c | ``
            deviceSelector: {deviceClassName: large},                                     | b     | a b c | a b c
            deviceSelector: {deviceClassName: none},                                      | ``    | a b c | a b c
            deviceSelector: {selectors: [{cel: {expression: 'device.attributes["d.example.com"].size == 1'}}]}, | a | a b c | a b c
            deviceSelector: {device: a, selectors: [{cel: {expression: "false"}}]},       | ``    | a     | a
            """)
    void selectorUsesOnlyFieldsOfRelease(String selector, String in134, String in136, String in137) {
        assertThat(tainted(selector, KubernetesRelease.K8S_1_34, ALL)).isEqualTo(in134);
        assertThat(tainted(selector, KubernetesRelease.K8S_1_36, ALL)).isEqualTo(in136);
        assertThat(tainted(selector, KubernetesRelease.K8S_1_37, ALL)).isEqualTo(in137);
    }

    @Test
    void rulesApplyIfGateIsOn() {
        String all = "deviceSelector: {},";

        assertThat(tainted(all, KubernetesRelease.K8S_1_34, "")).isEmpty();
        assertThat(tainted(all, KubernetesRelease.K8S_1_34, "DRADeviceTaints=true"))
                .isEqualTo("a b c");
        assertThat(tainted(all, KubernetesRelease.K8S_1_36, "DRADeviceTaints=true"))
                .isEmpty();
        assertThat(tainted(all, KubernetesRelease.K8S_1_36, ALL)).isEqualTo("a b c");
        assertThat(tainted(all, KubernetesRelease.K8S_1_37, "")).isEqualTo("a b c");
    }

    @ParameterizedTest
    @CsvSource({
        "v1.37.0, never",
        "v1.37.0-gke.100, never",
        "v1.37.1+k3s1, fits",
        "v1.36.2, unknown",
        "'', unknown",
    })
    void patchDecidesWhatRuleWithoutSelectorTaints(String image, String answer) {
        String fleet =
                FLEET.formatted("").replace("nodeName: n", "nodeName: one").replace("{name: n,", "{name: one,")
                        + """
                ---
                apiVersion: v1
                kind: Node
                metadata: {name: one}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: kube-scheduler, namespace: kube-system}
                spec: {containers: [{name: s, image: "registry.k8s.io/kube-scheduler:%s"}]}
                """.formatted(image);
        String claim = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c, namespace: ml}
                spec: {devices: {requests: [{name: r, exactly: {deviceClassName: any%s}}]}}
                """;
        String all = fleet + """
                ---
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                metadata: {name: any}
                """;

        assertThat(FleetTexts.answer(all, claim.formatted("")).answer()).hasToString(answer);
        assertThat(FleetTexts.answer(all, claim.formatted(", tolerations: [{operator: Exists}]"))
                        .answer())
                .hasToString("fits");
    }

    @Test
    void schedulerImageIsBetterEvidenceThanKubelet() {
        String pod = """
                apiVersion: v1
                kind: Pod
                metadata: {name: %1$s, namespace: kube-system}
                spec: {containers: [{name: c, image: "registry.k8s.io:5000/%1$s:%2$s"}]}
                """;
        String node = """
                apiVersion: v1
                kind: Node
                metadata: {name: n}
                status: {nodeInfo: {kubeletVersion: v1.37.0}}
                """;

        assertThat(FleetTexts.fleet(node).version()).isNull();
        assertThat(FleetTexts.fleet(node, pod.formatted("kube-apiserver", "v1.37.1"))
                        .version())
                .hasToString("1.37.1");
        assertThat(FleetTexts.fleet(
                                node,
                                pod.formatted("kube-apiserver", "v1.37.1"),
                                pod.formatted("kube-scheduler", "v1.36.3"))
                        .version())
                .hasToString("1.36.3");
        assertThat(FleetTexts.fleet(pod.formatted("kube-scheduler", "latest")).version())
                .isNull();
    }
}
