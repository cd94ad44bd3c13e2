package dev.drawbridge.server;

import dev.drawbridge.certs.CertificateDirectory;
import dev.drawbridge.certs.ManagedCertificates;
import dev.drawbridge.certs.WebhookCertificates;
import dev.drawbridge.cluster.ClusterClient;
import dev.drawbridge.cluster.StoredSecret;
import dev.drawbridge.cluster.WebhookObjects;
import dev.drawbridge.cluster.WebhookObjects.Trust;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * The certificate that the replicas create and renew themselves, in a shared Secret. The first replica writes it; the
 * others read it. The webhook configuration trusts a certificate before it is served.
 */
final class SharedCertificates implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SharedCertificates.class);

    private static final String AUTHORITIES = "ca.crt";
    private static final String CERTIFICATE = "tls.crt";
    private static final String KEY = "tls.key";
    private static final String NEXT_CERTIFICATE = "next-tls.crt";
    private static final String NEXT_KEY = "next-tls.key";
    private static final String NEXT_SINCE = "drawbridge.dev/next-since";

    /** Setting this annotation to any text requests a new certificate. */
    private static final String ROTATE = "drawbridge.dev/rotate";

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration PAUSE = Duration.ofSeconds(2);

    /** The number of attempts when replicas write at the same time: one of them succeeds each time. */
    private static final int ATTEMPTS = 10;

    private final DrawbridgeProperties.Managed settings;
    private final CertificateDirectory directory;
    private final ClusterClient client;
    private final WebhookObjects objects;
    private final String namespace;
    private final ManagedCertificates.Policy policy;
    private final Counter bundles;
    private volatile boolean isClosed;

    /** Creates the certificates of a directory; fails with a message if there is no way to connect to the cluster. */
    private SharedCertificates(DrawbridgeProperties properties, MeterRegistry registry) throws IOException {
        this.settings = properties.tls().managed();
        this.directory = new CertificateDirectory(properties.tls().directory());
        this.client = ClusterClient.ofServer(properties.kubernetes().kubeconfig());
        this.objects = client.webhookObjects();
        String own = settings.namespace() != null ? settings.namespace() : client.namespace();
        this.namespace = own == null ? "default" : own;
        List<String> hosts = WebhookCertificates.hosts(settings.service(), namespace, settings.hosts());
        this.bundles = Counter.builder("drawbridge.ca.bundle.writes")
                .description("Writes of the caBundle, after a renewal or a change by another client")
                .register(registry);
        this.policy = new ManagedCertificates.Policy(hosts, settings.validity(), settings.grace());
    }

    /** Creates the certificates and waits for the first one in the directory; fails after a minute. */
    static SharedCertificates started(DrawbridgeProperties properties, MeterRegistry registry) {
        try {
            SharedCertificates certificates = new SharedCertificates(properties, registry);
            certificates.first();
            return certificates;
        } catch (IOException e) {
            throw new InvalidSetting("drawbridge.tls.mode=managed: " + e.getMessage(), e);
        }
    }

    private void first() throws IOException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                refresh();
                return;
            } catch (IOException e) {
                if (System.nanoTime() - end > 0) {
                    close();
                    throw e;
                }
                LOG.warn("certificates: {}; trying again", e.getMessage());
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    /** Logs a failure; the next call tries again. */
    @Scheduled(
            initialDelayString = "${drawbridge.tls.managed.interval:30s}",
            fixedDelayString = "${drawbridge.tls.managed.interval:30s}")
    void attempt() {
        try {
            refresh();
        } catch (IOException | RuntimeException e) {
            if (!isClosed) {
                LOG.error("certificates: {}; the current certificate stays in use", e.getMessage());
            }
        }
    }

    /**
     * Creates or renews the certificate in the Secret if it is due, makes the webhook configuration trust it, and
     * writes it into the directory.
     *
     * @throws IOException with a message if the cluster cannot be reached, or refuses
     */
    void refresh() throws IOException {
        ManagedCertificates now = written();
        String configuration = settings.webhookConfiguration();
        Trust trust = Trust.CONFLICT;
        for (int i = 0; i < ATTEMPTS && trust == Trust.CONFLICT; i++) {
            trust = objects.trust(configuration, now.authorities());
        }
        if (trust == Trust.CONFLICT) {
            throw new IOException("conflicts with other writers of ValidatingWebhookConfiguration " + configuration);
        }
        if (trust == Trust.WRITTEN) {
            bundles.increment();
            LOG.info(
                    "ValidatingWebhookConfiguration {}: wrote the caBundle, which was missing or different",
                    configuration);
        }
        ManagedCertificates.Pair served = now.served();
        if (served != null) {
            directory.write(now.authorities(), served.certificate(), served.key());
        }
    }

    /** The certificates in the Secret after creation or renewal. */
    private ManagedCertificates written() throws IOException {
        for (int i = 0; i < ATTEMPTS; i++) {
            StoredSecret secret = objects.secret(namespace, settings.secret());
            ManagedCertificates stored = read(secret);
            boolean isRotated = !secret.annotations().getOrDefault(ROTATE, "").isEmpty();
            ManagedCertificates.Step step = step(stored, Instant.now(), isRotated);
            if (step == null) {
                return stored;
            }
            if (objects.write(namespace, settings.secret(), secretOf(step.to(), secret))) {
                LOG.info("Secret {}/{}: {}", namespace, settings.secret(), step.reason());
                return step.to();
            }
        }
        throw new IOException("conflicts with other writers of Secret " + namespace + "/" + settings.secret());
    }

    /** Restores missing or broken parts of the Secret from this replica's certificate, so that no call fails. */
    private ManagedCertificates.@Nullable Step step(ManagedCertificates stored, Instant now, boolean isRotated)
            throws IOException {
        if (!stored.isUsable(policy, now) && !directory.isEmpty() && Files.exists(directory.caCertificate())) {
            ManagedCertificates here = new ManagedCertificates(
                    Files.readString(directory.caCertificate()),
                    new ManagedCertificates.Pair(
                            Files.readString(directory.certificate()), Files.readString(directory.key())),
                    null,
                    null);
            if (here.isUsable(policy, now)) {
                return new ManagedCertificates.Step(
                        here, "restored from the served certificate: it was missing or broken");
            }
        }
        return stored.step(policy, now, isRotated);
    }

    private static ManagedCertificates read(StoredSecret secret) {
        Map<String, String> data = secret.data();
        return new ManagedCertificates(
                data.getOrDefault(AUTHORITIES, ""),
                pair(data, CERTIFICATE, KEY),
                pair(data, NEXT_CERTIFICATE, NEXT_KEY),
                instant(secret.annotations().get(NEXT_SINCE)));
    }

    private static ManagedCertificates.@Nullable Pair pair(Map<String, String> data, String certificate, String key) {
        String text = data.getOrDefault(certificate, "");
        String ofKey = data.getOrDefault(key, "");
        return text.isEmpty() || ofKey.isEmpty() ? null : new ManagedCertificates.Pair(text, ofKey);
    }

    /** The time; null if it cannot be read, as after a manual edit. */
    private static @Nullable Instant instant(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException e) {
            LOG.warn("the annotation {} is not a time: {}", NEXT_SINCE, text);
            return null;
        }
    }

    /** Other keys stay; in a merge patch, null removes a key. */
    private static StoredSecret secretOf(ManagedCertificates certificates, StoredSecret before) {
        Map<String, String> data = new HashMap<>();
        put(data, CERTIFICATE, KEY, certificates.served());
        put(data, NEXT_CERTIFICATE, NEXT_KEY, certificates.next());
        data.put(AUTHORITIES, certificates.authorities());
        Instant since = certificates.nextSince();
        return new StoredSecret(
                data, Map.of(NEXT_SINCE, since == null ? "" : since.toString(), ROTATE, ""), before.resourceVersion());
    }

    private static void put(
            Map<String, String> data, String certificate, String key, ManagedCertificates.@Nullable Pair pair) {
        data.put(certificate, pair == null ? "" : pair.certificate());
        data.put(key, pair == null ? "" : pair.key());
    }

    @Override
    public void close() {
        isClosed = true;
        client.close();
    }
}
