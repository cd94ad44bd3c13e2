package dev.drawbridge.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fit.cause.FitChange;
import dev.drawbridge.fit.input.Workloads;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of answers for workloads and their reasons. Other tests compare decisions with the scheduler's. */
class FitTest {

    private static final String FLEET = """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: gpu}
            spec: {selectors: [{cel: {expression: 'device.driver == "gpu.example.com"'}}]}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: small}
            spec:
              driver: gpu.example.com
              nodeName: small
              devices:
              - {name: gpu, count: 4, attributes: {model: {string: l4}}, capacity: {memory: {value: 24Gi}}}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: large}
            spec:
              driver: gpu.example.com
              nodeName: large
              devices:
              - {name: gpu, count: 8, attributes: {model: {string: h100}, numa: {int: 0}}, capacity: {memory: {value: 80Gi}}}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: holder, namespace: other}
            spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}
            status:
              allocation: {devices: {results: [{request: r, driver: gpu.example.com, pool: large, device: gpu-0}]}}
            ---
            """;

    private static List<FitResult> answers(String workloads) {
        return answers(workloads, Duration.ofMinutes(10));
    }

    private static List<FitResult> answers(String workloads, Duration limit) {
        KubernetesRelease release = KubernetesRelease.K8S_1_36;
        List<Manifest> manifests = FleetTexts.manifests(workloads);
        Fit fit = new Fit(
                FleetTexts.validFleet(release, FLEET, manifests), release, GateSettings.DEFAULTS.in(release), limit);
        return Workloads.of(manifests, "default").stream().map(fit::of).toList();
    }

    private static FitResult claim(String request) {
        return answers("""
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c, namespace: ml}
                spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu, %s}}]}}
                """.formatted(request)).get(0);
    }

    private static String selector(String expression) {
        return "selectors: [{cel: {expression: '" + expression + "'}}]";
    }

    @Test
    void fittingClaimHasNodesAndExample() {
        FitResult result = claim("count: 4");

        assertThat(result.answer()).isEqualTo(FitResult.Answer.FITS);
        assertThat(result.now()).containsExactly("small", "large");
        assertThat(result.example()).satisfies(example -> {
            assertThat(example.node()).isEqualTo("small");
            assertThat(example.requests()).hasSize(1);
            assertThat(example.requests().get(0).devices()).hasSize(4);
        });
    }

    @Test
    void claimForTakenDevicesNamesHolders() {
        FitResult result = claim("count: 8");

        assertThat(result.answer()).isEqualTo(FitResult.Answer.FITS_WHEN_FREED);
        assertThat(result.freed()).containsExactly("large");
        assertThat(result.example().holders()).containsExactly("other/holder");
        assertThat(result.causes().get(0).lines()).containsExactly("12 devices match; 1 is taken");
    }

    @Test
    void selectorWithoutMatchesIsNamedWithExistingValues() {
        FitResult result =
                claim(selector("device.capacity[\"gpu.example.com\"].memory.compareTo(quantity(\"100Gi\")) >= 0"));

        assertThat(result.answer()).isEqualTo(FitResult.Answer.NEVER);
        assertThat(result.causes().get(0).lines())
                .anyMatch(line -> line.startsWith("selectors[0] matches none: device.capacity"))
                .contains("  memory: 80Gi on 8, 24Gi on 4");
        assertThat(result.changes())
                .extracting(FitChange::text)
                .containsExactly(
                        "without requests[0].selectors[0] it would fit 2 nodes now, 2 when all devices are free");
    }

    @Test
    void undecidedWithinTimeLimitIsUnknown() {
        String claim = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c, namespace: ml}
                spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}
                """;

        assertThat(answers(claim, Duration.ofMinutes(10)).get(0).answer()).isEqualTo(FitResult.Answer.FITS);
        assertThat(answers(claim, Duration.ZERO).get(0).answer()).isEqualTo(FitResult.Answer.UNKNOWN);
    }

    @Test
    void countAboveEveryNodeIsExplained() {
        FitResult result = claim("count: 9");

        assertThat(result.answer()).isEqualTo(FitResult.Answer.NEVER);
        assertThat(result.causes().get(0).lines()).contains("at most 8 of them on one node; 9 are needed");
        assertThat(result.changes())
                .extracting(FitChange::text)
                .contains("with requests[0].count 8 it would fit 0 nodes now, 1 when all devices are free");
    }

    @Test
    void failingExpressionIsErrorWithMissingAttribute() {
        FitResult result = claim(selector("device.attributes[\"gpu.example.com\"].numa == 0"));

        assertThat(result.answer()).isEqualTo(FitResult.Answer.ERROR);
        assertThat(result.causes().get(0).text())
                .contains("selector #0 on device gpu.example.com/small/gpu-0: CEL runtime error: no such key: numa");
        assertThat(result.causes().get(0).lines()).anyMatch(line -> line.contains(".?numa.orValue(DEFAULT)"));
        assertThat(result.causes()).anyMatch(reason -> reason.text().equals("1 node would fit"));
    }

    @Test
    void missingClassIsError() {
        FitResult result = answers("""
                apiVersion: resource.k8s.io/v1beta1
                kind: ResourceClaim
                metadata: {name: c}
                spec: {devices: {requests: [{name: gpu, deviceClassName: tpu}]}}
                """).get(0);

        assertThat(result.answer()).isEqualTo(FitResult.Answer.ERROR);
        assertThat(result.causes().get(0).lines()).containsExactly("DeviceClass tpu not found; did you mean gpu?");
    }

    @Test
    void unsatisfiableConstraintIsNamed() {
        FitResult result = answers("""
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c}
                spec:
                  devices:
                    requests: [{name: gpu, exactly: {deviceClassName: gpu, count: 2}}]
                    constraints: [{matchAttribute: gpu.example.com/nothing}]
                """).get(0);

        assertThat(result.answer()).isEqualTo(FitResult.Answer.NEVER);
        assertThat(result.changes())
                .extracting(FitChange::text)
                .containsExactly(
                        "without constraints[0] (matchAttribute gpu.example.com/nothing) it would fit 2 nodes now,"
                                + " 2 when all devices are free");
    }

    @Test
    void findsClaimsOfDeploymentByTemplateAndNodesBySelector() {
        List<FitResult> results = answers("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: serve, namespace: ml}
                spec:
                  replicas: 5
                  template:
                    spec:
                      nodeSelector: {kubernetes.io/hostname: large}
                      resourceClaims: [{name: gpus, resourceClaimTemplateName: two}]
                      containers: [{name: main, image: x, resources: {claims: [{name: gpus, request: gpu}]}}]
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaimTemplate
                metadata: {name: two, namespace: ml}
                spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu, count: 2}}]}}}
                """);

        assertThat(results).hasSize(1);
        assertThat(results.get(0).now()).containsExactly("large");
        assertThat(results.get(0).findings()).isEmpty();
    }

    @Test
    void danglingReferencesAreReportedAtTheirPosition() {
        FitResult result = answers("""
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                spec:
                  resourceClaims:
                  - {name: a, resourceClaimName: nope}
                  containers:
                  - name: main
                    image: x
                    resources: {claims: [{name: b}]}
                """).get(0);

        assertThat(result.answer()).isEqualTo(FitResult.Answer.INVALID);
        assertThat(result.findings())
                .extracting(FitCause::text)
                .containsExactly(
                        "ResourceClaim default/nope is not in the input or the fleet; add it, or fix the name");
        assertThat(result.findings().get(0).field().position().line()).isEqualTo(6);
    }

    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: p}
            spec:
              resourceClaims: [{name: a, resourceClaimName: mine}]
              containers: [{name: main, image: x, resources: {claims: [{name: a}]}}]
            ---
            """;

    @Test
    void allocatedClaimKeepsPodOnItsNodes() {
        FitResult result = answers(POD + allocatedOnSmall("")).get(0);

        assertThat(result.answer()).isEqualTo(FitResult.Answer.FITS);
        assertThat(result.now()).containsExactly("small");
    }

    @ParameterizedTest
    @CsvSource({"3,FITS", "4,BLOCKED"})
    void allocatedClaimOfPodReducesDevicesForOtherClaim(int count, FitResult.Answer answer) {
        FitResult result = answers("""
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                spec:
                  resourceClaims: [{name: a, resourceClaimName: mine}, {name: b, resourceClaimName: more}]
                  containers: [{name: main, image: x, resources: {claims: [{name: a}, {name: b}]}}]
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: more, namespace: default}
                spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu, count: %d}}]}}
                ---
                """.formatted(count) + allocatedOnSmall("")).get(0);

        assertThat(result.answer()).isEqualTo(answer);
    }

    @ParameterizedTest
    @CsvSource({"255,other,FITS", "256,other,BLOCKED", "256,p,FITS"})
    void claimIsSharedUpToConsumerLimit(int consumers, String first, FitResult.Answer answer) {
        String others = IntStream.range(1, consumers)
                .mapToObj(number -> ", {resource: pods, name: other-" + number + ", uid: u-" + number + "}")
                .collect(Collectors.joining());
        FitResult result = answers(POD
                        + allocatedOnSmall(
                                "reservedFor: [{resource: pods, name: " + first + ", uid: u}" + others + "]"))
                .get(0);

        assertThat(result.answer()).isEqualTo(answer);
    }

    private static String allocatedOnSmall(String more) {
        return """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: mine, namespace: default}
                spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}
                status:
                  allocation:
                    devices: {results: [{request: r, driver: gpu.example.com, pool: small, device: gpu-3}]}
                    nodeSelector:
                      nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [small]}]}]
                  %s
                """.formatted(more);
    }
}
