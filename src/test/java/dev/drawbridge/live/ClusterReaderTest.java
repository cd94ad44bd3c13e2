package dev.drawbridge.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.drawbridge.cluster.ClusterClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of reading from an API server that forbids a kind, is slow, or stops. */
class ClusterReaderTest {

    private static final String GROUP = """
            {"versions": [{"version": "v1"}], "preferredVersion": {"version": "v1"}}""";

    private static final String RESOURCES = """
            {"resources": [{"name": "deviceclasses", "kind": "DeviceClass"},
              {"name": "resourceslices", "kind": "ResourceSlice"},
              {"name": "resourceclaims", "kind": "ResourceClaim", "namespaced": true},
              {"name": "resourceclaimtemplates", "kind": "ResourceClaimTemplate", "namespaced": true}]}""";

    private static final String GROUPS = """
            {"groups": [{"name": "apps", "preferredVersion": {"groupVersion": "apps/v1"}},
              {"name": "batch", "preferredVersion": {"groupVersion": "batch/v1"}}]}""";

    private static final String EMPTY = """
            {"items": []}""";

    @TempDir
    private Path folder;

    private final CountDownLatch end = new CountDownLatch(1);
    private HttpServer server;

    /** The responses by path: an empty text is 403, null is no response. */
    private Answers answers = path -> EMPTY;

    private interface Answers {

        String to(String path);
    }

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        end.countDown();
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String known = Map.of("/apis/resource.k8s.io", GROUP, "/apis/resource.k8s.io/v1", RESOURCES, "/apis", GROUPS)
                .get(path);
        String answer = known != null ? known : answers.to(path);
        if (answer == null) {
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
            return;
        }
        String body = answer.isEmpty() ? """
                {"kind": "Status", "apiVersion": "v1", "code": 403, "message": "user x cannot list %s"}""".formatted(path) : answer;
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(answer.isEmpty() ? 403 : 200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private ClusterSnapshot read(Duration limit) throws IOException {
        Path kubeconfig = Files.writeString(
                folder.resolve("config"), """
                apiVersion: v1
                kind: Config
                current-context: test
                clusters: [{name: test, cluster: {server: "http://127.0.0.1:%d"}}]
                users: [{name: test, user: {}}]
                contexts: [{name: test, context: {cluster: test, user: test}}]
                """.formatted(server.getAddress().getPort()));
        try (ClusterClient client = ClusterClient.ofServer(kubeconfig)) {
            return new ClusterReader(client, SnapshotKind.ofPods(), limit).read("ml");
        }
    }

    @Test
    void forbiddenKindIsNamedAndTheOthersAreRead() throws IOException {
        answers = path -> path.endsWith("/deviceclasses") ? "" : path.endsWith("/namespaces/ml/pods") ? """
                        {"items": [{"metadata": {"name": "p", "namespace": "ml"}}]}""" : EMPTY;

        ClusterSnapshot snapshot = read(Duration.ofMinutes(2));
        assertThat(snapshot.unseen()).containsOnlyKeys(SnapshotKind.DEVICE_CLASS);
        assertThat(snapshot.unseen().get(SnapshotKind.DEVICE_CLASS))
                .contains("user x cannot list /apis/resource.k8s.io/v1/deviceclasses");
        assertThat(snapshot.find(SnapshotKind.POD, "ml", "p")).isNotNull();
    }

    @Test
    void kindWithoutAnAnswerInTimeIsNamed() throws IOException {
        answers = path -> path.endsWith("/resourceclaims") ? null : EMPTY;

        ClusterSnapshot snapshot = read(Duration.ofSeconds(3));
        assertThat(snapshot.unseen().get(SnapshotKind.RESOURCE_CLAIM)).contains("no answer within 3 s");
    }

    @Test
    void stoppedServerKeepsObjectsReadBefore() throws IOException {
        answers = path -> {
            if (path.endsWith("/jobs")) {
                server.stop(0);
            }
            return EMPTY;
        };

        ClusterSnapshot snapshot = read(Duration.ofMinutes(2));
        // Of four calls at once, three others may not have ended.
        assertThat(List.of(SnapshotKind.NODE, SnapshotKind.POD, SnapshotKind.EVENT, SnapshotKind.RESOURCE_QUOTA))
                .anyMatch(snapshot::sees);
        assertThat(snapshot.unseen()).containsKey(SnapshotKind.JOB);
    }

    @Test
    void clusterInWhichNothingIsSeenIsAnError() {
        answers = path -> "";

        assertThatThrownBy(() -> read(Duration.ofMinutes(2)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot list");
    }
}
