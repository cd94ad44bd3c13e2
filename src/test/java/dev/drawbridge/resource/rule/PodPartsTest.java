package dev.drawbridge.resource.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests of objects with another value in a field. */
class PodPartsTest {

    private static final ObjectValue OBJECT = read("{\"a\":1,\"b\":2,\"c\":4}");

    private static ObjectValue read(String text) {
        return (ObjectValue)
                ((Document) JsonReader.withPositions(ReadLimits.DEFAULT).read(text.getBytes(StandardCharsets.UTF_8)))
                        .value();
    }

    private static String text(ObjectValue object) {
        return IntStream.range(0, object.size())
                .mapToObj(i -> object.key(i) + "=" + object.value(i).excerpt() + "@" + object.keyPosition(i))
                .toList()
                .toString();
    }

    @Test
    void replacedFieldKeepsItsPlace() {
        ObjectValue value = read("{\"v\":true}");

        assertThat(text(PodParts.with(OBJECT, "b", value.get("v")))).isEqualTo("[a=1@1:2, b=true@1:8, c=4@1:14]");
    }

    @Test
    void fieldWithoutValueIsRemoved() {
        assertThat(text(PodParts.with(OBJECT, "b", null))).isEqualTo("[a=1@1:2, c=4@1:14]");
    }

    @Test
    void missingFieldIsLast() {
        assertThat(PodParts.with(OBJECT, "d", OBJECT).key(OBJECT.size())).isEqualTo("d");
    }
}
