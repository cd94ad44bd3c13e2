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

    /** By digest; the image of a release has the same base. */
    @Test
    void baseImagesAreFixed() throws IOException {
        List<String> bases = Files.readAllLines(Path.of("Dockerfile")).stream()
                .filter(line -> line.startsWith("FROM "))
                .map(line -> line.split(" ")[1])
                .toList();

        assertThat(bases).hasSize(2).allMatch(base -> base.matches("[a-z]+:[\\w.-]+@sha256:[0-9a-f]{64}"));
        assertThat(Path.of("pom.xml")).content().contains("<image.base>" + bases.get(1) + "</image.base>");
    }
}
