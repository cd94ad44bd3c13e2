package dev.drawbridge.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Severity;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Suppression;
import dev.drawbridge.report.Finding;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuppressionsTest {

    /** The last day counts; of two comments the later one. */
    @ParameterizedTest
    @CsvSource({"2027-01-30,0", "2027-01-31,0", "2027-02-01,1"})
    void commentEndsAfterItsDay(String today, int left) {
        Suppression comment = new Suppression(new Position(1, 1), 2, 2, List.of("cel"), "2027-01-31");
        Suppression earlier = new Suppression(new Position(1, 1), 2, 2, List.of("cel"), "2026-01-31");
        KeptFile file = new KeptFile(
                "a.yaml",
                Lines.NONE,
                new KeptFile.Comments(List.of(earlier, comment), List.of(1)),
                List.of(),
                List.of(),
                KeptFile.Facts.NONE);
        Finding error = Finding.ofFile(Severity.ERROR, "a.yaml", new Position(2, 1), Origin.CEL, "wrong", null);

        Suppressions result = Suppressions.of(file, List.of(error), () -> LocalDate.parse(today), any -> true);

        assertThat(result.findings()).hasSize(left).allMatch(finding -> finding.severity() == Severity.WARNING);
        assertThat(result.suppressed()).isEqualTo(1 - left);
        assertThat(result.unused()).isEmpty();
    }
}
