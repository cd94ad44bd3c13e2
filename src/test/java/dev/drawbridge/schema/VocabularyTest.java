package dev.drawbridge.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The vocabulary of the table is small, and each word is documented on one page with an example. */
class VocabularyTest {

    private static final Path PAGE = Path.of("src/docs/internals/table.md");
    private static final int MAX_WORDS = 48;

    /** The name in the first column, and the example in the second. */
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\| `(.+?)` \\| .+ \\|$");

    private static final List<Class<?>> PARTS = List.of(
            Vocabulary.class,
            Availability.class,
            FieldRow.class,
            ScalarType.class,
            ListType.class,
            MapType.class,
            ObjectSchema.class);

    /** The public methods that return a row, a type or columns, and the traits and depths. */
    private static Set<String> words() {
        Set<String> words = new TreeSet<>();
        PARTS.stream()
                .flatMap(part -> Arrays.stream(part.getDeclaredMethods()))
                .filter(method -> Modifier.isPublic(method.getModifiers()) && PARTS.contains(method.getReturnType()))
                .forEach(method -> words.add(method.getName()));
        Arrays.stream(Trait.values()).forEach(trait -> words.add(trait.name()));
        Arrays.stream(Depth.values()).forEach(depth -> words.add(depth.name()));
        return words;
    }

    @Test
    void everyWordIsDocumentedWithExample() throws IOException {
        Set<String> described = new TreeSet<>();
        Matcher row = ROW.matcher(Files.readString(PAGE));
        while (row.find()) {
            assertThat(described.add(row.group(1)))
                    .as(row.group(1) + " is there once")
                    .isTrue();
            assertThat(row.group(2)).containsPattern("\\b" + row.group(1) + "[(),]");
        }

        assertThat(described).isEqualTo(words());
    }

    @Test
    void limitsNumberOfWords() {
        assertThat(words()).hasSizeLessThanOrEqualTo(MAX_WORDS);
    }
}
