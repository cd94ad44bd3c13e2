package dev.drawbridge.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestFilesTest {

    @TempDir
    Path folder;

    @Test
    void settingsFileExcludesRelativeToItsFolder() throws IOException {
        Path kept = write("a/claim.yaml");
        write("a/tests/claim.yaml");
        write("a/claim.gen.yaml");
        ManifestFiles files = new ManifestFiles(List.of()).excluding(List.of("a/tests/**", "*.gen.yaml"), folder);

        assertThat(files.of(List.of(folder.resolve("a").toString()))).containsExactly(kept);
        assertThat(ManifestFiles.distinct(List.of("a", "./a", "b/", "b/../a", "b/a")))
                .containsExactly("a", "b/", "b/a");
        assertThat(files.takes(Path.of("a/tests/claim.yaml"), folder)).isFalse();
        assertThat(files.takes(Path.of("tests/claim.yaml"), folder.resolve("a")))
                .isFalse();
        assertThat(files.takes(Path.of("tests/claim.yaml"), folder)).isTrue();
    }

    @Test
    void markdownInFoldersIsFoundOnlyOnRequest() throws IOException {
        Path manifest = write("a/claim.yaml");
        Path page = write("a/page.md");
        ManifestFiles files = new ManifestFiles(List.of());
        List<String> paths = List.of(folder.resolve("a").toString());

        assertThat(files.of(paths)).containsExactly(manifest);
        assertThat(files.takes(Path.of("a/page.md"), folder)).isFalse();
        assertThat(files.withTemplates(true).of(paths)).containsExactly(manifest, page);
        assertThat(files.withTemplates(true).takes(Path.of("a/page.md"), folder))
                .isTrue();
    }

    private Path write(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, "{}");
    }
}
