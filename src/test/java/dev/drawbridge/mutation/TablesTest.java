package dev.drawbridge.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** The tables equal the reviewed text, so that a change of a row shows all of its effects. */
class TablesTest {

    /** Updated by {@code mvn test -Dtest=TablesTest -Ddrawbridge.docs=write}. */
    @Test
    void tablesEqualReviewedPrint() throws IOException {
        if (System.getProperty("drawbridge.docs", "").equals("write")) {
            Files.writeString(Tables.REVIEWED, Tables.text());
        }

        assertThat(new Tables().get())
                .as("if the change is meant: mvn test -Dtest=TablesTest -Ddrawbridge.docs=write, and review the"
                        + " difference")
                .isEmpty();
    }
}
