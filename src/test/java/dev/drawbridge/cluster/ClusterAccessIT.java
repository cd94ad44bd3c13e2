package dev.drawbridge.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.cluster.RealCluster.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Tests of the webhook's access to a real cluster: its devices and its own certificate. See {@link ClusterIT} for the
 * setup.
 */
@Tag("cluster")
@Isolated
class ClusterAccessIT {

    @TempDir
    private static Path folder;

    @Test
    void claimsAreCheckedAgainstDevicesOfCluster() throws Exception {
        Path assets = RealCluster.assets("KUBEBUILDER_ASSETS");
        try (RealCluster own = new RealCluster(assets, Files.createDirectories(folder.resolve("devices")))) {
            Assumptions.assumeTrue(own.minor() >= 34, "the schedulers of 1.34 and later are supported");
            String slices = "/apis/resource.k8s.io/v1/resourceslices";
            String slice = """
                    {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceSlice", "metadata": {"name": "one"},
                     "spec": {"driver": "gpu.example.com", "nodeName": "one",
                      "pool": {"name": "one", "generation": 1, "resourceSliceCount": 1}, "devices": [%s]}}""";
            own.post("/apis/resource.k8s.io/v1/deviceclasses", """
                    {"apiVersion": "resource.k8s.io/v1", "kind": "DeviceClass", "metadata": {"name": "gpu"}}""");
            own.post(
                    "/api/v1/nodes", "{\"apiVersion\": \"v1\", \"kind\": \"Node\", \"metadata\": {\"name\": \"one\"}}");
            own.post(slices, slice.formatted("{\"name\": \"a\"}"));
            try (RunningWebhook webhook = new RunningWebhook(
                    own,
                    folder.resolve("webhook-of-devices"),
                    "Fail",
                    "--drawbridge.fleet.enabled=true",
                    "--drawbridge.kubernetes.kubeconfig=" + own.kubeconfig())) {
                webhook.await("fleet: 1 nodes, 1 devices");
                assertThat(warnings(own, 1)).isEmpty();
                assertThat(warnings(own, 2)).isNotEmpty().first().asString().contains("never fits this cluster");

                own.patch(slices + "/one", "merge-patch", devices("{\"name\": \"a\"}, {\"name\": \"b\"}"));
                Thread.sleep(2000);
                assertThat(warnings(own, 2)).isEmpty();

                own.upgrade(assets);
                own.patch(slices + "/one", "merge-patch", devices("{\"name\": \"a\"}"));
                await(() -> !warnings(own, 2).isEmpty());
                assertThat(warnings(own, 1)).isEmpty();
            }
        }
    }

    /**
     * No pod of the webhook is ready. The second failure policy is set to Fail at the end, to test the match condition.
     */
    @Test
    void podsAreCreatedWhileNoPodOfTheWebhookAnswers() throws Exception {
        Path assets = RealCluster.assets("KUBEBUILDER_ASSETS");
        String chart = run(
                "helm",
                "template",
                "drawbridge",
                "deploy/helm/drawbridge",
                "--namespace=drawbridge",
                "--kube-version=1.34.0",
                "--show-only=templates/webhook-configuration.yaml",
                "--set=webhook.failurePolicy=Fail,workloads.enabled=true");
        try (RealCluster own = new RealCluster(assets, Files.createDirectories(folder.resolve("no-pod")))) {
            Assumptions.assumeTrue(own.minor() >= 34, "the sample claim is of v1");
            for (String namespace : List.of("drawbridge", "ml")) {
                own.post("/api/v1/namespaces", """
                        {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "%s"}}""".formatted(namespace));
                own.post("/api/v1/namespaces/" + namespace + "/serviceaccounts", """
                        {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "default"}}""");
            }
            Path objects = Files.writeString(folder.resolve("configuration.yaml"), chart);
            own.kubectl("apply", "-f", objects.toString());
            await(() -> !own.post("/apis/resource.k8s.io/v1/deviceclasses?dryRun=All", """
                            {"apiVersion": "resource.k8s.io/v1", "kind": "DeviceClass", "metadata": {"name": "gpu"}}""")
                    .isOk());
            String plain = "";
            String claim = "\"resourceClaims\": [{\"name\": \"gpu\", \"resourceClaimTemplateName\": \"gpu\"}], ";
            assertThat(creates(own, "ml", plain, "{}")).isTrue();
            assertThat(creates(own, "drawbridge", plain, "{}")).isTrue();
            assertThat(creates(own, "ml", claim, "{}")).isTrue();

            Files.writeString(objects, chart.replace("failurePolicy: Ignore", "failurePolicy: Fail"));
            own.kubectl("apply", "-f", objects.toString());
            await(() -> !creates(own, "ml", claim, "{}"));
            assertThat(creates(own, "ml", plain, "{}")).isTrue();
            assertThat(creates(own, "ml", plain, "{\"limits\": {\"cpu\": \"1\"}}"))
                    .isTrue();
            assertThat(creates(own, "ml", plain, "{\"limits\": {\"example.com/gpu\": \"1\"}}"))
                    .isFalse();
            assertThat(creates(own, "drawbridge", claim, "{}")).isTrue();
            assertThat(own.post("/apis/apps/v1/namespaces/ml/deployments?dryRun=All", deployment(claim))
                            .isOk())
                    .isFalse();
            assertThat(own.post("/apis/apps/v1/namespaces/ml/deployments?dryRun=All", deployment(plain))
                            .isOk())
                    .isTrue();
        }
    }

    private static boolean creates(RealCluster cluster, String namespace, String claims, String resources)
            throws Exception {
        String pod = """
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "trainer"},
                 "spec": {%s"containers": [{"name": "main", "image": "trainer", "resources": %s}]}}""";
        return cluster.post("/api/v1/namespaces/" + namespace + "/pods?dryRun=All", pod.formatted(claims, resources))
                .isOk();
    }

    private static String deployment(String claims) {
        return """
                {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "trainer"},
                 "spec": {"selector": {"matchLabels": {"app": "trainer"}},
                  "template": {"metadata": {"labels": {"app": "trainer"}},
                   "spec": {%s"containers": [{"name": "main", "image": "trainer"}]}}}}""".formatted(claims);
    }

    /** The objects of the chart. Without a kubelet, the pod's process runs here with its service account. */
    @Test
    void chartInstallsWebhookWithOwnCertificate() throws Exception {
        Path assets = RealCluster.assets("KUBEBUILDER_ASSETS");
        String chart = run(
                "helm",
                "template",
                "drawbridge",
                "deploy/helm/drawbridge",
                "--namespace=drawbridge",
                "--kube-version=1.34.0",
                "--set=webhook.failurePolicy=Fail,fleet.enabled=true");
        try (RealCluster own = new RealCluster(assets, Files.createDirectories(folder.resolve("chart")))) {
            Assumptions.assumeTrue(own.minor() >= 34, "the schedulers of 1.34 and later are supported");
            own.kubectl("create", "namespace", "drawbridge");
            own.post("/apis/resource.k8s.io/v1/deviceclasses", """
                    {"apiVersion": "resource.k8s.io/v1", "kind": "DeviceClass", "metadata": {"name": "gpu"}}""");
            own.post("/api/v1/nodes", """
                    {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "one"}}""");
            Path objects = Files.writeString(folder.resolve("chart.yaml"), chart);
            assertThat(own.kubectl("apply", "-f", objects.toString()))
                    .contains("validatingwebhookconfiguration.admissionregistration.k8s.io/drawbridge created");
            // kubectl always sends the selector of a PodDisruptionBudget, without a change.
            assertThat(own.kubectl("apply", "-f", objects.toString())
                            .lines()
                            .filter(line -> !line.contains("poddisruptionbudget")))
                    .isNotEmpty()
                    .allMatch(line -> line.endsWith(" unchanged"));
            String token = own.kubectl("create", "token", "drawbridge", "--namespace=drawbridge")
                    .strip();
            Path kubeconfig = Files.writeString(
                    folder.resolve("chart-kubeconfig"),
                    Files.readString(own.kubeconfig()).replaceFirst("token: [^}]*", "token: " + token));
            List<String> settings = List.of(
                    "--drawbridge.tls.managed.namespace=drawbridge",
                    "--drawbridge.tls.managed.hosts=127.0.0.1",
                    "--drawbridge.fleet.enabled=true",
                    "--drawbridge.kubernetes.kubeconfig=" + kubeconfig);
            try (RunningWebhook webhook = RunningWebhook.managed(own, folder.resolve("webhook-of-chart"), settings)) {
                webhook.await("created a certificate and its authority: none existed");
                webhook.await("fleet: ");
                own.kubectl(
                        "patch",
                        "validatingwebhookconfiguration",
                        "drawbridge",
                        "--type=json",
                        "--patch=[{\"op\": \"remove\", \"path\": \"/webhooks/0/clientConfig/service\"},"
                                + "{\"op\": \"add\", \"path\": \"/webhooks/0/clientConfig/url\", \"value\": \""
                                + webhook.url()
                                + "\"}]");
                await(() -> !warnings(own, 1).isEmpty());
                assertThat(warnings(own, 1)).first().asString().contains("never fits this cluster (1 node)");

                own.kubectl("delete", "secret", "drawbridge-tls", "--namespace=drawbridge");
                webhook.await("the current certificate stays in use");
                own.kubectl("apply", "-f", objects.toString());
                webhook.await("restored from the served certificate");
                assertThat(warnings(own, 1)).isNotEmpty();

                own.kubectl(
                        "annotate",
                        "--overwrite",
                        "secret",
                        "drawbridge-tls",
                        "--namespace=drawbridge",
                        "drawbridge.dev/rotate=now");
                webhook.await("created the next certificate and its authority: a rotation was requested");
                own.kubectl(
                        "patch",
                        "validatingwebhookconfiguration",
                        "drawbridge",
                        "--type=json",
                        "--patch=[{\"op\": \"remove\", \"path\": \"/webhooks/0/clientConfig/caBundle\"}]");
                await(() -> own.kubectl(
                                        "get",
                                        "validatingwebhookconfiguration",
                                        "drawbridge",
                                        "-o=jsonpath={.webhooks[0].clientConfig.caBundle}")
                                .length()
                        > 100);
            }
        }
    }

    /** Helm asks the server about each object of the stored manifest, and fails if its version is gone. */
    @Test
    void helmUpgradesAgainAfterTheStoredManifestIsMigrated() throws Exception {
        Path assets = RealCluster.assets("KUBEBUILDER_ASSETS");
        Path chart =
                Files.createDirectories(folder.resolve("classes/templates")).getParent();
        Files.writeString(chart.resolve("Chart.yaml"), "{apiVersion: v2, name: classes, version: 0.1.0}");
        Path template = chart.resolve("templates/class.yaml");
        String object = """
                apiVersion: resource.k8s.io/VERSION
                kind: DeviceClass
                metadata: {name: gpu}
                spec: {selectors: [{cel: {expression: device.driver == "gpu.example.com"}}]}
                """;
        Files.writeString(template, object.replace("VERSION", "v1beta1"));
        try (RealCluster own = new RealCluster(assets, Files.createDirectories(folder.resolve("helm")))) {
            Assumptions.assumeTrue(own.minor() >= 34, "v1 and v1beta1 are both served");
            String kubeconfig = "--kubeconfig=" + own.kubeconfig();
            String[] upgrade = {"helm", "upgrade", "classes", chart.toString(), kubeconfig};
            assertThat(run("helm", "install", "classes", chart.toString(), kubeconfig))
                    .contains("STATUS: deployed");

            own.removeVersion(assets, "v1beta1");
            Files.writeString(template, object.replace("VERSION", "v1"));
            assertThat(run(upgrade)).contains("no matches for kind \"DeviceClass\"");

            assertThat(own.drawbridge(folder, "check", "--upgrade", "1.37..1.38", "--cluster", "--helm-releases"))
                    .contains("classes")
                    .contains("v1beta1");
            assertThat(own.drawbridge(folder, "migrate", "--helm-release", "classes", "-n", "default", "--write"))
                    .contains("DeviceClass gpu: v1beta1 -> v1");
            assertThat(run(upgrade)).contains("STATUS: deployed");
        }
    }

    private static String run(String... command) throws Exception {
        try {
            return RealCluster.run(command);
        } catch (IOException e) {
            System.out.println("SKIPPED: " + command[0] + " is not there");
            Assumptions.abort(command[0] + " is not there: " + e);
            throw e;
        }
    }

    private static String devices(String devices) {
        return "{\"spec\": {\"devices\": [" + devices + "]}}";
    }

    /** The output of kubectl for creating a claim of this many devices. */
    private static List<String> warnings(RealCluster cluster, int count) throws IOException {
        Answer answer = cluster.post(
                "/apis/resource.k8s.io/v1/namespaces/default/resourceclaims?dryRun=All", """
                {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceClaim", "metadata": {"name": "c"},
                 "spec": {"devices": {"requests": [{"name": "r", "exactly": {"deviceClassName": "gpu", "count": %d}}]}}}""".formatted(count));
        assertThat(answer.status()).isEqualTo(201);
        return answer.warnings();
    }

    private static void await(Callable<Boolean> isSo) throws Exception {
        Instant end = Instant.now().plusSeconds(60);
        while (!isSo.call()) {
            assertThat(Instant.now()).isBefore(end);
            Thread.sleep(500);
        }
    }
}
