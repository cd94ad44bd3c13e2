package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of claims where repositories have them: operators' own kinds, kustomizations, workflows. */
class CheckRepositoriesTest extends CommandLineTest {

    static final String TEMPLATE = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaimTemplate
            metadata: {name: acc-claim, namespace: lab}
            spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com}}]}}}
            ---
            """;

    @Test
    void claimsOutsideThePodOfAWorkloadAreListed() throws IOException {
        Path file = write("pod.yaml", """
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                content:
                - pod: {resourceClaims: [{name: gpu, resourceClaimName: gpu}]}
                """);

        run("check", file.toString());

        assertThat(out()).isEmpty();
        assertThat(err()).contains("Pod default/p: content[0].pod.resourceClaims has claims that are not checked");
    }

    @Test
    void misspelledSpecWithClaimsIsUnknown() throws IOException {
        Path file = write("pod.yaml", """
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                specs:
                  resourceClaims: [{name: gpu, resourceClaimName: gpu}]
                """);

        assertThat(run("check", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("specs: unknown field in v1; did you mean spec?");
    }

    @Test
    void encryptedObjectIsNotChecked() throws IOException {
        String file = write("a.yaml", """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: a}
                spec: {devices: {requests: [{name: "ENC[AES256_GCM,data:a,iv:b,tag:c,type:str]"}]}}
                sops: {mac: "ENC[AES256_GCM,data:a,iv:b,tag:c,type:str]", version: 3.9.0}
                """).toString();

        assertThat(run("check", file)).isZero();
        assertThat(err()).contains("a.yaml:1:1: ResourceClaim default/a is encrypted by SOPS\n");
    }

    @Test
    void claimsOfWorkflowTemplateReplaceThoseOfWorkflow() throws IOException {
        String file = write("w.yaml", """
                apiVersion: argoproj.io/v1alpha1
                kind: Workflow
                metadata: {generateName: w-, namespace: lab}
                spec:
                  entrypoint: main
                  resourceClaims: [{name: a, resourceClaimTemplateName: t}]
                  templates:
                  - {name: main, script: {image: x, resources: {claims: [{name: a}]}}}
                  - name: own
                    resourceClaims: [{name: b, resourceClaimTemplateName: t}]
                    sidecars: [{name: s, resources: {claims: [{name: a}, {name: b}]}}]
                """).toString();

        run("check", file);

        assertThat(out().lines())
                .singleElement()
                .asString()
                .contains("spec.templates[1].sidecars[0].resources.claims[0].name: must be one of", ": b [");
    }

    @Test
    void patchOfWorkflowMayAddClaims() throws IOException {
        String file = write("w.yaml", """
                apiVersion: argoproj.io/v1alpha1
                kind: Workflow
                metadata: {generateName: w-, namespace: lab}
                spec:
                  resourceClaims: [{name: a, resourceClaimTemplateName: t}]
                  templates:
                  - name: main
                    podSpecPatch: '{"resourceClaims": [{"name": "b", "resourceClaimTemplateName": "t"}]}'
                    container: {image: x, resources: {claims: [{name: b}]}}
                """).toString();

        assertThat(run("check", file)).isZero();
        assertThat(out()).isEmpty();
    }

    @Test
    void computeDomainCreatesItsTemplate() throws IOException {
        String domain = """
                apiVersion: resource.nvidia.com/v1beta1
                kind: ComputeDomain
                metadata: {name: dom, namespace: lab}
                spec: {numNodes: 0, channel: {resourceClaimTemplate: {name: dom-channel}}}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: p, namespace: lab}
                spec:
                  containers: [{name: c, image: x, resources: {claims: [{name: ch, request: %s}]}}]
                  resourceClaims: [{name: ch, resourceClaimTemplateName: %s}]
                """;
        String right =
                write("right.yaml", domain.formatted("channel", "dom-channel")).toString();
        String typo =
                write("typo.yaml", domain.formatted("channel", "dom-chanel")).toString();
        String request =
                write("request.yaml", domain.formatted("chanel", "dom-channel")).toString();

        assertThat(run("check", "--closed", right)).isZero();
        assertThat(out()).isEmpty();
        run("check", typo);
        assertThat(out()).contains("did you mean dom-channel (created by ComputeDomain dom, ");
        run("check", request);
        assertThat(out()).contains("has no request chanel; did you mean channel?");
        run("fit", "--fleet", "model:gb200-nvl72", right);
        assertThat(out()).contains("Pod lab/p: fits now on 18 of 18 nodes");
    }

    @Test
    void namespaceOfKustomizationIsTheObjects() throws IOException {
        for (String inner : List.of("ns", "apps", "other")) {
            Files.createDirectory(folder.resolve(inner));
        }
        write("ns/kustomization.yaml", """
                apiVersion: kustomize.config.k8s.io/v1alpha1
                kind: Component
                resources: [namespace.yaml]
                """);
        write("ns/namespace.yaml", """
                apiVersion: v1
                kind: Namespace
                metadata: {name: not-used, labels: {resource.kubernetes.io/admin-access: "true"}}
                """);
        String claim = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaimTemplate
                metadata: {name: share}
                spec: {spec: {devices: {requests: [{name: g, exactly: {deviceClassName: c.test, adminAccess: true, allocationMode: All}}]}}}
                """;
        write("apps/claim.yaml", claim);
        write("other/claim.yaml", claim);
        String root =
                write("apps/kustomization.yaml", """
                apiVersion: kustomize.config.k8s.io/v1beta1
                kind: Kustomization
                namespace: lab
                components: [../ns]
                resources: [claim.yaml]
                """).getParent().getParent().toString();

        run("check", "-v", root);

        assertThat(out()).contains("apps/claim.yaml:1: ok: ResourceClaimTemplate lab/share");
        assertThat(out().lines().filter(line -> line.contains("warning")))
                .singleElement()
                .asString()
                .contains("other/claim.yaml:4:", "(ResourceClaimTemplate default/share)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "patches: [{patch: \"[{op: add, path: /spec/containers/0/resources/claims, value: []}]\"}]",
                "patches:\n- patch: |-\n    spec: {containers: [{name: c, resources: {claims: []}}]}",
                "patchesStrategicMerge:\n- |-\n  spec: {template: {spec: {resourceClaims: []}}}",
                "patches:\n- target: {kind: ResourceClaim}\n  patch: |-\n    [{op: remove, path: /spec/a}]",
                "patches:\n- target: {group: resource.k8s.io, name: a}\n  patch: '[]'",
                "patches: [{target: {name: a}, patch: '[{op: remove, path: /spec/spec/devices/config}]'}]",
                "patches:\n- patch: |-\n    apiVersion: resource.k8s.io/v1\n    kind: DeviceClass\n    spec: {}"
            })
    void inlinePatchOfClaimsIsNamed(String patch) throws IOException {
        String folder =
                write("kustomization.yaml", """
                apiVersion: kustomize.config.k8s.io/v1beta1
                kind: Kustomization
                resources: [d.yaml]
                """ + patch + "\n").getParent().toString();

        assertThat(run("check", "--strict", folder)).isEqualTo(ExitCode.FINDINGS);
        assertThat(err()).contains("has claims that are not checked; to check them: --kustomize " + folder);
        write("kustomization.yaml", patch + "\n");

        assertThat(run("check", "--strict", folder)).isEqualTo(ExitCode.FINDINGS);
        assertThat(err()).contains("are not checked; to check them: --kustomize " + folder);
    }

    /** kustomize has no field about claims among its references of names. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            namePrefix: a-                                                                        | 1
            nameSuffix: -a                                                                        | 1
            {namePrefix: a-, patches: [{patch: "[{op: replace, path: /spec/replicas, value: 2}]", target: {kind: Pod}}]} | 1
            {namePrefix: a-, patches: [{patch: "[{op: add, path: /spec/resourceClaims/0}]", target: {kind: Pod}}]}     | 0
            {namePrefix: a-, patches: [{path: p.yaml}]}                                           | 0
            {namePrefix: a-, configurations: [names.yaml]}                                        | 0
            {namePrefix: ''}                                                                      | 0
            """)
    void kustomizationThatRenamesObjectsLeavesTheirReferences(String text, int warnings) throws IOException {
        String plain = text.startsWith("{") ? text.substring(1, text.length() - 1) : text;
        String overlay = "{" + plain + ", resources: [base]}\n";
        Files.createDirectories(folder.resolve("base"));
        write("base/kustomization.yaml", "resources: [t.yaml, pod.yaml]\n");
        write("base/t.yaml", TEMPLATE.replace(", namespace: lab", ""));
        write("base/pod.yaml", """
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                spec:
                  resourceClaims: [{name: g, resourceClaimTemplateName: acc-claim}]
                  containers: [{name: c, image: a, resources: {claims: [{name: g}]}}]
                """);
        write("kustomization.yaml", overlay);
        write("other.yaml", "a: b\n");

        assertThat(run("check", folder.toString())).isZero();
        assertThat(out().lines().filter(line -> line.contains("kustomization.yaml renames ResourceClaimTemplate ")))
                .hasSize(warnings);
        write("base/kustomization.yaml", "{resources: [t.yaml, pod.yaml], configurations: [names.yaml]}\n");
        assertThat(run("check", folder.toString())).isZero();
        assertThat(out().lines().filter(line -> line.contains(" renames "))).hasSize(warnings);
    }

    /** Nobody can build a component alone. */
    @Test
    void patchOfAComponentIsCheckedWithAnOverlay() throws IOException {
        write("p.yaml", "kind: ResourceClaim\n");
        String folder = write("kustomization.yaml", """
                apiVersion: kustomize.config.k8s.io/v1alpha1
                kind: Component
                patches:
                - path: p.yaml
                - {target: {kind: ResourceClaim}, patch: '[]'}
                """).getParent().toString();

        assertThat(run("check", folder)).isZero();
        assertThat(err())
                .contains("patches[1].patch has claims that are not checked; to check them:"
                        + " --kustomize DIR, with a kustomization that has this component")
                .contains("p.yaml: patch of a kustomization; to check it: --kustomize DIR, with ");
    }

    @ParameterizedTest
    @CsvSource({"2, 1, 1", "1, 1, 0", "1, 2, 2"})
    void claimForOnePodIsNotShared(int replicas, int workloads, int findings) throws IOException {
        StringBuilder text = new StringBuilder("""
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: cpus, namespace: lab}
                spec: {devices: {requests: [{name: cpu, exactly: {deviceClassName: dra.cpu}}]}}
                """);
        for (int i = 0; i < workloads; i++) {
            text.append(deployment("d" + i, replicas, "resourceClaimName: cpus"));
        }
        String file = write("m.yaml", text.toString()).toString();

        run("check", file);

        assertThat(out().lines().filter(line -> line.contains("notShareable"))).hasSize(findings);
    }

    /** Two examples of a folder, each with its claim of the same name (dra-driver-cpu, hack/examples). */
    @Test
    void claimOfItsOwnFileIsNotShared() throws IOException {
        String claim = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: cpus, namespace: lab}
                spec: {devices: {requests: [{name: cpu, exactly: {deviceClassName: dra.cpu}}]}}
                """;
        write("a.yaml", claim + deployment("a", 1, "resourceClaimName: cpus"));
        Path second = write("b.yaml", claim + deployment("b", 1, "resourceClaimName: cpus"));

        run("check", second.getParent().toString());

        assertThat(out()).doesNotContain("notShareable");
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "1, 0"})
    void templateSharesNothingBetweenPods(int replicas, int findings) throws IOException {
        String file = write("ts.yaml", """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaimTemplate
                metadata: {name: ts, namespace: lab}
                spec:
                  spec:
                    devices:
                      requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com}}]
                      config:
                      - opaque:
                          driver: gpu.nvidia.com
                          parameters: {apiVersion: resource.nvidia.com/v1beta1, kind: GpuConfig, sharing: {strategy: MPS}}
                """ + deployment("d", replicas, "resourceClaimTemplateName: ts"))
                .toString();

        run("check", "--driver-gates", "gpu.nvidia.com:MPSSupport=true", file);

        assertThat(out().lines().filter(line -> line.contains("sharingByTemplate")))
                .hasSize(findings);
    }

    private static String deployment(String name, int replicas, String claim) {
        return """
                ---
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: %s, namespace: lab}
                spec:
                  replicas: %d
                  selector: {matchLabels: {a: b}}
                  template:
                    metadata: {labels: {a: b}}
                    spec:
                      containers: [{name: c, image: x, resources: {claims: [{name: acc}]}}]
                      resourceClaims: [{name: acc, %s}]
                """.formatted(name, replicas, claim);
    }

    @Test
    void manySkippedObjectsAreOneLineForEachReason() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 30; i++) {
            text.append("apiVersion: resource.k8s.io/v1\nkind: ResourceClaimTemplate\nmetadata: {name: \"${A")
                    .append(i)
                    .append("}\"}\n---\n");
        }
        text.append("apiVersion: example.com/v1\nkind: A\nspec: {gpu: {resources: {claims: [{name: a}]}}}\n");
        String file = write("a.yaml", text.toString()).toString();

        run("check", file);

        assertThat(err().lines()).hasSize(3);
        assertThat(err())
                .contains("has the placeholder ${A0}; set it with --set, or render it first (and 29 more; all with")
                .contains("; 31 not checked: 30 with placeholders (--set NAME=VALUE), 1 in places without rules");
        run("check", "-v", file);
        assertThat(err().lines()).hasSizeGreaterThan(31);
    }
}
