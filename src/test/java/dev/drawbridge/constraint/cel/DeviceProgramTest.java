package dev.drawbridge.constraint.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the values of expressions, as in Kubernetes' environment. */
class DeviceProgramTest {

    /** RE2J compiles some of them endlessly, which {@link PatternFuzzer} found, and refuses others. */
    @ParameterizedTest
    @CsvSource({
        "(?i)\u1c80, true",
        "(?i)[\u0100-\u2000], true",
        "(?i)[^\\\\x{1000}-\\\\x{2000}], true",
        "(?i:\\\\x{01c81}), true",
        "(?si)[a-\\\\x{10FFFF}], true",
        "\\\\p{Kawi}, true",
        "(?P<n>a)(?P<n>b), true",
        "((a{1000}){1000}){1000}, false",
        "(?i)\u65e5\u672c, false",
        "(?i)[\\\\x{4e00}-\\\\x{9fff}], false",
        "(?i)[\u0400-\u04ff], false",
        "[\\\\x{1000}-\\\\x{2000}], false"
    })
    void matchesOfPatternThatOnlyGoCompilesAreUnknown(String pattern, boolean isUnknown) {
        for (String call : List.of("'a'.matches(%s)", "'a'.find(%s) != ''", "'a'.findAll(%s).size() > 0")) {
            Object value = value(call.formatted("'" + pattern + "' + device.driver.substring(0, 0)"));
            assertThat(value instanceof EvaluationProblem problem && problem.isUnknown())
                    .as(call)
                    .isEqualTo(isUnknown);
        }
    }

    /** RE2J would need the memory for its program. */
    @Test
    void nestedCountsOfPatternAreBounded() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LinearPattern.of("((a{1000}){1000}){1000}"))
                .withMessageContaining("invalid repeat count: at most 1000");
    }

    private static Object value(String expression) {
        return SampleGpu.LANGUAGE.program(expression).evaluate(new SampleGpu());
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            device.driver == "gpu.example.com"                                          => true
            device.allowMultipleAllocations                                             => true
            device.attributes["d"].model.startsWith("h")                                => true
            device.attributes["d"].numa == 1                                            => true
            device.attributes["d"].ecc                                                  => true
            device.attributes["d"].version.isGreaterThan(semver("1.9.0"))               => true
            device.attributes["d"].version.compareTo(semver("v1.10", true)) == 0        => true
            device.capacity["d"].memory.compareTo(quantity("80Gi")) == 0                => true
            device.capacity["d"].memory.isLessThan(quantity("80Gi"))                    => false
            quantity("1k").add(24).asInteger() == 1024                                  => true
            quantity("1.5").isInteger()                                                 => false
            quantity("3000m").isInteger()                                               => false
            quantity("1.5").add(quantity("1.5")).isInteger()                            => false
            quantity("1").add(quantity("1")).isInteger()                                => true
            [b"b", b"a"].isSorted()                                                     => false
            device.attributes["d"].links.includes("x")                                  => true
            device.attributes["d"].model.includes("h100")                               => true
            "x" in device.attributes["d"].links                                         => true
            "d" in device.attributes                                                    => true
            "e" in device.attributes                                                    => false
            has(device.attributes["e"].model)                                           => false
            has(device.attributes.e) && has(device.capacity.e)                          => true
            device.attributes.?e.hasValue() && !device.attributes.?e.?model.hasValue()  => true
            {"e": {}} == device.attributes                                              => true
            string(duration(device.driver)) in []                                       => false
            !([1].map(i, device.attributes["e"].model) in []) && 1 in dyn({1u: 1})      => true
            cel.bind(device, device.driver, device == "gpu.example.com")                => true
            cel.bind(x, device, cel.bind(x, x.driver, x == "gpu.example.com"))          => true
            cel.bind(a, device.driver, ["x"].all(device, a != device))                  => true
            [1].all(x, cel.bind(y, x, [2].all(x, x == 2 && y == 1)))                    => true
            r'\\' == "\\\\" && size(br'\\') == 1                                         => true
            device.attributes["e"].?model.orValue("none") == "none"                     => true
            device.attributes["d"].?model.hasValue()                                    => true
            "a1b22".findAll("[0-9]+") == ["1", "22"]                                    => true
            [3, 1, 2].max() == 3 && [1.5, 2.5].sum() == 4.0 && ![2, 1].isSorted()       => true
            [1, 2].exists(i, i == 2) && sets.contains([1, 2], [1])                      => true
            [2, 1, 2].distinct() == [2, 1] && [1, 2].reverse() == [2, 1]                => true
            [[1], [2, 3]].flatten() == [1, 2, 3] && [[[1]]].flatten(2) == [1]           => true
            device.attributes["d"].links.distinct().size() == device.attributes["d"].links.size() => true
            device.attributes["d"].model.matches("^h[0-9]+$") || device.attributes["d"].gone => true
            """)
    void valuesEqualKubernetes(String expression, boolean expected) {
        assertThat(value(expression)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            device.attributes["d"].version == "1.10.0"                                  => error
            device.attributes["d"].version == semver("1.10.0+build")                    => true
            device.attributes["d"].version != "1.10.0"                                  => true
            "1.10.0" == device.attributes["d"].version                                  => false
            device.attributes["d"].version == null                                      => false
            device.attributes["d"].?version.orValue("none") == "none"                   => error
            device.attributes["d"].version in ["1.10.0"]                                => panic
            device.attributes["d"].version in ["1.10.0"] || true                        => panic
            true || device.attributes["d"].version in ["1.10.0"]                        => true
            [1, 2].all(i, device.attributes["d"].version in {"a": 1} || i > 0)          => panic
            dyn(quantity("1")) in {dyn(quantity("1")): 1}                               => false
            has(device.attributes["d"].model.name)                                      => false
            device.attributes["d"].model.?name.hasValue()                               => false
            device.attributes["d"].model && false                                       => false
            device.attributes["d"].model || device.attributes["d"].ecc                  => true
            device.attributes["d"].model && true                                        => error
            device.attributes["d"].version in [device.driver]                           => false
            device.driver in [device.attributes["d"].version]                           => false
            dyn(device.capacity["d"].memory) in ["80Gi"]                                => false
            [device.attributes["d"].version] == ["1.10.0"]                              => true
            ["1.10.0"] == [device.attributes["d"].version]                              => false
            [device.attributes["d"].version, dyn(1)] == [dyn("1.10.0"), dyn(2)]         => false
            [dyn(1)] + [device.attributes["d"].version] == [dyn(1), dyn("1.10.0")]      => error
            [1, 2].map(i, device.attributes["d"].version) == ["1", "2"]                 => true
            {"a": device.attributes["d"].version} == {"a": "1.10.0"}                    => true
            optional.of(device.attributes["d"].version) == optional.of(dyn("1.10.0"))   => error
            [device.attributes["d"].version].indexOf(dyn("1.10.0")) == -1               => true
            [1, 2].indexOf(dyn(2.0)) == 1                                               => true
            dyn(quantity("1")) == dyn("1")                                              => error
            dyn(ip("10.0.0.1")) == dyn("10.0.0.1")                                      => error
            dyn(cidr("10.0.0.0/8")) == dyn(ip("10.0.0.0"))                              => error
            dyn(url("https://a")) == dyn(1)                                             => error
            format.named("uuid") == format.named("uuid")                                => true
            dyn(duration("1s")) == dyn("1s")                                            => false
            quantity("2") == quantity("1").add(quantity("1"))                           => error
            quantity("2") != quantity("1").add(quantity("1"))                           => true
            quantity("1").add(quantity("1")) == quantity("2")                           => true
            dyn({"k": 1}) == dyn(device.capacity)                                       => false
            dyn({"k": {}}) == dyn(device.capacity)                                      => true
            dyn(device.attributes) == dyn({"k": device.attributes["d"].version})        => false
            device.attributes["d"].model == 1 || true                                   => true
            device.attributes["d"].links.isSorted()                                     => true
            (device.attributes["d"].links + []).isSorted()                              => error
            ([] + device.attributes["d"].links).max() == 1                              => error
            dyn([1.5, 2.5]).sum() == 4.0 && dyn([1u]).sum() == 1u                       => true
            dyn(["a"]).sum() == 1                                                       => error
            0.0 / 0.0 <= 1.0                                                            => NaN values cannot be ordered
            dyn(1) > 0.0 / 0.0                                                          => NaN values cannot be ordered
            -0.0 >= 0.0 && 9223372036854775807 >= 9223372036854775808.0                 => true
            """)
    void valuesOfDifferentTypesAreComparedAsInGo(String expression, String expected) {
        Object value = value(expression);

        assertThat(
                        value instanceof EvaluationProblem problem
                                ? problem.detail()
                                        .replace("no such overload", "error")
                                        .replace(
                                                "internal error: runtime error: hash of unhashable type cel.Semver",
                                                "panic")
                                : value.toString())
                .isEqualTo(expected);
    }

    @Test
    void missingAttributeIsNamed() {
        assertThat(value("device.attributes[\"d\"][\"gone\"] == 1"))
                .isEqualTo(new EvaluationProblem("no such key: gone", "gone"));
        assertThat(value("device.attributes[\"d\"].gone == 1"))
                .isEqualTo(new EvaluationProblem("no such key: gone", "gone"));
        assertThat(value("device.attributes[\"e\"].model == \"a\""))
                .isEqualTo(new EvaluationProblem("no such key: model", "model"));
    }

    @Test
    void invalidExpressionHasProblemForEveryDevice() {
        assertThat(value("device.nope"))
                .isInstanceOfSatisfying(
                        EvaluationProblem.class,
                        problem -> assertThat(problem.detail()).startsWith("CEL compile error"));
    }

    @Test
    void valueWithoutTextIsKubernetesError() {
        assertThat(value("\"%s\".format([dyn(quantity(\"1\"))]) == \"1\""))
                .isEqualTo(new EvaluationProblem(
                        "error during formatting: string clause can only be used on strings, bools, bytes, ints,"
                                + " doubles, maps, lists, types, durations, and timestamps, was given"
                                + " kubernetes.Quantity",
                        null));
    }

    /**
     * An overload without an implementation would fail on every device; in Kubernetes only {@code duration(1)} does.
     * dev.cel implements the others.
     */
    @Test
    void everyDeclaredFunctionCanBeEvaluated() {
        assertThat(Stream.of(CelLibrary.values())
                        .flatMap(library -> CelFunctions.of(library).stream())
                        .filter(function -> function.evaluation() == null)
                        .map(CelFunction::overload))
                .containsExactlyInAnyOrder(
                        "int64_to_duration", "list_distinct", "list_flatten", "list_flatten_list_int", "list_reverse");
    }

    @Test
    void expressionAboveIterationLimitIsProblem() {
        String ten = "[1,2,3,4,5,6,7,8,9,10]";
        String loops = ten + ".all(a, " + ten + ".all(b, " + ten + ".all(c, " + ten + ".all(d, " + ten + ".all(e, "
                + ten + ".all(f, " + ten + ".all(g, " + ten + ".all(h, true))))))))";

        assertThat(value(loops)).isInstanceOf(EvaluationProblem.class);
    }

    @Test
    void listsReadsOfExpression() {
        assertThat(SampleGpu.LANGUAGE
                        .program("device.attributes[\"d\"].model == \"a\" && device.driver == \"b\"")
                        .reads())
                .containsExactly(new DeviceRead("attributes", "d", "model"), new DeviceRead("driver", null, null));
        assertThat(SampleGpu.LANGUAGE.program("\"d\" in device.attributes").reads())
                .containsExactly(new DeviceRead("attributes", null, null));
    }
}
