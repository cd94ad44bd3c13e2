package dev.drawbridge.cli;

import dev.drawbridge.document.JsonReader;
import java.util.stream.Stream;

/** The settings of {@code serve}, from the metadata that the build generates from their Javadoc. */
final class ServeSettings {

    private static final String METADATA = "META-INF/spring-configuration-metadata.json";
    private static final String OWN = "drawbridge.";

    private ServeSettings() {}

    /** Each setting with its default, and its description, for the help. */
    static Stream<String> notes() {
        return JsonReader.bundled(METADATA).stream()
                .flatMap(metadata -> metadata.list("properties").objects().stream())
                .filter(property -> property.string("name").startsWith(OWN))
                .flatMap(property -> {
                    String value = property.string("defaultValue");
                    return Stream.of(
                            "  " + property.string("name") + (value.isEmpty() ? "" : " (default: " + value + ")"),
                            "      " + property.string("description"));
                });
    }
}
