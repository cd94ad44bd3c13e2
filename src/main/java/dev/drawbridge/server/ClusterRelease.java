package dev.drawbridge.server;

import dev.drawbridge.admission.Mode;
import dev.drawbridge.admission.RulesInForce;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.server.ApiServerVersion.Minor;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rules of the cluster's release. The API server's version is read at start and then regularly, so that an upgrade
 * is followed. While the release is unknown, or one that the table does not have, nothing is denied.
 */
final class ClusterRelease implements Supplier<RulesInForce>, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterRelease.class);

    /** How soon the version is read again after a failure. */
    private static final Duration RETRY = Duration.ofSeconds(10);

    private final ApiServerVersion server;
    private final Mode mode;
    private final Duration interval;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread daemon = new Thread(work, "cluster-release");
        daemon.setDaemon(true);
        return daemon;
    });

    private volatile RulesInForce rules = new RulesInForce(null, Mode.WARN);
    private String last = "";

    /**
     * Begins to ask.
     *
     * @param mode what becomes of objects that break the rules of a release that is known
     * @param interval how often the version is read
     */
    ClusterRelease(ApiServerVersion server, Mode mode, Duration interval) {
        this.server = server;
        this.mode = mode;
        this.interval = interval;
        thread.execute(this::ask);
    }

    @Override
    public RulesInForce get() {
        return rules;
    }

    private void ask() {
        Duration next = interval;
        try {
            learn(server.ask());
        } catch (IOException | RuntimeException e) {
            String problem = "the release of the cluster is unknown: " + server.server() + "/version: " + e;
            if (!problem.equals(last)) {
                LOG.warn(
                        "{}; {}",
                        problem,
                        rules.release() == null ? "nothing is denied until it is known" : "the last one stays");
            }
            last = problem;
            next = RETRY.compareTo(interval) < 0 ? RETRY : interval;
        }
        Future<?> unused = thread.schedule(this::ask, next.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void learn(Minor minor) {
        KubernetesRelease release = KubernetesRelease.parse(minor.toString()).orElse(null);
        if (minor.toString().equals(last)) {
            return;
        }
        last = minor.toString();
        if (release != null) {
            LOG.info("the cluster is of Kubernetes {}; its rules apply", release);
            rules = new RulesInForce(release, mode);
        } else {
            LOG.warn(
                    "the cluster is of Kubernetes {}, the rules are of {} to {}; nothing is denied",
                    minor,
                    KubernetesRelease.OLDEST,
                    KubernetesRelease.NEWEST);
            rules = new RulesInForce(null, Mode.WARN);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
