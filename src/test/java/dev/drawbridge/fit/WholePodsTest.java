package dev.drawbridge.fit;

import static dev.drawbridge.fit.FleetTexts.answer;
import static dev.drawbridge.fit.FleetTexts.lines;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.fit.FitResult.Answer;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests of answers for whole pods, beyond the scheduler's decision for each node. */
class WholePodsTest {

    private static final String FLEET = """
            apiVersion: v1
            kind: Node
            metadata: {name: n1}
            status: {allocatable: {cpu: 8}}
            ---
            apiVersion: v1
            kind: Node
            metadata: {name: n2}
            status: {allocatable: {cpu: 8}}
            ---
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: gpu}
            spec:
              extendedResourceName: example.com/gpu
              selectors: [{cel: {expression: device.driver == "gpu.example.com"}}]
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: s1}
            spec:
              driver: gpu.example.com
              nodeName: n1
              pool: {name: n1, generation: 1, resourceSliceCount: 1}
              devices: [{name: gpu-0}, {name: gpu-1}]
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: s2}
            spec:
              driver: gpu.example.com
              nodeName: n2
              pool: {name: n2, generation: 1, resourceSliceCount: 1}
              devices: [{name: gpu-0}, {name: gpu-1}]
            ---
            """;

    /** A claim that has a device of n1, with the rest of its status. */
    private static String allocated(String rest) {
        return """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: held, namespace: ml, uid: held}
                spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}
                status:
                  allocation:
                    devices: {results: [{request: r, driver: gpu.example.com, pool: n1, device: gpu-0}]}
                    nodeSelector: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [n1]}]}]}
                %s
                ---
                """.formatted(rest);
    }

    private static final String POD_ON_N2 = """
            apiVersion: v1
            kind: Pod
            metadata: {name: p, namespace: ml, uid: p-uid}
            spec:
              nodeSelector: {on: n2}
              resourceClaims: [{name: c, resourceClaimName: held}]
              containers: [{name: main, image: x, resources: {claims: [{name: c}]}}]
            """;

    private static final String N2 = FLEET.replace("{name: n2}\nstatus", "{name: n2, labels: {on: n2}}\nstatus");

    @Test
    void extendedResourcesOfDeploymentCountAsItsClaims() {
        FitResult fits = answer(FLEET, extended("example.com/gpu: 2"));
        FitResult never = answer(FLEET, extended("example.com/gpu: 3"));

        assertThat(fits.answer()).isEqualTo(Answer.FITS);
        assertThat(fits.now()).containsExactly("n1", "n2");
        assertThat(never.answer()).isEqualTo(Answer.NEVER);
        assertThat(lines(never))
                .contains("container \"main\": example.com/gpu: 3 devices of class gpu")
                .contains("at most 2 of them on one node; 3 are needed");
    }

    @Test
    void claimAndExtendedResourceNeedTheirDevicesTogether() {
        String pod = """
                apiVersion: v1
                kind: Pod
                metadata: {name: p, namespace: ml}
                spec:
                  resourceClaims: [{name: c, resourceClaimTemplateName: one}]
                  containers:
                  - name: main
                    image: x
                    resources:
                      limits: {example.com/gpu: %d}
                      claims: [{name: c}]
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaimTemplate
                metadata: {name: one, namespace: ml}
                spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}}
                """;

        assertThat(answer(FLEET, pod.formatted(1)).answer()).isEqualTo(Answer.FITS);
        assertThat(answer(FLEET, pod.formatted(2)).answer()).isEqualTo(Answer.NEVER);
    }

    @Test
    void unprovidedResourceSuggestsNearestName() {
        FitResult result = answer(FLEET, extended("example.com/gpus: 1"));

        assertThat(result.answer()).isEqualTo(Answer.NEVER);
        assertThat(lines(result))
                .contains("no DeviceClass and no device plugin provides example.com/gpus")
                .contains("did you mean example.com/gpu?");
    }

    @Test
    void nodeWithoutStatusMayOfferResource() {
        String fleet = FLEET.replace("status: {allocatable: {cpu: 8}}\n", "");

        assertThat(answer(fleet, extended("example.com/other: 1")).answer()).isEqualTo(Answer.UNKNOWN);
    }

    @Test
    void schedulerDeallocatesOtherwiseUnusedClaim() {
        FitResult result = answer(N2 + allocated(""), POD_ON_N2);

        assertThat(result.answer()).isEqualTo(Answer.BLOCKED);
        assertThat(lines(result)).contains("the scheduler deallocates it and tries again");
    }

    @Test
    void claimOfRunningPodIsFreeAfterPodEnds() {
        FitResult result =
                answer(N2 + allocated("  reservedFor: [{resource: pods, name: other, uid: other}]"), POD_ON_N2);

        assertThat(result.answer()).isEqualTo(Answer.BLOCKED);
        assertThat(lines(result)).contains("they are free when pods/other end");
    }

    @Test
    void claimReferencedTwiceIsNeverBound() {
        String pod = """
                apiVersion: v1
                kind: Pod
                metadata: {name: p, namespace: ml}
                spec:
                  resourceClaims: [{name: a, resourceClaimName: one}, {name: b, resourceClaimName: one}]
                  containers: [{name: main, image: x, resources: {claims: [{name: a}, {name: b}]}}]
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: one, namespace: ml}
                spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}
                """;
        FitResult result = answer(FLEET, pod);

        assertThat(result.answer()).isEqualTo(Answer.NEVER);
        assertThat(lines(result)).contains("binding fails each time");
    }

    @Test
    void missingClassExcludesEveryNode() {
        FitResult result = answer(FLEET, POD_ON_N2.replace("held", "c") + """
                        ---
                        apiVersion: resource.k8s.io/v1
                        kind: ResourceClaim
                        metadata: {name: c, namespace: ml}
                        spec: {devices: {requests: [{name: r, exactly: {deviceClassName: none}}]}}
                        """);

        assertThat(result.answer()).isEqualTo(Answer.NEVER);
        assertThat(lines(result)).contains("DeviceClass none not found");
    }

    /** An older scheduler does not set the time, and a scheduler with binding conditions fails to add it. */
    @Test
    void claimWithoutAllocationTimeIsReservedForNoFurtherPod() {
        String pod = POD_ON_N2.replace("on: n2", "on: n1");
        String fleet = N2.replace("{name: n1}\nstatus", "{name: n1, labels: {on: n1}}\nstatus");
        String timed = allocated("")
                .replace(
                        "    devices: {results",
                        "    allocationTimestamp: \"2026-01-01T00:00:00Z\"\n    devices: {results");
        String used = allocated("  reservedFor: [{resource: pods, name: other, uid: other}]");
        String own = allocated("  reservedFor: [{resource: pods, name: p, uid: p-uid}]");

        FitResult never = answer(fleet + allocated(""), pod);
        FitResult blocked = answer(fleet + used, pod);

        assertThat(never.answer()).isEqualTo(Answer.NEVER);
        assertThat(lines(never)).contains("has no allocationTimestamp").contains("delete the claim");
        assertThat(blocked.answer()).isEqualTo(Answer.BLOCKED);
        assertThat(lines(blocked)).contains("allocated again when pods/other end");
        assertThat(answer(fleet + own, pod).answer()).isEqualTo(Answer.FITS);
        assertThat(answer(fleet + timed, pod).answer()).isEqualTo(Answer.FITS);
        assertThat(answer(fleet + allocated("").replace(", uid: held", ""), pod).answer())
                .isEqualTo(Answer.FITS);
    }

    @Test
    void invalidAmountsAreRefused() {
        String uneven = extended("example.com/gpu: 2}, requests: {example.com/gpu: 1");
        FitResult result = answer(FLEET, uneven);

        assertThat(result.answer()).isEqualTo(Answer.INVALID);
        assertThat(lines(result)).contains("resources.requests: 1: must be equal to limits for an extended resource");
        assertThat(answer(FLEET, extended("example.com/gpu: 1500m")).answer()).isEqualTo(Answer.INVALID);
    }

    /** Ordered by age, the old class keeps its implicit name; ordered by name, it has none. */
    @Test
    void implicitNameOfClassWhoseExplicitNameIsTakenIsNotCertain() {
        String old = """
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                metadata: {name: old, creationTimestamp: "2025-01-01T00:00:00Z"}
                spec: {extendedResourceName: example.com/gpu}
                ---
                """;
        String fleet = FLEET.replace("{name: gpu}", "{name: gpu, creationTimestamp: \"2026-01-01T00:00:00Z\"}");

        FitResult result = answer(fleet + old, extended("deviceclass.resource.kubernetes.io/old: 1"));

        assertThat(result.answer()).isEqualTo(Answer.UNKNOWN);
        assertThat(lines(result)).contains("the scheduler forgets this name when it restarts");
        assertThat(answer(fleet + old, extended("deviceclass.resource.kubernetes.io/old: 9"))
                        .answer())
                .isEqualTo(Answer.NEVER);
        assertThat(answer(fleet + old, extended("example.com/gpu: 1")).answer()).isEqualTo(Answer.FITS);
        assertThat(answer(
                                KubernetesRelease.K8S_1_38,
                                fleet + old,
                                extended("deviceclass.resource.kubernetes.io/old: 1"))
                        .answer())
                .isEqualTo(Answer.FITS);
    }

    @Test
    void invalidTaintRuleLeavesFitUnknown() {
        String rule = """
                apiVersion: resource.k8s.io/v1
                kind: DeviceTaintRule
                metadata: {name: rule}
                spec: {deviceSelector: {pool: n1}, taint: {key: service, effect: NoShedule}}
                ---
                """;
        String claim = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c, namespace: ml}
                spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu%s}}]}}
                """;
        FitResult result = answer(FLEET + rule, claim.formatted(""));

        assertThat(result.answer()).isEqualTo(Answer.UNKNOWN);
        assertThat(lines(result)).contains("DeviceTaintRule rule is invalid").contains("spec.taint.effect");
        assertThat(answer(FLEET + rule, claim.formatted(", tolerations: [{key: service, operator: Exists}]"))
                        .answer())
                .isEqualTo(Answer.FITS);
        assertThat(answer(FLEET + rule, claim.formatted(", count: 9")).answer()).isEqualTo(Answer.NEVER);
    }

    @Test
    void namesOfTemplatesAndRequestsHaveNearOnes() {
        String pod = """
                apiVersion: v1
                kind: Pod
                metadata: {name: p, namespace: ml}
                spec:
                  resourceClaims: [{name: c, resourceClaimTemplateName: trian}, {name: d, resourceClaimTemplateName: train}]
                  containers: [{name: main, image: x, resources: {claims: [{name: c}, {name: d, request: gpus}]}}]
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaimTemplate
                metadata: {name: train, namespace: ml}
                spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}}
                """;

        assertThat(answer(FLEET, pod).findings())
                .extracting(FitCause::text)
                .containsExactly(
                        "ResourceClaimTemplate ml/trian is not in the input or the fleet; did you mean train?",
                        "claim \"d\" has no request named \"gpus\"; did you mean gpu?");
    }

    @Test
    void podWaitsForDeletingClaim() {
        String claim = allocated("").replace("uid: held", "uid: held, deletionTimestamp: \"2026-01-01T00:00:00Z\"");

        assertThat(answer(N2 + claim, POD_ON_N2).answer()).isEqualTo(Answer.BLOCKED);
    }

    @Test
    void driversOfNodeResourcesAreNamedIfTheirGateIsOn() {
        String fleet = FLEET.replace("{name: gpu-0}", "{name: gpu-0, nodeAllocatableResources: {cpu: {mapping: {}}}}");
        KubernetesRelease release = KubernetesRelease.K8S_1_37;

        assertThat(new Fit(FleetTexts.fleet(fleet), release, GateSettings.ALL.in(release), Duration.ofSeconds(1))
                        .driversOfNodeResources())
                .containsExactly("gpu.example.com");
        assertThat(new Fit(FleetTexts.fleet(fleet), release, GateSettings.DEFAULTS.in(release), Duration.ofSeconds(1))
                        .driversOfNodeResources())
                .isEmpty();
    }

    private static String extended(String limits) {
        return """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: train, namespace: ml}
                spec:
                  template:
                    spec:
                      containers: [{name: main, image: x, resources: {limits: {%s}}}]
                """.formatted(limits);
    }

    @Test
    void claimOfExtendedResourcesOfBoundPodIsNotLeftBehind() {
        String claim = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata:
                  name: made
                  namespace: ml
                  uid: made
                  annotations: {resource.kubernetes.io/extended-resource-claim: "true"}
                  ownerReferences: [{apiVersion: v1, kind: Pod, name: p, uid: u, controller: true}]
                spec: {devices: {requests: [{name: container-0-request-0, exactly: {deviceClassName: gpu, count: 2}}]}}
                status:
                  allocation:
                    devices:
                      results:
                      - {request: container-0-request-0, driver: gpu.example.com, pool: n1, device: gpu-0}
                      - {request: container-0-request-0, driver: gpu.example.com, pool: n1, device: gpu-1}
                ---
                """;
        String pod = """
                apiVersion: v1
                kind: Pod
                metadata: {name: p, namespace: ml, uid: u}
                spec:
                  %s
                  containers: [{name: main, image: x, resources: {limits: {example.com/gpu: 2}}}]
                status: {extendedResourceClaimStatus: {resourceClaimName: made}}
                """;

        assertThat(answer(FLEET + claim, pod.formatted("nodeName: n1")).answer())
                .isEqualTo(Answer.FITS);
        assertThat(answer(FLEET + claim, pod.formatted("terminationGracePeriodSeconds: 1"))
                        .answer())
                .isEqualTo(Answer.BLOCKED);
    }
}
