package dev.drawbridge.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.constraint.cel.AdmissionLanguage.Result;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.Arrays;
import java.util.stream.Collectors;
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
}
