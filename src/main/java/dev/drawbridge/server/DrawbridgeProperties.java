package dev.drawbridge.server;

import dev.drawbridge.admission.DriverRules;
import dev.drawbridge.admission.Mode;
import dev.drawbridge.driver.DriverGates;
import dev.drawbridge.driver.DriverRegistry;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Drawbridge's own settings; an unknown name prevents the start.
 *
 * @param kubernetes the rules to apply
 * @param mode enforce denies what the rules refuse, warn allows it with warnings
 * @param maxBodySize the largest accepted review; the API server's largest has about 19 MiB
 * @param drainPeriod how long requests are still answered after SIGTERM, while readiness fails
 * @param managementPort the port of health and metrics, without TLS (default: the port of the reviews)
 * @param tls the source of the certificate
 * @param drivers the validation of driver parameters
 * @param fleet the check of claims against the cluster's devices
 * @param workloads the warnings for pods and built-in workloads
 */
@ConfigurationProperties(prefix = "drawbridge", ignoreUnknownFields = false)
record DrawbridgeProperties(
        @DefaultValue Kubernetes kubernetes,
        @DefaultValue("enforce") Mode mode,
        @DefaultValue("32MB") DataSize maxBodySize,
        @DefaultValue("5s") Duration drainPeriod,
        @Nullable Integer managementPort,
        @DefaultValue Tls tls,
        @DefaultValue Drivers drivers,
        @DefaultValue Fleet fleet,
        @DefaultValue Workloads workloads) {

    /** The largest body that fits a Java array with reserve. */
    private static final DataSize MAX = DataSize.ofMegabytes(1024);

    private static final Duration MAX_DRAIN = Duration.ofMinutes(5);

    private static final DataSize MIN = DataSize.ofKilobytes(1);

    private static final int MAX_PORT = 65_535;

    DrawbridgeProperties {
        if (managementPort != null && (managementPort < 0 || managementPort > MAX_PORT)) {
            throw new InvalidSetting("drawbridge.management-port must be between 0 and " + MAX_PORT
                    + ", inclusive; found " + managementPort);
        }
        if (maxBodySize.compareTo(MIN) < 0 || maxBodySize.compareTo(MAX) > 0) {
            throw new InvalidSetting(
                    "drawbridge.max-body-size must be between 1KB and 1024MB; found " + maxBodySize.toBytes() + "B");
        }
        if (drainPeriod.isNegative() || drainPeriod.compareTo(MAX_DRAIN) > 0) {
            throw new InvalidSetting(
                    "drawbridge.drain-period must be between 0s and 5m; found " + drainPeriod.toSeconds() + "s");
        }
    }

    /** What a setting says; one that cannot be read is refused by its name. */
    private static <T> T read(String setting, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw new InvalidSetting(setting + ": " + e.getMessage(), e);
        }
    }

    /**
     * The rules to apply.
     *
     * @param release the release whose rules apply: 1.30, or cluster (default: the newest that serves the object)
     * @param featureGates feature gates that differ from the release's defaults: A=true,B=false
     * @param refreshInterval with release=cluster: how often the release is read
     * @param kubeconfig the kubeconfig of the cluster (default: the pod's service account)
     */
    record Kubernetes(
            @Nullable String release,
            @DefaultValue("") String featureGates,
            @DefaultValue("1h") Duration refreshInterval,
            @Nullable Path kubeconfig) {

        /** The release of the cluster. */
        static final String CLUSTER = "cluster";

        private static final Duration MIN_INTERVAL = Duration.ofSeconds(1);

        Kubernetes {
            if (release != null
                    && !release.equals(CLUSTER)
                    && KubernetesRelease.parse(release).isEmpty()) {
                throw new InvalidSetting("drawbridge.kubernetes.release must be " + CLUSTER + " or one of "
                        + KubernetesRelease.names() + "; found \"" + release + "\""
                        + (release.equals("1.3") ? " (in YAML, write \"1.30\" in quotes)" : ""));
            }
            if (refreshInterval.compareTo(MIN_INTERVAL) < 0) {
                throw new InvalidSetting("drawbridge.kubernetes.refresh-interval must be at least 1s; found "
                        + refreshInterval.toMillis() + "ms");
            }
            parsed(featureGates);
        }

        boolean followsCluster() {
            return CLUSTER.equals(release);
        }

        GateSettings gates() {
            return parsed(featureGates);
        }

        private static GateSettings parsed(String featureGates) {
            return read("drawbridge.kubernetes.feature-gates", () -> GateSettings.parse(featureGates));
        }

        @Nullable
        KubernetesRelease validate() {
            return release == null || followsCluster()
                    ? null
                    : KubernetesRelease.parse(release).orElseThrow();
        }
    }

    /**
     * The source of the certificate.
     *
     * @param mode files: another tool writes the certificate; managed: the replicas create and renew it themselves
     * @param directory the folder of tls.crt and tls.key; if it has neither, they and ca.crt are created
     * @param clientCa the certificate authorities of clients, PEM (default: clients need no certificate)
     * @param managed the settings of mode managed
     */
    record Tls(
            @DefaultValue("files") TlsMode mode,
            @DefaultValue(DIRECTORY) Path directory,
            @Nullable Path clientCa,
            @DefaultValue Managed managed) {

        static final String DIRECTORY = ".drawbridge/tls";
    }

    /** Who provides the certificate files. */
    enum TlsMode {
        /** Another tool: {@code drawbridge certs}, cert-manager, or the webhook itself if there are none. */
        FILES,
        /** The replicas, in a shared Secret. */
        MANAGED
    }

    /**
     * The settings of mode managed.
     *
     * @param namespace the namespace of the Secret and the Service (default: the pod's)
     * @param secret the Secret that the replicas share
     * @param service the Service that the certificate is for
     * @param hosts further names and addresses of the certificate
     * @param webhookConfiguration the ValidatingWebhookConfiguration that trusts the certificate
     * @param validity how long a certificate is valid; it is renewed when a third of that is left
     * @param grace how long a new authority is trusted before its certificate is served
     * @param interval how often the Secret is read
     */
    record Managed(
            @Nullable String namespace,
            @DefaultValue("drawbridge-tls") String secret,
            @DefaultValue("drawbridge") String service,
            @DefaultValue List<String> hosts,
            @DefaultValue("drawbridge") String webhookConfiguration,
            @DefaultValue("90d") Duration validity,
            @DefaultValue("5m") Duration grace,
            @DefaultValue("30s") Duration interval) {

        Managed {
            if (grace.isNegative() || validity.compareTo(grace.multipliedBy(6)) < 0) {
                throw new InvalidSetting(
                        "drawbridge.tls.managed.validity must be at least six times drawbridge.tls.managed.grace");
            }
            if (interval.isNegative() || interval.isZero()) {
                throw new InvalidSetting("drawbridge.tls.managed.interval must be more than 0");
            }
        }
    }

    /**
     * The validation of driver parameters.
     *
     * @param mode how mistakes in driver parameters are handled: enforce (deny), warn or off
     * @param directory a folder of further driver schemas, such as a mounted ConfigMap
     * @param gates feature gates of drivers: gpu.nvidia.com:MPSSupport=true
     * @param versions versions of drivers: gpu.nvidia.com=25.8 (default: the newest known)
     */
    record Drivers(
            @DefaultValue("warn") DriverRules.DriverMode mode,
            @Nullable Path directory,
            @DefaultValue List<String> gates,
            @DefaultValue List<String> versions) {

        Drivers {
            parsed(gates);
        }

        DriverGates parsedGates() {
            return parsed(gates);
        }

        private static DriverGates parsed(List<String> gates) {
            return read("drawbridge.drivers.gates", () -> DriverGates.UNKNOWN.with(gates));
        }

        /** The registry in these versions; drivers added later are in the newest one. */
        DriverRegistry at(DriverRegistry registry) {
            return read("drawbridge.drivers.versions", () -> registry.withVersions(versions));
        }
    }

    /**
     * The check of claims against the cluster's devices.
     *
     * @param enabled whether new claims are checked against the devices of the cluster
     * @param denyImpossible whether claims that can never be allocated are denied instead of only warned about
     * @param pending whether the metrics include claims without devices, by cause
     */
    record Fleet(
            @DefaultValue("false") boolean enabled,
            @DefaultValue("false") boolean denyImpossible,
            @DefaultValue("false") boolean pending) {}

    /**
     * The warnings for pods and built-in workloads.
     *
     * @param enabled whether registered pods and built-in workloads get warnings; they are never denied
     */
    record Workloads(@DefaultValue("false") boolean enabled) {}
}
