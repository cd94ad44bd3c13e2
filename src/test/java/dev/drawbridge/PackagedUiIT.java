package dev.drawbridge;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the packaged {@code drawbridge ui}. */
@Timeout(300)
class PackagedUiIT {

    @TempDir
    Path folder;

    private Process process;
    private HttpServer cluster;

    @AfterEach
    void stop() throws InterruptedException {
        if (process != null) {
            process.destroy();
            process.waitFor();
        }
        if (cluster != null) {
            cluster.stop(0);
        }
    }

    /** Starts a command that serves the page; returns its address, the first line that it prints. */
    private URI start(Map<String, String> environment, String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(environment);
        process = builder.start();
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        return URI.create(output.readLine());
    }

    private static String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response =
                HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }

    private static String get(URI address) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(address));
    }

    private static String post(URI address, String text) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(address).POST(BodyPublishers.ofString(text)));
    }

    @Test
    void servesThePageAndItsEditor() throws Exception {
        URI address = start(Map.of(), Distribution.LAUNCHER.toString(), "ui", "deploy/try", "--from", "model:8xh100:4");

        assertThat(get(address)).contains("deploy/try/upgrade.yaml", "\"isWritable\":false");
        assertThat(get(address.resolve("codemirror-view.js"))).contains("class EditorView");
        try (Conversation page = new Conversation(address)) {
            assertThat(page.execute("fleet", "")).contains("\"devices\":32");
            page.open("apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata: {name: a}\nspec: {a: 1}");
            page.await("spec.a: unknown field");
        }
    }

    @Test
    void isAPluginOfKubectl() throws Exception {
        Assumptions.assumeTrue(
                Path.of("/usr/bin/kubectl").toFile().canExecute()
                        || Path.of("/usr/local/bin/kubectl").toFile().canExecute(),
                "no kubectl");
        Files.createSymbolicLink(folder.resolve("kubectl-drawbridge"), Distribution.LAUNCHER);
        String path = folder + ":" + System.getenv("PATH");

        URI address = start(Map.of("PATH", path), "kubectl", "drawbridge", "ui", "deploy/try");

        assertThat(get(address)).contains("deploy/try/upgrade.yaml");
    }

    @Test
    void readsTheFleetOfAClusterAtTheStartAndOnRequest() throws Exception {
        Map<String, String> answers = new ConcurrentHashMap<>(Map.of(
                "/version",
                "{\"major\": \"1\", \"minor\": \"36\", \"gitVersion\": \"v1.36.1\"}",
                "/metrics",
                "kubernetes_feature_enabled{name=\"DRAConsumableCapacity\",stage=\"BETA\"} 0\n",
                "/api/v1/nodes?limit=500",
                items(),
                "/apis/resource.k8s.io",
                "{\"versions\": [{\"version\": \"v1\"}], \"preferredVersion\": {\"version\": \"v1\"}}",
                "/apis/resource.k8s.io/v1",
                "{\"resources\": [{\"name\": \"resourceslices\", \"kind\": \"ResourceSlice\"},"
                        + " {\"name\": \"deviceclasses\", \"kind\": \"DeviceClass\"}]}",
                "/apis/resource.k8s.io/v1/resourceslices?limit=500",
                items(slice("one"))));
        Path kubeconfig = kubeconfig(answers);

        URI address = start(
                Map.of("KUBECONFIG", kubeconfig.toString()),
                Distribution.LAUNCHER.toString(),
                "ui",
                "--cluster",
                "--context",
                "test",
                folder.toString());

        try (Conversation page = new Conversation(address)) {
            assertThat(page.execute("fleet", ""))
                    .contains("\"source\":\"the cluster\"", "\"devices\":1", "\"kubernetes\":\"1.36\"")
                    .contains("\"gates\":\"DRAConsumableCapacity\\u003dfalse\"", "Not seen: deviceclasses");
            answers.put("/apis/resource.k8s.io/v1/resourceslices?limit=500", items(slice("one"), slice("two")));
            answers.put("/apis/resource.k8s.io/v1/deviceclasses?limit=500", items());
            assertThat(page.execute("selector", "true")).contains("1 of 1 devices match");
            assertThat(page.execute("reload", "")).contains("\"devices\":2").doesNotContain("Not seen: deviceclasses");
            assertThat(page.execute("selector", "true")).contains("2 of 2 devices match");
        }
    }

    /** What the page and the language server say to each other. */
    private static final class Conversation implements AutoCloseable {

        private static final String TEXT = "untitled:a.yaml";

        private final URI address;
        private final Stream<String> events;
        private final Iterator<String> lines;
        private int requests;

        Conversation(URI address) throws IOException, InterruptedException {
            this.address = address;
            HttpRequest request =
                    HttpRequest.newBuilder(address.resolve("events?page=a")).build();
            events = HttpClient.newHttpClient()
                    .send(request, BodyHandlers.ofLines())
                    .body();
            lines = events.iterator();
            say("\"id\": 0, \"method\": \"initialize\", \"params\": {\"capabilities\": {}, \"rootUri\": \""
                    + Path.of("").toUri() + "deploy/try\"}");
            say("\"method\": \"initialized\", \"params\": {}");
            open("");
        }

        private void say(String message) throws IOException, InterruptedException {
            post(address.resolve("message?page=a"), "{\"jsonrpc\": \"2.0\", " + message + "}");
        }

        void open(String text) throws IOException, InterruptedException {
            say("\"method\": \"textDocument/didOpen\", \"params\": {\"textDocument\": {\"uri\": \"" + TEXT
                    + "\", \"languageId\": \"yaml\", \"version\": 1, \"text\": \"" + text.replace("\n", "\\n")
                    + "\"}}");
        }

        /** The first event that contains a text. */
        String await(String text) {
            String event = lines.next();
            while (!event.contains(text)) {
                event = lines.next();
            }
            return event;
        }

        String execute(String command, String argument) throws IOException, InterruptedException {
            requests++;
            say("\"id\": " + requests + ", \"method\": \"workspace/executeCommand\", \"params\": {\"command\":"
                    + " \"drawbridge." + command + "\", \"arguments\": [\"" + TEXT + "\", \"" + argument + "\"]}");
            return await("\"id\":" + requests + ",");
        }

        @Override
        public void close() {
            events.close();
        }
    }

    private static String items(String... items) {
        return "{\"items\": [" + String.join(", ", items) + "]}";
    }

    private static String slice(String node) {
        return """
                {"metadata": {"name": "%1$s"}, "spec": {"driver": "gpu.example.com", "nodeName": "%1$s",
                "pool": {"name": "%1$s", "generation": 1, "resourceSliceCount": 1}, "devices": [{"name": "gpu-0"}]}}
                """.formatted(node);
    }

    /** A kubeconfig of a cluster with these answers; it refuses everything else. */
    private Path kubeconfig(Map<String, String> answers) throws IOException {
        cluster = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        cluster.createContext("/", exchange -> {
            String answer = answers.get(exchange.getRequestURI().toString());
            byte[] body = (answer == null ? "{\"kind\": \"Status\", \"message\": \"not allowed\"}" : answer)
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(answer == null ? 403 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        cluster.start();
        List<String> lines = List.of(
                "apiVersion: v1",
                "kind: Config",
                "current-context: test",
                "clusters: [{name: test, cluster: {server: \"http://127.0.0.1:"
                        + cluster.getAddress().getPort() + "\"}}]",
                "users: [{name: test, user: {}}]",
                "contexts: [{name: test, context: {cluster: test, user: test}}]");
        return Files.write(folder.resolve("kubeconfig"), lines);
    }
}
