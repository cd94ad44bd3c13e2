package dev.drawbridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests of line lengths: the formatter wraps code at 120 characters, but not comments and strings. */
class LineLengthTest {

    private static final int LIMIT = 120;

    @Test
    void javaLinesHaveAtMost120Characters() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Path root : List.of(Path.of("src"), Path.of("certs-gen"))) {
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.filter(path -> path.toString().endsWith(".java"))
                        .sorted()
                        .toList()) {
                    addTooLong(file, tooLong);
                }
            }
        }
        assertThat(tooLong)
                .as("wrap them; tables between @formatter:off and on, text blocks and imports may be longer")
                .isEmpty();
    }

    private static void addTooLong(Path file, List<String> tooLong) throws IOException {
        boolean isTable = false;
        boolean isTextBlock = false;
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            isTable = isTable ? !line.contains("@formatter:on") : line.contains("@formatter:off");
            boolean startedAsTextBlock = isTextBlock;
            isTextBlock ^= line.split("\"\"\"", -1).length % 2 == 0;
            if (line.length() > LIMIT
                    && !isTable
                    && !isTextBlock
                    && !startedAsTextBlock
                    && !line.startsWith("import ")) {
                tooLong.add(file + ":" + number);
            }
        }
    }
}
