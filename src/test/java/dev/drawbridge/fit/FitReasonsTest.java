package dev.drawbridge.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.drawbridge.fit.input.Workloads;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of reasons: the field to fix and its place. */
class FitReasonsTest {

    private static final KubernetesRelease RELEASE = KubernetesRelease.K8S_1_37;

    /** A fleet of eight GPUs on two nodes; half of them have the attribute numa. */
    private static final String FLEET = """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: gpu.example.com}
            spec: {selectors: [{cel: {expression: 'device.driver == "gpu.example.com"'}}]}
            ---
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: typo}
            spec: {selectors: [{cel: {expression: 'device.driver == "gpu.exmple.com"'}}]}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: one}
            spec:
              driver: gpu.example.com
              nodeName: one
              devices:
              - {name: gpu, count: 4, attributes: {model: {string: a100}}, capacity: {memory: {value: 80Gi}}}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: two}
            spec:
              driver: gpu.example.com
              nodeName: two
              devices:
              - name: gpu
                count: 4
                attributes: {model: {string: h100}, numa: {int: 0}, shared.example.com/rack: {string: r1}}
                capacity: {memory: {value: 80Gi}}
            ---
            """;

    /** A device of another driver, with attributes of the same names. */
    private static final String OTHER = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: other}
            spec:
              driver: another.example.com
              nodeName: one
              devices: [{name: x, attributes: {model: {string: x}, rack: {string: r1}}}]
            ---
            """;

    private static FitResult claim(String fleet, String exactly) {
        List<Manifest> manifests = FleetTexts.manifests("""
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c, namespace: ml}
                spec:
                  devices:
                    requests:
                    - name: r
                      exactly:
                        %s
                """.formatted(exactly.replace("\n", "\n        ")));
        Fleet whole = FleetTexts.validFleet(RELEASE, fleet, manifests);
        Fit fit = new Fit(whole, RELEASE, GateSettings.DEFAULTS.in(RELEASE), Duration.ofMinutes(10));
        return fit.of(Workloads.of(manifests, "default").get(0));
    }

    private static FitResult select(String expression) {
        return claim(
                FLEET + OTHER,
                "deviceClassName: gpu.example.com\nselectors:\n- cel:\n    expression: '" + expression + "'");
    }

    private static List<String> lines(FitResult result) {
        return result.causes().get(0).lines().stream().map(String::strip).toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            memory | 100Gi | capacity.requests[memory] 100Gi: no device provides that much: 80Gi on 8
            memroy | 40Gi  | capacity.requests[memroy] 40Gi: no device provides that much: none has this capacity; did you mean memory?
            vram   | 40Gi  | capacity.requests[vram] 40Gi: no device provides that much: none has this capacity; they have memory
            """)
    void unknownCapacityIsReason(String name, String amount, String line) {
        FitResult result =
                claim(FLEET, "deviceClassName: gpu.example.com\ncapacity:\n  requests:\n    " + name + ": " + amount);

        assertThat(result.answer()).isEqualTo(FitResult.Answer.NEVER);
        assertThat(lines(result)).containsExactly("8 devices of the class", line);
        assertThat(result.causes()).hasSize(1);
        assertThat(result.causes().get(0).field().place()).isEqualTo("input.yaml:12");
    }

    @Test
    void eachTermOfSelectorHasNumberOfMatches() {
        FitResult result = select("device.attributes[\"gpu.example.com\"].model == \"a100\" &&"
                + " device.capacity[\"gpu.example.com\"].memory.compareTo(quantity(\"100Gi\")) > 0");

        assertThat(lines(result))
                .contains(
                        "4 of 8 match device.attributes[\"gpu.example.com\"].model == \"a100\"",
                        "0 of 8 match device.capacity[\"gpu.example.com\"].memory.compareTo(quantity(\"100Gi\")) > 0");
        assertThat(result.causes().get(0).field().place()).isEqualTo("input.yaml:12");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            attributes["gpu.example.com"].modle == "h100"  | no device has attribute gpu.example.com/modle; did you mean device.attributes["gpu.example.com"].model?
            attributes["gpu.example.com"].rack == "r1"     | no device has attribute gpu.example.com/rack; did you mean device.attributes["shared.example.com"].rack?
            attributes["example.com"].model == "h100"      | no device has attribute example.com/model; did you mean device.attributes["gpu.example.com"].model?
            attributes["gpu.exampel.com"].model == "h100"  | no device has attribute gpu.exampel.com/model; did you mean device.attributes["gpu.example.com"].model?
            capacity["gpu.example.com"].model.isInteger()  | no device has capacity gpu.example.com/model; did you mean device.attributes["gpu.example.com"].model?
            attributes["gpu.example.com"].memory == "x"    | no device has attribute gpu.example.com/memory; did you mean device.capacity["gpu.example.com"].memory?
            attributes["gpu.example.com"].architecture == "x" | no device has attribute gpu.example.com/architecture
            """)
    void unknownDeviceNameHasSuggestion(String expression, String line) {
        FitResult result = select("device." + expression);

        assertThat(result.answer()).isEqualTo(FitResult.Answer.ERROR);
        assertThat(lines(result)).contains(line).noneMatch(each -> each.contains("orValue"));
        assertThat(result.causes().get(0).field().place()).isEqualTo("input.yaml:12");
        FitResult optional = select(
                "device." + expression.replaceFirst("\\]\\.", "].?").replaceFirst("(\\.\\?\\w+).*", "$1.hasValue()"));
        assertThat(optional.answer()).isEqualTo(FitResult.Answer.NEVER);
        assertThat(lines(optional)).contains(line);
    }

    @Test
    void typeOfAValueIsNamed() {
        assertThat(lines(select("device.attributes[\"gpu.example.com\"].?numa.orValue(0) == \"0\"")))
                .contains("numa (int): not set on 4, 0 on 4");
    }

    @Test
    void missingKeyErrorSuggestsDefault() {
        assertThat(lines(select("device.attributes[\"gpu.example.com\"].numa == 0")))
                .contains("the device has no \"numa\"; write .?numa.orValue(DEFAULT), or has(...) && in front of it");
    }

    @Test
    void selectorWithPatternThatOnlyGoCompilesIsUnknown() {
        FitResult result = select("device.driver.matches(r\"\\p{Kawi}|gpu\")");

        assertThat(result.answer()).isEqualTo(FitResult.Answer.UNKNOWN);
        assertThat(lines(result))
                .containsExactly("claim ml/c: selector #0: unknown: what the regular expression \\p{Kawi}|gpu matches");
    }

    @Test
    void missingClassSuggestsNearestName() {
        FitResult result = claim(FLEET, "deviceClassName: gpu.exmaple.com");

        assertThat(result.answer()).isEqualTo(FitResult.Answer.ERROR);
        assertThat(lines(result))
                .containsExactly("DeviceClass gpu.exmaple.com not found; did you mean gpu.example.com?");
        assertThat(result.causes().get(0).field().place()).isEqualTo("input.yaml:9");
    }

    @Test
    void missingClassOfDriverHasSuggestion() {
        assertThat(lines(claim(FLEET, "deviceClassName: typo")))
                .containsExactly(
                        "0 devices of the class",
                        "class selector matches none of 8 devices: device.driver == \"gpu.exmple.com\"",
                        "did you mean driver gpu.example.com?");
    }

    @Test
    void impossibleCountIsReportedAtCount() {
        FitResult result = claim(FLEET, "deviceClassName: gpu.example.com\ncount: 5");

        assertThat(result.causes().get(0).field().place()).isEqualTo("input.yaml:10");
    }

    @Test
    void decidingTaintRuleIsReportedWithPosition() {
        FitResult result = claim(FLEET + """
                apiVersion: resource.k8s.io/v1beta2
                kind: DeviceTaintRule
                metadata: {name: drain}
                spec: {deviceSelector: {driver: gpu.example.com}, taint: {key: maintenance, effect: NoSchedule}}
                """, "deviceClassName: gpu.example.com");

        assertThat(result.answer()).isEqualTo(FitResult.Answer.NEVER);
        assertThat(lines(result))
                .contains("8 are tainted, not tolerated: maintenance:NoSchedule"
                        + " (DeviceTaintRule drain, fleet.yaml:32)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            key: maintenence, operator: Exists       | key maintenence
            key: maintenance, effect: NoExecute      | effect NoExecute
            key: maintenance, value: planned         | value planned
            key: maintenance                         | no value
            key: other, operator: Exists             |
            """)
    void tolerationThatSeemsToMeanATaintIsNamed(String toleration, @Nullable String difference) {
        String fleet = FLEET + """
                apiVersion: resource.k8s.io/v1beta2
                kind: DeviceTaintRule
                metadata: {name: drain}
                spec:
                  deviceSelector: {driver: gpu.example.com}
                  taint: {key: maintenance, value: now, effect: NoSchedule}
                """;
        FitResult result = claim(fleet, "deviceClassName: gpu.example.com\ntolerations: [{" + toleration + "}]");

        assertThat(lines(result))
                .contains("8 are tainted, not tolerated: maintenance=now:NoSchedule"
                        + " (DeviceTaintRule drain, fleet.yaml:32)"
                        + (difference == null ? "" : " (tolerations[0] has " + difference + ")"));
    }

    @Test
    void attributeThatNoDeviceOfARequestHasIsNamed() {
        FitResult result = FleetTexts.answer(FLEET, """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c, namespace: ml}
                spec:
                  devices:
                    requests:
                    - name: old
                      exactly:
                        deviceClassName: gpu.example.com
                        selectors: [{cel: {expression: 'device.attributes["gpu.example.com"].model == "a100"'}}]
                    constraints: [{matchAttribute: gpu.example.com/numa}]
                """);

        assertThat(FleetTexts.lines(result))
                .startsWith("claim ml/c: spec.devices.constraints[0] (matchAttribute gpu.example.com/numa)\n"
                        + "requests[0] \"old\": none of 4 devices has attribute gpu.example.com/numa; they have"
                        + " gpu.example.com/model");
    }

    @Test
    void usedPartOfSharedDeviceIsNamed() {
        String shared = """
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                metadata: {name: gpu}
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: s}
                spec:
                  driver: d.example.com
                  nodeName: one
                  devices: [{name: gpu-0, allowMultipleAllocations: true, capacity: {memory: {value: 80Gi}}}]
                ---
                """;
        String claim = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: %1$s, namespace: dev}
                spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu, capacity: {requests: {memory: %2$s}}}}]}}
                """;
        String held = claim + """
                status:
                  allocation:
                    devices:
                      results:
                      - {request: r, driver: d.example.com, pool: one, device: gpu-0,
                         shareID: 0d5ee3a0-0000-4000-8000-00000000000%3$s, consumedCapacity: {memory: %2$s}}
                ---
                """;

        FitResult result = FleetTexts.answer(
                shared + held.formatted("nb1", "10Gi", "1") + held.formatted("nb2", "10Gi", "2"),
                claim.formatted("more", "70Gi"));

        assertThat(FleetTexts.lines(result))
                .contains("1 device matches; 1 is partly used\n"
                        + "gpu-0 is partly used: 20Gi of its 80Gi memory are held by claims dev/nb1, dev/nb2");
    }

    /**
     * A whole GPU is divided into parts by two counters on node one; only node two has a NIC, and it has two GPUs
     * without counters.
     */
    private static final String PARTS = """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: gpu}
            spec: {selectors: [{cel: {expression: 'device.driver == "gpu.example.com"'}}]}
            ---
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: nic}
            spec: {selectors: [{cel: {expression: 'device.driver == "nic.example.com"'}}]}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: counters}
            spec:
              driver: gpu.example.com
              nodeName: one
              pool: {name: one, generation: 1, resourceSliceCount: 2}
              sharedCounters: [{name: g, counters: {memory: {value: 80Gi}, slices: {value: "7"}}}]
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: parts}
            spec:
              driver: gpu.example.com
              nodeName: one
              pool: {name: one, generation: 1, resourceSliceCount: 2}
              devices:
              - name: whole
                capacity: {memory: {value: 80Gi}}
                consumesCounters: [{counterSet: g, counters: {memory: {value: 80Gi}, slices: {value: "7"}}}]
              - name: half-0
                consumesCounters: [{counterSet: g, counters: {memory: {value: 40Gi}, slices: {value: "3"}}}]
              - name: half-1
                consumesCounters: [{counterSet: g, counters: {memory: {value: 40Gi}, slices: {value: "3"}}}]
              - name: small
                consumesCounters: [{counterSet: g, counters: {memory: {value: 10Gi}, slices: {value: "1"}}}]
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: two}
            spec:
              driver: gpu.example.com
              nodeName: two
              devices: [{name: gpu, count: 2, capacity: {memory: {value: 40Gi}}}]
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: nics}
            spec: {driver: nic.example.com, nodeName: two, devices: [{name: nic}]}
            ---
            """;

    private static final String LARGE = "deviceClassName: gpu, capacity: {requests: {memory: 50Gi}}";
    private static final String PART =
            "deviceClassName: gpu, selectors: [{cel: {expression: 'device.capacity.size() == 0'}}]";

    /** Counters are a reason only if the claim would fit without them, and only those without which it would. */
    @ParameterizedTest
    @MethodSource
    void onlyDecidingCountersAreReason(String requests, String reason) {
        FitResult result = FleetTexts.answer(PARTS, """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c, namespace: ml}
                spec: {devices: {requests: [%s]}}
                """.formatted(requests));

        assertThat(result.answer()).isEqualTo(FitResult.Answer.NEVER);
        assertThat(result.causes())
                .filteredOn(cause -> cause.request() == null)
                .extracting(cause -> cause.text() + ": " + String.join("\n", cause.lines()))
                .containsExactly(reason);
    }

    static Stream<Arguments> onlyDecidingCountersAreReason() {
        String exactly = "{name: %s, exactly: {%s}}";
        String counters =
                "shared counters: the devices are parts of larger ones, which do not have enough of these counters: ";
        String part = exactly.formatted("part", PART);
        return Stream.of(
                arguments(
                        exactly.formatted("gpu", LARGE) + ", " + exactly.formatted("nic", "deviceClassName: nic"),
                        "together: each request alone finds devices; no node has enough for all of them"),
                arguments(exactly.formatted("gpu", LARGE) + ", " + part, counters + "memory, slices"),
                arguments(exactly.formatted("parts", PART + ", count: 3"), counters + "memory"),
                // Its other alternative would fit with a lower count, which is no reason for this one.
                arguments(
                        "{name: g, firstAvailable: [{name: many, deviceClassName: nic, count: 2}, {name: parts, "
                                + "count: 3, " + PART + "}]}",
                        counters + "memory"));
    }

    @Test
    void nodesOfEachRequestAreNamed() {
        FitResult result = FleetTexts.answer(PARTS, """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c, namespace: ml}
                spec:
                  devices:
                    requests: [{name: gpu, exactly: {%s}}, {name: nic, exactly: {deviceClassName: nic}}]
                """.formatted(LARGE));

        assertThat(FleetTexts.lines(result))
                .startsWith("claim ml/c: spec.devices.requests[0] \"gpu\": 1 device of class gpu\n"
                        + "6 devices of the class\n1 has 50Gi of memory\nenough on 1 node: one\n"
                        + "claim ml/c: spec.devices.requests[1] \"nic\": 1 device of class nic\n"
                        + "1 device of the class\nenough on 1 node: two\n");
    }

    /** The capacity of a driver may be named with its domain since 1.38. */
    @ParameterizedTest
    @CsvSource({"K8S_1_37, none has this capacity; did you mean memory?", "K8S_1_38, 80Gi on 8"})
    void capacityWithDomainIsThatOfItsDriver(KubernetesRelease release, String amounts) {
        FitResult result = FleetTexts.answer(release, FLEET, """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c, namespace: ml}
                spec:
                  devices:
                    requests:
                    - name: r
                      exactly:
                        deviceClassName: gpu.example.com
                        capacity: {requests: {gpu.example.com/memory: 100Gi}}
                """);

        assertThat(lines(result))
                .contains("capacity.requests[gpu.example.com/memory] 100Gi: no device provides that much: " + amounts);
    }

    /** What a request policy makes of a request is reported: its limit, and the amount it is rounded up to. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            validRange: {min: 10G, max: 60G, step: 10G} | 70G  | capacity.requests[bandwidth] 70G: no device provides that much: 100G (requestPolicy allows at most 60G) on 1
            validValues: [10G, 20G]                     | 30G  | capacity.requests[bandwidth] 30G: no device provides that much: 100G (requestPolicy allows at most 20G) on 1
            validRange: {min: 10G, step: 60G}           | 75G  | capacity.requests[bandwidth] 75G: no device provides that much: 100G (requestPolicy rounds it up to 130G) on 1
            validRange: {min: 10G, max: 60G, step: 10G} | 110G | capacity.requests[bandwidth] 110G: no device provides that much: 100G (requestPolicy allows at most 60G) on 1
            validRange: {min: 10G}                      | 110G | capacity.requests[bandwidth] 110G: no device provides that much: 100G on 1
            """)
    void requestPolicyThatRefusesIsReason(String policy, String amount, String line) {
        FitResult result =
                claim(shared(policy), "deviceClassName: nic\ncapacity: {requests: {bandwidth: " + amount + "}}");

        assertThat(result.answer()).isEqualTo(FitResult.Answer.NEVER);
        assertThat(lines(result)).containsExactly("1 device of the class", line);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            validRange: {min: 10G, max: 60G, step: 10G} | 55G | 1 has 55G of bandwidth, rounded up by requestPolicy to 60G
            validRange: {min: 10G, max: 60G, step: 50G} | 20G | 1 has 20G of bandwidth, rounded up by requestPolicy to 60G
            validValues: [10G, 70G]                     | 30G | 1 has 30G of bandwidth, rounded up by requestPolicy to 70G
            """)
    void roundedRequestIsNamed(String policy, String amount, String line) {
        String request =
                "{name: %s, exactly: {deviceClassName: nic, capacity: {requests: {bandwidth: " + amount + "}}}}";

        FitResult result =
                FleetTexts.answer(shared(policy), """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c, namespace: ml}
                spec: {devices: {requests: [%s, %s]}}
                """.formatted(request.formatted("a"), request.formatted("b")));

        assertThat(result.answer()).isEqualTo(FitResult.Answer.NEVER);
        assertThat(lines(result)).containsExactly("1 device of the class", line);
    }

    private static String shared(String policy) {
        return """
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                metadata: {name: nic}
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: s}
                spec:
                  driver: nic.example.com
                  nodeName: one
                  devices:
                  - name: nic-0
                    allowMultipleAllocations: true
                    capacity: {bandwidth: {value: 100G, requestPolicy: {default: 10G, %s}}}
                ---
                """.formatted(policy);
    }
}
