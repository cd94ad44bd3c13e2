package dev.drawbridge.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
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

/** What is listed of an API server, here one that says what it is told. Watches are tested at a real one. */
class ClusterClientTest {

    @TempDir
    private Path folder;

    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
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

    private List<String> listed() throws IOException {
        Path kubeconfig = Files.writeString(
                folder.resolve("config"), """
                apiVersion: v1
                kind: Config
                current-context: test
                clusters: [{name: test, cluster: {server: "http://127.0.0.1:%d"}}]
                users: [{name: test, user: {}}]
                contexts: [{name: test, context: {cluster: test, user: test}}]
                """.formatted(server.getAddress().getPort()));
        List<String> objects = new ArrayList<>();
        try (ClusterClient client = ClusterClient.ofServer(kubeconfig)) {
            client.list((version, kind, object) -> objects.add(
                    version + " " + kind + " " + object.object("metadata").string("name")));
        }
        return objects;
    }

    @Test
    void everyPageOfEachKindIsListedInTheVersionThatIsPreferred() throws IOException {
        assertThat(listed())
                .containsExactly(
                        "v1 Node one",
                        "resource.k8s.io/v1 DeviceClass gpu",
                        "resource.k8s.io/v1 DeviceClass nic",
                        "resource.k8s.io/v1alpha3 DeviceTaintRule broken");
    }

    @Test
    void aRefusalIsSaidInTheWordsOfTheServer() {
        answers.put(
                "/api/v1/nodes?limit=500",
                "{\"apiVersion\": \"v1\", \"kind\": \"Status\", \"message\": \"nodes is forbidden: User x cannot list\"}");

        assertThatThrownBy(this::listed)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("127.0.0.1")
                .hasMessageContaining("nodes is forbidden: User x cannot list");
    }

    @Test
    void aClusterWithoutTheGroupIsNamed() {
        answers.remove("/apis/resource.k8s.io");

        assertThatThrownBy(this::listed)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("does not serve resource.k8s.io");
    }

    @Test
    void anAnswerThatIsNoObjectIsAnError() {
        answers.put("/apis/resource.k8s.io/v1", "[1");

        assertThatThrownBy(this::listed).isInstanceOf(IOException.class).hasMessageContaining("no object of JSON");
    }

    @Test
    void aServerThatIsNotThereIsNamed() throws IOException {
        server.stop(0);

        assertThatThrownBy(this::listed).isInstanceOf(IOException.class).hasMessageEndingWith("cannot be reached");
    }

    @Test
    void aKubeconfigThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> ClusterClient.ofServer(folder.resolve("nowhere")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("nowhere: cannot be read");
    }
}
