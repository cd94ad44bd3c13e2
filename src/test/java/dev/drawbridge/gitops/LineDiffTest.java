package dev.drawbridge.gitops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Changed lines next to each other, with some equal lines around them. */
class LineDiffTest {

    private static String lines(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(line -> line + "\n").collect(Collectors.joining());
    }

    private static String rows(String before, String after) {
        return LineDiff.of(before, after).stream()
                .map(row -> row.before() + ":" + row.after())
                .collect(Collectors.joining(" "));
    }

    @Test
    void equalTextsHaveNoRows() {
        assertThat(rows(lines(9), lines(9))).isEmpty();
    }

    @Test
    void distantLinesAreLeftOut() {
        String after = lines(20).replace("10\n", "ten\nand a half\n");

        assertThat(rows(lines(20), after)).isEqualTo("0:0 7:7 8:8 9:9 10:10 0:11 11:12 12:13 13:14 0:0");
    }

    @Test
    void closeChangesShareTheLinesBetweenThem() {
        String after = lines(8).replace("2\n", "").replace("6\n", "six\n");

        assertThat(rows(lines(8), after)).isEqualTo("1:1 2:0 3:2 4:3 5:4 6:5 7:6 8:7");
    }

    @Test
    void linesOfARemovedFileAreKeptInAnother() {
        assertThat(LineDiff.percentKept(lines(4), "0\n" + lines(3) + "5\n6\n")).isEqualTo(75);
        assertThat(LineDiff.percentKept("", "1\n")).isZero();
    }

    @Test
    void unifiedDiffHasTheHeadersOfGit() {
        assertThat(LineDiff.unified("a.yaml", "1\n2\n", "1\n3\n"))
                .isEqualTo("--- a/a.yaml\n+++ b/a.yaml\n@@ -1,2 +1,2 @@\n 1\n-2\n+3\n");
        assertThat(LineDiff.unified("a.yaml", "1\n", "1\n")).isEmpty();
        assertThat(LineDiff.unified("/x/a.yaml", "1\n", "2\n")).startsWith("--- a/x/a.yaml\n+++ b/x/a.yaml\n");
    }
}
