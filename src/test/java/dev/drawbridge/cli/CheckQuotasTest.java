package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@code check} of ResourceQuotas themselves, and of changes that exceed a quota by more. */
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
}
