package dev.drawbridge.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Our verdicts against recorded ones: a small set of our own always, the shared set where it is. */
class ConformanceTest {

    private static final Path OWN = Path.of("src/test/resources/conformance/own.jsonl");

    @Test
    void ownCasesAreJudgedAsWritten() throws IOException {
        ConformanceResult result = compare(OWN);

        assertThat(result.differences()).isEmpty();
        assertThat(result.rows()).isNotEmpty();
    }

    @Test
    void aWrongVerdictIsADifference(@TempDir Path folder) throws IOException {
        Path turned = folder.resolve("turned.jsonl");
        Files.writeString(turned, Files.readString(OWN).replace("FieldValueForbidden", "FieldValueRequired"));

        assertThat(compare(turned).differences()).isNotEmpty();
    }

    @Test
    void v1alpha2IsTheServersOwnVerdict() throws IOException {
        ConformanceResult result = compare(SharedData.require("conformance/v1alpha2.jsonl.gz"));

        System.out.println(result.table());
        for (KnownDeviation deviation : KnownDeviation.values()) {
            System.out.println("known deviation: " + deviation);
        }
        assertThat(result.differences()).isEmpty();
        assertThat(result.rows()).anyMatch(row -> row.group().equals("transition") && row.same() > 1000);
    }

    private static ConformanceResult compare(Path file) throws IOException {
        ConformanceResult result = new ConformanceResult();
        new Conformance(Set.of()).compare(file, result);
        return result;
    }
}
