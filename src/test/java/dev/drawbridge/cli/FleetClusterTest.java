package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.drawbridge.cluster.ClusterClient;
import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.fleet.Pod;
import dev.drawbridge.manifest.Manifest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of reading the fleet of a cluster. */
class FleetClusterTest {

    private static final JsonReader JSON = JsonReader.withoutPositions(ReadLimits.DEFAULT);

    private final List<String> notes = new ArrayList<>();

    @FunctionalInterface
    private interface Reader {

        void read(FleetCluster cluster) throws IOException;
    }

    /** Reads from a cluster that gives these answers and forbids everything else. */
    private static void read(Path folder, Map<String, String> answers, Reader reader) throws IOException {
        String forbidden = "{\"kind\": \"Status\", \"code\": 403, \"message\": \"cannot list\"}";
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
        try (FleetCluster cluster = new FleetCluster(ClusterClient.ofServer(kubeconfig), null)) {
            reader.read(cluster);
        } finally {
            server.stop(0);
        }
    }

    /** The list of slices fails after its first page, that of claims at once. */
    @Test
    void fleetIsWhatCanBeListedCompletely(@TempDir Path folder) throws IOException {
        Map<String, String> answers = Map.of(
                "/version",
                "{\"major\": \"1\", \"minor\": \"36\", \"gitVersion\": \"v1.36.2\"}",
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
        FleetBuilder builder = new FleetBuilder("default");

        read(folder, answers, cluster -> cluster.addTo(builder, notes::add));

        Fleet fleet = builder.build();
        FleetScheduler.noteUnseen(fleet.info(), notes::add);
        assertThat(fleet.version()).hasToString("1.36.2");
        assertThat(fleet.nodes()).hasSize(1);
        assertThat(fleet.classes()).containsOnlyKeys("gpu");
        assertThat(fleet.devices()).isZero();
        assertThat(notes)
                .satisfiesExactlyInAnyOrder(
                        note -> assertThat(note)
                                .startsWith("Not seen: resourceslices (")
                                .endsWith("; what depends on them is unknown"),
                        note -> assertThat(note).startsWith("Not seen: resourceclaims ("),
                        note -> assertThat(note).startsWith("Not seen: resourceclaimtemplates ("));
        assertThat(fleet.info().unseen()).containsKeys("resourceslices", "resourceclaims");
    }

    /** The pods of a group share the claims that its PodGroup has. */
    @Test
    void podGroupsAreListedBesideQuotas(@TempDir Path folder) throws IOException {
        Map<String, String> answers = Map.of(
                "/apis",
                """
                {"groups": [{"name": "scheduling.k8s.io", "versions": [{"groupVersion": "scheduling.k8s.io/v1beta1"}],
                  "preferredVersion": {"groupVersion": "scheduling.k8s.io/v1beta1"}}]}""",
                "/apis/scheduling.k8s.io/v1beta1",
                "{\"resources\": [{\"name\": \"podgroups\", \"kind\": \"PodGroup\", \"namespaced\": true}]}",
                "/apis/scheduling.k8s.io/v1beta1/podgroups?limit=500",
                """
                {"items": [{"metadata": {"name": "gang", "namespace": "ml"},
                  "spec": {"resourceClaims": [{"name": "shared", "resourceClaimTemplateName": "t"}]}}]}""");
        FleetBuilder builder = new FleetBuilder("default");

        read(folder, answers, cluster -> cluster.addLimits(builder, notes::add));

        Pod.Scheduling scheduling = new Pod.Scheduling("gang", false);
        Pod pod = new Pod("ml", "p", "", scheduling, List.of(), Map.of(), List.of(), Map.of());
        assertThat(builder.build().sources().group(pod))
                .isNotNull()
                .extracting(group -> group.claims().get(0).template())
                .isEqualTo("t");
        assertThat(notes)
                .map(note -> note.replaceFirst(" cannot be listed and are not counted: .*", ""))
                .containsExactlyInAnyOrder(
                        "ResourceQuotas", "LimitRanges", "PriorityClasses", "HorizontalPodAutoscalers");
        assertThat(builder.info().unseen())
                .containsOnlyKeys(
                        "resourcequotas", "limitranges", "namespaces", "priorityclasses", "horizontalpodautoscalers");
    }

    /** Admin access depends on a label of the namespace; nothing can be listed. */
    @ParameterizedTest
    @CsvSource({"true, 2", "false, 1"})
    void labelsAreNotedForAdminAccess(boolean isAdmin, int noted, @TempDir Path folder) throws IOException {
        FleetBuilder builder = new FleetBuilder("default");
        String text = """
                {"metadata": {"name": "c", "namespace": "ml"}, "spec": {"devices": {"requests": [
                  {"name": "r", "exactly": {"deviceClassName": "gpu", "adminAccess": %s}}]}}}""".formatted(isAdmin);
        Document read = (Document) JSON.read(text.getBytes(StandardCharsets.UTF_8));
        Manifest claim = new Manifest("", "", (ObjectValue) read.value(), "resource.k8s.io/v1", "ResourceClaim");

        read(folder, Map.of(), cluster -> cluster.addLimits(builder, notes::add));
        FleetCluster.noteLabels(builder, List.of(claim), notes::add);

        assertThat(notes).hasSize(noted).allMatch(note -> note.endsWith("cannot list"));
        assertThat(builder.info().unseen()).hasSize(6).containsKeys("limitranges", "podgroups");
    }
}
