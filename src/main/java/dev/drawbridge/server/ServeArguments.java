package dev.drawbridge.server;

import dev.drawbridge.field.Spelling;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Collections;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The arguments of {@code serve}: settings that exist, Drawbridge's own or Spring Boot's. Spring Boot itself takes every name, and passes
 * over those that it does not know.
 */
final class ServeArguments {

    private static final String METADATA = "META-INF/spring-configuration-metadata.json";

    private ServeArguments() {}

    /** Refuses the first argument that is no setting, with an {@link InvalidSetting}. */
    static void check(String... arguments) {
        Map<String, Boolean> springs = Map.of();
        for (String argument : arguments) {
            if (!argument.startsWith("--") || argument.length() == 2) {
                throw new InvalidSetting("serve takes settings as --name=value, not \"" + argument + "\"");
            }
            int equals = argument.indexOf('=');
            String name = argument.substring(2, equals < 0 ? argument.length() : equals);
            if (SettingNames.NAMES.stream().anyMatch(known -> uniform(known).equals(uniform(name)))) {
                continue;
            }
            springs = springs.isEmpty() ? springs() : springs;
            if (!isKnown(name, springs)) {
                throw new InvalidSetting("--" + name + ": unknown setting" + hint(name, springs));
            }
        }
    }

    /** Case, hyphens and underscores do not count, nor does the index of a list. */
    private static String uniform(String name) {
        return name.replaceAll("\\[[^]]*]|[-_]", "").toLowerCase(Locale.ROOT);
    }

    /** What Spring Boot's own documentation is made of: each name, and whether names below it are the user's choice. */
    private static Map<String, Boolean> springs() {
        Map<String, Boolean> names = new TreeMap<>();
        try {
            for (URL url :
                    Collections.list(ServeArguments.class.getClassLoader().getResources(METADATA))) {
                try (InputStream in = url.openStream()) {
                    for (JsonNode property : JsonMapper.shared().readTree(in).path("properties")) {
                        boolean isMap = property.path("type").asString("").startsWith("java.util.Map");
                        names.merge(property.path("name").asString(), isMap, Boolean::logicalOr);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the names of Spring Boot's settings cannot be read", e);
        }
        return names;
    }

    private static boolean isKnown(String name, Map<String, Boolean> springs) {
        String uniform = uniform(name);
        return springs.entrySet().stream().anyMatch(known -> {
            String other = uniform(known.getKey());
            return uniform.equals(other) || known.getValue() && uniform.startsWith(other + ".");
        });
    }

    private static String hint(String name, Map<String, Boolean> springs) {
        String own = SettingNames.NAMES.stream()
                .filter(known -> uniform(known).endsWith("." + uniform(name)))
                .min(Comparator.comparingInt(String::length))
                .orElse(Spelling.nearest(name, SettingNames.NAMES));
        String nearest = own != null ? own : Spelling.nearest(name, springs.keySet());
        return nearest == null
                ? "; Drawbridge's own are " + String.join(", ", SettingNames.NAMES)
                : "; did you mean --" + nearest + "?";
    }
}
