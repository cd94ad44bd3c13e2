package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of findings about CEL expressions that do not compile, or fail on every device. */
class CheckExpressionsTest extends CommandLineTest {

    private static final String CLASS = """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata:
              name: gpu.example.com
            spec:
              selectors:
              - cel:
                  expression: |-
                    %s
            """;

    // @formatter:off
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            device.capacity["a"].memory >= quantity("40Gi")       | quantities have no >=: write a.compareTo(b) >= 0 (
            device.capacity["a"].memory > 40Gi                    | write quantity("40Gi") (
            device.capacity["a"].memory > 40                      | quantities have no >: write a.isGreaterThan(quantity("40Gi")) (
            40 < device.capacity["a"].memory                      | quantities have no <: write quantity("40Gi").isLessThan(b) (
            device.attributes["a"].b >= quantity("40Gi")          | amounts are in device.capacity, not in attributes (
            device.attributes["a"].b.compareTo("1.2.3") >= 0      | convert the argument with semver(…) (
            quantity(device.capacity["a"].b) == quantity("1")     | it is one already (
            device.attributes["a"].b in "x"                       | write a list after in, or use == (
            "%s".format(device.driver) == "x"                     | write "…".format([a, b]) (
            device.driver == "a                                   | a quote has no end (
            attributes["a"].b == 1                                | undeclared reference to 'attributes'; write device.attributes (
            self.driver == "a"                                    | undeclared reference to 'self'; the variable is device (
            device.attributes.model == "x"                        | ; write device.attributes["DOMAIN"].model (
            device.attributes.gpu.example.com/model == "x"        | brackets: device.attributes["gpu.example.com"].model (
            device.capacity.gpu.example.com.memory == quantity("1") | brackets: device.capacity["gpu.example.com"].memory (
            device.attributes.a.b/c == "x" && device.capacity.a.b/d.isLessThan(quantity("1")) | write the domain in brackets: device.capacity["a.b"].d (
            device.capacity["a"].memory.isLessThan("40Gi")        | convert the argument with quantity(…) (
            device.attributes["a"].b < semver("1.2.3")            | versions have no <: write a.isLessThan(b) (
            device.driver = "a"                                   | write == to compare (
            device.driver == "a" and true                         | mismatched input 'and'; write && (
            device.driver == "a" or true                          | mismatched input 'or'; write || (
            device.driver == "a" & true                           | write && (
            not device.attributes["a"].b                          | write ! instead of not (
            device.attribute["a"].b == 1                          | undefined field 'attribute'; did you mean attributes? (
            device.model == "a"                                   | undefined field 'model'; a device has driver, attributes and capacity (
            device.driver == gpu.example.com                      | undeclared reference to 'gpu'; put text in quotes (
            device.attributes["a"].b.isGreaterThen(semver("1.2.3")) | did you mean isGreaterThan? (
            device.attributes["a.b/model"] == "x"                 | ; domains have no slash: write device.attributes["a.b"].model (
            device.attributes["a.b/model"].contains("x")          | ; domains have no slash: write device.attributes["a.b"].model (
            device.attributes[?"a.b/model"].orValue("") == "x"    | ; domains have no slash: write device.attributes["a.b"].?model (
            has(device.capacity["a.b/memory"])                    | ; domains have no slash: write device.capacity["a.b"].memory (
            device.attributes["model"] == "x"                     | ; write device.attributes["DOMAIN"].model (
            device.capacity["a.b"].memory.value == 1              | ; a capacity is a quantity, without fields (
            """)
    // @formatter:on
    void mistakeHasAHint(String expression, String hint) throws IOException {
        assertThat(check(expression)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains(hint).doesNotContain("%%").doesNotContain(" expecting {");
    }

    @Test
    void mistakeAfterALongTextHasAHint() throws IOException {
        assertThat(check("device.driver == \"" + "a".repeat(9_000) + "\" || 40Gi"))
                .isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("; write quantity(\"40Gi\") (");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            device.attributes["a.b/model"].stringValue == "x" | : domains have no slash: write device.attributes["a.b"].model; as written, it finds nothing on any device [FieldValueInvalid, cel] [fixable]
            has(device.capacity["a.b/memory"].value)          | : domains have no slash: write device.capacity["a.b"].memory; as written, it finds nothing on any device [FieldValueInvalid, cel] [fixable]
            "a.b/model" in device.attributes                  | : domains have no slash: write "model" in device.attributes["a.b"]; as written, it finds nothing on any device [FieldValueInvalid, cel] [fixable]
            device.attributes.a.b.com.model == "x"            | : write the domain in brackets: device.attributes["a.b.com"].model; as written, it finds nothing on any device [FieldValueInvalid, cel] [fixable]
            device.attributes.a.b.com["model"].startsWith("x") | : write the domain in brackets: device.attributes["a.b.com"].model; as written, it finds nothing on any device [FieldValueInvalid, cel] [fixable]
            device.attributes["a.b"].model.string == "x"      | without fields such as string: write device.attributes["a.b"].model; as written, it finds nothing on any device [FieldValueInvalid, cel] [fixable]
            device.attributes["a.b"].model.major == 1         | such as major: write device.attributes["a.b"].model; as written, it finds nothing on any device
            """)
    void expressionThatNeverMatchesIsWarning(String expression, String hint) throws IOException {
        assertThat(check(expression)).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).contains(hint);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            device.attributes.a.b/2 == 1
            device.attributes.a.count/device.attributes.a.most == 1
            device.driver == "device.attributes.gpu.nvidia.com.type"
            device.driver == "a" // device.attributes.gpu.nvidia.com.type
            """)
    void textLikeADomainIsNotAPath(String expression) throws IOException {
        assertThat(check(expression)).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).isEmpty();
    }

    @Test
    void longCommentNeedsNoDeepStack() throws IOException {
        assertThat(check("device.driver == \"a\" // device.attributes" + ".a".repeat(4_900)))
                .isEqualTo(ExitCode.CLEAN);
        assertThat(out()).isEmpty();
    }

    // @formatter:off
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            device.attributes["a"].b.isGreaterThan(semver("9.0")) | semver("9.0") always fails: a version is MAJOR.MINOR.PATCH, such as 9.0.0
            device.attributes["a"].b.isGreaterThan(semver("9.0", false)) | semver("9.0") always fails
            device.capacity["a"].b.isLessThan(quantity("40GB"))   | quantity("40GB") always fails: not a quantity; suffixes are Ki, Mi
            """)
    // @formatter:on
    void alwaysFailingLiteralIsWarning(String expression, String warning) throws IOException {
        assertThat(check(expression)).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).contains(": warning: spec.selectors[0].cel.expression: " + warning);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            device.attributes["a"].b.isGreaterThan(semver("9.0", true))
            device.attributes["a"].b.isGreaterThan(semver("9.0.0-rc.1"))
            device.capacity["a"].b.isLessThan(quantity("40G"))
            isQuantity("40GB")
            """)
    void convertibleLiteralHasNoFinding(String expression) throws IOException {
        assertThat(check(expression)).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).isEmpty();
    }

    @Test
    void expressionOfSeveralLinesIsShownWithItsLineBreaks() throws IOException {
        check("device.driver == \"a\"\n        && device.xyz");
        assertThat(out())
                .contains("\"device.driver == \\\"a\\\"\\n&& device.xyz\"")
                .doesNotContain("u000a");
    }

    private int check(String expression) throws IOException {
        Path file = write("class.yaml", CLASS.formatted(expression));
        return run("check", file.toString());
    }
}
