package dev.drawbridge.policy;

import static dev.drawbridge.schema.KubernetesRelease.K8S_1_31;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_32;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_36;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_37;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.constraint.cel.AdmissionLanguage;
import dev.drawbridge.constraint.cel.AdmissionLanguage.Result;
import dev.drawbridge.constraint.cel.AdmissionProgram;
import dev.drawbridge.constraint.cel.AdmissionProgram.Variables;
import dev.drawbridge.constraint.cel.CelProblem;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests of the language of new policies by release, from 1.30 to 1.38. The servers' own answers: 1.36 from a real one,
 * 1.30 from its {@code k8s.io/apiserver}.
 */
class PolicyLanguageTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    +++++++++ | url('https://a').getHost() == 'a' && 'a'.find('[a-z]') == 'a' && [1].sum() == 1
                    +++++++++ | sets.contains([1], [1]) && strings.quote('a') == '%s'.format(['a'])
                    +++++++++ | quantity('1Gi').isLessThan(quantity('2Gi')) && object.?a.orValue(true)
                    +++++++++ | authorizer.serviceAccount('a', 'b').path('/x').check('get').errored()
                    -++++++++ | ip('10.0.0.1').family() == 4
                    -++++++++ | cidr('10.0.0.0/8').containsIP('10.0.0.1')
                    --+++++++ | format.dns1123Label().validate('a').hasValue()
                    --+++++++ | authorizer.group('').resource('pods').fieldSelector('a=b').check('get').allowed()
                    --+++++++ | authorizer.group('').resource('pods').labelSelector('a=b').check('get').allowed()
                    ---++++++ | ['a'].exists(i, v, v == 'a')
                    ---++++++ | [optional.of('a')].first().hasValue()
                    ---++++++ | optional.unwrap([optional.of('a')]) == ['a']
                    ----+++++ | semver('1.2.3').major() == 1
                    ----+++++ | isSemver('v1.2', true)
                    -----++++ | ['b', 'a'].sort() == ['a', 'b'] && [[1]].flatten() == lists.range(1)
                    -------++ | object.`a-b` == 1
                    --------+ | ['a'].includes('a')
                    +-------- | '%d'.format(['a']) == 'a'
                    --------- | cel.bind(a, 1, a == 1)
                    --------- | 'a'.reverse() == 'a'
                    """)
    void newExpressionMayUseWhatTheReleaseBeforeKnows(String releases, String expression) {
        assertThat(Arrays.stream(KubernetesRelease.values())
                        .filter(release -> release.compareTo(KubernetesRelease.K8S_1_30) >= 0)
                        .map(release -> PolicyLanguage.of(release, false)
                                                .compile(expression, Result.BOOL)
                                                .problem()
                                        == null
                                ? "+"
                                : "-")
                        .collect(Collectors.joining()))
                .isEqualTo(releases);
    }

    /** In steps, by 1.31, 1.32 to 1.36, and 1.37. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    11     | 11     | 2      | object.startsWith('a')
                    11     | 11     | 2      | object.endsWith('a')
                    2      | 2      | 12     | matches(object, 'a+')
                    12     | 12     | 12     | object.matches('a+')
                    11     | 11     | 11     | object.contains('a')
                    3      | 12     | 12     | object.lowerAscii() == 'a'
                    2      | 11     | 11     | isQuantity(object)
                    4      | 350003 | 350003 | authorizer.path('/x').check('get').allowed()
                    3      | 13     | 13     | object.find('a+') == 'a'
                    13     | 13     | 13     | '%s'.format([object]) == 'a'
                    12     | 12     | 12     | strings.quote(object) == 'a'
                    3      | 22     | 22     | object.replace('a', 'b') == 'a'
                    13     | 32     | 32     | [object, object].isSorted()
                    4      | 23     | 23     | object.split('a').size() == 1
                    15     | 15     | 15     | object in [object, object]
                    13     | 22     | 22     | [object].indexOf('a') == 1
                    13     | 13     | 13     | sets.contains([object], ['b'])
                    """)
    void costOfCallDependsOnRelease(long first, long next, long last, String expression) {
        Variables variables = new Variables().with("object", "a".repeat(100)).with(access -> true, Map.of());
        assertThat(Stream.of(K8S_1_31, K8S_1_32, K8S_1_36, K8S_1_37)
                        .map(release -> PolicyLanguage.of(release, false)
                                .compile(expression, Result.BOOL)
                                .evaluate(variables)
                                .cost()))
                .containsExactly(first, next, next, last);
    }

    /** The answers of {@code k8s.io/apiserver} 1.37, recorded: entries and fields of what has no type. */
    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '~', textBlock = """
            object.labels['a'] + object.s                    => btext
            object.s < object.labels['a']                    => false
            object.m['n'] < 2.5                              => true
            object.m['n'] / object.m['n'] + 1                => 2
            object.labels['a'] || object.t                   => true
            object.s && object.gone                          => no such overload
            object.gone && object.s                          => no such key: gone
            object.s && false                                => false
            {semver('1.0.0'): 1}.size() == 1 || true         => internal error: runtime error: hash of unhashable type cel.Semver
            '%s'.format([object.m])                          => {"n":2, "z":null}
            [object.m['n']].join(',')                        => no such overload: join(list, string)
            [object.s, object.labels['a']].join(',')         => text,b
            object.s.getHours('UTC')                         => no such overload: getHours(string, string)
            object.t.find('a')                               => no such overload
            !object.s                                        => no such overload
            -object.labels                                   => no such overload: -_
            object.s.value()                                 => no such overload: value(string)
            object.t.flatten()                               => no such overload: bool.flatten()
            object.t.sort()                                  => no such overload: sort
            object.gone.sort()                               => no such key: gone
            object.gone.sortBy(x, x)                         => no such key: gone
            object.s.all(x, true)                            => got 'types.String', expected iterable type
            object[object.m]                                 => invalid qualifier type: *types.baseMap
            """)
    void valueOfUnknownTypeIsThatOfGo(String expression, String expected) {
        Map<String, Object> numbers = new HashMap<>(Map.of("n", 2L));
        numbers.put("z", AdmissionProgram.NULL);
        AdmissionProgram.Outcome outcome = PolicyLanguage.of(K8S_1_37, false)
                .compile(expression, Result.ANY)
                .evaluate(new Variables()
                        .with("object", Map.of("s", "text", "t", true, "labels", Map.of("a", "b"), "m", numbers)));

        assertThat(outcome.error() == null ? String.valueOf(outcome.value()) : outcome.error())
                .isEqualTo(expected);
    }

    @Test
    @Timeout(30)
    void manyErrorsTakeNoQuadraticTime() {
        String expression =
                IntStream.range(0, 900).mapToObj(i -> "(-1+x" + i + ")").collect(Collectors.joining(" && "));

        CelProblem problem = Objects.requireNonNull(PolicyLanguage.of(K8S_1_37, false)
                .compile(expression, Result.BOOL)
                .problem());

        assertThat(problem.detail().endsWith("\n1700 more errors were truncated"))
                .isTrue();
    }

    /** The server of 1.38 suggests names itself. */
    @ParameterizedTest
    @CsvSource({"objct == null, K8S_1_37, '; did you mean object?'", "objct == null, K8S_1_38, ''"})
    void nameIsSuggestedOnce(String expression, KubernetesRelease release, String hint) {
        AdmissionLanguage language = PolicyLanguage.of(release, false);
        AdmissionProgram program = language.compile(expression, AdmissionLanguage.Result.BOOL);

        assertThat(Objects.requireNonNull(program.problem()).detail() + language.hint(program))
                .endsWith(hint)
                .containsOnlyOnce("did you mean");
    }
}
