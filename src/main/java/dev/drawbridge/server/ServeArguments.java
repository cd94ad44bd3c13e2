package dev.drawbridge.server;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.field.Spelling;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

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
        StringBuilder uniform = new StringBuilder(name.length());
        int bracket = -1;
        for (int i = 0; i < name.length(); i++) {
            char character = name.charAt(i);
            if (character == '[' && i > bracket) {
                bracket = name.indexOf(']', i);
            }
            if (i > bracket && character != '-' && character != '_') {
                uniform.append(Character.toLowerCase(character));
            }
        }
        return uniform.toString();
    }

    /** What Spring Boot's own documentation is made of: each name, and whether names below it are the user's choice. */
    private static Map<String, Boolean> springs() {
        Map<String, Boolean> names = new TreeMap<>();
        JsonReader json = JsonReader.withoutPositions(ReadLimits.DEFAULT);
        try {
            for (URL url :
                    Collections.list(ServeArguments.class.getClassLoader().getResources(METADATA))) {
                try (InputStream in = url.openStream()) {
                    ReadResult read = json.read(in.readAllBytes());
                    if (!(read instanceof Document document && document.value() instanceof ObjectValue metadata)) {
                        throw new IllegalStateException(url + " cannot be read: " + read);
                    }
                    add(metadata.list("properties"), names);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the names of Spring Boot's settings cannot be read", e);
        }
        return names;
    }

    private static void add(ListValue properties, Map<String, Boolean> names) {
        for (int i = 0; i < properties.size(); i++) {
            if (properties.get(i) instanceof ObjectValue property) {
                boolean isMap = property.string("type").startsWith("java.util.Map");
                names.merge(property.string("name"), isMap, Boolean::logicalOr);
            }
        }
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
