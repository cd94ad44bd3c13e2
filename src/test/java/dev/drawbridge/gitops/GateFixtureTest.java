package dev.drawbridge.gitops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.Marks;
import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.Checker;
import dev.drawbridge.field.Severity;
import dev.drawbridge.manifest.ManifestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of base and head trees with the expected findings on the lines of the head. */
class GateFixtureTest {

    private static final Path FIXTURES = Path.of("src/test/resources/gate");

    static Stream<Path> fixtures() throws IOException {
        return Files.list(FIXTURES).sorted();
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void findingsEqualMarkedLines(Path fixture) throws IOException {
        Path head = fixture.resolve("head");
        List<String> marked = new ArrayList<>();
        try (Stream<Path> files = Files.list(head)) {
            for (Path file : files.toList()) {
                Marks.in(file).forEach(mark -> marked.add(file.getFileName() + ":" + mark));
            }
        }
        List<String> found = new Checker(CheckSettings.DEFAULT)
                .check(new FolderTrees(fixture.resolve("base"), head, new ManifestFiles(List.of()))).findings().stream()
                        .filter(finding -> finding.severity() == Severity.ERROR)
                        .map(finding -> Path.of(finding.file()).getFileName() + ":" + finding.lineNumber() + ": "
                                + finding.rule().type() + " " + finding.origin())
                        .toList();

        assertThat(found).isNotEmpty().containsExactlyInAnyOrderElementsOf(marked);
    }
}
