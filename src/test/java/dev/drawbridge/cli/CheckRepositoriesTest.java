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

/** Tests of claims where repositories have them: values of charts, operators' own kinds, kustomizations. */
class CheckRepositoriesTest extends CommandLineTest {

    private static final String TEMPLATE = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaimTemplate
            metadata: {name: acc-claim, namespace: lab}
            spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com}}]}}}
            ---
            """;

    @Test
    void valuesOfHelmReleaseAreCheckedInItsTargetNamespace() throws IOException {
        String file = write("hr.yaml", TEMPLATE + """
                apiVersion: helm.toolkit.fluxcd.io/v2
                kind: HelmRelease
                metadata: {name: player, namespace: flux-system}
                spec:
                  targetNamespace: lab
                  values:
                    defaultPodOptions: {resourceClaims: [{name: gpu, resourceClaimTemplateName: ac-claim}]}
                    controllers:
                      player:
                        pod: {resourceClaims: [{name: own, resourceClaimTemplateName: acc-claim}]}
                        containers:
                          app: {resources: {claims: [{name: gpux}, {name: own, request: gpus}]}}
                    ingress: {host: "player.${SECRET_DOMAIN}"}
                """).toString();

        run("check", file);

        assertThat(out().lines())
                .satisfiesExactlyInAnyOrder(
                        line -> assertThat(line)
                                .contains("hr.yaml:12:81: warning: spec.values.defaultPodOptions.resourceClaims[0].")
                                .contains("ResourceClaimTemplate lab/ac-claim is not in the input; did you mean"),
                        line -> assertThat(line)
                                .contains("app.resources.claims[0].name: must be one of the names in resourceClaims of"
                                        + " this object: gpu, own"),
                        line -> assertThat(line).contains("has no request gpus; did you mean gpu?"));
    }

    @Test
    void controllersOfAReleaseHaveClaimsOfTheirOwn() throws IOException {
        String file = write("hr.yaml", TEMPLATE + """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaimTemplate
                metadata: {name: other, namespace: lab}
                spec: {spec: {devices: {requests: [{name: nic, exactly: {deviceClassName: gpu.nvidia.com}}]}}}
                ---
                apiVersion: helm.toolkit.fluxcd.io/v2
                kind: HelmRelease
                metadata: {name: player, namespace: lab}
                spec:
                  values:
                    controllers:
                      a:
                        pod: {resourceClaims: [{name: acc, resourceClaimTemplateName: acc-claim}]}
                        containers: {app: {resources: {claims: [{name: acc, request: gpu}]}}}
                      b:
                        pod: {resourceClaims: [{name: acc, resourceClaimTemplateName: other}]}
                        containers: {app: {resources: {claims: [{name: acc, request: nic}]}}}
                """).toString();

        assertThat(run("check", file)).isZero();
        assertThat(out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "helm: {valuesObject: {resourceClaims: [{name: gpu, resourceClaimTemplateName: ac-claim}]}}",
                "helm:\n      values: |\n        resourceClaims:\n"
                        + "        - {name: gpu, resourceClaimTemplateName: ac-claim}"
            })
    void valuesOfApplicationAreChecked(String helm) throws IOException {
        String file = write("app.yaml", TEMPLATE + """
                apiVersion: argoproj.io/v1alpha1
                kind: Application
                metadata: {name: player, namespace: argocd}
                spec:
                  destination: {namespace: lab}
                  source:
                    %s
                """.formatted(helm)).toString();

        run("check", file);

        assertThat(out()).contains("lab/ac-claim is not in the input; did you mean acc-claim");
        if (helm.contains("|")) {
            assertThat(out()).contains("app.yaml:15:50: warning: spec.source.helm.values.resourceClaims[0].");
        }
    }

    /** OpenShift, Open Cluster Management and Crossplane: what is in such an object is applied as it is. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "template.openshift.io/v1, kind: Template, objects: [%s]",
                "work.open-cluster-management.io/v1, kind: ManifestWork, spec: {workload: {manifests: [%s]}}",
                "kubernetes.crossplane.io/v1alpha2, kind: Object, spec: {forProvider: {manifests: [%s]}}"
            })
    void manifestsInCustomKindsAreChecked(String outer) throws IOException {
        String inner = """
                {apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c, namespace: lab},
                 spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: Bad_Class}}]}}},
                {apiVersion: v1, kind: Pod, metadata: {name: p, namespace: lab}, spec:
                 {resourceClaims: [{name: gpu, resourceClaimTemplateName: acc-claim}],
                 containers: [{name: a, image: a, resources: {claims: [{name: gpu}]}}]}},
                {apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: "${NAME}"}, spec: {}}
                """;
        String object = "{apiVersion: " + outer.formatted("\n" + inner) + ", metadata: {name: x, namespace: hub}}\n";

        run("check", "-v", write("o.yaml", TEMPLATE + object).toString());

        assertThat(out().lines().filter(line -> !line.contains(": ok: ")))
                .singleElement()
                .asString()
                .contains("deviceClassName: \"Bad_Class\"")
                .endsWith("(ResourceClaim lab/c)");
        assertThat(err()).contains("has the placeholder ${NAME}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            work.open-cluster-management.io/v1  | ManifestWork  | spec: {workload: {manifests: [OBJECT]}}   | spec.workload.manifests[0]
            kubernetes.crossplane.io/v1alpha2   | Object        | spec: {forProvider: {manifest: OBJECT}}   | spec.forProvider.manifest
            kro.run/v1alpha1                    | ResourceGraphDefinition | spec: {resources: [{id: a, template: OBJECT}]} | spec.resources[0].template
            """)
    void manifestInAWrapperHasATypeOrAMistake(String apiVersion, String kind, String spec, String path)
            throws IOException {
        String inner =
                "{metadata: {name: c}, TYPE, spec: {devices: {requests: [{name: g, exactly: {deviceClassName: g}}]}}}";
        String outer = "{apiVersion: " + apiVersion + ", kind: " + kind + ", metadata: {name: x}, " + spec + "}\n";
        String object = outer.replace("OBJECT", inner);

        run(
                "check",
                write("a.yaml", object.replace("TYPE", "apiVersion: resource.k8s.io/v1"))
                        .toString());
        assertThat(out()).contains("error: " + path + ".kind: is missing; set it, such as ResourceClaim [");
        run(
                "check",
                write("b.yaml", object.replace("TYPE", "kind: ResourceClaim")).toString());
        assertThat(out()).contains("error: " + path + ".apiVersion: is missing; set it, such as resource.k8s.io/v1 [");
    }

    @Test
    void claimsOfGroveAreChecked() throws IOException {
        Path file = write("grove.yaml", """
                apiVersion: grove.io/v1alpha1
                kind: PodCliqueSet
                metadata: {name: g, namespace: ml}
                spec:
                  template:
                    resourceClaimTemplates:
                    - name: gpu
                      templateSpec:
                        metadata: {labels: {a: b}}
                        spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com, counts: 2}}]}}
                """);

        run("check", "-v", file.toString());

        assertThat(out())
                .contains(
                        "spec.template.resourceClaimTemplates[0].templateSpec.spec.devices.requests[0].exactly.counts:"
                                + " unknown field",
                        "(ResourceClaim ml/gpu-)")
                .containsOnlyOnce("error");
    }

    @Test
    void claimsOutsideThePodOfAWorkloadAreListed() throws IOException {
        Path file = write("pod.yaml", """
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                specs:
                  resourceClaims: [{name: gpu, resourceClaimName: gpu}]
                """);

        run("check", file.toString());

        assertThat(out()).isEmpty();
        assertThat(err()).contains("Pod default/p: specs.resourceClaims has claims that are not checked");
    }

    @Test
    void claimOfAReleaseIsCheckedOnceInItsValues() throws IOException {
        Path file = write("release.yaml", """
                apiVersion: helm.toolkit.fluxcd.io/v2
                kind: HelmRelease
                metadata: {name: r, namespace: flux-system}
                spec:
                  targetNamespace: ml
                  values:
                    extraObjects:
                    - apiVersion: resource.k8s.io/v1
                      kind: ResourceClaim
                      metadata: {name: gpu}
                      spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com}}]}}
                """);

        run("check", file.toString());

        assertThat(err()).contains("1 DRA object checked").doesNotContain("has claims that are not checked");
    }

    @Test
    void chartOfApplicationSetIsInTheNamespaceOfItsTemplate() throws IOException {
        String file = write("app.yaml", TEMPLATE + """
                apiVersion: argoproj.io/v1alpha1
                kind: ApplicationSet
                metadata: {name: player, namespace: argocd}
                spec:
                  template:
                    spec:
                      destination: {namespace: lab}
                      source: {helm: {valuesObject: {resourceClaims: [{name: a, resourceClaimTemplateName: acc-claim}]}}}
                """).toString();

        assertThat(run("check", file)).isZero();
        assertThat(out()).isEmpty();
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
    void nameWithPlaceholderInValuesIsNoMistake() throws IOException {
        String file = write("hr.yaml", TEMPLATE + """
                apiVersion: helm.toolkit.fluxcd.io/v2
                kind: HelmRelease
                metadata: {name: player}
                spec: {values: {resourceClaims: [{name: gpu, resourceClaimTemplateName: "${APP}-gpu"}]}}
                """).toString();

        assertThat(run("check", file)).isZero();
        assertThat(out()).isEmpty();
    }

    @Test
    void fileOfValuesHasClaimsAndObjects() throws IOException {
        write("a.yaml", TEMPLATE);
        String values = write("values.yaml", """
                worker:
                  resourceClaims: [{name: gpu, resourceClaimTemplateName: ac-claim}]
                  resources: {claims: [{name: gpux}]}
                extraObjects:
                - apiVersion: resource.k8s.io/v1
                  kind: ResourceClaimTemplate
                  metadata: {name: share}
                  spec: {spec: {devices: {requests: [{name: g, exactly: {deviceClassNam: gpu.intel.com}}]}}}
                """).getParent().toString();

        run("check", values);

        assertThat(out())
                .contains("values.yaml:2:59: warning: worker.resourceClaims[0].resourceClaimTemplateName: ")
                .contains("values.yaml:3:31: warning: worker.resources.claims[0].name: must be one of")
                .contains("extraObjects[0].spec.spec.devices.requests[0].exactly.deviceClassNam: unknown field");
    }

    @Test
    void objectInValuesIsInTheNamespaceOfTheRelease() throws IOException {
        String file = write("hr.yaml", """
                apiVersion: v1
                kind: Namespace
                metadata: {name: lab, labels: {resource.kubernetes.io/admin-access: "true"}}
                ---
                apiVersion: helm.toolkit.fluxcd.io/v2
                kind: HelmRelease
                metadata: {name: player, namespace: flux-system}
                spec:
                  targetNamespace: lab
                  values:
                    extraObjects:
                    - apiVersion: resource.k8s.io/v1
                      kind: ResourceClaimTemplate
                      metadata: {name: share}
                      spec:
                        spec:
                          devices:
                            requests:
                            - name: g
                              exactly: {deviceClassName: gpu.intel.com, adminAccess: true, allocationMode: All}
                """).toString();

        assertThat(run("check", file)).isZero();
        assertThat(out()).isEmpty();
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
                "patchesStrategicMerge:\n- |-\n  spec: {template: {spec: {resourceClaims: []}}}"
            })
    void inlinePatchOfClaimsIsNamed(String patch) throws IOException {
        String folder =
                write("kustomization.yaml", """
                apiVersion: kustomize.config.k8s.io/v1beta1
                kind: Kustomization
                resources: [d.yaml]
                """ + patch + "\n").getParent().toString();

        assertThat(run("check", "--strict", folder)).isEqualTo(ExitCode.FINDINGS);
        assertThat(err()).contains("has claims that are not checked; to check them: drawbridge check --kustomize ");
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
