package dev.drawbridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Tests of the files that the image build copies from the repository. */
class DockerfileTest {

    /** The files that Maven needs, including {@code .mvn}. */
    @Test
    void buildStageHasFilesForMaven() throws IOException {
        List<String> copied = Files.readAllLines(Path.of("Dockerfile")).stream()
                .filter(line -> line.startsWith("COPY ") && !line.contains("--from"))
                .map(line -> Arrays.asList(line.split(" ")))
                .flatMap(words -> words.subList(1, words.size() - 1).stream())
                .toList();
        List<String> allowed = Files.readAllLines(Path.of(".dockerignore")).stream()
                .filter(line -> line.startsWith("!"))
                .map(line -> line.substring(1))
                .toList();

        assertThat(copied)
                .contains("pom.xml", ".mvn", "src", "certs-gen")
                .allMatch(path -> Files.exists(Path.of(path)));
        assertThat(new TreeSet<>(allowed)).isEqualTo(new TreeSet<>(copied));
    }
}
