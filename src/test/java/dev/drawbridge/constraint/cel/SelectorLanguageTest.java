package dev.drawbridge.constraint.cel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.schema.UnknownFields;
import dev.drawbridge.validation.ApiServer;
import dev.drawbridge.validation.ValidationRequest;
import dev.drawbridge.validation.Validator;
import dev.drawbridge.validation.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the verdict of each release on expressions, as of Kubernetes' own validation. */
class SelectorLanguageTest {

    private static final Map<ErrorType, String> SIGNS =
            Map.of(ErrorType.INVALID, "I", ErrorType.FORBIDDEN, "F", ErrorType.INTERNAL, "E");

    private static final String CLASS =
            "metadata: {name: a}\nspec:\n  selectors:\n  - cel:\n      expression: |-\n        ";

    private final YamlReader yaml = new YamlReader(ReadLimits.DEFAULT);
    private final Validator validator = new Validator();

    /** The verdicts of 1.32 to 1.37: allowed, invalid, forbidden because of its cost, or an internal error. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            ["b", "a"].sort()[0] == "a"                          ; III...
            ["b", "a"].sortBy(e, size(e))[0] == "a"              ; III...
            {"a": {"b": 1}}[?"a"]["b"].hasValue()                ; ......
            ["b", "a"].sortBy(e, e)[0] == "a"                    ; III...
            "ba".sortBy(e, e) == "ab"                            ; IIIIII
            [1, 1].distinct().size() == 1                        ; III...
            [1, 2].reverse()[0] == 2                             ; III...
            [1, 2, 3].slice(0, 2).size() == 2                    ; III...
            [[1], [2]].flatten().size() == 2                     ; III...
            lists.range(3).size() == 3                           ; III...
            lists.range(1000000).all(e, e >= 0)                  ; IIIFFF
            device.driver.split(",").slice(2, 1).all(e, e == "") ; IIIFFF
            "ab".reverse() == "ba"                               ; IIIIII
            [1].first().hasValue()                               ; I.....
            optional.unwrap([optional.of(1)]) == [1]             ; I.....
            [optional.of(1)].unwrapOpt().size() == 1             ; I.....
            int(duration("1h")) == 3600                          ; ......
            duration(size(device.driver)) == duration("1s")      ; .....I
            duration(1) == duration("1s")                        ; IIIIII
            sign(quantity("1")) == 1                             ; ......
            quantity("1").sign() == 1                            ; IIIIII
            url(device.driver) != url("https://a/b")             ; ......
            matches(string(int(1.0)), "a")                       ; .....F
            device.driver.split(",").all(e, isIP(e))             ; FFFFFF
            type(ip("10.0.0.1")) in [net.IP]                     ; ......
            dyn(google.protobuf.Any) == 1                        ; EEEEEE
            dyn(google.protobuf.NullValue) == 1                  ; IIIIII
            cel.bind(x, type(1), true)                           ; EEEEEE
            int(string("x")) == 1                                ; EEEEEE
            int(string(1.0)) == 1                                ; ......
            bool(dyn(1))                                         ; EEEEEE
            double("1e400") == 1.0                               ; EEEEEE
            double("1_0") == 10.0                                ; ......
            timestamp(253402300800) == timestamp(0)              ; IIIIII
            string(b"\\xff") == "a"                              ; EEEEEE
            {}[b"a"] == 1                                        ; EEEEEE
            {}[[device.driver]] == 1                             ; ......
            "%s".format([device.attributes["a.b"].c]) == "a"     ; IIIIII
            "%d".format([device.attributes["a.b"].c]) == "1"     ; IIIIII
            "%s".format([dyn(device.attributes["a.b"].c)]) == "a" ; ......
            "%s".format([[1, quantity("1")]]) == "a"             ; IIIIII
            "%s".format([{"a": quantity("1")}]) == "a"           ; IIIIII
            "%s".format([[[1, "a"]]]) == "a"                     ; ......
            [[device.attributes["a.b"].c], [1].map(x, 2)] == []  ; IIIIII
            [[2], [1].map(x, 2), []] == []                       ; ......
            [?null] == []                                        ; IIIIII
            [?optional.of(1), 2] == []                           ; ......
            [[dyn(1)], [1]].size() == 2                          ; IIIIII
            [[], [1]].size() == 2                                ; ......
            --"a" == "a"                                         ; ......
            google.protobuf.BoolValue{value: true}               ; IIIII.
            optional.of(1).optMap(v, v) == optional.of(1)        ; F.....
            "a".find("(") == "a"                                 ; EEEEEE
            "a".findAll("a{1001}") == ["a"]                      ; EEEEEE
            "a".find(string("(")) == "a"                         ; EEEEEE
            "a".find(device.driver) == "a"                       ; ......
            1.0e400 == 1.0                                       ; IIIIII
            int(string(1e6)) == 1                                ; EEEEEE
            int(string(1e5)) == 1                                ; ......
            timestamp("0000-01-01T00:00:00Z") == timestamp(0)    ; IIIIII
            timestamp("2026-01-01T5:00:00Z") == timestamp(0)     ; ......
            bool(string(timestamp(0)))                           ; EEEEEE
            uint(int(timestamp(-1))) == 1u                       ; EEEEEE
            uint(int(duration("-1s"))) == 1u                     ; EEEEEE
            "%f".format(["NaN"]) == "a"                          ; ......
            "%f".format([1]) == "a"                              ; IIIIII
            [1].slice(9223372036854775807, 9223372036854775807) == [] ; III...
            int(double("inf")) == 1                              ; EEEEEE
            .isQuantity("1") && .device.driver == .string("a")   ; ......
            .has(device.driver)                                  ; IIIIII
            [1].all(x, .x == 1)                                  ; .....I
            [1].all(device, .device.driver == "a")               ; IIIII.
            r"a\\" == r'b\\' || br'\\' == b"a"                   ; ......
            r'\\' == "//" // r'\\                                ; ......
            1.0e400 == 1.0 || int("x") == 1                      ; IIIIII
            "a".'b'.sortBy(x, x)                                 ; IIIIII
            [][0] - [][1] == 1.0                                 ; ......
            [][0] + [][1] == 1                                   ; IIIIII
            [[]].all(x, -x[0] == 1)                              ; IIIIII
            [[]].all(x, size(x[0]) == 1 && x[0] == "a")          ; IIIIII
            [[]].all(x, x[0] <= 1u && x[0] == 1)                 ; ......
            [[]].all(x, x[0][0] == 1 && x[0] == {0: 1})          ; IIIIII
            """)
    void eachReleaseHasItsFunctions(String expression, String expected) {
        assertThat(releasesOfV1beta1().map(release -> sign(expression, release)).collect(Collectors.joining()))
                .isEqualTo(expected);
    }

    /** The server crashes on these stored expressions. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            {b"a": 1} == {}
            [?dyn(1)] == []
            {?"a": device.attributes["a"].b} == {}
            """)
    void rejectsExpressionsThatCrashServer(String expression) {
        assertThat(sign(expression, KubernetesRelease.K8S_1_37)).isNotEqualTo(".");
    }

    /** Types are found once for expressions that differ only in constants. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            device.driver == "a"                                 ; device.driver == "b"                             ; .
            device.driver == "a"                                 ; device.driver == 1                               ; I
            device.?driver.orValue("b") == "a"                   ; device.?attributes.orValue("b") == "a"           ; I
            device.?driver.orValue("b") == "a"                   ; device.?nonsense.orValue("b") == "a"             ; I
            device.attributes["a"].b == 1                        ; device.attributes[1].b == 1                      ; I
            "%s".format([device.driver]) == "a"                  ; "%d".format([device.driver]) == "a"              ; I
            ["a"].all(e, e == device.driver)                     ; "a".all(e, e == device.driver)                   ; I
            int(string("1")) == 1                                ; int(string("x")) == 1                           ; E
            lists.range(3).all(e, e >= 0)                        ; lists.range(1000000).all(e, e >= 0)              ; F
            """)
    void constantsOfAnEarlierExpressionDoNotCount(String earlier, String expression, String expected) {
        assertThat(sign(earlier, KubernetesRelease.K8S_1_36)).isEqualTo(".");
        assertThat(sign(expression, KubernetesRelease.K8S_1_36)).isEqualTo(expected);
    }

    @Test
    void nonLiteralFormatIsRejectedForOneRelease() {
        String expression = "device.driver.format([]) == device.driver";

        assertThat(sign(expression, "v1alpha3", KubernetesRelease.K8S_1_31)).isEqualTo("I");
        assertThat(sign(expression, "v1alpha3", KubernetesRelease.K8S_1_32)).isEqualTo(".");
    }

    /**
     * The verdicts of 1.32 to 1.37 on an update of a class with unchanged selectors: two releases validate them as if
     * all gates were on.
     */
    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            device.driver == "a"                          ; ......
            device.allowMultipleAllocations               ; III...
            device.attributes["a"].b.includes("c")        ; IIII..
            device.attributes["a"].b.exists(x, x == 1)    ; IIIII.
            device.driver.split(",").all(e, isIP(e))      ; FFFFF.
            nonsense                                      ; IIIII.
            """)
    void storedExpressionIsValidatedWithAllGatesOrNotAtAll(String expression, String expected) {
        ObjectValue stored = deviceClass(expression);

        assertThat(releasesOfV1beta1()
                        .map(release -> sign("v1beta1", release, Operation.UPDATE, stored, stored))
                        .collect(Collectors.joining()))
                .isEqualTo(expected);
    }

    /** The releases 1.32 to 1.37. */
    private static Stream<KubernetesRelease> releasesOfV1beta1() {
        return Stream.of(KubernetesRelease.values())
                .filter(release -> release.compareTo(KubernetesRelease.K8S_1_32) >= 0)
                .filter(release -> release.compareTo(KubernetesRelease.K8S_1_37) <= 0);
    }

    private String sign(String expression, KubernetesRelease release) {
        return sign(expression, "v1beta1", release);
    }

    private String sign(String expression, String version, KubernetesRelease release) {
        return sign(version, release, Operation.CREATE, deviceClass(expression), null);
    }

    private ObjectValue deviceClass(String expression) {
        Document document = (Document)
                yaml.read((CLASS + expression).getBytes(StandardCharsets.UTF_8)).get(0);
        return (ObjectValue) document.value();
    }

    private String sign(
            String version,
            KubernetesRelease release,
            Operation request,
            ObjectValue object,
            @Nullable ObjectValue old) {
        Verdict verdict = validator.validate(new ValidationRequest(
                "resource.k8s.io/" + version,
                "DeviceClass",
                request,
                object,
                old,
                new ApiServer(release, GateSettings.DEFAULTS, UnknownFields.DENY),
                null));
        return verdict.errors().isEmpty()
                ? "."
                : verdict.errors().stream()
                        .map(FieldError::type)
                        .map(SIGNS::get)
                        .collect(Collectors.joining());
    }
}
