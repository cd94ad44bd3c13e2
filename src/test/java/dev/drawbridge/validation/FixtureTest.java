package dev.drawbridge.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.Marks;
import dev.drawbridge.document.Document;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.field.FieldError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of manifests with the expected findings on their lines: {@code # ERROR type origin}. */
class FixtureTest {

    private static final Path FIXTURES = Path.of("src/test/resources/fixtures");

    static Stream<Path> fixtures() throws IOException {
        try (Stream<Path> files = Files.list(FIXTURES)) {
            return files.filter(Files::isRegularFile).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void findingsEqualMarkedLines(Path fixture) throws IOException {
        List<String> found = new ArrayList<>();
        for (ReadResult result : new YamlReader(ReadLimits.DEFAULT).read(Files.readAllBytes(fixture))) {
            for (FieldError error : errors((ObjectValue) ((Document) result).value())) {
                assertThat(error.position()).as(error.toString()).isNotNull();
                found.add(error.position().line() + ": " + error.type() + " " + error.origin());
            }
        }
        assertThat(found).isNotEmpty().containsExactlyInAnyOrderElementsOf(Marks.in(fixture));
    }

    private static List<FieldError> errors(ObjectValue object) {
        return new Validator().validate(ValidationRequest.create(object, null)).errors();
    }
}
