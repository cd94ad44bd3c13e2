package dev.drawbridge.cli;

import dev.drawbridge.cli.Command.Note;
import dev.drawbridge.document.BundledFile;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The help of {@code serve}; Spring runs the webhook itself. */
final class ServeCommand {

    static final String NAME = "serve";

    static final Command COMMAND = new Command(
            NAME,
            "Answer AdmissionReviews over HTTPS.",
            "[--NAME=VALUE...]",
            List.of(),
            new Settings(),
            (arguments, out, err) -> {
                throw new IllegalStateException("Main runs the webhook");
            });

    private ServeCommand() {}

    /** Every setting, from the metadata that the build generates from their Javadoc; read when the help is printed. */
    private static final class Settings extends AbstractList<Note> {

        private static final String METADATA = "META-INF/spring-configuration-metadata.json";
        private static final String OWN = "drawbridge.";

        private @Nullable List<Note> notes;

        @Override
        public Note get(int index) {
            return notes().get(index);
        }

        @Override
        public int size() {
            return notes().size();
        }

        private List<Note> notes() {
            List<Note> read = notes;
            if (read == null) {
                read = new ArrayList<>(List.of(Note.of(
                        "Settings (also as variables, DRAWBRIDGE_KUBERNETES_RELEASE, and in application.yaml):")));
                read.addAll(settings());
                read.add(Note.indented(2, "server.port (default: 8443)"));
                read.add(Note.indented(6, "and every other setting of Spring Boot"));
                notes = read;
            }
            return read;
        }

        private static List<Note> settings() {
            List<Note> settings = new ArrayList<>();
            BundledFile.objects(METADATA).stream()
                    .flatMap(metadata -> metadata.list("properties").objects().stream())
                    .filter(property -> property.string("name").startsWith(OWN))
                    .forEach(property -> {
                        String value = property.string("defaultValue");
                        settings.add(Note.indented(
                                2, property.string("name") + (value.isEmpty() ? "" : " (default: " + value + ")")));
                        settings.add(Note.indented(6, property.string("description")));
                    });
            return settings;
        }
    }
}
