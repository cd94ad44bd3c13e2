package dev.drawbridge.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.drawbridge.document.ObjectValue;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of listing objects with a fake API server. Watches are tested with a real one. */
class ClusterClientTest {

    @TempDir
    private Path folder;

    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            if (exchange.getRequestMethod().equals("POST")) {
                String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
                answers.put(exchange.getRequestURI().toString(), body);
            }
            String answer = answers.getOrDefault(exchange.getRequestURI().toString(), "");
            int status = answer.isEmpty() ? 404 : answer.contains("\"Status\"") ? 403 : 200;
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        answers.put("/api/v1/nodes?limit=500", "{\"items\": [{\"metadata\": {\"name\": \"one\"}}]}");
        answers.put(
                "/apis/resource.k8s.io",
                "{\"versions\": [{\"version\": \"v1\"}, {\"version\": \"v1alpha3\"}],"
                        + " \"preferredVersion\": {\"version\": \"v1\"}}");
        answers.put(
                "/apis/resource.k8s.io/v1",
                "{\"resources\": [{\"name\": \"deviceclasses\", \"kind\": \"DeviceClass\"},"
                        + " {\"name\": \"resourceclaims\", \"kind\": \"ResourceClaim\", \"namespaced\": true},"
                        + " {\"name\": \"resourceclaims/status\", \"kind\": \"ResourceClaim\"}]}");
        answers.put(
                "/apis/resource.k8s.io/v1alpha3",
                "{\"resources\": [{\"name\": \"deviceclasses\", \"kind\": \"DeviceClass\"},"
                        + " {\"name\": \"devicetaintrules\", \"kind\": \"DeviceTaintRule\"}]}");
        answers.put(
                "/apis/resource.k8s.io/v1/deviceclasses?limit=500",
                "{\"metadata\": {\"continue\": \"a b\"}, \"items\": [{\"metadata\": {\"name\": \"gpu\"}}]}");
        answers.put(
                "/apis/resource.k8s.io/v1/deviceclasses?limit=500&continue=a+b",
                "{\"items\": [{\"metadata\": {\"name\": \"nic\"}}]}");
        answers.put("/apis/resource.k8s.io/v1/resourceclaims?limit=500", "{\"items\": []}");
        answers.put(
                "/apis/resource.k8s.io/v1alpha3/devicetaintrules?limit=500",
                "{\"items\": [{\"metadata\": {\"name\": \"broken\"}}]}");
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private ClusterClient client() throws IOException {
        Path kubeconfig = Files.writeString(
                folder.resolve("config"), """
                apiVersion: v1
                kind: Config
                current-context: test
                clusters: [{name: test, cluster: {server: "http://127.0.0.1:%d"}}]
                users: [{name: test, user: {}}]
                contexts: [{name: test, context: {cluster: test, user: test}}]
                """.formatted(server.getAddress().getPort()));
        return ClusterClient.ofServer(kubeconfig);
    }

    private List<String> listed() throws IOException {
        List<String> objects = new ArrayList<>();
        try (ClusterClient client = client()) {
            for (ServedResource resource : client.resources()) {
                client.list(
                        resource.path(null),
                        "",
                        object -> objects.add(resource.apiVersion() + " " + resource.kind() + " "
                                + object.object("metadata").string("name")));
            }
        }
        return objects;
    }

    @Test
    void restoredSecretHasTheTypeOfTheChart() throws IOException {
        String chart = Files.readString(Path.of("deploy/helm/drawbridge/templates/secret.yaml"));
        try (ClusterClient client = client()) {
            boolean isWritten = client.webhookObjects()
                    .write("ns", "drawbridge-tls", new StoredSecret(Map.of("tls.crt", "a"), Map.of(), ""));

            assertThat(isWritten).isTrue();
        }
        assertThat(answers.get("/api/v1/namespaces/ns/secrets")).contains("\"type\":\"Opaque\"");
        assertThat(chart).contains("type: {{ dig \"type\" \"Opaque\" (lookup ");
    }

    @Test
    void listsEveryPageOfEachKindInPreferredVersion() throws IOException {
        assertThat(listed())
                .containsExactly(
                        "v1 Node one",
                        "resource.k8s.io/v1 DeviceClass gpu",
                        "resource.k8s.io/v1 DeviceClass nic",
                        "resource.k8s.io/v1alpha3 DeviceTaintRule broken");
    }

    @Test
    void refusalHasServerMessage() {
        answers.put(
                "/api/v1/nodes?limit=500",
                "{\"apiVersion\": \"v1\", \"kind\": \"Status\", \"message\": \"nodes is forbidden: User x cannot"
                        + " list\"}");

        assertThatThrownBy(this::listed)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("127.0.0.1")
                .hasMessageContaining("nodes is forbidden: User x cannot list");
    }

    @Test
    void clusterWithoutGroupIsReported() {
        answers.remove("/apis/resource.k8s.io");

        assertThatThrownBy(this::listed)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("does not serve resource.k8s.io");
    }

    @Test
    void answerOtherThanObjectIsError() {
        answers.put("/apis/resource.k8s.io/v1", "[1");

        assertThatThrownBy(this::listed).isInstanceOf(IOException.class).hasMessageContaining("not a JSON object");
    }

    @Test
    void unreachableServerIsReported() throws IOException {
        server.stop(0);

        assertThatThrownBy(this::listed).isInstanceOf(IOException.class).hasMessageEndingWith("cannot be reached");
    }

    @Test
    void missingKubeconfigIsReported() {
        assertThatThrownBy(() -> ClusterClient.ofServer(folder.resolve("nowhere")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("nowhere: cannot be read");
    }

    private void serveWorkloads() {
        answers.put("/api/v1", """
                {"resources": [{"name": "pods", "singularName": "pod", "kind": "Pod", "namespaced": true, "shortNames": ["po"]},
                  {"name": "pods/status", "kind": "Pod", "namespaced": true}]}""");
        answers.put("/apis", """
                {"groups": [{"name": "batch", "preferredVersion": {"groupVersion": "batch/v1"}},
                  {"name": "batch.volcano.sh", "preferredVersion": {"groupVersion": "batch.volcano.sh/v1alpha1"}}]}""");
        answers.put("/apis/batch/v1", """
                {"resources": [{"name": "jobs", "singularName": "job", "kind": "Job", "namespaced": true}]}""");
        answers.put("/apis/batch.volcano.sh", """
                {"preferredVersion": {"groupVersion": "batch.volcano.sh/v1alpha1"}}""");
        answers.put("/apis/batch.volcano.sh/v1alpha1", """
                {"resources": [{"name": "jobs", "singularName": "job", "kind": "Job", "namespaced": true}]}""");
        answers.put("/api/v1/namespaces/ml/pods/p", """
                {"kind": "Pod"}""");
        answers.put("/apis/batch/v1/namespaces/ml/jobs/train", """
                {"kind": "Job", "apiVersion": "batch/v1"}""");
        answers.put("/apis/batch.volcano.sh/v1alpha1/namespaces/ml/jobs/train", """
                {"kind": "Job", "apiVersion": "batch.volcano.sh/v1alpha1"}""");
    }

    @ParameterizedTest
    @CsvSource({
        "pod,p,Pod",
        "PODS,p,Pod",
        "po,p,Pod",
        "job,train,batch/v1",
        "jobs.batch.volcano.sh,train,batch.volcano.sh/v1alpha1"
    })
    void objectIsFoundAsKubectlNamesIt(String kind, String name, String found) throws IOException {
        serveWorkloads();

        try (ClusterClient client = client()) {
            ObjectValue object = client.object(kind, "ml", name);
            assertThat(List.of(object.string("kind"), object.string("apiVersion")))
                    .contains(found);
        }
    }

    @Test
    void missingKindsAndObjectsAreReported() throws IOException {
        serveWorkloads();

        try (ClusterClient client = client()) {
            assertThatThrownBy(() -> client.object("pdo", "ml", "p"))
                    .hasMessage("the cluster has no kind \"pdo\"; kubectl api-resources lists them");
            assertThatThrownBy(() -> client.object("pod", "ml", "q"))
                    .hasMessage("pods \"q\" not found in namespace ml; set -n for another");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'\"major\": \"1\", \"minor\": \"36+\"',1.36",
        "'\"major\": \"1\", \"minor\": \"37\", \"emulationMajor\": \"1\", \"emulationMinor\": \"35\"',1.35"
    })
    void versionIsEmulatedVersion(String fields, String version) throws IOException {
        answers.put("/version", "{" + fields + "}");

        try (ClusterClient client = client()) {
            assertThat(client.version()).hasToString(version);
        }
    }

    @Test
    void featureGatesAreReadFromMetricsIfPresent() throws IOException {
        try (ClusterClient client = client()) {
            assertThat(client.featureGates()).isEmpty();
            answers.put("/metrics", """
                    # TYPE kubernetes_feature_enabled gauge
                    kubernetes_feature_enabled{name="DRAExtendedResource",stage="BETA"} 0
                    kubernetes_feature_enabled{name="DRAListTypeAttributes",stage="ALPHA"} 1
                    """);
            assertThat(client.featureGates())
                    .containsEntry("DRAExtendedResource", false)
                    .containsEntry("DRAListTypeAttributes", true);
        }
    }
}
