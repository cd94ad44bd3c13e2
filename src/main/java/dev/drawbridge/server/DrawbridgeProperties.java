package dev.drawbridge.server;

import dev.drawbridge.admission.Mode;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.env.Environment;
import org.springframework.util.unit.DataSize;

/**
 * The settings that are Drawbridge's own; a name that is not here stops the start.
 *
 * @param kubernetes what judges
 * @param mode {@code enforce} denies what the rules refuse, {@code warn} allows it with warnings
 * @param maxBodySize the largest AdmissionReview that is read
 * @param drainPeriod how long requests are still answered after SIGTERM, while readiness already says no
 * @param tls where the certificate lies
 */
@ConfigurationProperties(prefix = "drawbridge", ignoreUnknownFields = false)
record DrawbridgeProperties(
        @DefaultValue Kubernetes kubernetes,
        @DefaultValue("enforce") Mode mode,
        @DefaultValue("32MB") DataSize maxBodySize,
        @DefaultValue("5s") Duration drainPeriod,
        @DefaultValue Tls tls) {

    /** The largest body that a JVM array could hold with room to spare, and the smallest that a review fits. */
    private static final DataSize MAX = DataSize.ofMegabytes(1024);

    private static final Duration MAX_DRAIN = Duration.ofMinutes(5);

    private static final DataSize MIN = DataSize.ofKilobytes(1);

    DrawbridgeProperties {
        if (maxBodySize.compareTo(MIN) < 0 || maxBodySize.compareTo(MAX) > 0) {
            throw new InvalidSetting(
                    "drawbridge.max-body-size must be from 1KB to 1024MB, is " + maxBodySize.toBytes() + "B");
        }
        if (drainPeriod.isNegative() || drainPeriod.compareTo(MAX_DRAIN) > 0) {
            throw new InvalidSetting(
                    "drawbridge.drain-period must be from 0s to 5m, is " + drainPeriod.toSeconds() + "s");
        }
    }

    /** The settings as they stand in the environment; a bad value, or a name that is not here, is an exception. */
    static DrawbridgeProperties of(Environment environment) {
        return Binder.get(environment)
                .bindOrCreate(
                        "drawbridge",
                        Bindable.of(DrawbridgeProperties.class),
                        new NoUnboundElementsBindHandler(BindHandler.DEFAULT, new UnboundElementsSourceFilter()));
    }

    /**
     * What judges.
     *
     * @param release such as {@code 1.30}; null for the newest that serves the object's version
     * @param featureGates gates that differ from the release's defaults, as Kubernetes writes them: {@code A=true,B=false}
     */
    record Kubernetes(
            @Nullable String release, @DefaultValue("") String featureGates) {

        Kubernetes {
            if (release != null && KubernetesRelease.parse(release).isEmpty()) {
                throw new InvalidSetting("drawbridge.kubernetes.release must be one of " + KubernetesRelease.names()
                        + ", is \"" + release + "\""
                        + (release.equals("1.3") ? " (in YAML, write \"1.30\" in quotes)" : ""));
            }
            parsed(featureGates);
        }

        GateSettings gates() {
            return parsed(featureGates);
        }

        private static GateSettings parsed(String featureGates) {
            try {
                return GateSettings.parse(featureGates);
            } catch (IllegalArgumentException e) {
                throw new InvalidSetting("drawbridge.kubernetes.feature-gates: " + e.getMessage(), e);
            }
        }

        @Nullable
        KubernetesRelease judge() {
            return release == null ? null : KubernetesRelease.parse(release).orElseThrow();
        }
    }

    /**
     * Where the certificate lies.
     *
     * @param directory holds {@code tls.crt} and {@code tls.key}; where it has neither, the webhook makes them and {@code ca.crt}
     */
    record Tls(@DefaultValue(DIRECTORY) Path directory) {

        static final String DIRECTORY = ".drawbridge/tls";
    }
}
