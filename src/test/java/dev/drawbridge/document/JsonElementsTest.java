package dev.drawbridge.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonParser;

class JsonElementsTest {

    private static List<String> read(String text) throws IOException {
        List<String> events = new ArrayList<>();
        JsonElements.read(
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
                ReadLimits.DEFAULT,
                new JsonElements.Receiver() {

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

    @Test
    void noNameIsKeptForTheNextElement() throws IOException {
        JsonReader json = JsonReader.withoutPositions(ReadLimits.DEFAULT);
        try (JsonParser parser = json.parser(new StringReader("{\"a\": 1}{\"a\": 2}"))) {
            parser.nextToken();
            ObjectValue first = (ObjectValue) json.value(parser);
            parser.nextToken();
            ObjectValue second = (ObjectValue) json.value(parser);
            assertThat(second.key(0)).isEqualTo("a").isNotSameAs(first.key(0));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{", "{\"a\" 1}", "{\"a\": [1", "{\"a\": [1 2]}", "{a: 1}", "{\"a\": tru}", "x"})
    void rejectsOtherTextsThanJsonObjects(String text) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(IOException.class);
    }
}
