package dev.drawbridge.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The packaged webhook, registered with the configuration of {@code drawbridge certs}, with a URL instead of the
 * Service.
 */
final class RunningWebhook implements AutoCloseable {

    private static final String START =
            Path.of("target/drawbridge/bin/drawbridge").toAbsolutePath().toString();
    private static final String REGISTRATIONS = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";

    private final RealCluster cluster;
    private final Path folder;
    private final int port = RealCluster.freePort();
    private final Process process;

    /** Starts with these settings, such as {@code --drawbridge.kubernetes.release=1.34}, and registers. */
    RunningWebhook(RealCluster cluster, Path folder, String failurePolicy, String... settings) throws Exception {
        this(cluster, folder, Arrays.asList(settings), made(folder));
        register(failurePolicy);
    }

    /** Starts with self-generated certificates, for an existing configuration. */
    static RunningWebhook managed(RealCluster cluster, Path folder, List<String> settings) throws Exception {
        Files.createDirectories(folder);
        return new RunningWebhook(
                cluster,
                folder,
                settings,
                List.of("--drawbridge.tls.mode=managed", "--drawbridge.tls.managed.interval=1s"));
    }

    private static List<String> made(Path folder) throws Exception {
        Files.createDirectories(folder);
        Process certs = new ProcessBuilder(
                        START,
                        "certs",
                        "--service=drawbridge",
                        "--namespace=drawbridge",
                        "--host=127.0.0.1",
                        "--out=" + folder.resolve("tls"))
                .inheritIO()
                .start();
        if (certs.waitFor() != 0) {
            throw new IllegalStateException("drawbridge certs failed");
        }
        return List.of();
    }

    private RunningWebhook(RealCluster cluster, Path folder, List<String> settings, List<String> more)
            throws Exception {
        this.cluster = cluster;
        this.folder = folder;
        List<String> command = new ArrayList<>(List.of(
                START,
                "serve",
                "--server.port=" + port,
                "--drawbridge.tls.directory=" + folder.resolve("tls"),
                "--drawbridge.drain-period=0s"));
        command.addAll(settings);
        command.addAll(more);
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log().toFile())
                .start();
        await("Drawbridge listens on");
    }

    /** Its URL. */
    String url() {
        return "https://127.0.0.1:" + port + "/validate";
    }

    private Path log() {
        return folder.resolve("log");
    }

    /** Waits for a text in the log. */
    void await(String text) throws IOException, InterruptedException {
        Instant end = Instant.now().plusSeconds(60);
        while (!Files.readString(log()).contains(text)) {
            if (!process.isAlive() || Instant.now().isAfter(end)) {
                throw new IllegalStateException("no \"" + text + "\" in the log:\n" + Files.readString(log()));
            }
            Thread.sleep(100);
        }
    }

    private void register(String failurePolicy) throws Exception {
        JsonNode written = new YAMLMapper()
                .readTree(folder.resolve("tls/webhook-configuration.yaml").toFile());
        ObjectNode webhook = (ObjectNode) written.get("webhooks").get(0);
        ObjectNode config = (ObjectNode) webhook.get("clientConfig");
        config.remove("service");
        config.put("url", "https://127.0.0.1:" + port + "/validate");
        webhook.put("failurePolicy", failurePolicy);
        String configuration = JsonMapper.shared().writeValueAsString(written);
        if (!cluster.post(REGISTRATIONS, configuration).isOk()) {
            throw new IllegalStateException("the registration was refused");
        }
        awaitRegistration();
    }

    /** The API server's watch reports the registration with a delay; until then nothing is reviewed. */
    private void awaitRegistration() throws Exception {
        boolean isClassic = cluster.minor() <= 30;
        String version = isClassic ? "v1alpha2" : cluster.minor() <= 33 ? "v1beta1" : "v1";
        String probe = Samples.of(version, isClassic ? "ResourceClass" : "DeviceClass");
        String collection = "/apis/resource.k8s.io/" + version + (isClassic ? "/resourceclasses" : "/deviceclasses")
                + "?dryRun=All";
        double before = reviews();
        Instant end = Instant.now().plusSeconds(30);
        while (reviews() == before) {
            if (Instant.now().isAfter(end)) {
                throw new IllegalStateException("no review came");
            }
            cluster.post(collection, probe);
            Thread.sleep(50);
        }
    }

    /** The number of answered reviews. */
    double reviews() throws Exception {
        Process curl = new ProcessBuilder(
                        "curl",
                        "-s",
                        "--cacert",
                        folder.resolve("tls/ca.crt").toString(),
                        "https://127.0.0.1:" + port + "/actuator/prometheus")
                .start();
        String metrics = new String(curl.getInputStream().readAllBytes());
        return metrics.lines()
                .filter(line -> line.startsWith("drawbridge_reviews_seconds_count"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /** Ends the process, but keeps the registration. */
    void stop() {
        RealCluster.stop(process);
    }

    @Override
    public void close() throws IOException {
        try {
            cluster.delete(REGISTRATIONS + "/drawbridge");
        } finally {
            stop();
        }
    }
}
