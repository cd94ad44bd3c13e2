package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@code check} with ResourceQuotas in the input: their own mistakes, and what exceeds them. */
class CheckQuotasTest extends CommandLineTest {

    private static final String QUOTA = """
            apiVersion: v1
            kind: ResourceQuota
            metadata: {name: q, namespace: lab}
            spec: {%s}
            """;

    private static final String APP = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaimTemplate
            metadata: {name: two, namespace: lab}
            spec:
              spec:
                devices:
                  requests: [{name: gpu, exactly: {deviceClassName: gpu.example.com, count: COUNT}}]
            ---
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: d, namespace: lab}
            spec:
              replicas: REPLICAS
              selector: {matchLabels: {a: b}}
              template:
                metadata: {labels: {a: b}}
                spec:
                  containers: [{name: c, image: x, resources: {claims: [{name: gpus}]}}]
                  resourceClaims: [{name: gpus, resourceClaimTemplateName: two}]
            """;

    @TempDir
    private Path folder;

    private String put(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
        return folder.toString();
    }

    private String quota(String spec) throws IOException {
        return Files.writeString(folder.resolve("quota.yaml"), QUOTA.formatted(spec))
                .toString();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            hard: {count/resourceclaims.resource.k8s.io: two} | expected a quantity such as 4 or 10Gi, found "two" [FieldValueTypeInvalid, quotaDefinition]
            hard: {count/resourceclaims.resource.k8s.io: [1]} | expected a quantity such as 4 or 10Gi, found [1]
            hard: {count/resourceclaims.resource.k8s.io: -1}  | spec.hard[count/resourceclaims.resource.k8s.io]: Invalid value: "-1": must be greater than or equal to 0 [FieldValueInvalid
            hard: {count/resourceclaims.resource.k8s.io: 1.5} | Invalid value: "1500m": must be an integer
            hard: {gpu.example.com.deviceclass.resource.k8s.io/devices: 500m} | Invalid value: "500m": must be an integer
            hard: {pods: 0.5}                                 | Invalid value: "500m": must be an integer
            hard: {claims: 1}                                 | Invalid value: "claims": must be a standard resource for quota
            hard: {storage: 1Gi}                              | Invalid value: "storage": must be a standard resource for quota
            hard: {a/b/c: 1}                                  | Invalid value: "a/b/c": a valid label key must
            scope: [BestEffort]                               | unknown field in v1; did you mean scopes? [UnknownField
            scopes: BestEffort                                | spec.scopes: expected a list, found a string
            scopes: [Best]                                    | spec.scopes: Invalid value: ["Best"]: unsupported scope [
            'hard: {memory: 1, cpu: 1}, scopes: [BestEffort]' | unsupported scope applied to resource memory, cpu
            'hard: {configmaps: 1}, scopes: [Terminating]'    | unsupported scope applied to resource configmaps
            'scopes: [Terminating, NotTerminating]'           | conflicting scopes
            'scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: In}]}' | matchExpressions.values: Required value
            'scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: Exists, values: [a]}]}' | must be no value when
            'scopeSelector: {matchExpressions: [{scopeName: BestEffort, operator: In, values: [a]}]}' | must be 'Exists' for scope BestEffort
            'scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: exists}]}' | not a valid selector operator
            'scopeSelector: {matchExpressions: [{scopeName: Priority, operator: Exists}]}' | matchExpressions.scopeName: Invalid value: "Priority": unsupported scope
            """)
    void quotaThatTheServerRefusesIsError(String spec, String expected) throws IOException {
        assertThat(run("check", quota(spec))).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("error: ").contains(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            'labels: {a b: c}'                | metadata.labels: Invalid value: "a b": name part must consist of
            'labels: {a: b c}'                | metadata.labels: Invalid value: "b c": a valid label must be
            'annotations: {/a: b}'            | metadata.annotations: Invalid value: "/a": prefix part must be non-empty
            'annotations: {Example.com/a: b}' |
            'labels: {a: ""}'                 |
            """)
    void labelsAndAnnotationsAreChecked(String metadata, String expected) throws IOException {
        put("q.yaml", QUOTA.formatted("hard: {pods: 1}").replace("namespace: lab", "namespace: lab, " + metadata));

        assertThat(run("check", "--strict", folder.toString()))
                .isEqualTo(expected == null ? ExitCode.CLEAN : ExitCode.FINDINGS);
        assertThat(out()).contains(expected == null ? "" : expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            count/resourceclaim.resource.k8s.io                   | counts nothing; did you mean count/resourceclaims.resource.k8s.io?
            count/resourceclaims.resources.k8s.io                 | counts nothing; did you mean count/resourceclaims.resource.k8s.io?
            count/resourceclaims                                  | counts nothing; did you mean count/resourceclaims.resource.k8s.io?
            count/resourceclaimtemplate.resource.k8s.io           | counts nothing; did you mean count/resourceclaimtemplates.resource.k8s.io?
            count/deviceclasses.resource.k8s.io                   | counts nothing: no namespace has such objects
            gpu.example.com.deviceclasses.resource.k8s.io/devices | counts nothing; did you mean gpu.example.com.deviceclass.resource.k8s.io/devices?
            gpu.example.com.deviceclass.resource.k8s.io/device    | counts nothing; did you mean gpu.example.com.deviceclass.resource.k8s.io/devices?
            gpu.example.com.deviceclass.resources.k8s.io/devices  | counts nothing; did you mean gpu.example.com.deviceclass.resource.k8s.io/devices?
            requests.gpu.example.com.deviceclass.resource.k8s.io/devices | counts nothing; did you mean gpu.example.com.deviceclass.resource.k8s.io/devices?
            example.com/gpu                                       | counts nothing; did you mean requests.example.com/gpu?
            limits.example.com/gpu                                | counts nothing; did you mean requests.example.com/gpu?
            limits.deviceclass.resource.kubernetes.io/gpu.example.com | counts nothing; did you mean requests.deviceclass.resource.kubernetes.io/gpu.example.com?
            gpu.exampel.com.deviceclass.resource.k8s.io/devices   | DeviceClass gpu.exampel.com is not in the input; did you mean gpu.example.com?
            """)
    void nameThatCountsNothingIsWarning(String name, String expected) throws IOException {
        Files.writeString(folder.resolve("class.yaml"), """
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                metadata: {name: gpu.example.com}
                spec: {extendedResourceName: example.com/gpu}
                """);
        quota("hard: {" + name + ": 1}");

        assertThat(run("check", folder.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).contains("warning: spec.hard[" + name + "]: " + expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            hard: {count/resourceclaims.resource.k8s.io: 1, count/resourceclaimtemplates.resource.k8s.io: 1}
            hard: {gpu.example.com.deviceclass.resource.k8s.io/devices: "4", requests.example.com/gpu: 1.5}
            hard: {requests.cpu: 1.5, limits.memory: 1Gi, hugepages-2Mi: 1Gi, requests.storage: 1Gi, pods: 10}
            hard: {count/jobs.batch: 1, count/resourceclaims.example.com: 1, count/resourcequotas: 1}
            hard: {gold.storageclass.storage.k8s.io/requests.storage: 1Gi, example.org/other: 1}
            hard: {pods: 1}, scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: In, values: [a]}]}
            hard: {count/resourceclaims.resource.k8s.io: 1}, scopes: [PriorityClass]
            """)
    void rightQuotaHasNoFindings(String spec) throws IOException {
        assertThat(run("check", "--strict", quota(spec))).as(out()).isEqualTo(ExitCode.CLEAN);
    }

    @ParameterizedTest
    @CsvSource({"4, 2, true", "3, 3, true", "3, 2, false", "2, 2, false"})
    void gateFindsWhatAChangeExceedsByMore(int replicas, int count, boolean isMore) throws IOException {
        String text = QUOTA.formatted("hard: {gpu.example.com.deviceclass.resource.k8s.io/devices: 2}") + "---\n";
        Path base = Files.createDirectory(folder.resolve("base"));
        Path head = Files.createDirectory(folder.resolve("head"));
        Files.writeString(base.resolve("app.yaml"), text + app(3, 2));
        Files.writeString(head.resolve("app.yaml"), text + app(replicas, count));

        run("check", "--base-dir", base.toString(), "--head-dir", head.toString());

        assertThat(out().contains("exceeded quota: q")).isEqualTo(isMore);
        assertThat(err()).contains(isMore ? " error" : "no findings; ").doesNotContain("suppressed");
        assertThat(err().contains("1 in the base already")).isEqualTo(!isMore);
    }

    private static String app(int replicas, int count) {
        return APP.replace("REPLICAS", "" + replicas).replace("COUNT", "" + count);
    }

    @Test
    void gateFindsOnlyNewMistakesAndScopesThatChange() throws IOException {
        Path base = Files.createDirectory(folder.resolve("base"));
        Path head = Files.createDirectory(folder.resolve("head"));
        Files.writeString(base.resolve("q.yaml"), QUOTA.formatted("hard: {pods: -1}, scopes: [BestEffort]"));
        Files.writeString(head.resolve("q.yaml"), QUOTA.formatted("hard: {pods: -1}, scopes: [NotBestEffort]"));

        run("check", "--base-dir", base.toString(), "--head-dir", head.toString());
        assertThat(out())
                .contains("spec.scopes: Invalid value: [\"NotBestEffort\"]: field is immutable")
                .doesNotContain("hard[pods]");

        Files.writeString(head.resolve("q.yaml"), QUOTA.formatted("hard: {pods: -2}, scopes: [BestEffort]"));
        run("check", "--base-dir", base.toString(), "--head-dir", head.toString());
        assertThat(out()).contains("spec.hard[pods]: Invalid value: \"-2\"");
    }

    @Test
    void claimsOfPodsExceedQuota() throws IOException {
        String quota = """
                apiVersion: v1
                kind: ResourceQuota
                metadata: {name: few, namespace: lab}
                spec: {hard: {gpu.example.com.deviceclass.resource.k8s.io/devices: "5"}}
                """;
        String template = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaimTemplate
                metadata: {name: two, namespace: lab}
                spec:
                  spec:
                    devices:
                      requests:
                      - name: gpu
                        firstAvailable:
                        - {name: a, deviceClassName: gpu.example.com, count: 2}
                        - {name: b, deviceClassName: gpu.example.com}
                ---
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: d, namespace: lab}
                spec:
                  replicas: REPLICAS
                  selector: {matchLabels: {a: b}}
                  template:
                    metadata: {labels: {a: b}}
                    spec:
                      containers: [{name: c, image: x, resources: {claims: [{name: gpus}]}}]
                      resourceClaims:
                      - {name: gpus, resourceClaimTemplateName: two}
                """;
        put("quota.yaml", quota);

        assertThat(run("check", put("app.yaml", template.replace("REPLICAS", "2"))))
                .isEqualTo(ExitCode.CLEAN);
        assertThat(run("check", put("app.yaml", template.replace("REPLICAS", "4"))))
                .isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains("app.yaml:24:49")
                .contains("exceeded quota: few, requested: gpu.example.com.deviceclass.resource.k8s.io/devices=2, used:"
                        + " gpu.example.com.deviceclass.resource.k8s.io/devices=4, limited:"
                        + " gpu.example.com.deviceclass.resource.k8s.io/devices=5; 2 of 4 pods get their claim"
                        + " [FieldValueForbidden, resourceQuota]");
    }

    @Test
    void quotaOfFleetLimitsTheInput() throws IOException {
        Path apart = Files.createTempDirectory(folder, "apart");
        String quota = Files.writeString(
                        apart.resolve("quota.yaml"),
                        "{apiVersion: v1, kind: ResourceQuota, metadata: {name: q, namespace: lab}, spec: {hard:"
                                + " {gpu.example.com.deviceclass.resource.k8s.io/devices: 31}}}")
                .toString();

        assertThat(run("check", "--from", quota, put("claim.yaml", CheckPoliciesTest.CLAIM)))
                .isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("exceeded quota: q, requested: gpu.example.com.deviceclass");
    }

    @Test
    void claimForAllDevicesCountsAsTheMost() throws IOException {
        put("claim.yaml", CheckPoliciesTest.CLAIM);
        put(
                "quota.yaml",
                "{apiVersion: v1, kind: ResourceQuota, metadata: {name: q, namespace: lab}, spec: {hard:"
                        + " {gpu.example.com.deviceclass.resource.k8s.io/devices: 31}}}");

        assertThat(run("check", folder.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("requested: gpu.example.com.deviceclass.resource.k8s.io/devices=32");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {requests.example.com/gpu: 3}                                     | 1 of 2 pods are created
            {requests.example.com/gpu: 4}                                     |
            {requests.deviceclass.resource.kubernetes.io/gpu.example.com: 31} | resource.kubernetes.io/gpu.example.com=32, used
            {requests.example.com/all: 31}                                    | requested: requests.example.com/all=32
            {requests.cpu: 5}                                                 | requested: requests.cpu=4, used: requests.cpu=4, limited: requests.cpu=5; 1 of 2
            {requests.memory: 1}                                              | requested: requests.memory=4Gi, used: requests.memory=0, limited: requests.memory=1
            {limits.memory: 16Gi}                                             | 1 of 2 pods are created
            {limits.memory: 18Gi}                                             |
            {hugepages-2Mi: 7Mi}                                              | requested: hugepages-2Mi=4Mi, used: hugepages-2Mi=4Mi, limited: hugepages-2Mi=7Mi
            {requests.hugepages-2Mi: 8Mi}                                     |
            {count/resourceclaims.resource.k8s.io: 0}, scopes: [Terminating]  |
            {count/resourceclaims.resource.k8s.io: 0}, scopes: []             | requested: count/resourceclaims.resource.k8s.io=1
            {pods: 1}                                                         | limited: pods=1; 1 of 2 pods are created
            {requests.example.com/gpu: 3}, scopes: [BestEffort]               |
            {requests.example.com/gpu: 3}, scopes: [NotBestEffort]            | 1 of 2 pods are created
            {gpu.example.com.deviceclass.resource.k8s.io/devices: 10E}        |
            {requests.example.com/gpu: 3500m}                                 | limited: requests.example.com/gpu=3500m; 1 of 2
            """)
    void quotaOfExtendedResourcesCountsPodsAndClaims(String hard, String message) throws IOException {
        put("class.yaml", """
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                metadata: {name: gpu.example.com}
                spec: {extendedResourceName: example.com/all}
                """);
        put("claim.yaml", CheckPoliciesTest.CLAIM);
        put("pods.yaml", """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: d, namespace: lab}
                spec:
                  replicas: 2
                  selector: {matchLabels: {a: b}}
                  template:
                    metadata: {labels: {a: b}}
                    spec:
                      resources: {limits: {memory: 9Gi, cpu: 8, hugepages-2Mi: 4Mi}, requests: {memory: 4Gi}}
                      containers: [{name: c, image: x, resources: {limits: {example.com/gpu: 2, cpu: 4}}}]
                """);
        String quota = "{apiVersion: v1, kind: ResourceQuota, metadata: {name: q, namespace: lab}, spec: {hard: " + hard
                + "}}";

        run("check", put("quota.yaml", quota));
        if (message == null) {
            assertThat(out()).doesNotContain("exceeded quota");
        } else {
            assertThat(out()).contains("exceeded quota: q", message);
        }
    }

    @Test
    void gateFindsWhatAChangeExceeds() throws IOException {
        put("claim.yaml", CheckPoliciesTest.CLAIM);
        put(
                "quota.yaml",
                "{apiVersion: v1, kind: ResourceQuota, metadata: {name: q, namespace: lab}, spec: {hard:"
                        + " {count/resourceclaims.resource.k8s.io: 1}}}");
        Path base = Files.createDirectory(folder.resolve("base"));
        Path head = Files.createDirectory(folder.resolve("head"));
        for (Path file : List.of(folder.resolve("claim.yaml"), folder.resolve("quota.yaml"))) {
            Files.copy(file, base.resolve(file.getFileName()));
            Files.move(file, head.resolve(file.getFileName()));
        }
        Files.writeString(head.resolve("more.yaml"), CheckPoliciesTest.CLAIM.replace("name: all", "name: more"));

        assertThat(run("check", "--base-dir", base.toString(), "--head-dir", head.toString()))
                .isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).containsOnlyOnce("exceeded quota: q").contains("more.yaml:4:1: error: spec: exceeded quota");
        assertThat(run("check", "--base-dir", head.toString(), "--head-dir", head.toString()))
                .isEqualTo(ExitCode.CLEAN);
    }

    @Test
    void gateCountsWhatWasThereFirst() throws IOException {
        String quota = "{apiVersion: v1, kind: ResourceQuota, metadata: {name: q, namespace: lab}, spec: {hard:"
                + " {count/resourceclaims.resource.k8s.io: 1}}}";
        Path base = Files.createDirectory(folder.resolve("base"));
        Path head = Files.createDirectory(folder.resolve("head"));
        for (Path side : List.of(base, head)) {
            Files.writeString(side.resolve("quota.yaml"), quota);
            Files.writeString(side.resolve("claim.yaml"), CheckPoliciesTest.CLAIM);
        }
        Files.writeString(head.resolve("a.yaml"), CheckPoliciesTest.CLAIM.replace("name: all", "name: a"));

        assertThat(run("check", "--base-dir", base.toString(), "--head-dir", head.toString()))
                .isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).containsOnlyOnce("exceeded quota: q").contains("a.yaml:4:1: error: spec: exceeded quota");
    }

    @Test
    void devicesOfClaimsAreNoExtendedResourcesBefore135() throws IOException {
        String claim = put("claim.yaml", CheckPoliciesTest.CLAIM);
        put(
                "quota.yaml",
                "{apiVersion: v1, kind: ResourceQuota, metadata: {name: q, namespace: lab}, spec: {hard:"
                        + " {requests.deviceclass.resource.kubernetes.io/gpu.example.com: 1}}}");

        assertThat(run("check", "--kubernetes", "1.34", claim)).isEqualTo(ExitCode.CLEAN);
        assertThat(run("check", "--kubernetes", "1.35", claim)).isEqualTo(ExitCode.CLEAN);
        assertThat(run("check", "--kubernetes", "1.36", claim)).isEqualTo(ExitCode.FINDINGS);
        assertThat(run("check", "--kubernetes", "1.35", "--feature-gates", "DRAExtendedResource=true", claim))
                .isEqualTo(ExitCode.FINDINGS);
    }
}
