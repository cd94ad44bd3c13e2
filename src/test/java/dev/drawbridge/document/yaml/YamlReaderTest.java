package dev.drawbridge.document.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.Unreadable;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Position;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YamlReaderTest {

    private final YamlReader reader = new YamlReader(ReadLimits.DEFAULT);

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        no        | false
        On        | true
        012       | 10
        0x1f      | 31
        0o17      | 15
        1_000     | 1000
        +7        | 7
        -0b11     | -3
        1.50      | 1.5
        .5e1      | 5
        08        | 8
        1.2.3     | "1.2.3"
        1.30      | 1.3
        .5_1      | 0.51
        .51_      | ".51_"
        ._5       | "._5"
        1_._5     | 1.5
        0x1_0     | 16
        !!str 1   | "1"
        ! 1       | "1"
        !!float 1 | 1
        !a 1      | "1"
        !!binary YQ== | "a"
        'no'      | "no"
        "12"      | "12"
        2026-01-01| "2026-01-01"
        abc       | "abc"
        """)
    void plainScalarsAreReadAsByKubectl(String yaml, String json) {
        assertThat(((ObjectValue) only("a: " + yaml)).get("a")).hasToString(json);
    }

    @Test
    void readsEveryNonEmptyDocument() {
        assertThat(read("a: 1\n---\n# nothing\n---\u00a0# no\nb: 2\n")).hasSize(2);
    }

    @Test
    void keysAndValuesKnowTheirPlace() {
        ObjectValue object = (ObjectValue) only("# a comment\nspec:\n  name: x\n");
        ObjectValue spec = object.object("spec");

        assertThat(object.keyPosition(0)).isEqualTo(new Position(2, 1));
        assertThat(spec.get("name").position()).isEqualTo(new Position(3, 9));
    }

    @Test
    void mergedKeysAreTheMapsOwn() {
        assertThat(only("base: &b {x: 1, z: 2}\nd:\n  <<: *b\n  w: 3\n").excerpt())
                .isEqualTo("{\"base\":{\"x\":1,\"z\":2},\"d\":{\"x\":1,\"z\":2,\"w\":3}}");
        assertThat(merged("<<: *b\n  x: 3\n")).isEqualTo("{\"z\":2,\"x\":3}");
        assertThat(merged("x: 3\n  <<: *b\n")).isEqualTo("{\"x\":1,\"z\":2}");
        assertThat(merged("<<: [*b, *c]\n")).isEqualTo("{\"x\":1,\"z\":2}");
        assertThat(merged("<<: *c\n  <<: *b\n")).isEqualTo("{\"x\":1,\"z\":2}");
        assertThat(merged("<<: *b\n  x: 3\n  x: 4\n")).isEqualTo("{\"z\":2,\"x\":3,\"x\":4}");
    }

    private String merged(String text) {
        ObjectValue all = (ObjectValue) only("b: &b {x: 1, z: 2}\nc: &c {<<: *b, x: 5}\nd:\n  " + text);
        return all.object("d").excerpt();
    }

    @Test
    void wholeFloatsAreIntegers() {
        assertThat(only("[1e18, 1e6, 123456789012345680.0, 1e21, -0.0, 1.5e-9]\n")
                        .excerpt())
                .isEqualTo("[1000000000000000000,1000000,123456789012345680,1e+21,-0,1.5e-9]");
    }

    @Test
    void tooDeepDocumentHasPosition() {
        assertThat(read("a: 1\n---\nb: " + "[".repeat(100_000)).get(1))
                .isInstanceOfSatisfying(
                        Unreadable.class, bad -> assertThat(bad.position()).isEqualTo(new Position(3, 10_004)));
    }

    @Test
    void textDroppedByKubectlHasPosition() {
        assertThat(read(" a: 1\nb: 2\n"))
                .singleElement()
                .satisfies(one -> assertThat(((Document) one).unread()).isEqualTo(new Position(2, 1)));
        assertThat(((Document) read("a: 1\n...\n# the end\n").get(0)).unread()).isNull();
        assertThat(((Document) read("{? a}: 1\n").get(0)).unread()).isEqualTo(new Position(1, 6));
        assertThat(unreadable("{? [a]: 1}: 1\n")).contains("a key must be");
    }

    @Test
    void positionsAreInStream() {
        ObjectValue second = (ObjectValue)
                ((Document) read("{\"a\": 1}\n  {\"b\": 2}\n---\nc: 3\n").get(1)).value();
        assertThat(second.keyPosition(0)).isEqualTo(new Position(2, 4));
        ObjectValue last = (ObjectValue) ((Document) read("{\"a\": 1}\n---\n# \ud83d\ude00\n? \ud83d\ude00\n: c\n")
                        .get(1))
                .value();
        assertThat(last.keyPosition(0)).isEqualTo(new Position(4, 3));
        assertThat(((ListValue) only("- [\ud83d\ude00, b]\n")).get(0))
                .satisfies(
                        list -> assertThat(((ListValue) list).get(1).position()).isEqualTo(new Position(1, 7)));
    }

    @Test
    void jsonStreamContinuesAsJsonOrOnceAsYaml() {
        assertThat(read("{\"a\": 1}{\"b\": 2} null {\"c\": 3}\n")).hasSize(3);
        assertThat(read("{\"a\": 1}\n---\nb: 2\n")).hasSize(2).last().isInstanceOf(Document.class);
        assertThat(unreadable("{\"a\": 1}{\"b\": 2}\n---\nc: 3\n")).contains("more JSON");
        assertThat(only("{a: 1, 'b': [c]}\n").excerpt()).isEqualTo("{\"a\":1,\"b\":[\"c\"]}");
        assertThat(only("{\"a\": 1e3}").excerpt()).isEqualTo("{\"a\":1000}");
        assertThat(textOfA("{\"a\": \"\\/\\ud83d\\ude00\\\"\"}\n")).isEqualTo("/\ud83d\ude00\"");
        assertThat(unreadable("{a}")).contains("more JSON");
        assertThat(unreadable("{\"a\"\n: 1}\n")).contains("expected ',' or '}'");
        assertThat(unreadable("a: \"x\nb: \"y\"\n")).contains("does the quote of line 1 have no end?");
        assertThat(unreadable("a: \"x\" y\n")).contains("escape inner quotes");
    }

    @Test
    void valuesMayBeDeeplyNested() {
        assertThat(read("[".repeat(10_000) + "]".repeat(10_000)))
                .singleElement()
                .isInstanceOf(Document.class);
        assertThat(read("- ".repeat(10_000) + "a")).singleElement().isInstanceOf(Document.class);
        assertThat(unreadable("- ".repeat(10_001) + "a")).contains("10000 levels deep");
    }

    @Test
    void hostileTextsAreReported() {
        String bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n"
                + "b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\n"
                + "d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: [*d,*d,*d,*d,*d,*d,*d,*d,*d]\n";
        assertThat(unreadable(bomb)).contains("aliases expand");
        String small = "[&a [x,x,x,x,x,x,x,x,x],&b [*a,*a,*a,*a,*a,*a,*a,*a,*a],[*b,*b,*b,*b,*b,*b,*b,*b,*b]]\n---\n";
        assertThat(read(small)).singleElement().isInstanceOf(Document.class);
        assertThat(unreadable(small.repeat(100))).contains("aliases expand");
        assertThat(unreadable("a: &a [*a]\n")).contains("contains itself");
        assertThat(unreadable("<<: &a [*a]\n")).contains("contains itself");
        assertThat(unreadable("<<: [[a]]\n")).contains("list of mappings");
        assertThat(unreadable("a: &a {<<: *a}\n")).contains("contains itself");
        assertThat(unreadable("[".repeat(5000))).isNotBlank();
        assertThat(unreadable("a: [1\nb: 2\n")).isNotBlank();
        assertThat(unreadable("? [a]\n: 1\n")).contains("key");
    }

    @Test
    void escapedSurrogatesAreReportedAtTheirPosition() {
        List<ReadResult> results = read("a: \"\\\\ud83d\"\nb: \"😀\"\nc: \"\\ud83d\\ude00\"\n");
        assertThat(((Unreadable) results.get(0)).position()).isEqualTo(new Position(3, 5));
        assertThat(read("a: \"\\\\ud83d\"\nb: \"😀\"\n")).singleElement().isInstanceOf(Document.class);
    }

    @Test
    void tabsBeforeValuesAreBlanks() {
        assertThat(only("a:\t1\nb:\t\t2\n").excerpt()).isEqualTo("{\"a\":1,\"b\":2}");
        assertThat(unreadable("a:\n\tb: 1\n")).contains("tab used");
        assertThat(only("{\n\t\"a\\\"\": \"x\ty\",\n\t\"b\": [\n\t\t1\n\t]\n}\n")
                        .excerpt())
                .isEqualTo("{\"a\\\"\":\"x\\ty\",\"b\":[1]}");
        assertThat(((ObjectValue) only("\ufeffa: 1\n")).keyPosition(0)).isEqualTo(new Position(1, 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a: |\n \tx\n",
                "a: |\n  x\n \ty\n",
                "a: |\n  x\n \t\n  y\n",
                "a: >\n \n \t\n x\n",
                "a: |9\n \tx\n",
                "a: &a.b c\n",
                "a: [&\u00e9 b]\n",
                "\t\n",
                "[1]\n\t\n",
                "{a:[1]}\n",
                "{a:{b: 1}}\n",
                "a: b\n\tc\n",
                "a:\n  b: c\n \td\n",
                "a: \"b\"\n \tc\n",
                "a#:\n\tb: 1\n",
                "-\n\ta: 1\n",
                "a: [1]\nb:\n\tc: 1\n",
                "a: {b: 1}\nc: {<<:[1]}\n",
                "a: 1\n%--\nb: 2\n",
                "%YAML 1.1\na: 1\n",
                "a: 1\n%YAML1.1\n",
                "a: !!binary YQ\n",
                "a: *b\n",
                "a: !e!f b\n",
                "a: !<b\n",
                "a: !!\n",
                "a: !b%4 c\n",
                "a: \u0007\n",
                "a: \"\\q\"\n",
                "a: \"\\x4\"\n",
                "a: 'b\n",
                "a: |0\n b\n",
                "a: | b\n",
                "a: b: c\n",
                "a: - b\n",
                "a: @b\n",
                "a: \"b\" c\n",
                "- a\nb: 1\n",
                "a: 1\nb\nc: 2\n",
                "a: 1\n---b\n",
                "&a [b]: c\n",
                "? {a: b}\n: c\n",
                "...\n"
            })
    void rejectsTextsThatKubectlRejects(String text) {
        assertThat(read(text)).last().isInstanceOf(Unreadable.class);
    }

    @Test
    void syntaxErrorHasPosition() {
        assertThat(((Unreadable) read("a: 1\n---\n\n  \t\n").get(1)).position()).isEqualTo(new Position(4, 3));
        assertThat(((ObjectValue) only("a: |# 😀😀\n  x\nb: {c: 1}\n")).get("b"))
                .extracting(Value::position)
                .isEqualTo(new Position(3, 4));
        assertThat(textOfA("b: |# 😀😀\n  x\na: |\n  y\n")).isEqualTo("y\n");
        assertThat(read("b: |# 😀😀\n  x\na: {c:, d: 1}\n")).singleElement().isInstanceOf(Document.class);
    }

    @Test
    void readsTextsLikeKubectl() {
        assertThat(textOfA("a: \"it\\'s\"\n")).isEqualTo("it's");
        assertThat(textOfA("a: \"x\\\ty\"\n")).isEqualTo("x\ty");
        assertThat(textOfA("a: |# comment\n  x\n")).isEqualTo("x\n");
        assertThat(textOfA("a: >-# comment\n  x\n")).isEqualTo("x");
        assertThat(textOfA("a: |1\n \tx\n")).isEqualTo("\tx\n");
        assertThat(textOfA("a: |\n x\n \ty\n")).isEqualTo("x\n\ty\n");
        assertThat(textOfA("a: |\n\n \n  x\n")).isEqualTo("\n\nx\n");
        assertThat(textOfA("a: b\n \tc\n")).isEqualTo("b c");
        assertThat(textOfA("{a:\t b}\n")).isEqualTo("b");
        assertThat(only("- a\n  \tb\n").excerpt()).isEqualTo("[\"a b\"]");
        assertThat(only("a: {\n\t\"b\": [ # [\n\t1],\n\t\"c\": '['}\n").excerpt())
                .isEqualTo("{\"a\":{\"b\":[1],\"c\":\"[\"}}");
        assertThat(textOfA("a: b\r\n  c\r\r\n  d\r\n")).isEqualTo("b c d");
        assertThat(only("[a:, {b:}]\n").excerpt()).isEqualTo("[\"a:\",{\"b:\":null}]");
        assertThat(only("{a :, b: 1}\n").excerpt()).isEqualTo("{\"a :\":null,\"b\":1}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        &a b: *a                                        | {"b":"b"}
        a: &x 1\\nb: &x 2\\nc: *x                       | {"a":1,"b":2,"c":2}
        a: !!str\\nb: &x\\nc: !                          | {"a":"","b":null,"c":""}
        a: 1\\n%YAML 1.1                                | {"a":1}
        a: 'b\\n\\n  c'                                | {"a":"b\\nc"}
        a: "b \\\\n   c\\x41\\_"                        | {"a":"b cA\u00a0"}
        ? a\\n: b\\n? c                                 | {"a":"b","c":null}
        [a: b, ? c, d]                                  | [{"a":"b"},{"c":null},"d"]
        `a: |+\\n b\\n`                                 | {"a":"b\\n\\n"}
        `a: |-\\n b\\n\\n`                              | {"a":"b"}
        a: >2-\\n   b\\n  c\\n\\n  d                    | {"a":" b\\nc\\nd"}
        a:\\n- b\\n-\\nc:                               | {"a":["b",null],"c":null}
        a: b # c\\n#d                                   | {"a":"b"}
        a: 'it''s'                                      | {"a":"it's"}
        {a, b: , c: [d,]}                               | {"a":null,"b":null,"c":["d"]}
        a: b\\n  c\\n\\n  d                             | {"a":"b c\\nd"}
        a: "\\U0001F600"                                | {"a":"\ud83d\ude00"}
        - - a\\n  - b\\n- c: d\\n  e: f                 | [["a","b"],{"c":"d","e":"f"}]
        a: b:c\\nd: [e:f]                               | {"a":"b:c","d":["e:f"]}
        """)
    void collectionsAndScalarsAreReadAsByKubectl(String yaml, String json) {
        assertThat(only(yaml.replace("\\n", "\n") + "\n").excerpt()).isEqualTo(json);
    }

    @Test
    void tinyObjectsInARowAreNamed() {
        assertThat(unreadable("{}".repeat(20_000))).contains("follow each other");
        assertThat(read(("{\"kind\": \"ResourceClaim\", \"a\": 123456}\n").repeat(2_000)))
                .hasSize(2_000);
    }

    @Test
    void readWhenTextIsNotUtf8ThenUnreadable() {
        assertThat(reader.read(new byte[] {'a', ':', ' ', (byte) 0xff}))
                .singleElement()
                .isInstanceOf(Unreadable.class);
    }

    private List<ReadResult> read(String text) {
        return reader.read(text.getBytes(StandardCharsets.UTF_8));
    }

    private String textOfA(String text) {
        return ((ObjectValue) only(text)).string("a");
    }

    private Value only(String text) {
        return ((Document) read(text).get(0)).value();
    }

    private String unreadable(String text) {
        List<ReadResult> results = read(text);
        return ((Unreadable) results.get(results.size() - 1)).reason();
    }
}
