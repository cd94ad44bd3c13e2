package dev.drawbridge.fix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.validation.Validator;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FixesTest {

    private static final String CLAIM = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: a}
            spec:
              devices:
                requests:
                - name: gpu
                  %s
            """;

    @Test
    void misplacedFieldMovesWithItsComment() {
        assertFixed(
                "# two of them\n      count: 2 # really\n      exactly:\n        deviceClassName: gpu.example.com",
                "exactly:\n        deviceClassName: gpu.example.com\n        # two of them\n        count: 2 # really");
    }

    @Test
    void fieldThatIsTooDeepMovesUp() {
        assertFixed(
                "exactly: {deviceClassName: gpu.example.com}\n      constraints: [{matchAttribute: a.example.com/b}]",
                "exactly: {deviceClassName: gpu.example.com}\n    constraints: [{matchAttribute: a.example.com/b}]");
    }

    @Test
    void misspelledValueAndQuotedNumberAreReplaced() {
        assertFixed(
                "exactly: {deviceClassName: gpu.example.com, allocationMode: \"exactcount\", count: '2'}",
                "exactly: {deviceClassName: gpu.example.com, allocationMode: \"ExactCount\", count: 2}");
    }

    @Test
    void levelOfAnotherVersionIsTakenOut() {
        String before = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: s}
                spec:
                  driver: a.example.com
                  nodeName: node
                  pool: {name: node, generation: 1, resourceSliceCount: 1}
                  devices:
                  - name: a
                    basic:
                      capacity: {memory: {value: 1Gi}}
                """;

        assertThat(fixed(before)).isEqualTo(before.replace("    basic:\n      capacity", "    capacity"));
    }

    @Test
    void secondOfTwoEqualEntriesIsRemoved() {
        assertFixed(
                "exactly: {deviceClassName: gpu.example.com}\n      exactly: {deviceClassName: gpu.example.com}",
                "exactly: {deviceClassName: gpu.example.com}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exactly: {deviceClassName: gpu.example.com}\n      exactly: {deviceClassName: nic.example.com}",
                "exactly: {deviceClassName: gpu.example.com, colour: red}",
                "exactly: {deviceClassName: 010}",
                "count: 1\n      exactly: {deviceClassName: gpu.example.com, count: 2}",
                "exactly: {deviceClassName: gpu.example.com}",
            })
    void whatHasNoOneMeaningAndWhatIsValidStays(String request) {
        assertFixed(request, request);
    }

    private static void assertFixed(String before, String after) {
        assertThat(fixed(CLAIM.formatted(before))).isEqualTo(CLAIM.formatted(after));
    }

    private static String fixed(String text) {
        return new Fixes(new Validator(), Collections.singletonList(null), GateSettings.DEFAULTS)
                .fix(text.getBytes(StandardCharsets.UTF_8))
                .text();
    }
}
