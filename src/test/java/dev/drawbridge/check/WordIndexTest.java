package dev.drawbridge.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordIndexTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            name: gpu.example.com        | gpu.example.com | true
            name: "gpu.example.com"      | gpu.example.com | true
            {"name":"training"}          | training        | true
            [training,other]             | training        | true
            name: training-2             | training        | false
            name: my-training            | training        | false
            name: "tr\\x61ining"         | training        | true
            name: !!binary dHJhaW5pbmc=  | training        | true
            name: !<tag:yaml.org,2002:binary> dHJhaW5pbmc= | training | true
            %TAG !e! tag:yaml.org,2002:  | training        | true
            expression: a != b           | training        | false
            name: no name                | no name         | true
            """)
    void fileIsFoundIfItMayContainName(String text, String name, boolean expected) {
        assertThat(index(text).files(name)).hasSize(expected ? 1 : 0);
    }

    @Test
    void textsAreFoundByTheirNumbers() {
        WordIndex index = index("name: a, a", "name: b", "name: \\x61", "names: [a, b]");

        assertThat(index.files("a")).containsExactlyInAnyOrder(0, 2, 3);
        assertThat(index.files("b")).containsExactlyInAnyOrder(1, 2, 3);
        assertThat(index.files("c")).containsExactly(2);
    }

    private static WordIndex index(String... texts) {
        WordIndex.Builder words = new WordIndex.Builder();
        for (String text : texts) {
            words.add(text.getBytes(StandardCharsets.UTF_8));
        }
        return words.build();
    }
}
