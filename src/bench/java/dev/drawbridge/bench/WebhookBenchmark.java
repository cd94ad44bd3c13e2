package dev.drawbridge.bench;

import dev.drawbridge.TrustedAuthority;
import dev.drawbridge.server.WebhookApplication;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** A whole call over HTTPS, as by the API server, compared with a liveness probe of the same server. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class WebhookBenchmark {

    private static final String TLS = "target/webhook-bench/tls";

    /** The object of the review, as in {@link ReviewBenchmark}. */
    @Param({"small", "full", "large", "slice"})
    private String object = "";

    private @Nullable ConfigurableApplicationContext server;
    private HttpClient client = HttpClient.newHttpClient();
    private HttpRequest review =
            HttpRequest.newBuilder(URI.create("https://localhost")).build();
    private HttpRequest liveness = review;

    @Setup
    public void start() throws GeneralSecurityException, IOException {
        server =
                SpringApplication.run(WebhookApplication.class, "--server.port=0", "--drawbridge.tls.directory=" + TLS);
        String url = "https://localhost:" + server.getEnvironment().getProperty("local.server.port");
        client = HttpClient.newBuilder()
                .sslContext(TrustedAuthority.context(Path.of(TLS, "ca.crt")))
                .version(HttpClient.Version.HTTP_1_1)
                .build();
        review = HttpRequest.newBuilder(URI.create(url + "/validate?timeout=10s"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(Reviews.of(object)))
                .build();
        liveness = HttpRequest.newBuilder(URI.create(url + "/actuator/health/liveness"))
                .build();
    }

    @TearDown
    public void stop() {
        if (server != null) {
            server.close();
        }
    }

    @Benchmark
    public byte[] liveness() throws IOException, InterruptedException {
        return call(liveness);
    }

    @Benchmark
    public byte[] review() throws IOException, InterruptedException {
        return call(review);
    }

    private byte[] call(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<byte[]> response = client.send(request, BodyHandlers.ofByteArray());
        if (response.statusCode() != 200) {
            throw new IllegalStateException("a benchmark's call is answered, not " + response.statusCode());
        }
        return response.body();
    }
}
