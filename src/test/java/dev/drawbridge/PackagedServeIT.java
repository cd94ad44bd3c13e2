package dev.drawbridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.ResourceLocksProvider;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests of the packaged webhook, started like by a user, on the Java of the build and on JDK 25 if installed. */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class PackagedServeIT {

    /** The tests with this lock share the archive that the first start makes. */
    private static final String ARCHIVE = "archive of serve";

    private static final Path START =
            Path.of("target/drawbridge/bin/drawbridge").toAbsolutePath();
    private static final Path REVIEWS = Path.of("src/test/resources/reviews/own.jsonl");
    private static final int JDK = 25;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir
    private Path folder;

    /** Locks the archive if Java 25 is also that of the build. */
    static final class IfOfBuild implements ResourceLocksProvider {

        @Override
        public Set<Lock> provideForMethod(List<Class<?>> enclosing, Class<?> test, Method method) {
            return Runtime.version().feature() == JDK ? Set.of(new Lock(ARCHIVE)) : Set.of();
        }
    }

    @Test
    @ResourceLock(ARCHIVE)
    void servesOnTheJavaOfTheBuild() throws Exception {
        Path javaHome = Path.of(System.getProperty("java.home"));
        serve(javaHome, command(javaHome, "", "serve"));
    }

    /** Other settings may change the beans, so those generated at build time are not used. */
    @Test
    @ResourceLock(ARCHIVE)
    void springsOwnSettingsDecide() throws Exception {
        int port = freePort();
        Process process = command(
                        Path.of(System.getProperty("java.home")),
                        "",
                        "serve",
                        "--server.port=" + port,
                        "--drawbridge.drain-period=0s",
                        "--management.endpoint.prometheus.access=none")
                .redirectOutput(folder.resolve("serve.log").toFile())
                .start();
        try {
            awaitStart(process, folder.resolve("serve.log"));
            assertThat(Files.readString(folder.resolve("serve.log"))).contains("Starting WebhookApplication");
            HttpResponse<String> response = client().send(
                            HttpRequest.newBuilder(URI.create("https://localhost:" + port + "/actuator/prometheus"))
                                    .build(),
                            BodyHandlers.ofString());
            assertThat(response.statusCode()).isEqualTo(404);
            process.destroy();
            assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    @ResourceLock(providers = IfOfBuild.class)
    void servesOnJdk25() throws Exception {
        Optional<Path> jdk = jdk25();
        if (jdk.isEmpty()) {
            System.out.println("SKIPPED: there is no JDK 25 in JAVA_HOME_25 or /usr/lib/jvm");
        }
        Assumptions.assumeTrue(jdk.isPresent(), "there is no JDK 25");
        // As in the image: Java is started without a shell, with the arguments in the launcher's file.
        Path file = folder.resolve("serve.args");
        ProcessBuilder launcher = command(jdk.get(), "", "serve");
        launcher.environment().put("DRAWBRIDGE_ARGUMENT_FILE", file.toString());
        assertThat(launcher.start().waitFor()).isZero();
        List<String> words = new ArrayList<>(Files.readAllLines(file));
        Path classes = folder.resolve("classes");
        words.add(words.indexOf("-cp"), "-Xlog:class+load:file=" + classes);
        words.add(0, jdk.get().resolve("bin/java").toString());
        words.add("serve");
        serve(jdk.get(), new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true));
        assertThat(Files.readString(classes)).contains("org.eclipse.jetty.server.Server source: shared objects file");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"check a.yaml", "version", "version --kinds", "completion bash", "certs --help", "serve --help"})
    void otherCommandsDoNotLoadSpring(String words) throws Exception {
        Files.writeString(folder.resolve("a.yaml"), "apiVersion: v1\nkind: Pod\n");
        Process process = command(Path.of(System.getProperty("java.home")), "-Xlog:class+load", words.split(" "))
                .start();
        String loaded = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).isZero();
        assertThat(loaded).contains("dev.drawbridge.cli.Cli ").doesNotContain("org.springframework");
    }

    private static Optional<Path> jdk25() throws IOException {
        List<Path> candidates = new ArrayList<>();
        if (System.getenv("JAVA_HOME_25") != null) {
            candidates.add(Path.of(System.getenv("JAVA_HOME_25")));
        }
        if (Files.isDirectory(Path.of("/usr/lib/jvm"))) {
            try (Stream<Path> installed = Files.list(Path.of("/usr/lib/jvm"))) {
                candidates.addAll(installed.toList());
            }
        }
        for (Path candidate : candidates) {
            Path release = candidate.resolve("release");
            if (Files.exists(release) && Files.readString(release).contains("JAVA_VERSION=\"25")) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    private HttpClient client() throws Exception {
        return HttpClient.newBuilder()
                .sslContext(TrustedAuthority.context(folder.resolve(".drawbridge/tls/ca.crt")))
                .build();
    }

    private void serve(Path javaHome, ProcessBuilder builder) throws Exception {
        int port = freePort();
        Path log = folder.resolve("serve.log");
        builder.command()
                .addAll(List.of("--server.port=" + port, "--drawbridge.drain-period=1m", "--drawbridge.mode=enforce"));
        // This setting differs from the training that creates the archive.
        builder.environment().put("DRAWBRIDGE_MODE", "nonsense");
        Process process = builder.redirectOutput(log.toFile()).start();
        try {
            awaitStart(process, log);
            HttpClient client = client();
            assertThat(Files.readString(log))
                    .contains(
                            "Drawbridge listens on https://localhost:" + port + "/validate", "Starting AOT-processed");
            assertThat(archives(javaHome)).hasSize(1);
            for (String line : Files.readAllLines(REVIEWS)) {
                JsonNode recorded = JsonMapper.shared().readTree(line);
                assertThat(post(client, port, recorded.get("body").toString())
                                .at("/response/allowed")
                                .asBoolean())
                        .isTrue();
            }
            assertThat(post(client, port, Files.readString(Path.of("deploy/try/denied-review.json")))
                            .at("/response/allowed")
                            .asBoolean())
                    .isFalse();
            for (int i = 0; i < 30; i++) {
                assertThat(post(client, port, nested(i)).at("/response/uid").asString())
                        .isEqualTo("u");
            }
            isDrained(process, client, port);
        } finally {
            process.destroyForcibly();
        }
    }

    /**
     * A different expression each time, nested as deeply as the API server allows: threads need stack for it, most
     * before the code is compiled.
     */
    private static String nested(int i) {
        return """
                {"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{"uid":"u","operation":"CREATE","name":"c",
                "kind":{"group":"resource.k8s.io","version":"v1","kind":"ResourceClaim"},"object":{"apiVersion":"resource.k8s.io/v1",
                "kind":"ResourceClaim","metadata":{"name":"c"},"spec":{"devices":{"requests":[{"name":"r","exactly":{"deviceClassName":"c",
                "selectors":[{"cel":{"expression":"%d == 1 || %s[]%s == []"}}]}}]}}}}}""".formatted(i, "[".repeat(240), "]".repeat(240));
    }

    private static List<String> archives(Path javaHome) throws IOException {
        String java = javaHome.toRealPath().toString().replace('/', '-');
        try (Stream<Path> files = Files.list(START.resolveSibling("../lib"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("serve-") && name.contains(java + "@"))
                    .toList();
        }
    }

    /** After SIGTERM readiness fails, but requests are still answered for a while. */
    private static void isDrained(Process process, HttpClient client, int port) throws Exception {
        process.destroy();
        HttpRequest readiness = HttpRequest.newBuilder(
                        URI.create("https://localhost:" + port + "/actuator/health/readiness"))
                .build();
        while (client.send(readiness, BodyHandlers.ofString()).statusCode() != 503) {
            assertThat(process.isAlive()).isTrue();
            Thread.sleep(50);
        }
        HttpRequest review = HttpRequest.newBuilder(URI.create("https://localhost:" + port + "/validate?timeout=10s"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofFile(Path.of("deploy/try/denied-review.json")))
                .build();
        HttpResponse<String> last = client.send(review, BodyHandlers.ofString());
        assertThat(last.statusCode()).isEqualTo(200);
        assertThat(last.headers().firstValue("Connection")).hasValue("close");
    }

    private ProcessBuilder command(Path javaHome, String javaOptions, String... arguments) {
        List<String> words = new ArrayList<>(List.of(START.toString()));
        words.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", javaHome.toString());
        builder.environment().put("JAVA_OPTS", javaOptions);
        return builder;
    }

    private static void awaitStart(Process process, Path log) throws IOException, InterruptedException {
        Instant end = Instant.now().plus(PATIENCE);
        while (!Files.readString(log).contains("try it")) {
            assertThat(process.isAlive()).as(Files.readString(log)).isTrue();
            assertThat(Instant.now()).as(Files.readString(log)).isBefore(end);
            Thread.sleep(50);
        }
    }

    private static JsonNode post(HttpClient client, int port, String review) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("https://localhost:" + port + "/validate?timeout=10s"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(review))
                .build();
        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
        return JsonMapper.shared().readTree(response.body());
    }
}
