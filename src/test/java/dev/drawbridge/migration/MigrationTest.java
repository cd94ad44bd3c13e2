package dev.drawbridge.migration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.Scheme;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MigrationTest {

    private static final String V1 = "resource.k8s.io/v1";

    private static final String CLAIM = """
            # a claim, as people write it
            apiVersion: resource.k8s.io/v1beta1
            kind: ResourceClaim
            metadata:
              name: gpu
            spec:
              devices:
                requests:
                - name: a   # the one
                  # its class
                  deviceClassName: gpu.example.com
                  selectors:
                  - cel:
                      expression: |-
                        device.driver == "gpu.example.com"

                        && true
                  count: 2  # two
                  # tolerations: []
                # the other
                - {name: b, deviceClassName: gpu.example.com} # short
            """;

    private static final String MIGRATED_CLAIM = """
            # a claim, as people write it
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata:
              name: gpu
            spec:
              devices:
                requests:
                - name: a   # the one
                  exactly:
                    # its class
                    deviceClassName: gpu.example.com
                    selectors:
                    - cel:
                        expression: |-
                          device.driver == "gpu.example.com"

                          && true
                    count: 2  # two
                    # tolerations: []
                # the other
                - {name: b, exactly: {deviceClassName: gpu.example.com}} # short
            """;

    @Test
    void fieldsMoveIntoTheirLevelWithTheirComments() {
        assertThat(migrated(CLAIM).text()).isEqualTo(MIGRATED_CLAIM);
    }

    @Test
    void fieldsBehindAMovedFirstOneKeepTheirTextAndComments() {
        assertThat(migrated("""
                apiVersion: resource.k8s.io/v1beta1
                kind: ResourceClaim
                metadata: {name: c}
                spec:
                  devices:
                    requests:
                    - deviceClassName: gpu
                      name: 0x10 # the one
                """).text()).isEqualTo("""
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c}
                spec:
                  devices:
                    requests:
                    - exactly:
                        deviceClassName: gpu
                      name: 0x10 # the one
                """);
    }

    @Test
    void lineEndsAndByteOrderMarkStay() {
        String windows = "\ufeff" + CLAIM.replace("\n", "\r\n");

        assertThat(migrated(windows).text()).isEqualTo("\ufeff" + MIGRATED_CLAIM.replace("\n", "\r\n"));
    }

    @Test
    void secondMigrationChangesNothing() {
        Migrated again = migrated(MIGRATED_CLAIM);

        assertThat(again.objects()).isEmpty();
        assertThat(again.edits()).isEmpty();
        assertThat(again.text()).isEqualTo(MIGRATED_CLAIM);
    }

    @Test
    void removedLevelKeepsFieldsAndComments() {
        Migrated migrated = migrated("""
                apiVersion: resource.k8s.io/v1alpha3
                kind: ResourceSlice
                metadata: {name: s}
                spec:
                    driver: gpu.example.com
                    nodeName: n
                    pool: {name: n, generation: 1, resourceSliceCount: 1}
                    devices:
                    - name: a
                      basic: # what it has
                          # memory
                          capacity:
                              memory: 40Gi # all of it
                    - basic: &b
                          attributes: {model: {string: "x"}}
                          capacity: {memory: 1}
                      name: b
                    - name: c
                      basic: *b
                """);

        assertThat(migrated.text()).isEqualTo("""
                        apiVersion: resource.k8s.io/v1
                        kind: ResourceSlice
                        metadata: {name: s}
                        spec:
                            driver: gpu.example.com
                            nodeName: n
                            pool: {name: n, generation: 1, resourceSliceCount: 1}
                            devices:
                            - name: a
                              # what it has
                              # memory
                              capacity:
                                  memory:
                                      value: 40Gi # all of it
                            - attributes: {model: {string: "x"}}
                              capacity: {memory: {value: 1}}
                              name: b
                            - name: c
                              attributes: {model: {string: "x"}}
                              capacity: {memory: {value: 1}}
                        """);
    }

    @Test
    void jsonKeepsItsLayout() {
        Migrated migrated = migrated("""
                {
                  "apiVersion": "resource.k8s.io/v1beta1",
                  "kind": "ResourceClaim",
                  "metadata": {"name": "gpu", "annotations": {"a": "b\\/c"}},
                  "spec": {"devices": {"requests": [
                    {
                      "name": "a",
                      "deviceClassName": "gpu.example.com",
                      "count": 2
                    },
                    {"name":"b","deviceClassName":"gpu.example.com"}
                  ]}}
                }
                """);

        assertThat(migrated.text()).isEqualTo("""
                        {
                          "apiVersion": "resource.k8s.io/v1",
                          "kind": "ResourceClaim",
                          "metadata": {"name": "gpu", "annotations": {"a": "b\\/c"}},
                          "spec": {"devices": {"requests": [
                            {
                              "name": "a",
                              "exactly": {
                                "deviceClassName": "gpu.example.com",
                                "count": 2
                              }
                            },
                            {"name":"b","exactly":{"deviceClassName":"gpu.example.com"}}
                          ]}}
                        }
                        """);
    }

    @Test
    void changesOnlyObjectsOfGroup() {
        String other = """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: d}   # resource.k8s.io/v1beta1
                spec: {a: 1, a: 2}
                """;

        Migrated migrated = migrated(other + "---\n" + CLAIM + "---\n" + other);

        assertThat(migrated.text()).isEqualTo(other + "---\n" + MIGRATED_CLAIM + "---\n" + other);
        assertThat(migrated.objects()).hasSize(1);
        assertThat(migrated.objects().get(0).line()).isEqualTo(7);
    }

    @Test
    void entriesOfListsAndObjectsInOthersMigrate() {
        Migrated migrated = migrated("""
                apiVersion: resource.k8s.io/v1beta1
                kind: DeviceClassList
                items:
                - metadata: {name: a}
                  spec: {}
                ---
                apiVersion: v1
                kind: List
                items:
                - apiVersion: resource.k8s.io/v1beta2
                  kind: DeviceClass
                  metadata: {name: a}
                - apiVersion: template.openshift.io/v1
                  kind: Template
                  objects:
                  - {apiVersion: resource.k8s.io/v1beta1, kind: DeviceClass, metadata: {name: c}}
                ---
                apiVersion: v1
                kind: Pod
                metadata:
                  ownerReferences:
                  - {apiVersion: resource.k8s.io/v1beta1, kind: ResourceClaim, name: c, uid: u}
                """);

        assertThat(migrated.text()).isEqualTo("""
                        apiVersion: resource.k8s.io/v1
                        kind: DeviceClassList
                        items:
                        - metadata: {name: a}
                          spec: {}
                        ---
                        apiVersion: v1
                        kind: List
                        items:
                        - apiVersion: resource.k8s.io/v1
                          kind: DeviceClass
                          metadata: {name: a}
                        - apiVersion: template.openshift.io/v1
                          kind: Template
                          objects:
                          - {apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: c}}
                        ---
                        apiVersion: v1
                        kind: Pod
                        metadata:
                          ownerReferences:
                          - {apiVersion: resource.k8s.io/v1beta1, kind: ResourceClaim, name: c, uid: u}
                        """);
    }

    @Test
    void kindMigratesToNewestServedVersion() {
        String rule = """
                apiVersion: resource.k8s.io/v1alpha3
                kind: DeviceTaintRule
                metadata: {name: r}
                """;

        Migration migration = new Migration(new Scheme(), KubernetesRelease.K8S_1_36, V1, MigrationBlocker.NONE);

        assertThat(migration.migrate(bytes(rule)).objects().get(0).to()).isEqualTo("resource.k8s.io/v1beta2");
    }

    @Test
    void newlySetFieldIsOmitted() {
        Migrated migrated = migrated("""
                apiVersion: resource.k8s.io/v1beta1
                kind: ResourceSlice
                metadata: {name: s}
                spec:
                  driver: a.example.com
                  nodeName: ""   # none
                  allNodes: true
                  pool: {name: n, generation: 1, resourceSliceCount: 1}
                """);

        assertThat(migrated.text()).isEqualTo("""
                        apiVersion: resource.k8s.io/v1
                        kind: ResourceSlice
                        metadata: {name: s}
                        spec:
                          driver: a.example.com
                          # none
                          allNodes: true
                          pool: {name: n, generation: 1, resourceSliceCount: 1}
                        """);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "apiVersion: resource.k8s.io/v1alpha2\nkind: ResourceClaim\nspec: {resourceClassName: a}\n",
                "apiVersion: resource.k8s.io/v1alpha3\nkind: PodSchedulingContext\nspec: {}\n",
                "apiVersion: resource.k8s.io/v1alpha3\nkind: ResourceClaim\nspec: {controller: a.example.com}\n",
                "apiVersion: resource.k8s.io/v1beta1\nkind: DeviceClass\nspec: {selector: []}\n",
            })
    void objectWithoutEquivalentIsUnchanged(String text) {
        Migrated migrated = migrated(text);

        assertThat(migrated.text()).isEqualTo(text);
        assertThat(migrated.objects()).singleElement().matches(MigratedObject::isRefused);
    }

    @Test
    void directiveOfAPatchStaysWithItsRequest() {
        String request = """
                    requests:
                    - $patch: replace
                    - name: gpu
                      $patch: replace
                      %s
                """;
        String before =
                "apiVersion: resource.k8s.io/v1beta1\nkind: ResourceClaim\nmetadata: {name: a}\nspec:\n  devices:\n";

        assertThat(migrated(before + request.formatted("deviceClassName: gpu.example.com"))
                        .text())
                .isEqualTo(before.replace("v1beta1", "v1")
                        + request.formatted("exactly:\n        deviceClassName: gpu.example.com"));
    }

    @Test
    void splitMergeIsRefusedWithItsLine() {
        Migrated migrated = migrated("""
                apiVersion: resource.k8s.io/v1beta1
                kind: ResourceClaim
                metadata: {name: gpu}
                spec:
                  devices:
                    requests:
                    - &one
                      name: a
                      deviceClassName: gpu.example.com
                    - <<: *one
                      name: b
                """);

        assertThat(migrated.objects())
                .singleElement()
                .satisfies(object -> assertThat(object.reason()).contains("(<<) on line 10"));
    }

    @Test
    void fieldsOfMergeInBracesAreUnchanged() {
        String text = """
                apiVersion: resource.k8s.io/v1beta1
                kind: ResourceClaim
                metadata: {name: gpu}
                spec:
                  devices:
                    requests:
                    - &one {name: a, deviceClassName: gpu.example.com}
                    - {<<: *one, name: b}
                """;

        Migrated migrated = migrated(text);

        assertThat(migrated.text()).isEqualTo(text);
        assertThat(migrated.objects()).singleElement().matches(MigratedObject::isRefused);
    }

    @Test
    void unsafeEditIsRefusedAndTheOtherObjectsMigrate() {
        String shared = """
                apiVersion: v1
                kind: List
                items:
                - apiVersion: &v resource.k8s.io/v1beta1
                  kind: DeviceClass
                  metadata: {name: a}
                - apiVersion: example.com/v1
                  kind: Other
                  version: *v
                """;

        Migrated migrated = migrated(shared + "---\n" + CLAIM);

        assertThat(migrated.text()).isEqualTo(shared + "---\n" + MIGRATED_CLAIM);
        assertThat(migrated.objects()).extracting(MigratedObject::isRefused).isEqualTo(List.of(true, false));
    }

    @Test
    void templateChangesIfLinesHaveNoActions() {
        String template = """
                {{- if .Values.gpus.enabled }}
                apiVersion: resource.k8s.io/v1beta1
                kind: ResourceClaimTemplate
                metadata:
                  name: {{ include "chart.name" . }}-gpu
                  labels:
                    {{- include "chart.labels" . | nindent 4 }}
                spec:
                  spec:
                    devices:
                      requests:
                      {{- range .Values.requests }}
                      - name: {{ .name }}
                        # its class
                        deviceClassName: {{ .class | quote }}
                        count: 2
                      {{- end }}
                {{- end }}
                """;

        Migrated migrated = migrated(template);

        assertThat(migrated.text()).isEqualTo(template.replace("v1beta1", "v1").replace("""
                                        # its class
                                        deviceClassName: {{ .class | quote }}
                                        count: 2
                                """, """
                                        exactly:
                                          # its class
                                          deviceClassName: {{ .class | quote }}
                                          count: 2
                                """));
        assertThat(migrated.objects())
                .extracting(MigratedObject::object)
                .containsExactly("ResourceClaimTemplate {{ include \"chart.name\" . }}-gpu");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "deviceClassName: a\n      {{- if .Values.count }}\n      count: 2\n      {{- end }}",
                "deviceClassName: a\n      selectors: {{- toYaml .Values.selectors | nindent 6 }}",
                "deviceClassName: a\n      {{- include \"request\" . | nindent 6 }}",
                "{{- include \"request\" . | nindent 6 }}\n      count: 2",
                "{{- if .Values.a }}\n      count: 1\n      {{- else }}\n      count: 2\n      {{- end }}",
            })
    void actionsOnMovedLinesAreRefused(String fields) {
        String template = """
                apiVersion: resource.k8s.io/v1beta1
                kind: ResourceClaim
                metadata: {name: a}
                spec:
                  devices:
                    requests:
                    - name: {{ .Values.name }}
                      %s
                ---
                kind: Other
                """.formatted(fields);

        Migrated migrated = migrated(template);

        assertThat(migrated.text()).isEqualTo(template);
        assertThat(migrated.objects()).singleElement().satisfies(object -> {
            assertThat(object.isRefused()).isTrue();
            assertThat(object.reason()).contains("by hand");
        });
    }

    @Test
    void deepListsNeedNoDeepStack() {
        String claim = CLAIM.replace("  # tolerations: []", "  tolerations: " + "[".repeat(2_000) + "]".repeat(2_000));

        assertThat(migrated(claim).objects()).hasSize(1);
    }

    @Test
    void templateWithVersionActionIsUnchanged() {
        String template = """
                {{- if .Capabilities.APIVersions.Has "resource.k8s.io/v1" }}
                apiVersion: resource.k8s.io/v1
                {{- else }}
                apiVersion: resource.k8s.io/v1beta1
                {{- end }}
                kind: DeviceClass
                metadata: {name: a}
                ---
                apiVersion: {{ include "resource.k8s.io.version" . }}
                kind: ResourceClaim
                metadata: {name: b}
                """;

        Migrated migrated = migrated(template);

        assertThat(migrated.text()).isEqualTo(template);
        assertThat(migrated.objects())
                .extracting(MigratedObject::reason)
                .satisfiesExactly(
                        first -> assertThat(first).contains("tests which versions"),
                        second -> assertThat(second).contains("its apiVersion is a template action"));
    }

    private static Migrated migrated(String text) {
        return new Migration(new Scheme(), KubernetesRelease.NEWEST, V1, MigrationBlocker.NONE).migrate(bytes(text));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
