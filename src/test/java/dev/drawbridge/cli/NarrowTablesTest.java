package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.field.PrintedTable;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of tables in a terminal: cells are wrapped at words in their columns. */
class NarrowTablesTest {

    private static final PrintedTable TABLE = new PrintedTable(
            "bugs",
            List.of("bug", "versions", "summary"),
            List.of(
                    List.of("kubernetes#1", "1.34.0..1.34.11, 1.35.0..1.35.8", "panic if the counts are too large"),
                    List.of("kubernetes#2", "1.34.0", "status.resourceClaimStatuses changes")));

    private static String text(int columns) {
        StringWriter text = new StringWriter();
        PrintWriter to = WrappedLines.of(new PrintWriter(text), columns);
        Tables.text(TABLE, to);
        to.flush();
        return text.toString();
    }

    @Test
    void tableThatFitsIsNotWrapped() {
        assertThat(text(200)).isEqualTo(text(0)).contains("1.34.0..1.34.11, 1.35.0..1.35.8  panic if the counts are");
    }

    @Test
    void widestColumnsAreNarrowedAndWordsStayWhole() {
        assertThat(text(58)).isEqualTo("""
                BUG           VERSIONS            SUMMARY
                kubernetes#1  1.34.0..1.34.11,    panic if the counts are
                              1.35.0..1.35.8      too large
                kubernetes#2  1.34.0              status.resourceClaimStatuses
                                                  changes

                """);
    }

    @Test
    void sentencesAreBelowColumnsThatDoNotFit() {
        assertThat(text(55)).isEqualTo("""
                BUG  VERSIONS
                    SUMMARY
                kubernetes#1  1.34.0..1.34.11, 1.35.0..1.35.8
                    panic if the counts are too large
                kubernetes#2  1.34.0
                    status.resourceClaimStatuses changes

                """);
    }
}
