package dev.drawbridge.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The counted bytes of a value equal those that kubectl sends. */
class JsonBytesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"a\":[1,2.5,true,false,null,\"\"],\"b\":{\"c\":-1}}",
                "{\"a\":\"quote \\\" slash / back \\\\\\n\\r\\t\"}",
                "{\"a\\u003cb\\u003e\\u0026\":\"x\\u003cy\\u003e\\u0026\\b\\f\\u0001\\u2028\\u2029\u007fé😀\"}"
            })
    void byteCountEqualsGoEncoder(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);

        Value value =
                ((Document) JsonReader.withoutPositions(ReadLimits.DEFAULT).read(bytes)).value();

        assertThat(value.goJsonBytes()).isEqualTo(bytes.length);
        assertThat(value.jsonBytes()).isLessThanOrEqualTo(bytes.length);
    }
}
