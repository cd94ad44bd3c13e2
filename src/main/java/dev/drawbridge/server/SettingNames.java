package dev.drawbridge.server;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Stops the start at a setting of ours that does not exist, where Spring Boot does not look: in the process environment and in
 * system properties. A Kubernetes Service named {@code drawbridge} puts variables of its own there, which are no mistake.
 */
final class SettingNames implements EnvironmentPostProcessor {

    /** The components of {@link DrawbridgeProperties}; a test holds the two together. */
    static final List<String> NAMES = List.of(
            "drawbridge.drain-period",
            "drawbridge.drivers.directory",
            "drawbridge.drivers.gates",
            "drawbridge.drivers.mode",
            "drawbridge.drivers.versions",
            "drawbridge.fleet.deny-impossible",
            "drawbridge.fleet.enabled",
            "drawbridge.kubernetes.api-server",
            "drawbridge.kubernetes.ca-certificate",
            "drawbridge.kubernetes.feature-gates",
            "drawbridge.kubernetes.kubeconfig",
            "drawbridge.kubernetes.refresh-interval",
            "drawbridge.kubernetes.release",
            "drawbridge.management-port",
            "drawbridge.max-body-size",
            "drawbridge.mode",
            "drawbridge.tls.client-ca",
            "drawbridge.tls.directory",
            "drawbridge.tls.managed.grace",
            "drawbridge.tls.managed.hosts",
            "drawbridge.tls.managed.interval",
            "drawbridge.tls.managed.namespace",
            "drawbridge.tls.managed.secret",
            "drawbridge.tls.managed.service",
            "drawbridge.tls.managed.validity",
            "drawbridge.tls.managed.webhook-configuration",
            "drawbridge.tls.mode");

    private static final Pattern SERVICE_LINK = Pattern.compile(
            "DRAWBRIDGE_([A-Z0-9_]+_)?(SERVICE_(HOST|PORT(_[A-Z0-9_]+)?)|PORT(_\\d+_(TCP|UDP|SCTP)(_[A-Z]+)?)?)");

    private static final Set<String> VARIABLES = NAMES.stream()
            .flatMap(name -> Stream.of(variable(name, ""), variable(name, "_")))
            .collect(Collectors.toUnmodifiableSet());

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        check(environment.getSystemEnvironment(), environment.getSystemProperties());
    }

    static void check(Map<String, Object> variables, Map<String, Object> properties) {
        for (String variable : variables.keySet()) {
            if (variable.startsWith("DRAWBRIDGE_")
                    && !VARIABLES.contains(variable)
                    && !SERVICE_LINK.matcher(variable).matches()) {
                throw new InvalidSetting("the environment variable " + variable + " is not a setting; the settings are "
                        + VARIABLES.stream().sorted().collect(Collectors.joining(", ")));
            }
        }
        for (String property : properties.keySet()) {
            if (property.startsWith("drawbridge.") && !NAMES.contains(property)) {
                throw new InvalidSetting("the system property " + property + " is not a setting; the settings are "
                        + String.join(", ", NAMES));
            }
        }
    }

    private static String variable(String name, String dash) {
        return name.replace("-", dash).replace('.', '_').toUpperCase(Locale.ROOT);
    }
}
