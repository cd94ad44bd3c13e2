package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.drawbridge.cluster.ClusterClient;
import dev.drawbridge.cluster.ServerVersion;
import dev.drawbridge.fit.Fit;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the choice of a scheduler for a cluster, and of reading its fleet. */
class FleetClusterTest {

    private static final int NEWEST =
            Integer.parseInt(Fit.newestKnown().toString().substring("1.".length()));

    private final List<String> notes = new ArrayList<>();

    private String scheduler(int minor) {
        return FleetCluster.scheduler(new ServerVersion(1, minor, null), notes::add)
                .toString();
    }

    private static IntStream known() {
        return IntStream.rangeClosed(34, NEWEST);
    }

    @ParameterizedTest
    @MethodSource("known")
    void schedulerIsOfCluster(int minor) {
        assertThat(scheduler(minor)).isEqualTo("1." + minor);
        assertThat(notes).isEmpty();
    }

    private static IntStream newer() {
        return IntStream.of(NEWEST + 1, NEWEST + 2, 99);
    }

    /** A preview is known without its scheduler. */
    @ParameterizedTest
    @MethodSource("newer")
    void newerClusterIsDecidedAsNewestKnownScheduler(int minor) {
        assertThat(scheduler(minor)).isEqualTo("1." + NEWEST);
        assertThat(notes).hasSize(1).first().asString().contains("Kubernetes 1." + minor + ", newer than");
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 27, 33})
    void olderClusterNeedsARelease(int minor) {
        assertThatThrownBy(() -> scheduler(minor))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("the cluster runs Kubernetes 1." + minor)
                .hasMessageContaining("Set --kubernetes");
    }

    /** The list of slices fails after its first page, that of claims at once. */
    @Test
    void fleetIsWhatCanBeListedCompletely(@TempDir Path folder) throws IOException {
        String forbidden = "{\"kind\": \"Status\", \"code\": 403, \"message\": \"cannot list\"}";
        Map<String, String> answers = Map.of(
                "/api/v1/nodes?limit=500",
                "{\"items\": [{\"metadata\": {\"name\": \"one\"}}]}",
                "/apis/resource.k8s.io",
                "{\"versions\": [{\"version\": \"v1\"}], \"preferredVersion\": {\"version\": \"v1\"}}",
                "/apis/resource.k8s.io/v1",
                """
                {"resources": [{"name": "deviceclasses", "kind": "DeviceClass"},
                  {"name": "resourceslices", "kind": "ResourceSlice"},
                  {"name": "resourceclaims", "kind": "ResourceClaim", "namespaced": true}]}""",
                "/apis/resource.k8s.io/v1/deviceclasses?limit=500",
                "{\"items\": [{\"metadata\": {\"name\": \"gpu\"}, \"spec\": {}}]}",
                "/apis/resource.k8s.io/v1/resourceslices?limit=500",
                """
                {"metadata": {"continue": "next"}, "items": [{"metadata": {"name": "s"}, "spec": {"driver": "d",
                  "nodeName": "one", "pool": {"name": "p", "generation": 1, "resourceSliceCount": 1},
                  "devices": [{"name": "gpu-0"}]}}]}""");
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String answer = answers.getOrDefault(exchange.getRequestURI().toString(), forbidden);
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(answer.equals(forbidden) ? 403 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        Path kubeconfig = Files.writeString(
                folder.resolve("config"), """
                apiVersion: v1
                kind: Config
                current-context: test
                clusters: [{name: test, cluster: {server: "http://127.0.0.1:%d"}}]
                users: [{name: test, user: {}}]
                contexts: [{name: test, context: {cluster: test, user: test}}]
                """.formatted(server.getAddress().getPort()));
        FleetBuilder builder = new FleetBuilder("default");

        try (FleetCluster cluster = new FleetCluster(ClusterClient.ofServer(kubeconfig), null)) {
            cluster.addSeenTo(builder, notes::add);
        } finally {
            server.stop(0);
        }

        Fleet fleet = builder.build();
        assertThat(fleet.nodes()).hasSize(1);
        assertThat(fleet.classes()).containsOnlyKeys("gpu");
        assertThat(fleet.devices()).isZero();
        assertThat(notes)
                .satisfiesExactlyInAnyOrder(
                        note -> assertThat(note)
                                .startsWith("Not seen: ResourceSlice: ")
                                .endsWith("; the answer covers only the rest"),
                        note -> assertThat(note).startsWith("Not seen: ResourceClaim: "));
    }
}
