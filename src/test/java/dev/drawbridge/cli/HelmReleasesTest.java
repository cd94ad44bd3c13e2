package dev.drawbridge.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.drawbridge.cluster.ClusterClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of reading and rewriting what Helm has stored, against an API server with Secrets only. */
class HelmReleasesTest {

    private static final String SECRETS = "/api/v1/namespaces/ml/secrets";
    private static final String OLD =
            "apiVersion: resource.k8s.io/v1beta1\\nkind: DeviceClass\\nmetadata:\\n  name: gpu\\n";
    private static final String JSON = """
            {"name":"app","info":{"status":"deployed","notes":"\\"manifest\\":"},"chart":{"manifest":"x","n":1.50,\
            "templates":[{"name":"a","data":"e30="}]},"manifest":"---\\n# Source: app/class.yaml\\n%s","version":2,\
            "config":{"é":"\\u00fc"}}""";

    @TempDir
    Path folder;

    private final Map<String, String> secrets = new TreeMap<>();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private int versions = 100;
    private HttpServer server;
    private FleetCluster cluster;

    private static String packed(String json) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream output = new GZIPOutputStream(bytes)) {
            output.write(json.getBytes(UTF_8));
        }
        byte[] inner = Base64.getEncoder().encode(bytes.toByteArray());
        return Base64.getEncoder().encodeToString(inner);
    }

    private void store(int revision, String status, String manifest) throws IOException {
        String name = "sh.helm.release.v1.app.v" + revision;
        secrets.put(name, """
                {"kind":"Secret","apiVersion":"v1","metadata":{"name":"%s","namespace":"ml","resourceVersion":"%d",\
                "labels":{"owner":"helm","name":"app","version":"%d","status":"%s"}},\
                "data":{"release":"%s"},"type":"helm.sh/release.v1"}""".formatted(name, versions++, revision, status, packed(JSON.formatted(manifest))));
    }

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
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
        cluster = new FleetCluster(ClusterClient.ofServer(kubeconfig), "ml");
    }

    @AfterEach
    void stop() {
        cluster.close();
        server.stop(0);
    }

    private static String version(String secret) {
        return secret.replaceFirst("(?s).*\"resourceVersion\":\"([0-9]+)\".*", "$1");
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String name = path.substring(path.lastIndexOf('/') + 1);
        int code = 200;
        String answer;
        if (path.equals(SECRETS)) {
            assertThat(exchange.getRequestURI().getQuery()).contains("labelSelector=owner=helm");
            answer = secrets.values().stream().collect(Collectors.joining(",", "{\"metadata\":{},\"items\":[", "]}"));
        } else if (exchange.getRequestMethod().equals("PUT")) {
            answer = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            code = version(answer).equals(version(secrets.getOrDefault(name, ""))) ? 200 : 409;
            if (code == 200) {
                secrets.put(name, answer);
            }
        } else {
            answer = secrets.getOrDefault(name, "");
        }
        byte[] body = answer.getBytes(UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(code, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private int migrate(boolean isWrite) throws IOException {
        PrintWriter log = new PrintWriter(err, true);
        MigrateRun run = new MigrateRun(Arguments.of(Command.named("migrate"), List.of()), log, log);
        return new HelmReleases(cluster, folder, new PrintWriter(out, true), log).migrate("app", isWrite, run::outcome);
    }

    private HelmRelease current() throws IOException {
        return HelmRelease.of(
                HelmReleases.current(cluster.client(), "ml").values().iterator().next());
    }

    @Test
    void currentRevisionIsTheDeployedOne() throws IOException {
        store(1, "superseded", OLD);
        store(2, "deployed", OLD);
        store(10, "failed", OLD);
        assertThat(current().revision()).isEqualTo(2);
        assertThat(current().manifest()).endsWith("name: gpu\n");

        secrets.clear();
        store(9, "superseded", OLD);
        store(10, "failed", OLD);
        assertThat(current().revision()).isEqualTo(10);
    }

    @Test
    void diffIsPrintedAndNothingWritten() throws IOException {
        store(2, "deployed", OLD);
        String before = secrets.toString();

        assertThat(migrate(false)).isEqualTo(ExitCode.CLEAN);
        assertThat(out.toString())
                .contains("-apiVersion: resource.k8s.io/v1beta1")
                .contains("+apiVersion: resource.k8s.io/v1\n");
        assertThat(secrets).hasToString(before);
    }

    @Test
    void onlyTheManifestChanges() throws IOException {
        store(2, "deployed", OLD);
        String secret = secrets.values().iterator().next();
        String json = current().content().json();

        assertThat(migrate(true)).isEqualTo(ExitCode.CLEAN);
        assertThat(current().content().json()).isEqualTo(json.replace("k8s.io/v1beta1", "k8s.io/v1"));
        assertThat(Files.readString(folder.resolve("helm-ml-app-v2.json")))
                .isEqualTo(secret.replace("\"resourceVersion\":\"100\",", ""));
        assertThat(err.toString()).contains("revision 2: written; backup with the values of the release: ");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("helm-ml-app-v2.json"))))
                .isEqualTo("rw-------");
        assertThat(migrate(true)).isEqualTo(ExitCode.CLEAN);
        assertThat(err.toString()).contains("nothing to migrate");
    }

    @Test
    void changedSecretIsNotWritten() throws IOException {
        store(2, "deployed", OLD);
        HelmRelease read = current();
        String stored = secrets.get(read.secret());
        String path = SECRETS + "/" + read.secret();
        secrets.put(read.secret(), stored.replace("\"100\"", "\"101\""));

        assertThat(cluster.client().replace(path, stored)).isFalse();
    }

    @Test
    void anotherReleaseNeedNotBeReadable() throws IOException {
        store(2, "deployed", OLD);
        String secret = secrets.values().iterator().next();
        secrets.put(
                "other",
                secret.replace("\"app\"", "\"other\"").replaceFirst("\"release\":\"[^\"]+", "\"release\":\"e30="));

        assertThat(migrate(false)).isEqualTo(ExitCode.CLEAN);
    }

    @Test
    void backupIsNotOverwritten() throws IOException {
        store(2, "deployed", OLD);
        Files.writeString(folder.resolve("helm-ml-app-v2.json"), "kept");

        assertThatThrownBy(() -> migrate(true)).isInstanceOf(IOException.class);
        assertThat(current().manifest()).contains("v1beta1");
    }

    @Test
    void releaseThatIsNotThereIsAnError() {
        assertThatThrownBy(() -> migrate(false)).hasMessageContaining("no release app in namespace ml");
    }
}
