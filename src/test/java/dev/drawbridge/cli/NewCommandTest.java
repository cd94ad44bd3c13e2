package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@code drawbridge new claim}. */
class NewCommandTest extends CommandLineTest {

    private static final String GPU = "gpu.nvidia.com";
    private static final String ALIGN = "resource.kubernetes.io/pcieRoot";

    /** The output of a run. */
    private record Output(int exitCode, String out, String err) {}

    private static Output output(List<String> words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exitCode = Cli.run(
                words.toArray(String[]::new),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        return new Output(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static Output claim(String... words) {
        List<String> all = new ArrayList<>(List.of("new", "claim"));
        for (String word : words) {
            if (!word.isEmpty()) {
                all.addAll(List.of(word.split(" ")));
            }
        }
        return output(all);
    }

    /** 32 combinations for each release. */
    @ParameterizedTest
    @ValueSource(strings = {"1.31", "1.32", "1.33", "1.34", "1.35", "1.36", "1.37"})
    void eachCombinationIsValidInItsRelease(String release) throws IOException {
        for (String count : List.of("", "--count 31")) {
            for (String memory : List.of("", "--memory 40Gi")) {
                for (String with : List.of("", "--with nic.example.com")) {
                    for (String align : List.of("", "--align " + ALIGN)) {
                        for (String template : List.of("", "--template -n ml --name both")) {
                            Output made = claim(
                                    "--kubernetes " + release, "--class " + GPU, count, memory, with, align, template);
                            assertThat(made.exitCode).as(made.err).isZero();
                            Path file = write("claim.yaml", made.out);
                            Output checked = output(List.of("check", "--kubernetes", release, file.toString()));
                            assertThat(checked.exitCode)
                                    .as(made.out + checked.out)
                                    .isZero();
                            assertThat(checked.err).startsWith("1 DRA object checked in 1 file");
                        }
                    }
                }
            }
        }
    }

    @Test
    void claimFitsWhereItSays() throws IOException {
        for (int count : new int[] {1, 8, 9}) {
            for (String memory : List.of("", "--memory 40Gi", "--memory 100Gi")) {
                for (String with : List.of("", "--with " + GPU)) {
                    for (String template : List.of("", "--template")) {
                        boolean fits = count + (with.isEmpty() ? 0 : 1) <= 8 && !memory.contains("100");
                        Output made = claim(
                                "--from model:8xh100:2", "--class " + GPU, "--count " + count, memory, with, template);
                        assertThat(made.exitCode).as(made.err).isEqualTo(fits ? 0 : 1);
                        assertThat(made.err).contains(fits ? "fits now on 2 of 2 nodes" : "never fits");
                        Path file = write("claim.yaml", made.out);
                        assertThat(output(List.of("fit", "--from", "model:8xh100:2", file.toString())).exitCode)
                                .isEqualTo(made.exitCode);
                    }
                }
            }
        }
    }

    @Test
    void proposedSelectorsMatchThatManyDevices() {
        Output made = claim("--from model:mig-a100", "--class mig.nvidia.com");
        Matcher proposals = Pattern.compile("# - cel: # matches (\\d+) devices?\n *# +expression: (.*)\n")
                .matcher(made.out);
        int count = 0;
        for (; proposals.find(); count++) {
            assertThat(output(List.of("fleet", "model:mig-a100", "--where", proposals.group(2))).err)
                    .contains(", " + proposals.group(1) + " devices");
        }
        assertThat(count).isEqualTo(6);
    }

    @Test
    void workloadIsEdited() throws IOException {
        String pods = """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: llm, namespace: ml}
                spec:
                  selector: {matchLabels: {a: b}}
                  template:
                    metadata: {labels: {a: b}}
                    spec:
                      containers:
                      - name: server # of the model
                        image: a
                      - {name: side, image: b}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: one, namespace: other}
                spec:
                  containers:
                  - name: c
                    image: a
                    resources: {claims: [{name: gpu}]}
                  resourceClaims: [{name: gpu, resourceClaimName: mine}]
                """;
        Path file = write("pods.yaml", pods);

        Output made = claim("--for " + file, "--class " + GPU);
        assertThat(made.exitCode).as(made.err).isZero();
        assertThat(made.out)
                .contains("+        resources: {claims: [{name: gpu}]}\n")
                .contains("+      - name: gpu\n+        resourceClaimTemplateName: llm-gpu\n")
                .contains("{name: gpu-2, resourceClaimTemplateName: llm-gpu}")
                .contains("+  namespace: ml\n", "+  namespace: other\n")
                .contains(" # of the model\n");
        assertThat(Files.readString(file)).isEqualTo(pods);
    }

    @Test
    void replicasThatDoNotFitTogetherAreReported() throws IOException {
        Path file = write("three.yaml", """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: llm}
                spec:
                  replicas: 3
                  selector: {matchLabels: {a: b}}
                  template:
                    metadata: {labels: {a: b}}
                    spec:
                      containers: [{name: server, image: a}]
                """);

        Output made = claim("--for " + file, "--class " + GPU, "--count 8", "--from model:8xh100:2");
        assertThat(made.exitCode).isEqualTo(1);
        assertThat(made.err).contains("1 of 3 replicas of Deployment default/llm do not fit at the same time");

        Path quota = write("quota.yaml", """
                apiVersion: v1
                kind: ResourceQuota
                metadata: {name: q, namespace: default}
                spec: {hard: {count/resourceclaims.resource.k8s.io: 2}}
                """);
        Output refused = claim("--for " + file, "--class " + GPU, "--from model:8xh100:3", "--from " + quota);
        assertThat(refused.exitCode).isEqualTo(1);
        assertThat(refused.err)
                .contains("the API server refuses the claims of 1 of 3 replicas of Deployment default/llm: exceeded");
    }

    @Test
    void devicesOfADevicePluginAreMentioned() throws IOException {
        Path file = write("both.yaml", """
                apiVersion: v1
                kind: Pod
                metadata: {name: llm}
                spec:
                  containers:
                  - {name: server, image: a, resources: {limits: {nvidia.com/gpu: 1, example.com/license: 1}}}
                """);

        Output made = claim("--for " + file, "--class " + GPU);
        assertThat(made.exitCode).isZero();
        assertThat(made.err)
                .contains("both.yaml: the pods also request nvidia.com/gpu")
                .doesNotContain("license");
    }

    /** Pods use only templates of their own namespace, which is that of kubectl for both if the file has none. */
    @Test
    void templateIsInTheNamespaceOfThePods() throws IOException {
        String pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: llm}\nspec:\n  containers: [{name: c, image: a}]\n";
        Path file = write("pod.yaml", pod);

        Output made = claim("--for " + file, "--class " + GPU, "-n ml", "--from model:8xh100");
        assertThat(made.exitCode).as(made.err).isZero();
        assertThat(made.out).doesNotContain("namespace");
        assertThat(made.err).contains("Pod ml/llm: fits now");

        Path other = write("other.yaml", pod.replace("llm}", "llm, namespace: q}"));
        Output refused = claim("--for " + other, "--class " + GPU, "-n ml");
        assertThat(refused.exitCode).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err).contains("its pods are in namespace q, not in ml");
        assertThat(claim("--for " + other, "--class " + GPU, "-n q").exitCode).isZero();
    }

    @Test
    void schedulerOfAnotherReleaseIsNamed() {
        assertThat(claim("--class " + GPU, "--kubernetes 1.31", "--from model:8xh100").err)
                .contains("is the answer of the scheduler of Kubernetes 1.37; known are those of 1.34 to 1.38");
        for (String release : List.of("1.35", "1.38")) {
            assertThat(claim("--class " + GPU, "--kubernetes " + release, "--from model:8xh100").err)
                    .doesNotContain("scheduler");
        }
    }

    @Test
    void secondTemplateOfTheNameIsRefused() throws IOException {
        Path file = write("again.yaml", """
                apiVersion: v1
                kind: Pod
                metadata: {name: llm}
                spec:
                  containers: [{name: server, image: a}]
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaimTemplate
                metadata: {name: llm-gpu}
                spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}}
                """);

        Output made = claim("--for " + file, "--class " + GPU);
        assertThat(made.exitCode).isEqualTo(2);
        assertThat(made.err).contains("has the ResourceClaimTemplate llm-gpu already; choose another name with --name");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            new                                               | expected: new claim --class NAME
            new claim                                         | --class is missing, such as --class gpu.nvidia.com
            new claim --from model:8xh100                     | --class is missing; the fleet has gpu.nvidia.com
            new claim --class gpu.nvidia.co --from model:8xh100 | no DeviceClass gpu.nvidia.co; did you mean gpu.nvidia.com?
            new claim --class gpu --count 0                   | --count: must be between 1 and 32, inclusive; found 0
            new claim --class gpu --count 32 --with nic       | a claim has at most 32 devices
            new claim --class gpu --memory 40GB               | --memory: expected a quantity, such as 40Gi; found "40GB"
            new claim --class gpu --align pcieRoot            | --align: "pcieRoot": must include a domain, as resource.kubernetes.io/pcieRoot does
            new claim --class Gpu_1                           | the result would be invalid: spec.devices.requests[0]
            new claim --class gpu --kubernetes 1.30           | claims with device requests need 1.31 or later, not 1.30
            new claim --class dra.cpu --memory 1Gi --from model:cpu-2numa | --memory: the devices of dra.cpu in this fleet have no capacity memory
            new claim --class gpu --for nothing.yaml          | nothing.yaml
            """)
    void errorNamesTheOption(String words, String error) {
        Output refused = output(List.of(words.split(" ")));

        assertThat(refused.exitCode).as(refused.err).isEqualTo(ExitCode.USAGE);
        assertThat(refused.err).contains(error);
        assertThat(refused.out).isEmpty();
    }
}
