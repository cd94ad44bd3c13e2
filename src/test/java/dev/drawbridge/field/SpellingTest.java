package dev.drawbridge.field;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingTest {

    private static final List<String> NAMES =
            List.of("requests", "config", "count", "deviceClassName", "allocationMode", "name");

    @ParameterizedTest
    @CsvSource(textBlock = """
        requets,         requests
        reqeusts,        requests
        request,         requests
        conifg,          config
        DEVICECLASSNAME, deviceClassName
        deviceClas,
        deviceClasName,  deviceClassName
        nmae,            name
        cont,            count
        x,
        na,
        driver,
        constraints,
        """)
    void suggestsMostSimilarName(String written, String meant) {
        assertThat(Spelling.nearest(written, NAMES)).isEqualTo(meant);
    }

    @ParameterizedTest
    @CsvSource({"65", "1000000"})
    void overlongNameHasNoSuggestion(int length) {
        assertThat(Spelling.nearest("n".repeat(length), List.of("n".repeat(length))))
                .isNull();
    }
}
