package dev.drawbridge.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.document.yaml.YamlReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadLimitsTest {

    private static final int MAX = 40_000;
    private static final ReadLimits LIMITS = new ReadLimits(MAX, 3);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 16 * 1024 - 1, 16 * 1024, 16 * 1024 + 1, MAX - 1, MAX, MAX + 1})
    void keepsTextUpToOneByteOverLimit(int size) throws IOException {
        byte[] text = new byte[size];
        new Random(size).nextBytes(text);

        assertThat(LIMITS.text(new ByteArrayInputStream(text))).isEqualTo(text);
        assertThat(LIMITS.text(Files.write(folder.resolve("text"), text))).isEqualTo(text);
    }

    @Test
    void keepsNothingBeyondLimit() throws IOException {
        byte[] text = new byte[2 * MAX];
        Arrays.fill(text, (byte) 'a');

        assertThat(LIMITS.text(new ByteArrayInputStream(text))).hasSize(MAX + 1);
        assertThat(new ReadLimits(10, 3).text(new ByteArrayInputStream(text))).hasSize(11);
    }

    @Test
    void textBeyondLimitMayBeDocument() {
        byte[] text = "[1, 2, 3, 4]".getBytes(StandardCharsets.UTF_8);
        ReadLimits bytes = new ReadLimits(text.length - 1, 3);
        ReadLimits memory = new ReadLimits(text.length, 3, text.length, 1);

        assertThat(List.of(
                        JsonReader.withoutPositions(bytes).read(text),
                        new YamlReader(bytes).read(text).get(0),
                        JsonReader.withoutPositions(memory).read(text)))
                .allSatisfy(read -> assertThat(read)
                        .isInstanceOfSatisfying(
                                Unreadable.class,
                                bad -> assertThat(bad.tooLarge()).isTrue()));
    }

    /** Repeated names take no more time: a list of a thousand objects has the same names repeatedly. */
    @Test
    void repeatedNamesCountOnce() {
        String entry = "{\"%s\":1},".formatted("n".repeat(1_024));
        byte[] text = ("[" + entry.repeat(5 * 1024) + "{}]").getBytes(StandardCharsets.UTF_8);
        JsonReader json = JsonReader.withoutPositions(new ReadLimits(8 * 1024 * 1024, 3));

        assertThat(json.read(text)).isInstanceOf(Document.class);
        assertThat(fed(json, text)).isInstanceOf(Document.class);
    }

    /** The time for names grows with the square of their length. */
    @Test
    void longNamesTogetherHaveALimit() {
        byte[] most = longNames(4 * 1024);
        byte[] tooMany = longNames(4 * 1024 + 1);
        ReadLimits limits = new ReadLimits(8 * 1024 * 1024, 3);
        JsonReader json = JsonReader.withoutPositions(limits);

        assertThat(List.of(json.read(most), fed(json, most)))
                .allSatisfy(read -> assertThat(read).isInstanceOf(Document.class));
        assertThat(List.of(json.read(tooMany), fed(json, tooMany)))
                .allSatisfy(read -> assertThat(read)
                        .isEqualTo(new Unreadable(
                                "its names longer than 64 characters add up to more than 4194304 characters; shorten"
                                        + " them",
                                null,
                                true)));
    }

    /** An object with names of 1,024 characters. */
    private static byte[] longNames(int count) {
        StringBuilder text = new StringBuilder("{\"a\":1");
        for (int i = 0; i < count; i++) {
            text.append(",\"%01024d\":1".formatted(i));
        }
        return text.append('}').toString().getBytes(StandardCharsets.UTF_8);
    }

    private static ReadResult fed(JsonReader json, byte[] text) {
        try (JsonFeed feed = new JsonFeed(json)) {
            feed.add(text, text.length);
            return feed.end();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"[[[a]]]", "a:\n  b:\n    c: d", "- - - a"})
    void acceptsTextAtDepthLimit(String text) {
        assertThat(read(text, 3)).isInstanceOf(Document.class);
        assertThat(read(text, 2))
                .isInstanceOfSatisfying(
                        Unreadable.class, bad -> assertThat(bad.reason()).contains("more than 2 levels deep"));
    }

    private static ReadResult read(String text, int maxDepth) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new YamlReader(new ReadLimits(MAX, maxDepth)).read(bytes).get(0);
    }
}
