package dev.drawbridge.startup;

import java.util.List;
import java.util.stream.Stream;
import org.springframework.aot.AotDetector;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.Ordered;
import org.springframework.core.SpringProperties;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;

/**
 * Disables the beans generated at build time if a setting may change the set of beans. The build used only the settings
 * of {@code application.properties}.
 */
final class GeneratedBeans implements EnvironmentPostProcessor, Ordered {

    private static final List<ConfigurationPropertyName> DECIDING = named("spring", "server", "management");

    /** Settings that change values only; Spring Boot itself sets those of the application. */
    private static final List<ConfigurationPropertyName> VALUES = named(
            "server.port",
            "server.address",
            "server.jetty",
            "spring.application",
            "spring.config",
            "spring.aot",
            "spring.profiles");

    private static List<ConfigurationPropertyName> named(String... names) {
        return Stream.of(names).map(ConfigurationPropertyName::of).toList();
    }

    /** Runs after files, environment and command line have been read. */
    @Override
    public int getOrder() {
        return ConfigDataEnvironmentPostProcessor.ORDER + 1;
    }

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        if (AotDetector.useGeneratedArtifacts()
                && environment.getPropertySources().stream()
                        .flatMap(GeneratedBeans::names)
                        .anyMatch(GeneratedBeans::mayDecide)) {
            SpringProperties.setProperty(AotDetector.AOT_ENABLED, "false");
        }
    }

    private static Stream<String> names(PropertySource<?> source) {
        return source instanceof EnumerablePropertySource<?> settings
                        && !settings.getName().contains("class path resource [application.properties]")
                ? Stream.of(settings.getPropertyNames())
                : Stream.of();
    }

    /** Whether a setting, spelled as a property or an environment variable, may change the set of beans. */
    static boolean mayDecide(String name) {
        ConfigurationPropertyName adapted = ConfigurationPropertyName.adapt(name, name.contains(".") ? '.' : '_');
        return isBelow(DECIDING, adapted) && !isBelow(VALUES, adapted);
    }

    private static boolean isBelow(List<ConfigurationPropertyName> parents, ConfigurationPropertyName name) {
        return parents.stream().anyMatch(parent -> parent.equals(name) || parent.isAncestorOf(name));
    }
}
