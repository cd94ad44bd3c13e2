package dev.drawbridge.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsFileTest {

    @TempDir
    private Path folder;

    @Test
    void itsPathsAreThoseOfItsFolder() throws IOException {
        Path inner = Files.createDirectories(folder.resolve("a/b"));
        write("paths: [manifests, a/b]\nkubernetes: 1.34\n");

        assertThat(SettingsFile.nearest(folder).paths()).containsExactly("manifests", "a/b");
        assertThat(SettingsFile.nearest(inner).paths()).containsExactly("../../manifests", "");
        assertThat(SettingsFile.nearest(inner).kubernetes()).isEqualTo("1.34");
    }

    @Test
    void aReleaseThatYamlReadsAsANumberIsUnderstood() throws IOException {
        Files.writeString(folder.resolve(".drawbridge.yml"), "kubernetes: 1.30\n");

        assertThat(SettingsFile.nearest(folder).kubernetes()).isEqualTo("1.30");
        assertThat(SettingsFile.nearest(folder).place("kubernetes")).endsWith(".drawbridge.yml:1:13");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            colour: red                    ; :1:1: unknown setting "colour"
            kubernetes: [1.34]             ; :1:13: kubernetes must be a string, is [1.34]
            featureGates: {A: true}        ; :1:15: featureGates must be a string
            paths: manifests               ; :1:8: paths must be a list of strings
            exclude: [[a]]                 ; :1:11: exclude[0] must be a string
            kubernets: 1.34                ; :1:1: unknown setting "kubernets"; did you mean kubernetes?
            paths: [a                      ; :2:1:
            severity: []                   ; :1:11: severity must be an object
            severity: {documented: never}  ; :1:24: severity.documented must be error, warning or ignore, is "never"
            {paths: [a], paths: [b]}       ; :1:14: paths: duplicate key
            severity: {cel: error, cel: ignore} ; :1:24: severity.cel: duplicate key
            severity: {celery: error}      ; :1:12: unknown rule "celery"; drawbridge version --rules names them
            - a                            ; : must be an object
            """)
    void whatIsWrongInItIsSaid(String text, String message) throws IOException {
        write(text);

        assertThatThrownBy(() -> SettingsFile.nearest(folder))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(SettingsFile.NAME + message);
    }

    private void write(String text) throws IOException {
        Files.writeString(folder.resolve(SettingsFile.NAME), text);
    }
}
