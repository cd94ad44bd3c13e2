package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No code reads the sentences of causes and findings back: they are printed, and what decides is their values. */
class SentencesTest {

    private static final Path SOURCES = Path.of("src/main/java/dev/drawbridge");

    /** A method that makes a sentence, and then one that looks into a text. */
    private static final Pattern READ_BACK =
            Pattern.compile("\\.(text|lines|summary|then|headline|inClaim|sentence)\\(\\)[^;]*?"
                    + "\\.(startsWith|endsWith|contains|matches|indexOf|replaceFirst|replaceAll|split)\\(\"");

    @Test
    void noSentenceOfACauseIsReadBack() throws IOException {
        List<String> read = new ArrayList<>();
        for (String folder : List.of("fit", "live", "server", "check")) {
            try (Stream<Path> files = Files.walk(SOURCES.resolve(folder))) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".java")).toList()) {
                    String source = Files.readString(file);
                    boolean hasCauses = source.contains("FitCause") || source.contains("ClusterFinding");
                    if (hasCauses) {
                        READ_BACK.matcher(source).results().forEach(found -> read.add(file + ": " + found.group()));
                    }
                }
            }
        }

        assertThat(read).isEmpty();
    }

    @Test
    void readingASentenceBackIsNoticed() {
        assertThat(READ_BACK.matcher("cause.text().startsWith(\"nodes\")").find())
                .isTrue();
        assertThat(READ_BACK
                        .matcher("cause.lines().stream().anyMatch(line -> line.contains(\"tainted\"))")
                        .find())
                .isTrue();
        assertThat(READ_BACK.matcher("cause.text(); name.startsWith(\"gpu\")").find())
                .isFalse();
    }
}
