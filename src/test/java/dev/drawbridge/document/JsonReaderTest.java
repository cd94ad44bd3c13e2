package dev.drawbridge.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Position;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {

    private final JsonReader reader = JsonReader.withPositions(ReadLimits.DEFAULT);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "[1,]",
                "{\"a\":1,}",
                "{'a':1}",
                "NaN",
                "{\"a\":1}x",
                "\uFEFF{}",
                "01",
                "\"\u0001\"",
                "nul"
            })
    void invalidJsonIsUnreadable(String text) {
        assertThat(read(text)).isInstanceOf(Unreadable.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "true",
                "1",
                "1.5",
                "-0",
                "1e1000",
                "\"a\\nb\"",
                "[]",
                "{}",
                "{\"a\":[{\"b\":null}],\"c\":\"é\"}"
            })
    void readThenWriteGivesTheSameText(String text) {
        assertThat(value(text).excerpt()).isEqualTo(text);
    }

    /** As kubectl reads files: the API server gets a whole number. */
    @ParameterizedTest
    @CsvSource({"1.0, 1", "1e3, 1000", "-0.0, -0", "1e20, 100000000000000000000", "1e21, 1e+21", "0.0000001, 1e-7"})
    void wholeFloatIsAnInteger(String text, String sent) {
        assertThat(value(text).excerpt()).isEqualTo(sent);
    }

    @Test
    void repeatedKeysAreEqualToThemselves() {
        assertThat(JsonEquality.same(value("{\"a\":1,\"a\":2}"), value("{\"a\":1,\"a\":2}")))
                .isTrue();
        assertThat(JsonEquality.same(value("{\"a\":1,\"a\":2}"), value("{\"a\":2,\"a\":2}")))
                .isFalse();
        assertThat(JsonEquality.same(value("{\"a\":1,\"a\":1}"), value("{\"a\":1}")))
                .isFalse();
    }

    @Test
    void readKeepsBothOfTwoEqualKeysAndGetGivesTheLast() {
        ObjectValue object = (ObjectValue) value("{\"a\":1,\"a\":2}");

        assertThat(object.size()).isEqualTo(2);
        assertThat(object.get("a")).hasToString("2");
    }

    @Test
    void getInAnObjectOfManyKeysFindsEachOfThem() {
        StringBuilder text = new StringBuilder("{\"k0\":0");
        for (int i = 1; i < 100; i++) {
            text.append(",\"k").append(i).append("\":").append(i);
        }
        ObjectValue object = (ObjectValue) value(text + ",\"k7\":-7}");

        assertThat(object.get("k99")).hasToString("99");
        assertThat(object.get("k7")).hasToString("-7");
        assertThat(object.get("k100")).isNull();
    }

    @Test
    void locatorFindsValuesKeysAndParentOfMissingField() {
        Value root = value("{\n  \"spec\": {\n    \"list\": [1,\n      {\"name\": \"x\"}]\n  }\n}");

        assertThat(Locator.ofValue(root, FieldPath.of("spec", "list").index(1).child("name")))
                .isEqualTo(new Position(4, 16));
        assertThat(Locator.ofKey(root, FieldPath.of("spec", "list"))).isEqualTo(new Position(3, 5));
        assertThat(Locator.ofValue(root, FieldPath.of("spec", "missing", "below")))
                .isEqualTo(new Position(2, 3));
    }

    @Test
    void readWithinTheDepthLimitNeedsNoStack() {
        int depth = ReadLimits.DEFAULT.maxDepth() - 1;
        Value deep = value("[".repeat(depth) + "]".repeat(depth));

        assertThat(JsonEquality.same(deep, value("[".repeat(depth) + "]".repeat(depth))))
                .isTrue();
        assertThat(deep.excerpt()).endsWith("…");
    }

    @Test
    void readBeyondTheLimitsNamesTheLimit() {
        int depth = ReadLimits.DEFAULT.maxDepth() + 1;
        assertThat(((Unreadable) read("[".repeat(depth))).reason()).contains("10000");

        ReadResult large =
                JsonReader.withoutPositions(new ReadLimits(4, 10)).read("12345".getBytes(StandardCharsets.UTF_8));
        assertThat(((Unreadable) large).reason()).contains("larger than 4 bytes");
    }

    @Test
    void equalityComparesJsonNotText() {
        assertThat(JsonEquality.same(value("{\"a\":1,\"b\":[2.0]}"), value("{\"b\":[2],\"a\":1e0}")))
                .isTrue();
        assertThat(JsonEquality.same(value("{\"a\":1}"), value("{\"a\":1,\"b\":null}")))
                .isFalse();
        assertThat(JsonEquality.same(value("[1,2]"), value("[2,1]"))).isFalse();
        assertThat(JsonEquality.same(value("\"1\""), value("1"))).isFalse();
        assertThat(JsonEquality.same(value("1e999999999999"), value("2e999999999999")))
                .isFalse();
    }

    @Test
    void excerptShowsNoControlCharacters() {
        assertThat(new StringValue("\u001b[31m\u202e", null).excerpt()).isEqualTo("\"\\u001b[31m\\u202e\"");
    }

    private ReadResult read(String text) {
        return reader.read(text.getBytes(StandardCharsets.UTF_8));
    }

    private Value value(String text) {
        return ((Document) read(text)).value();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            [1, // a            | JSON has no comments; remove this one
            [1,]                | expected a value, found ']'
            {a: 1}              | expected a key in double quotes, found 'a'
            {"a": 1 "b": 2}     | expected ',' or the closing bracket, found '"'
            {"a" 1}             | expected ':' after the key, found '1'
            [yes]               | unknown word "yes"; put it in double quotes, or use true, false or null
            [1.]                | unexpected ']'
            {"a": [1]           | the text ends inside an object; '}' is missing
            [[1]                | the text ends inside a list; ']' is missing
            ["a                 | the text ends inside a value
            [1}                 | found '}', expected ']'
            ]                   | unexpected ']'
            [é]                 | character outside a string that is not ASCII; put it in double quotes
            ["\t"]              | control character (code 9) inside a string; escape it, such as \\n
            [\\u0001]           | control character (code 1) outside a string; is the text in UTF-8?
            ["\\x"]             | unknown escape \\x in a string
            ["\\u00g0"]         | expected four hexadecimal digits after \\u, found 'g'
            [01]                | number with leading zeros; put it in quotes, or remove them
            [-]                 | number without a digit at its end
            [NaN]               | NaN is not a JSON number; put it in double quotes
            """)
    void invalidTextIsExplained(String text, String reason) {
        assertThat(((Unreadable) read(text.replace("\\u0001", "\u0001"))).reason())
                .isEqualTo(reason);
    }
}
