package dev.drawbridge.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonParser;

class JsonElementsTest {

    private static List<String> read(String text) throws IOException {
        return read(text, ReadLimits.DEFAULT);
    }

    private static List<String> read(String text, ReadLimits limits) throws IOException {
        List<String> events = new ArrayList<>();
        JsonElements.read(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), limits, new JsonElements.Receiver() {

                    @Override
                    public void field(String name, Value value) {
                        events.add(name + "=" + value.excerpt());
                    }

                    @Override
                    public void element(String name, Value value) {
                        events.add(name + "[]=" + value.excerpt());
                    }

                    @Override
                    public void end() {
                        events.add("end");
                    }
                });
        return events;
    }

    @Test
    void elementsOfListsAreHandedOnOneByOne() throws IOException {
        assertThat(read(" {\"kind\": \"List\", \"items\": [{\"a\": [1, \"]}\\\"\"]}, 2, [] ], \"n\": {\"x\":"
                        + " {}}} {}\n"))
                .containsExactly(
                        "kind=\"List\"",
                        "items[]={\"a\":[1,\"]}\\\"\"]}",
                        "items[]=2",
                        "items[]=[]",
                        "n={\"x\":{}}",
                        "end",
                        "end");
    }

    @ParameterizedTest
    @CsvSource({"64, true", "65, false"})
    void elementsShareUsualNamesOnly(int length, boolean areShared) throws IOException {
        String text = "{\"" + "a".repeat(length) + "\": 1}";
        List<String> names = new ArrayList<>();
        JsonReader json = JsonReader.withoutPositions(ReadLimits.DEFAULT);
        try (JsonParser parser = json.parser(new StringReader(text + text))) {
            while (parser.nextToken() != null) {
                names.add(((ObjectValue) json.value(parser)).key(0));
            }
        }
        assertThat(names).hasSize(2).allMatch(name -> name.length() == length);
        assertThat(names.get(0) == names.get(1)).isEqualTo(areShared);
    }

    @Test
    void elementNeedsLimitedMemory() {
        ReadLimits limits = new ReadLimits(1000, 100, 1000, 10_000);
        String list = "[" + "1,".repeat(1000) + "1]";
        for (String text : List.of("{\"a\": [1, " + list + "]}", "{\"a\": {\"b\": " + list + "}}")) {
            assertThatThrownBy(() -> read(text, limits))
                    .hasMessage("an element is too large: its values need more than 10000 bytes of memory");
        }
        assertThatNoException().isThrownBy(() -> read("{\"a\": " + list + "}", limits));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{", "{\"a\" 1}", "{\"a\": [1", "{\"a\": [1 2]}", "{a: 1}", "{\"a\": tru}", "x"})
    void rejectsOtherTextsThanJsonObjects(String text) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(IOException.class);
    }
}
