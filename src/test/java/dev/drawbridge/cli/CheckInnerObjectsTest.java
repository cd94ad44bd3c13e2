package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of objects in others: in values of charts, and in custom kinds that hold manifests. */
class CheckInnerObjectsTest extends CommandLineTest {

    @Test
    void valuesOfHelmReleaseAreCheckedInItsTargetNamespace() throws IOException {
        String file = write("hr.yaml", CheckRepositoriesTest.TEMPLATE + """
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
        String file = write("hr.yaml", CheckRepositoriesTest.TEMPLATE + """
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

    /** In Argo CD and K3s; a text of YAML has its own lines. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Application\nspec:\n  destination: {namespace: lab}\n  source: {helm: {valuesObject: {%s}}}",
                "Application\nspec:\n  destination: {namespace: lab}\n  source:\n"
                        + "    helm:\n      values: |\n        %s",
                "HelmChart\nspec:\n  targetNamespace: lab\n  valuesContent: |-\n    %s"
            })
    void valuesOfOtherToolsAreChecked(String release) throws IOException {
        String file = write(
                        "app.yaml",
                        CheckRepositoriesTest.TEMPLATE
                                + "apiVersion: "
                                + (release.startsWith("Helm") ? "helm.cattle.io/v1" : "argoproj.io/v1alpha1")
                                + "\nmetadata: {name: player, namespace: argocd}\nkind: "
                                + release.formatted(
                                        "resourceClaims: [{name: gpu, resourceClaimTemplateName: ac-claim}]"))
                .toString();

        run("check", file);

        assertThat(out()).contains("lab/ac-claim is not in the input; did you mean acc-claim");
        String lastLine = file + ":" + Files.readString(Path.of(file)).lines().count() + ":";
        assertThat(out()).startsWith(lastLine);
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

        run(
                "check",
                "-v",
                write("o.yaml", CheckRepositoriesTest.TEMPLATE + object).toString());

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
        assertThat(out()).contains("error: " + path + ".kind: is missing; set it, such as ResourceClaim, ");
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
    void mistakesInATextOfValuesAreNotMarkedAsFixable() throws IOException {
        Path file = write("app.yaml", """
                apiVersion: argoproj.io/v1alpha1
                kind: Application
                metadata: {name: drivers, namespace: argocd}
                spec:
                  source:
                    helm:
                      values: |
                        extraObjects:
                        - apiVersion: resource.k8s.io/v1
                          kind: DeviceClass
                          metadata: {name: gpu}
                          spec: {selector: []}
                """);

        run("check", file.toString());

        assertThat(out()).contains("app.yaml:12:18: error: ").doesNotContain("fixable");
    }

    @Test
    void claimOfACompositionIsListedWithHowToRenderIt() throws IOException {
        Path file = write("composition.yaml", """
                apiVersion: apiextensions.crossplane.io/v1
                kind: Composition
                metadata: {name: gpu}
                spec:
                  resources:
                  - base: {spec: {devices: {requests: [{exactly: {deviceClassName: gpu.nvidia.com}}]}}}
                """);

        run("check", file.toString());

        assertThat(err()).contains("crossplane render XR COMPOSITION FUNCTIONS").doesNotContain("podTemplates");
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
        String file = write("app.yaml", CheckRepositoriesTest.TEMPLATE + """
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
    void nameWithPlaceholderInValuesIsNoMistake() throws IOException {
        String file = write("hr.yaml", CheckRepositoriesTest.TEMPLATE + """
                apiVersion: helm.toolkit.fluxcd.io/v2
                kind: HelmRelease
                metadata: {name: player}
                spec: {values: {resourceClaims: [{name: gpu, resourceClaimTemplateName: "${APP}-gpu"}]}}
                """).toString();

        assertThat(run("check", file)).isZero();
        assertThat(out()).isEmpty();
    }

    /** A chart applies such entries as they are; a template of it may complete others. */
    @ParameterizedTest
    @CsvSource({
        "extraObjects, kind: ResourceClaim, '[0].apiVersion: is missing'",
        "extraDeploy, apiVersion: resource.k8s.io/v1, '[0].kind: is missing'",
        "rawResources, kind: DeviceClass, '[0].apiVersion: is missing'",
        "claims, kind: ResourceClaim, ''",
        "extraObjects, apiVersion: v1, ''"
    })
    void entryOfValuesThatIsAppliedAsItIsNeedsVersionAndKind(String list, String has, String error) throws IOException {
        String values = write("values.yaml", """
                %s:
                - %s
                  metadata: {name: a}
                  spec: {devices: {requests: [{name: r, exactly: {deviceClassName: c}}]}}
                """.formatted(list, has)).toString();

        assertThat(run("check", values)).isEqualTo(error.isEmpty() ? ExitCode.CLEAN : ExitCode.FINDINGS);
        assertThat(error.isEmpty() ? err() : out())
                .contains(error.isEmpty() ? "an object needs apiVersion and kind" : error);
    }

    @Test
    void fileOfValuesHasClaimsAndObjects() throws IOException {
        write("a.yaml", CheckRepositoriesTest.TEMPLATE);
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
}
