package dev.drawbridge.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MentionsTest {

    /** An amount of an extended resource in a manifest, a patch of each kind or a replacement; nothing else. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        resources: {limits: {cpu: 1, example.com/gpu: 1}}                          | true
        "resources": {"requests": {"example.com/gpu": "1"}}                        | true
        limits: # a\\n    # b\\n    cpu: 1\\n    memory: 1Gi\\n    example.com/gpu: 1  | true
        - op: add\\n  path: /spec/resources/limits/example.com~1gpu\\n  value: 1     | true
        - op: add\\n  path: /spec/resources/limits\\n  value: {example.com/gpu: 1}   | true
        - path: /spec/resources/limits\\n  value:\\n    example.com/gpu: 1           | true
        fieldPaths: [spec.containers.0.resources.limits.[example.com/gpu]]         | true
        fieldPaths: [spec.containers.0.resources.limits.example\\\\.com/gpu]       | true
        - {op: replace, path: /spec/devices/requests/0/exactly/count, value: 2}    | false
        see https://example.com/limits/example.com/gpu                             | false
        limits: {deviceclass.resource.kubernetes.io/gpu: 1}                        | true
        limits: {cpu: 1, example.kubernetes.io/gpu: 1}                             | false
        annotations: {example.com/gpu: 1}, limits: {cpu: 1}                        | false
        limits:\\n    cpu: 1\\n  annotations:\\n    example.com/gpu: 1               | false
        limits:\\n    cpu: 1\\n  image: example.com/gpu                             | false
        """)
    void extendedResource(String text, boolean isOne) {
        assertThat(Mentions.ofDevices(text.replace("\\n", "\n").replace("\\\\", "\\")))
                .isEqualTo(isOne);
    }

    /** Names of a million letters, of which each may be the begin of another, take no time and no stack. */
    @ParameterizedTest
    @ValueSource(strings = {"limits.", "/limits", "a.", "limits:\n  a.", "limits: {a."})
    void longNames(String part) {
        assertThat(Mentions.amountsIn("limits/" + part.repeat(1_000_000 / part.length())))
                .isFalse();
    }
}
