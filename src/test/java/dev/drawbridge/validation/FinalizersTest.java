package dev.drawbridge.validation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the finalizers of the garbage collector, of which an object may have one. */
class FinalizersTest extends ValidationRequests {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        'orphan'                       | true
        'foregroundDeletion'           | true
        'orphan','example.com/a'       | true
        'orphan','foregroundDeletion'  | false
        """, quoteCharacter = '"')
    void orphanAndForegroundDeletionExcludeEachOther(String finalizers, boolean isAllowed) {
        Verdict verdict = latest("DeviceClass", "{'metadata':{'name':'a','finalizers':[" + finalizers + "]}}", "");

        assertThat(verdict.errors().stream().map(error -> error.path().toString()))
                .filteredOn("metadata.finalizers"::equals)
                .hasSize(isAllowed ? 0 : 1);
    }
}
