package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@code drawbridge fit} with ResourceQuotas in the input or the fleet. */
class FitQuotasTest extends CommandLineTest {

    private static final String FLEET = """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: gpu}
            spec: {extendedResourceName: example.com/gpu}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: node-1-gpus}
            spec:
              driver: gpu.example.com
              nodeName: node-1
              devices: [{name: gpu, count: 20}]
            """;

    private static final String WORKLOADS = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaimTemplate
            metadata: {name: one, namespace: lab}
            spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}}
            ---
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: two, namespace: lab}
            spec:
              replicas: 3
              selector: {matchLabels: {a: b}}
              template:
                metadata: {labels: {a: b}}
                spec:
                  resourceClaims:
                  - {name: g, resourceClaimTemplateName: one}
                  - {name: h, resourceClaimTemplateName: one}
                  containers: [{name: c, image: x, resources: {claims: [{name: g}, {name: h}]}}]
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: counted, namespace: lab}
            spec:
              priorityClassName: high
              containers: [{name: c, image: x, resources: {limits: {example.com/gpu: 2}}}]
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: p, namespace: lab}
            spec:
              resourceClaims: [{name: g, resourceClaimName: shared}]
              containers: [{name: c, image: x, resources: {claims: [{name: g}]}}]
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: shared, namespace: lab}
            spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}
            """;

    private String fleet = "";
    private String workloads = "";

    @BeforeEach
    void writeFiles() throws IOException {
        fleet = write("fleet.yaml", FLEET).toString();
        workloads = write("workloads.yaml", WORKLOADS).toString();
    }

    private static String quota(String spec) {
        return "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q, namespace: lab}\nspec: " + spec + "\n";
    }

    // What a real API server and controllers of 1.37.1 do: one pod after the other, named claims first.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {count/resourceclaims.resource.k8s.io: 4}           | 2 of 5 | the claims of 2 of 3 replicas of Deployment lab/two | used: count/resourceclaims.resource.k8s.io=4,
            {gpu.deviceclass.resource.k8s.io/devices: 7}        | 4 of 5 | the claim of Pod lab/counted | devices=2, used: gpu.deviceclass.resource.k8s.io/devices=7,
            {gpu.deviceclass.resource.k8s.io/devices: 0}        | 0 of 5 | the claim of Pod lab/p        | devices=1, used: gpu.deviceclass.resource.k8s.io/devices=0,
            {requests.deviceclass.resource.kubernetes.io/gpu: 7}| 4 of 5 | the claim of Pod lab/counted | resource.kubernetes.io/gpu=2, used
            {requests.example.com/gpu: 8}                       | 4 of 5 | Pod lab/counted              | requests.example.com/gpu=2, used: requests.example.com/gpu=7
            {pods: 2}                                           | 2 of 5 | 1 of 3 replicas of Deployment lab/two | requested: pods=1, used: pods=2, limited: pods=2
            {requests.example.com/gpu: 1}, scopes: [PriorityClass] | 4 of 5 | Pod lab/counted           | requests.example.com/gpu=2, used: requests.example.com/gpu=0
            """)
    void quotaExcludesPods(String hard, String fit, String refused, String message) throws IOException {
        String quota = write("quota.yaml", quota("{hard: " + hard + "}")).toString();

        assertThat(run("fit", "--from", fleet, workloads, quota)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains("together: " + fit + " pods fit at the same time; the API server refuses ")
                .contains("the API server refuses " + refused + ": exceeded quota: q, requested: ")
                .contains(message);
        assertThat(run("fit", "--from", fleet, "--from", quota, workloads)).isEqualTo(ExitCode.FINDINGS);
        assertThat(run("fit", "--from", fleet, "--each", quota, workloads)).isEqualTo(ExitCode.CLEAN);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {count/resourceclaims.resource.k8s.io: 4}    | Deployment lab/two: fits now on | , but a quota refuses the claims of 2 of 3 replicas
            {gpu.deviceclass.resource.k8s.io/devices: 7} | Pod lab/counted: fits now on    | , but a quota refuses its claim
            {requests.example.com/gpu: 8}                | Pod lab/counted: fits now on    | , but a quota refuses it
            {pods: 2}                                    | Deployment lab/two: fits now on | , but a quota refuses 1 of 3 replicas
            {count/resourceclaims.resource.k8s.io: 8}    | Deployment lab/two: fits now on |
            """)
    void answerOfWorkloadNamesTheQuota(String hard, String workload, String refused) throws IOException {
        String quota = write("quota.yaml", quota("{hard: " + hard + "}")).toString();

        run("fit", "--from", fleet, workloads, quota);

        String line =
                out().lines().filter(one -> one.contains(workload)).findFirst().orElseThrow();
        assertThat(line).endsWith(refused == null ? "node-1" : refused);
        assertThat(err().contains(" refused by quotas (Kubernetes")).isEqualTo(refused != null);
    }

    /** Whether pods of the quota may be those of the input is known in the dump of a cluster, by their claims. */
    @ParameterizedTest
    @CsvSource({"drawbridge.dev/v1, 1 of 3", "other.example.com/v1, none"})
    void whatOthersUseOfAQuotaCounts(String ofCluster, String refused) throws IOException {
        String info = "---\napiVersion: " + ofCluster + "\nkind: ClusterInfo\nkubernetes: v1.37.1\n---\n";
        String quota = quota("{hard: {pods: 4}}") + "status: {hard: {pods: 4}, used: {pods: 2}}\n";
        String cluster = write("cluster.yaml", FLEET + info + quota).toString();

        run("fit", "--from", cluster, workloads);

        assertThat(out().lines().filter(one -> one.contains("Deployment lab/two: fits")))
                .allMatch(one -> one.endsWith("a quota refuses " + refused + " replicas") == !refused.equals("none"));
    }

    @Test
    void pageShowsTheMessageOfTheServer() throws IOException {
        String quota = write("quota.yaml", quota("{hard: {pods: 2}}")).toString();
        Path page = folder.resolve("fit.html");

        run("fit", "--from", fleet, workloads, quota, "-o", "html=" + page);
        assertThat(page).content().contains("Refused by quotas", "exceeded quota: q, requested: pods=1, used: pods=2");
    }

    /** The class that provides the resource is in the fleet. */
    @Test
    void checkCountsAsFitDoes() throws IOException {
        String quota = write("quota.yaml", quota("{hard: {requests.example.com/gpu: 8}}"))
                .toString();

        assertThat(run("check", "--from", fleet, workloads, quota)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains("exceeded quota: q, requested: requests.example.com/gpu=2, used: requests.example.com/gpu=7");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {count/resourceclaims.resource.k8s.io: 8}
            {count/resourceclaims.resource.k8s.io: 0}, scopes: [NotTerminating]
            {requests.example.com/gpu: 1}, scopeSelector: {matchExpressions: [{scopeName: PriorityClass, operator: In, values: [low]}]}
            """)
    void quotaThatIsNotExceededSaysNothing(String hard) throws IOException {
        String quota = write("quota.yaml", quota("{hard: " + hard + "}")).toString();

        assertThat(run("fit", "--from", fleet, workloads, quota)).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).contains("together: all 5 pods fit at the same time");
    }

    @Test
    void claimsOfTheClusterAreCountedOnce() throws IOException {
        String status = "status: {hard: {count/resourceclaims.resource.k8s.io: 3}, used:"
                + " {count/resourceclaims.resource.k8s.io: 3}}\n";
        String claims = """
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: shared, namespace: lab, uid: a}
                spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata:
                  name: two-g
                  namespace: lab
                  uid: b
                  ownerReferences: [{apiVersion: v1, kind: Pod, name: two-54bf7c-bcdfg, uid: p, controller: true}]
                spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}
                """;
        String stored = write(
                        "stored.yaml", quota("{hard: {count/resourceclaims.resource.k8s.io: 3}}") + status + claims)
                .toString();

        assertThat(run("fit", "--from", fleet, "--from", stored, workloads)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains("the API server refuses the claims of all 2 replicas of Deployment lab/two")
                .contains("the API server refuses the claim of Pod lab/counted")
                .doesNotContain("Pod lab/p: exceeded");

        String unused = write("unused.yaml", quota("{hard: {count/resourceclaims.resource.k8s.io: 3}}") + claims)
                .toString();
        assertThat(run("fit", "--from", fleet, "--from", unused, workloads)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains("used: count/resourceclaims.resource.k8s.io=3, ")
                .doesNotContain("Pod lab/p: exceeded");
    }

    /** The pods that a cluster has counted may be those of the workloads. */
    @ParameterizedTest
    @CsvSource({"2, true", "20, false"})
    void podsMayUseTheWholeLimitOfACluster(int limit, boolean isRefused) throws IOException {
        String hard = "{pods: " + limit + "}";
        String status = "status: {hard: " + hard + ", used: " + hard + "}\n";
        String quota =
                write("quota.yaml", quota("{hard: " + hard + "}") + status).toString();

        run("fit", "--from", fleet, "--from", quota, workloads);

        assertThat(out().contains("but a quota refuses 1 of 3 replicas")).isEqualTo(isRefused);
        assertThat(err().contains(" refused by quotas (Kubernetes")).isEqualTo(isRefused);
    }

    @Test
    void quotaLimitsWhatMoreFits() throws IOException {
        String quota = write("quota.yaml", quota("{hard: {count/resourceclaims.resource.k8s.io: 11}}"))
                .toString();

        assertThat(run("fit", "--from", fleet, "--more", workloads, quota)).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).contains("more: 1 more replicas of Deployment lab/two fit now");
    }

    @Test
    void jsonNamesWhatIsRefused() throws IOException {
        String quota = write("quota.yaml", quota("{hard: {pods: 4}}")).toString();

        assertThat(run("fit", "--from", fleet, "--output", "json", workloads, quota))
                .isEqualTo(ExitCode.FINDINGS);
        assertThat(out().replaceAll("\\s+", ""))
                .contains(
                        "\"refused\":[{\"kind\":\"Pod\",\"namespace\":\"lab\",\"name\":\"p\",\"pods\":1,\"refused\":1,"
                                + "\"message\":\"exceededquota:q,requested:pods=1,used:pods=4,limited:pods=4\"}]");
    }
}
