package dev.drawbridge.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GlobTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        **/x.yaml       | x.yaml              | true
        **/x.yaml       | a/b/x.yaml          | true
        **/x.yaml       | a/yx.yaml           | false
        a/**/x.yaml     | a/x.yaml            | true
        a/**/x.yaml     | a/b/c/x.yaml        | true
        a/**            | a/b/c.yaml          | true
        a/**            | ab/c.yaml           | false
        a/**.yaml       | a/b/c.yaml          | true
        *.yaml          | a.yaml              | true
        *.yaml          | a/b.yaml            | false
        a?c             | abc                 | true
        a?c             | a/c                 | false
        [a-c]x[!0-9]    | bxy                 | true
        [a-c]x[!0-9]    | bx1                 | false
        {a,b/{c,d}}.yml | b/d.yml             | true
        {a,b/{c,d}}.yml | c.yml               | false
        \\*.yaml       | *.yaml              | true
        \\*.yaml       | a.yaml              | false
        {a\\{b,zz}/**  | a{b/x.yaml          | true
        {a\\{b,zz}/**  | zz/x.yaml           | true
        {a\\,b,c}      | a,b                 | true
        {a\\,b,c}      | b                   | false
        {a\\},b}       | a}                  | true
        [{]x            | {x                  | true
        a}              | a}                  | true
        {a,**/b}        | c/b                 | true
        {a/,b}**/c      | b/c                 | true
        [z-a]           | b                   | false
        [^\\d]          | d                   | false
        """)
    void patternMatchesWholePath(String pattern, String path, boolean matches) {
        assertThat(new Glob(pattern).matches(path)).isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        tests/**        | manifests/tests/a.yaml | true
        tests           | manifests/tests/a.yaml | true
        tests           | tests.yaml             | false
        x.yaml          | a/b/x.yaml             | true
        a/*.yaml        | z/a/x.yaml             | true
        a/*.yaml        | za/x.yaml              | false
        *.gen.yaml      | a/b.gen.yaml           | true
        """)
    void patternCoversFilesAtAnyDepth(String pattern, String path, boolean covered) {
        assertThat(new Glob(pattern).covers(path)).isEqualTo(covered);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[a", "{a", "{a,[}]"})
    void rejectsInvalidPattern(String pattern) {
        assertThatThrownBy(() -> new Glob(pattern)).isInstanceOf(PatternSyntaxException.class);
    }

    @Test
    void manyStarsTakeNoExponentialTime() {
        Glob glob = new Glob("*a".repeat(500) + "b");

        Assertions.assertTimeoutPreemptively(
                Duration.ofMinutes(2),
                () -> assertThat(glob.matches("a".repeat(2_000))).isFalse());
    }
}
