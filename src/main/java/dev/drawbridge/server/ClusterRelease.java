package dev.drawbridge.server;

import dev.drawbridge.admission.Mode;
import dev.drawbridge.admission.RulesInForce;
import dev.drawbridge.cluster.ClusterClient;
import dev.drawbridge.cluster.ServerVersion;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * The rules of the cluster's release. The API server's version is read at start and then regularly, to follow upgrades.
 * While the release is unknown or unsupported, nothing is denied.
 */
final class ClusterRelease implements Supplier<RulesInForce> {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterRelease.class);

    /** The delay before reading the version again after a failure. */
    private static final Duration RETRY = Duration.ofSeconds(10);

    private final @Nullable Path kubeconfig;
    private final Mode mode;
    private final Duration interval;

    private volatile RulesInForce rules = new RulesInForce(null, Mode.WARN);
    private String last = "";
    private long next = System.nanoTime();

    /**
     * Creates rules for a release that is not known yet.
     *
     * @param kubeconfig the kubeconfig of the cluster; null in a pod
     */
    ClusterRelease(@Nullable Path kubeconfig, Mode mode, Duration interval) {
        try {
            ClusterClient.requireServer(kubeconfig);
        } catch (IOException e) {
            throw new InvalidSetting("drawbridge.kubernetes.release=cluster: " + e.getMessage(), e);
        }
        this.kubeconfig = kubeconfig;
        this.mode = mode;
        this.interval = interval;
    }

    @Override
    public RulesInForce get() {
        return rules;
    }

    /** Reads the version if it is due. */
    @Scheduled(fixedDelay = 500)
    void refresh() {
        if (System.nanoTime() - next < 0) {
            return;
        }
        Duration wait = interval;
        try (ClusterClient client = ClusterClient.ofServer(kubeconfig)) {
            follow(client.version());
        } catch (IOException e) {
            if (!last.equals(e.getMessage())) {
                String effect = rules.release() == null
                        ? "nothing is denied until it is known"
                        : "the last known release stays in use";
                LOG.warn("the release of the cluster is unknown: {}; {}", e.getMessage(), effect);
            }
            last = String.valueOf(e.getMessage());
            wait = RETRY.compareTo(interval) < 0 ? RETRY : interval;
        }
        next = System.nanoTime() + wait.toNanos();
    }

    private void follow(ServerVersion version) {
        if (last.equals(version.toString())) {
            return;
        }
        last = version.toString();
        KubernetesRelease release = KubernetesRelease.parse(last).orElse(null);
        if (release != null) {
            LOG.info("the cluster runs Kubernetes {}; its rules apply", release);
            rules = new RulesInForce(release, mode);
        } else {
            LOG.warn(
                    "the cluster runs Kubernetes {}, but the known rules are those of {} to {}; nothing is denied",
                    version,
                    KubernetesRelease.OLDEST,
                    KubernetesRelease.NEWEST);
            rules = new RulesInForce(null, Mode.WARN);
        }
    }
}
