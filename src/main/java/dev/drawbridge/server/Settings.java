package dev.drawbridge.server;

import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Spelling;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * Rejects unknown settings that Spring Boot would ignore: among the arguments of {@code serve}, in the process
 * environment, and among system properties. Names are compared as Spring Boot binds them.
 */
final class Settings {

    /** The names of {@link DrawbridgeProperties}. */
    static final List<String> OWN =
            names("drawbridge", DrawbridgeProperties.class).sorted().toList();

    /** The source of Spring Boot's documentation. */
    private static final String METADATA = "META-INF/spring-configuration-metadata.json";

    /** Common settings of Spring Boot, a shortcut: reading the metadata takes a twentieth of the time to readiness. */
    private static final Set<String> USUAL = Set.of("server.port", "server.address");

    /** Variables that Kubernetes sets for a Service named {@code drawbridge}. */
    private static final Pattern SERVICE_LINK = Pattern.compile(
            "DRAWBRIDGE_([A-Z0-9_]+_)?(SERVICE_(HOST|PORT(_[A-Z0-9_]+)?)|PORT(_\\d+_(TCP|UDP|SCTP)(_[A-Z]+)?)?)");

    private static Stream<String> names(String prefix, Class<?> type) {
        return Arrays.stream(type.getRecordComponents()).flatMap(component -> names(prefix, component));
    }

    private static Stream<String> names(String prefix, RecordComponent component) {
        String name = prefix + "." + DataObjectPropertyName.toDashedForm(component.getName());
        return component.getType().isRecord() ? names(name, component.getType()) : Stream.of(name);
    }

    /** Throws an {@link InvalidSetting} for the first argument that is not a setting. */
    static void checkArguments(String... arguments) {
        Map<String, Boolean> springs = Map.of();
        for (String argument : arguments) {
            if (!argument.startsWith("--") || argument.length() == 2) {
                throw new InvalidSetting("serve takes settings as --name=value, not \"" + argument + "\"");
            }
            String name = argument.substring(2).split("=", 2)[0];
            if (isOwn(adapted(name, '.')) || USUAL.contains(name)) {
                continue;
            }
            springs = springs.isEmpty() ? springs() : springs;
            if (!isKnown(adapted(name, '.'), springs)) {
                throw new InvalidSetting("--" + name + ": unknown setting" + hint(name, "--", springs.keySet()));
            }
        }
    }

    /**
     * Throws an {@link InvalidSetting} for the first environment variable or system property that has Drawbridge's
     * prefix and is not a setting.
     */
    static void checkProcess(Set<String> variables, Set<String> properties) {
        for (String variable : variables) {
            if (variable.startsWith("DRAWBRIDGE_")
                    && !isOwn(adapted(variable, '_'))
                    && !SERVICE_LINK.matcher(variable).matches()) {
                String hint = hint(variable.replace('_', '.').toLowerCase(Locale.ROOT), "", List.of());
                throw new InvalidSetting("the environment variable " + variable + " is not a setting" + hint);
            }
        }
        for (String property : properties) {
            if (property.startsWith("drawbridge.") && !isOwn(adapted(property, '.'))) {
                throw new InvalidSetting(
                        "the system property " + property + " is not a setting" + hint(property, "", List.of()));
            }
        }
    }

    /** The name without the index of a list. */
    private static ConfigurationPropertyName adapted(String name, char separator) {
        ConfigurationPropertyName adapted = ConfigurationPropertyName.adapt(name, separator);
        return adapted.isLastElementIndexed() ? adapted.chop(adapted.getNumberOfElements() - 1) : adapted;
    }

    /** In a variable, underscores may replace a name's hyphens. */
    private static boolean isOwn(ConfigurationPropertyName name) {
        return OWN.stream()
                .anyMatch(own -> name.equals(adapted(own, '.')) || name.equals(adapted(own.replace('-', '.'), '.')));
    }

    private static boolean isKnown(ConfigurationPropertyName name, Map<String, Boolean> springs) {
        return springs.entrySet().stream().anyMatch(known -> {
            ConfigurationPropertyName other = ConfigurationPropertyName.adapt(known.getKey(), '.');
            return other.equals(name) || known.getValue() && other.isAncestorOf(name);
        });
    }

    /** Spring Boot's own settings, and whether names below them are free. */
    private static Map<String, Boolean> springs() {
        Map<String, Boolean> names = new TreeMap<>();
        for (ObjectValue metadata : JsonReader.bundled(METADATA)) {
            for (ObjectValue property : metadata.list("properties").objects()) {
                boolean isMap = property.string("type").startsWith("java.util.Map");
                names.merge(property.string("name"), isMap, Boolean::logicalOr);
            }
        }
        return names;
    }

    private static String hint(String name, String dashes, Collection<String> others) {
        String last = "." + name.substring(name.lastIndexOf('.') + 1);
        String own = OWN.stream()
                .filter(known -> known.endsWith(last))
                .min(Comparator.comparingInt(String::length))
                .orElse(Spelling.nearest(name, OWN));
        String nearest = own != null ? own : Spelling.nearest(name, others);
        return nearest == null
                ? "; drawbridge serve --help lists Drawbridge's own"
                : "; did you mean " + dashes + nearest + "?";
    }
}
