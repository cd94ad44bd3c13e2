package dev.drawbridge.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.drawbridge.TrustedAuthority;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An etcd and a kube-apiserver with their own folder and ports, started as by envtest. The API server can be replaced
 * by another release.
 */
final class RealCluster implements AutoCloseable {

    private static final String TOKEN = "admin-token";
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final Path folder;
    private final int etcdPort = freePort();
    private final int port = freePort();
    private final Process etcd;
    private Process apiServer;
    private String unserved = "";
    private HttpClient client;
    private int minor;

    /** An answer: its HTTP status, its body, and the warnings that came with it. */
    record Answer(int status, JsonNode body, List<String> warnings) {

        boolean isOk() {
            return status < 300;
        }
    }

    RealCluster(Path assets, Path folder) throws Exception {
        this.folder = folder;
        Files.writeString(folder.resolve("tokens.csv"), TOKEN + ",admin,admin,\"system:masters\"\n");
        run("openssl", "genrsa", "-out", folder.resolve("sa.key").toString(), "2048");
        run(
                "openssl",
                "rsa",
                "-in",
                folder.resolve("sa.key").toString(),
                "-pubout",
                "-out",
                folder.resolve("sa.pub").toString());
        Path beside = assets.resolve("etcd");
        Path binary = Files.exists(beside) ? beside : assets.resolveSibling("etcd");
        int peer = freePort();
        etcd = start(
                "etcd",
                List.of(
                        binary.toString(),
                        "--name=default",
                        "--data-dir=" + folder.resolve("etcd"),
                        "--unsafe-no-fsync",
                        "--log-level=warn",
                        "--listen-client-urls=http://127.0.0.1:" + etcdPort,
                        "--advertise-client-urls=http://127.0.0.1:" + etcdPort,
                        "--listen-peer-urls=http://127.0.0.1:" + peer,
                        "--initial-advertise-peer-urls=http://127.0.0.1:" + peer,
                        "--initial-cluster=default=http://127.0.0.1:" + peer));
        startApiServer(assets);
    }

    /** Replaces the API server by that in another folder, with the same etcd and port. */
    void upgrade(Path assets) throws Exception {
        stop(apiServer);
        startApiServer(assets);
    }

    /** Restarts the API server, which then does not serve a version of the group. */
    void removeVersion(Path assets, String version) throws Exception {
        unserved = version;
        upgrade(assets);
    }

    private void startApiServer(Path assets) throws Exception {
        minor = minor(assets);
        List<String> command = new ArrayList<>(List.of(
                assets.resolve("kube-apiserver").toString(),
                "--etcd-servers=http://127.0.0.1:" + etcdPort,
                "--bind-address=127.0.0.1",
                "--secure-port=" + port,
                "--advertise-address=10.0.0.1",
                "--endpoint-reconciler-type=none",
                "--cert-dir=" + folder.resolve("certs"),
                "--service-cluster-ip-range=10.96.0.0/16",
                "--authorization-mode=RBAC",
                "--token-auth-file=" + folder.resolve("tokens.csv"),
                "--service-account-issuer=https://kubernetes.default.svc",
                "--service-account-key-file=" + folder.resolve("sa.pub"),
                "--service-account-signing-key-file=" + folder.resolve("sa.key"),
                "--runtime-config=" + runtimeConfig()));
        if (minor < 34) {
            command.add("--feature-gates=DynamicResourceAllocation=true");
        }
        apiServer = start("kube-apiserver", command);
        Instant end = Instant.now().plus(PATIENCE);
        while (!isReady()) {
            if (!apiServer.isAlive() || Instant.now().isAfter(end)) {
                throw new IllegalStateException(
                        "kube-apiserver is not ready:\n" + Files.readString(folder.resolve("kube-apiserver.log")));
            }
            Thread.sleep(200);
        }
    }

    private boolean isReady() throws InterruptedException {
        try {
            client = HttpClient.newBuilder()
                    .sslContext(TrustedAuthority.context(caCertificate()))
                    .version(HttpClient.Version.HTTP_1_1)
                    .build();
            HttpRequest request = request("/readyz").build();
            return client.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException | GeneralSecurityException e) {
            return false;
        }
    }

    private String runtimeConfig() {
        List<String> versions = minor <= 30
                ? List.of("v1alpha2")
                : minor == 31
                        ? List.of("v1alpha3")
                        : minor == 32
                                ? List.of("v1alpha3", "v1beta1")
                                : minor == 33
                                        ? List.of("v1alpha3", "v1beta1", "v1beta2")
                                        : List.of("v1alpha3", "v1beta1", "v1beta2", "v1");
        return String.join(
                ",",
                versions.stream()
                        .map(v -> "resource.k8s.io/" + v + "=" + !v.equals(unserved))
                        .toList());
    }

    private static int minor(Path assets) throws Exception {
        Matcher version = Pattern.compile("v1\\.(\\d+)\\.")
                .matcher(run(assets.resolve("kube-apiserver").toString(), "--version"));
        if (!version.find()) {
            throw new IllegalStateException(assets + "/kube-apiserver prints no version");
        }
        return Integer.parseInt(version.group(1));
    }

    /** The minor release, such as 34. */
    int minor() {
        return minor;
    }

    String url() {
        return "https://127.0.0.1:" + port;
    }

    /** The API server's certificate is self-signed. */
    Path caCertificate() {
        return folder.resolve("certs/apiserver.crt");
    }

    /** A kubeconfig for kubectl. */
    Path kubeconfig() throws IOException {
        String config = """
                apiVersion: v1
                kind: Config
                current-context: test
                clusters: [{name: test, cluster: {server: "%s", certificate-authority: "%s"}}]
                users: [{name: test, user: {token: %s}}]
                contexts: [{name: test, context: {cluster: test, user: test}}]
                """.formatted(url(), caCertificate().toAbsolutePath(), TOKEN);
        return Files.writeString(folder.resolve("kubeconfig"), config);
    }

    Answer get(String path) throws IOException {
        return send(request(path).GET());
    }

    Answer post(String path, Object body) throws IOException {
        return send(request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body.toString())));
    }

    Answer postYaml(String path, String body) throws IOException {
        return send(request(path)
                .header("Content-Type", "application/yaml")
                .header("Accept", "application/json")
                .POST(BodyPublishers.ofString(body)));
    }

    Answer put(String path, Object body) throws IOException {
        return send(
                request(path).header("Content-Type", "application/json").PUT(BodyPublishers.ofString(body.toString())));
    }

    /** A patch of a type such as {@code merge-patch}. */
    Answer patch(String path, String type, String body) throws IOException {
        return send(request(path)
                .header("Content-Type", "application/" + type + (type.startsWith("apply") ? "+yaml" : "+json"))
                .method("PATCH", BodyPublishers.ofString(body)));
    }

    Answer delete(String path) throws IOException {
        return send(request(path).DELETE());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(url() + path))
                .timeout(Duration.ofSeconds(40))
                .header("Authorization", "Bearer " + TOKEN);
    }

    private Answer send(HttpRequest.Builder request) throws IOException {
        HttpResponse<String> response;
        try {
            response = client.send(request.build(), BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        String body = response.body();
        return new Answer(
                response.statusCode(),
                body.startsWith("{")
                        ? JsonMapper.shared().readTree(body)
                        : JsonMapper.shared().valueToTree(body),
                response.headers().allValues("Warning"));
    }

    /** Writes an object to etcd, past every validation. */
    void plant(String key, String object) throws Exception {
        Base64.Encoder base64 = Base64.getEncoder();
        String put = JsonMapper.shared()
                .writeValueAsString(Map.of(
                        "key", base64.encodeToString(("/registry/" + key).getBytes(UTF_8)),
                        "value", base64.encodeToString(object.getBytes(UTF_8))));
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + etcdPort + "/v3/kv/put"))
                .POST(BodyPublishers.ofString(put))
                .build();
        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IllegalStateException("etcd: " + response.body());
        }
    }

    /** The output of kubectl on both streams. */
    String kubectl(String... arguments) throws Exception {
        List<String> command =
                new ArrayList<>(List.of("kubectl", "--kubeconfig", kubeconfig().toString()));
        command.addAll(List.of(arguments));
        return run(command.toArray(String[]::new));
    }

    /** The output of the packaged command on both streams, with this cluster and in this folder. */
    String drawbridge(Path folder, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of("target/drawbridge/bin/drawbridge").toAbsolutePath().toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("KUBECONFIG", kubeconfig().toString());
        return run(builder);
    }

    static String run(String... command) throws Exception {
        return run(new ProcessBuilder(command));
    }

    private static String run(ProcessBuilder command) throws Exception {
        Process process = command.redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        process.waitFor();
        return output;
    }

    private Process start(String name, List<String> command) throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".log").toFile())
                .start();
    }

    static int freePort() {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static void stop(Process process) {
        process.destroy();
        process.onExit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
        apiServer.destroyForcibly().onExit().join();
        etcd.destroyForcibly().onExit().join();
    }

    /** The folder in an environment variable; the test is skipped if it is not set. */
    static Path assets(String variable) {
        String path = System.getenv(variable);
        if (path == null || !Files.isExecutable(Path.of(path, "kube-apiserver"))) {
            System.out.println("SKIPPED: " + variable + " names no folder with a kube-apiserver");
            Assumptions.abort(variable + " names no folder with a kube-apiserver");
        }
        return Path.of(path);
    }
}
