package dev.drawbridge.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drawbridge.driver.DriverEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class DriverSchemasTest {

    private static final String ENTRY =
            "apiVersion: drawbridge.dev/v1\nkind: DriverParameters\ndrivers: [%s]\nkinds: [{apiVersion: a/v1, kind:"
                    + " K, schema: {type: object}}]\n";

    @TempDir
    private Path folder;

    private Path write(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("acme.yaml"), text);
        Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(text.hashCode())));
        return file;
    }

    private DriverSchemas schemas() {
        return new DriverSchemas(new Binder(
                        new MapConfigurationPropertySource(Map.of("drawbridge.drivers.directory", folder.toString())))
                .bind("drawbridge", DrawbridgeProperties.class)
                .get());
    }

    private static List<String> drivers(DriverSchemas schemas) {
        return schemas.get().registry().entries().stream()
                .map(DriverEntry::drivers)
                .flatMap(List::stream)
                .toList();
    }

    @Test
    void rereadsChangedFileAndKeepsLastValidSchema() throws Exception {
        write(ENTRY.formatted("one.acme.com"));
        DriverSchemas schemas = schemas();
        assertThat(drivers(schemas)).contains("one.acme.com", "gpu.nvidia.com");

        write(ENTRY.formatted("two.acme.com"));
        assertThat(drivers(schemas)).as("no request reads the folder").contains("one.acme.com");
        schemas.refresh();
        assertThat(drivers(schemas)).contains("two.acme.com").doesNotContain("one.acme.com");

        write("kind: Nonsense\n");
        schemas.refresh();
        assertThat(drivers(schemas)).contains("two.acme.com");
    }

    /** The kubelet replaces the folder of a ConfigMap as a whole; in between it is missing. */
    @Test
    void missingFolderKeepsPreviousSchemas() throws Exception {
        Path file = write(ENTRY.formatted("one.acme.com"));
        DriverSchemas schemas = schemas();

        Files.delete(file);
        Files.delete(folder);
        schemas.refresh();
        assertThat(drivers(schemas)).contains("one.acme.com");

        Files.createDirectory(folder);
        write(ENTRY.formatted("two.acme.com"));
        schemas.refresh();
        assertThat(drivers(schemas)).contains("two.acme.com");
    }

    @Test
    void missingFolderIsNamedInError() throws IOException {
        Files.delete(folder);

        assertThatThrownBy(this::schemas)
                .isInstanceOf(InvalidSetting.class)
                .hasMessage("drawbridge.drivers.directory: " + folder + ": no such file or folder");
        Files.createDirectory(folder);
    }

    @Test
    void invalidFileAtStartIsNamedInError() throws IOException {
        write("kind: Nonsense\n");

        assertThatThrownBy(this::schemas)
                .isInstanceOf(InvalidSetting.class)
                .hasMessageContaining("acme.yaml: 1:1: apiVersion and kind are required");
    }
}
