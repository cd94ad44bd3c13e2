package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.drawbridge.schema.KubernetesRelease;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of findings about claims of pods and workloads. */
class CheckPodsTest {

    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: train, namespace: ml}
            spec:
              containers:
              - name: train
                resources: {claims: [{name: gpu}]}
            """;

    private static final String TEMPLATE = """
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaimTemplate
            metadata: {name: %s, namespace: %s}
            spec:
              spec:
                devices:
                  requests:
                  - name: device
                    exactly: {deviceClassName: %s}
            """;

    @TempDir
    private Path folder;

    private String err = "";

    private List<String> check(String text, String... options) throws IOException {
        Path file = folder.resolve("a.yaml");
        Files.writeString(file, text);
        List<String> arguments = new ArrayList<>(List.of("check"));
        arguments.addAll(List.of(options));
        arguments.add(file.toString());
        return run(arguments).stream()
                .map(line -> line.replace(file.toString(), "a.yaml"))
                .toList();
    }

    private List<String> run(List<String> arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream notes = new ByteArrayOutputStream();
        Cli.run(
                arguments.toArray(String[]::new),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(notes, true, StandardCharsets.UTF_8));
        err = notes.toString(StandardCharsets.UTF_8);
        return CommandLineTest.joined(out.toString(StandardCharsets.UTF_8))
                .lines()
                .toList();
    }

    @Test
    void containerMustNameAClaimOfItsPod() throws IOException {
        String message = "a.yaml:7:26: error: spec.containers[0].resources.claims[0]: container train uses claim"
                + " \"gpu\", which the pod does not have; ";

        assertThat(check(POD)).singleElement().asString().startsWith(message);
        assertThat(check(POD, "--closed")).singleElement().asString().startsWith(message);
        assertThat(check(POD + "  resourceClaims: [{name: gpus, resourceClaimName: gpu}]\n"))
                .singleElement()
                .asString()
                .startsWith(message);
    }

    @Test
    void workloadWithClaimsThatNoReleaseServesIsRefused() throws IOException {
        String pod = POD + "  resourceClaims: [{name: gpu, resourceClaimName: gpu}]\n";
        String none =
                "a.yaml:1:13: error: apiVersion: no release from 1.27 to " + KubernetesRelease.NEWEST + " serves ";

        assertThat(check(pod.replace("apiVersion: v1\n", "")))
                .singleElement(STRING)
                .startsWith("a.yaml:1:1: error: apiVersion: is missing; set it, such as v1 [");
        assertThat(check(pod.replace("kind: Pod\n", "")))
                .singleElement(STRING)
                .contains("kind: is missing; set it, such as Pod, PodTemplate, ReplicationController [");
        assertThat(check(pod.replace("apiVersion: v1", "apiVersion: batch/v1").replace("kind: Pod\n", "")))
                .singleElement(STRING)
                .contains("kind: is missing; set it, such as Job, CronJob [");
        assertThat(check(pod.replace("v1", "v2").replace("train}", "yes}")))
                .singleElement(STRING)
                .contains("no release from 1.27 to " + KubernetesRelease.NEWEST + " serves v2 Pod; did you mean v1?");
        assertThat(check(pod.replace("kind: Pod", "kind: Pods")))
                .singleElement(STRING)
                .startsWith(none.replace("1:13: error: apiVersion", "2:7: error: kind") + "v1 Pods; did you mean Pod?");
        assertThat(check(pod.replace("kind: Pod", "kind: Deployment")))
                .first(STRING)
                .startsWith(none + "v1 Deployment; did you mean apps/v1? [")
                .contains("[fixable]");
        assertThat(check(pod.replace("kind: Pod", "kind: Deployment").replace("v1", "apps.k8s.io/v1")))
                .first(STRING)
                .startsWith(none + "apps.k8s.io/v1 Deployment; did you mean apps/v1? [")
                .contains("[fixable]");
        assertThat(check(pod.replace("kind: Pod", "kind: Workload").replace("v1", "scheduling.k8s.io/v1")))
                .first(STRING)
                .startsWith(none + "scheduling.k8s.io/v1 Workload; did you mean scheduling.k8s.io/v1beta1? [")
                .doesNotContain("[fixable]");
        assertThat(check(pod.replace("kind: Pod", "kind: Deployment").replace("v1", "apps/v1beta2")))
                .first(STRING)
                .doesNotContain("[fixable]");
    }

    @Test
    void misspelledHeaderIsReadAsItIsMeant() throws IOException {
        String pod = POD + "  resourceClaims: [{name: gpu, resourceClaimName: gpu}]\n";
        String version = "a.yaml:1:1: error: apiversion: unknown field in v1; did you mean apiVersion? [";
        String kind = "a.yaml:2:1: error: Knd: unknown field in v1; did you mean kind? [";

        assertThat(check(pod.replace("apiVersion", "apiversion")))
                .singleElement(STRING)
                .startsWith(version);
        assertThat(check(pod.replace("kind", "Knd"))).singleElement(STRING).startsWith(kind);
        assertThat(check(pod.replace("apiVersion", "apiversion").replace("kind", "Knd")))
                .satisfiesExactly(
                        first -> assertThat(first).startsWith(version).contains("[fixable]"),
                        second -> assertThat(second).startsWith(kind).contains("[fixable]"));
        assertThat(check(pod.replace("kind", "Knd").replace("spec", "spce")))
                .anySatisfy(second -> assertThat(second).contains(":4:1: error: spce: unknown field in v1; did you"))
                .hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        apps/v1  | Deployment  | {podTemplate: TEMPLATE}             | podTemplate: unknown field in apps/v1; did you mean template?
        batch/v1 | CronJob     | {template: TEMPLATE}                | template: unknown field in batch/v1; it belongs in spec.jobTemplate.spec
        batch/v1 | CronJob     | {jobTemplate: {template: TEMPLATE}} | template: unknown field in batch/v1; move it into spec
        v1       | PodTemplate | {template: TEMPLATE}                | spec: unknown field in v1; move it into template
        """)
    void templateInAnotherPlaceIsAnError(String apiVersion, String kind, String spec, String message)
            throws IOException {
        String template =
                "{spec: {containers: [{name: c, image: i}], resourceClaims: [{name: g, resourceClaimName: g}]}}";

        assertThat(check("apiVersion: %s\nkind: %s\nmetadata: {name: a}\nspec: %s\n"
                        .formatted(apiVersion, kind, spec.replace("TEMPLATE", template))))
                .singleElement(STRING)
                .contains(message);
    }

    @Test
    void changeToAVersionThatNoReleaseServesIsRefused() throws IOException {
        String served = """
                apiVersion: batch/v1
                kind: Job
                metadata: {name: train}
                spec:
                  template:
                    spec:
                      containers: [{name: a, image: a, resources: {claims: [{name: gpu}]}}]
                      resourceClaims: [{name: gpu, resourceClaimName: %s}]
                """;
        String unserved = served.replace("batch/v1", "batch/v1beta1");

        assertThat(change(served.formatted("a"), unserved.formatted("a")))
                .singleElement(STRING)
                .contains("serves batch/v1beta1 Job; did you mean batch/v1?");
        assertThat(change(unserved.formatted("a"), unserved.formatted("b"))).isEmpty();
        assertThat(err).contains("1 in the base already");
        assertThat(change(unserved.formatted("a"), served.formatted("b"))).isEmpty();
    }

    private List<String> change(String before, String after) throws IOException {
        Path base = Files.createDirectories(folder.resolve("base"));
        Path head = Files.createDirectories(folder.resolve("head"));
        Files.writeString(base.resolve("b.yaml"), before);
        Files.writeString(head.resolve("b.yaml"), after);
        return run(List.of("check", "--base-dir", base.toString(), "--head-dir", head.toString()));
    }

    @Test
    void valuesWithAKindAndKindsOfOthersAreNotRefused() throws IOException {
        String claims = "resourceClaims: [{name: gpu, resourceClaimName: gpu}]\n";
        assertThat(check("kind: Deployment\n" + claims)).isEmpty();
        assertThat(check("kind: Deployment\nmetadata: {name: a, labels: {}}\n" + claims))
                .isEmpty();
        assertThat(check("kind: Deployment\nmetadata: {labels: {}}\nspec: {" + claims.strip() + "}\n"))
                .isEmpty();
        assertThat(check(POD.replace("apiVersion: v1", "apiVersion: example.com/v1")
                        .replace("kind: Pod", "kind: Pods")))
                .noneSatisfy(line -> assertThat(line).contains("apiVersion"));
        assertThat(check("apiVersion: v1\nkind: Deployment\nmetadata: {name: a}\nspec: {replicas: 1}\n"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{name: gpu, resourceClaimName: a, resourceClaimTemplateName: b}",
                "{name: gpu}",
                "{name: gpu, resourceClaimName: a}, {name: gpu, resourceClaimName: b}",
            })
    void claimOfAPodHasOneNameAndOneSource(String claims) throws IOException {
        assertThat(check(POD + "  resourceClaims: [" + claims + "]\n"))
                .singleElement()
                .asString()
                .contains(" error: spec.resourceClaims[");
    }

    @Test
    void sourceIsDroppedSince131AndThePodIsRefused() throws IOException {
        String pod = POD + "  resourceClaims: [{name: gpu, source: {resourceClaimTemplateName: gpu}}]\n";

        // That resourceClaims[0] has no source of its claim is a consequence.
        assertThat(check(pod))
                .singleElement(STRING)
                .contains("error: spec.resourceClaims[0].source: unknown field in v1; since Kubernetes 1.31");
        assertThat(check(pod, "--kubernetes", "1.30", "--feature-gates", "DynamicResourceAllocation=true"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "raycluster",
                "inferenceservice",
                "virtualmachine",
                "pytorchjob",
                "mpijob",
                "podgroup",
                "workload",
                "nimservice",
                "dynamographdeployment",
                "leaderworkerset",
                "trainjob"
            })
    void everyWorkloadKindRequiresTemplate(String kind) throws IOException {
        String text = Files.readString(Path.of("src/test/resources/workload/" + kind + ".yaml"));

        assertThat(check(text, "--closed"))
                .anySatisfy(line -> assertThat(line)
                        .contains(" error: ")
                        .contains(" default/single-gpu is not in the input; add it, or fix the name ["));
        assertThat(check(text)).noneSatisfy(line -> assertThat(line).contains("is not in the input"));
    }

    @Test
    void podAndTemplateOfNvidiasDemoAreInTwoNamespaces() throws IOException {
        String pod = POD.replace("namespace: ml", "namespace: gpu-test-vfiopci")
                + "  resourceClaims: [{name: gpu, resourceClaimTemplateName: vfiopci-gpu}]\n";

        assertThat(check(pod + TEMPLATE.formatted("vfiopci-gpu", "gpu-test-vfio", "vfio.gpu.nvidia.com")))
                .singleElement()
                .asString()
                .contains(" warning: ")
                .contains("ResourceClaimTemplate gpu-test-vfiopci/vfiopci-gpu is not in the input; it is in namespace"
                        + " gpu-test-vfio (")
                .contains("); a pod can use only objects of its own namespace [");
    }

    @Test
    void claimOfANetworkDriverNeedsNoContainer() throws IOException {
        String pod = """
                apiVersion: v1
                kind: Pod
                metadata: {name: pod, namespace: ml}
                spec:
                  containers: [{name: agnhost}]
                  resourceClaims: [{name: dummy, resourceClaimTemplateName: dummy-interface}]
                """;

        assertThat(check(pod + TEMPLATE.formatted("dummy-interface", "ml", "dra.net")))
                .isEmpty();
        assertThat(check(pod + TEMPLATE.formatted("dummy-interface", "ml", "gpu.nvidia.com")))
                .singleElement()
                .asString()
                .contains("unusedClaim");
    }

    @Test
    void summaryNamesUncheckedPartsOfPods() throws IOException {
        String pod = POD + "  resourceClaims: [{name: gpu, resourceClaimTemplateName: gpu}]\n";
        String claimless = POD.replace("resources: {claims: [{name: gpu}]}", "image: a");

        check(pod);
        assertThat(err).endsWith("no findings; only the claims of pods are checked\n");
        check(claimless);
        assertThat(err).endsWith("1 other document\n");
        check(pod, "--kubernetes", "1.29");
        assertThat(err)
                .startsWith("no DRA objects checked")
                .endsWith("1 other document; pods are not checked for Kubernetes 1.29\n");
        check(claimless, "--kubernetes", "1.29");
        assertThat(err).endsWith("1 other document\n");
        assertThat(check(pod, "--kubernetes", "1.28..1.30"))
                .anySatisfy(line -> assertThat(line).matches("a.yaml:1 Pod ml/train +\\? +\\? +refused *"));
        assertThat(err).endsWith("; only the claims of pods are checked, and not for Kubernetes 1.28, 1.29\n");
        check(pod, "-q");
        assertThat(err).isEmpty();
        assertThat(check(pod, "--kubernetes", "1.29", "-o", "json"))
                .anySatisfy(line -> assertThat(line).contains("\"pods\"").doesNotContain("1"))
                .anySatisfy(line -> assertThat(line).contains("\"podsUnchecked\""));
    }
}
