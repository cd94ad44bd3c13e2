package dev.drawbridge.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.field.FieldPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of users' driver files. */
class DriverFilesTest extends DriverTest {

    /** As in a CustomResourceDefinition, whose rules use the API server's own libraries. */
    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            quantity(self.a).compareTo(quantity("1Gi")) <= 0           => 512Mi       => 2Gi
            isIP(self.a) && ip(self.a).family() == 4                   => 10.0.0.1    => ::1
            cidr("10.0.0.0/8").containsIP(self.a)                      => 10.0.0.1    => 192.168.0.1
            url(self.a).getHost() == "a"                               => http://a/b  => http://b/a
            !format.dns1123Label().validate(self.a).hasValue()         => a-b         => a.b
            self.a.find("[0-9]+") == "12"                              => x12         => x
            semver(self.a).isLessThan(semver("2.0.0"))                 => 1.9.9       => 2.0.0
            "%s!".format([self.a]) == "x!"                             => x           => y
            [self.a, "b"].sort()[0] == self.a                          => a           => c
            cel.bind(v, self.a, v == "x" || v == "y")                  => x           => z
            self.a.split(",").all(i, v, i > 0 || v == "x")             => x,y         => y,x
            """)
    void ruleCanCallKubernetesFunctions(String rule, String right, String wrong) throws IOException {
        String schema =
                "{properties: {a: {type: string}}, x-kubernetes-validations: [{message: no, rule: '" + rule + "'}]}";
        String parameters = "{apiVersion: fpga.acme.com/v1, kind: Bitstream, a: '%s'}";

        assertThat(errors(validate(own(schema), "fpga.acme.com", parameters.formatted(right))))
                .isEmpty();
        assertThat(errors(validate(own(schema), "fpga.acme.com", parameters.formatted(wrong))))
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            {properties: {a: {type: integer, minimum: 1, maximum: 3}}}           => a: 4          => must be less than or equal to 3
            {properties: {a: {type: integer}}}                                   => a: 1.5        => must be a 64-bit integer
            {properties: {a: {type: string, pattern: '^x+$'}}}                   => a: z          => must match ^x+$
            {properties: {a: {type: string, maxLength: 1}}}                      => a: zz         => must be no more than 1 characters
            {properties: {a: {enum: [b, 2]}}}                                    => a: c          => must be one of b, 2
            {properties: {a: {type: array, maxItems: 1, items: {type: string}}}} => a: [b, c]     => must be no more than 1 items
            {properties: {a: {type: array, uniqueItems: true}}}                  => a: [b, b]     => must be unique
            {properties: {a: {type: array, items: {type: string}}}}              => a: [1]        => expected a string, found a number; put it in quotes
            {required: [b], properties: {b: {}}}                                 => apiVersion: x => is not a kind of
            {required: [b], properties: {a: {}, b: {}}}                          => a: 1          => is required
            {properties: {a: {oneOf: [{type: string}, {minLength: 2}]}}}         => a: bb         => matches 2
            {properties: {a: {anyOf: [{type: string}, {type: boolean}]}}}        => a: 1          => must match one of 2
            {properties: {a: {not: {const: 1}}}}                                 => a: 1          => must not match the schema under "not"
            {properties: {a: {multipleOf: 4}}}                                   => a: 6          => must be a multiple of 4
            {properties: {a: {exclusiveMinimum: 0}}}                             => a: 0          => must be greater than 0
            {properties: {a: {type: string, format: cidr}}}                      => a: x          => must
            {properties: {a: {format: quantity}}}                                => a: x          => must be a quantity
            {properties: {a: {type: string}}}                                    => a: null       => expected a string, found null
            {properties: {a: {$ref: '#/$defs/s'}}, $defs: {s: {type: boolean}}}  => a: 1          => expected true or false
            {properties: {a: false}}                                             => a: 1          => must not match the schema under "not"
            {properties: {a: {allOf: [true, {type: string}]}}}                   => a: 1          => expected a string, found a number; put it in quotes
            {properties: {a: {type: object, maxProperties: 1}}}                  => a: {b: 1, c: 2} => must be no more than 1 fields
            """)
    void userSchemaIsApplied(String schema, String fields, String message) throws IOException {
        String parameters = fields.contains("apiVersion")
                ? "{apiVersion: x, kind: Bitstream}"
                : "{apiVersion: fpga.acme.com/v1, kind: Bitstream, " + fields + "}";

        assertThat(errors(validate(own(schema), "fpga.acme.com", parameters)))
                .singleElement()
                .asString()
                .contains(message);
    }

    @ParameterizedTest
    @CsvSource({
        "multipleOf: 4, 1e999999999, no more than 40 characters",
        "minimum: 4, 1e99999999999, no more than 40 characters",
        "maximum: 4, 111111111111111111111111111111111111111111, no more than 40 characters",
        "type: integer, 1e99999999999, must be a 64-bit integer"
    })
    void expensiveNumbersAreRefused(String keyword, String number, String message) throws IOException {
        String json = "{\"apiVersion\": \"fpga.acme.com/v1\", \"kind\": \"Bitstream\", \"a\": " + number + "}";
        Document parameters =
                (Document) JsonReader.withoutPositions(ReadLimits.DEFAULT).read(json.getBytes(StandardCharsets.UTF_8));

        assertThat(errors(own("{properties: {a: {" + keyword + "}}}")
                        .parameters("fpga.acme.com")
                        .validate(parameters.value(), FieldPath.of("parameters"))))
                .singleElement()
                .asString()
                .contains(message);
    }

    /** What JSON Schema has and the tables of the API's types have not. */
    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            {properties: {a: {type: string}}, oneOf: [{properties: {b: {enum: [x]}}}, {required: [c]}]}  => b: x
            {properties: {a: {type: object, nullable: true, properties: {b: {type: string}}}}}           => a: null
            {properties: {a: {type: object, nullable: true, properties: {b: {type: string}}}}}           => a: {b: x}
            {properties: {a: {x-kubernetes-int-or-string: true}}}                                        => a: 50%
            {properties: {a: {type: [integer, string]}}}                                                 => a: 7
            {patternProperties: {'^x-': {type: integer}}, properties: {a: {}}, additionalProperties: false} => x-b: 1
            {properties: {a: {}}, additionalProperties: {type: boolean}}                                 => b: true
            {properties: {a: {type: array, items: {type: array, items: {type: integer}}}}}               => a: [[1], []]
            {properties: {a: {type: integer, enum: [0, 253]}}}                                           => a: 253
            {required: [a], properties: {a: {type: [string, 'null']}}}                                   => a: null
            """)
    void valuesBeyondTheApisTypesAreAccepted(String schema, String fields) throws IOException {
        assertThat(own(schema, fields)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            {properties: {a: {type: object, nullable: true, properties: {bcd: {type: string}}}}} => a: {bcf: x} => a.bcf: unknown field of Bitstream; did you mean bcd?
            {properties: {a: {x-kubernetes-int-or-string: true}}}                        => a: true    => a: true: must be integer or string; found a boolean
            {patternProperties: {'^x-': {type: integer}}, properties: {a: {}}, additionalProperties: false} => x-b: z => [x-b]: "z": expected an integer
            {patternProperties: {'^x-': {type: integer}}, additionalProperties: false}   => y-b: 1     => y-b: unknown field
            {properties: {a: {}}, additionalProperties: {type: boolean}}                 => b: 1       => [b]: 1: expected true or false
            {properties: {a: {type: array, items: {type: array, items: {type: integer}}}}} => a: [[x]] => a[0][0]: "x": expected an integer
            {properties: {mode: {enum: [Fast, Slow]}}}                                   => mode: fast => mode: "fast": must be one of Fast, Slow
            """)
    void mistakesBeyondTheApisTypesAreFound(String schema, String fields, String error) throws IOException {
        assertThat(own(schema, fields))
                .singleElement()
                .asString()
                .startsWith("parameters" + (error.startsWith("[") ? "" : ".") + error);
    }

    @Test
    void objectMayHaveMoreThan64Fields() throws IOException {
        String fields = IntStream.range(0, 100)
                .mapToObj(number -> "f" + number + ": {type: integer}")
                .collect(Collectors.joining(", "));

        assertThat(own("{required: [f99], properties: {" + fields + "}}", "f70: 1, f98: x, f70: 1"))
                .satisfiesExactlyInAnyOrder(
                        repeated -> assertThat(repeated).startsWith("parameters.f70: duplicate key"),
                        wrong -> assertThat(wrong).startsWith("parameters.f98: \"x\": expected an integer"),
                        missing -> assertThat(missing).startsWith("parameters.f99: is required"));
    }

    @Test
    void misspelledKeywordHasHint() {
        assertThatThrownBy(() -> own("{properties: {a: {maxLenght: 3}}}"))
                .hasMessageContaining(
                        "kinds[0].schema.properties.a.maxLenght: unknown field of schemas; did you mean maxLength?");
    }

    @Test
    void celRulesAreEvaluatedIfSchemaIsValid() throws IOException {
        String schema = "{properties: {a: {type: integer}, b: {type: integer}},"
                + " x-kubernetes-validations: [{rule: self.a < self.b, message: a must be below b, fieldPath: .a}]}";

        assertThat(own(schema, "a: 1, b: 2")).isEmpty();
        assertThat(own(schema, "a: 2, b: 2")).containsExactly("parameters.a: 2: a must be below b (fpga.acme.com)");
        assertThat(own(schema, "a: x, b: 2")).hasSize(1);
    }

    @Test
    void wildcardMatchesAllDriversOfDomain() throws IOException {
        assertThat(errors(validate(
                        own("{properties: {}}"),
                        "x.lab.acme.com",
                        "{apiVersion: fpga.acme.com/v1, kind: Bitstream, a: 1}")))
                .hasSize(1);
    }

    @Test
    void customResourceDefinitionIsSchema() throws IOException {
        Files.writeString(folder.resolve("crd.yaml"), """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: x, annotations: {drawbridge.dev/drivers: 'a.acme.com, b.acme.com'}}
                spec:
                  group: acme.com
                  names: {kind: Settings}
                  versions:
                  - name: v1
                    schema: {openAPIV3Schema: {type: object, properties: {active: {type: boolean}}}}
                """);

        assertThat(errors(validate(
                        DriverRegistry.builtIn().with(folder),
                        "b.acme.com",
                        "{apiVersion: acme.com/v1, kind: Settings, active: 1}")))
                .singleElement()
                .asString()
                .startsWith("parameters.active: 1: expected true or false");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{properties: {a: {$ref: '#/definitions/gone'}}}",
                "{properties: {a: {$ref: '#/$defs/s'}}, $defs: {s: {properties: {a: {$ref: '#/$defs/s'}}}}}",
                "{properties: {a: {pattern: '(?=x)'}}}",
                "{if: {}, then: {}}",
                "{maxLength: '5'}",
                "{required: name}",
                "{required: [1]}",
                "{type: text}",
                "{enum: []}",
                "{enum: x}",
                "{minimum: 1e99999}",
                "{maxItems: -1}",
                "{properties: []}",
                "{uniqueItems: 'true'}",
                "{properties: {a: {$ref: '#/$defs/s', type: string}}, $defs: {s: {}}}",
                "{x-kubernetes-validations: [{rule: 'self.'}]}",
                "[]"
            })
    void unsupportedSchemaIsReported(String schema) {
        assertThatThrownBy(() -> own(schema))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("acme.yaml: kinds[0].schema");
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', textBlock = """
            nulls: unsett                              => 3:8: nulls: "unsett": must be one of unset
            otherKinds: alowed                         => 3:13: otherKinds: "alowed": must be one of allowed
            gates: {A: 'yes'}                          => 3:12: gates[A]: "yes": expected true or false, found
            gatess: {A: true}                          => 3:1: gatess: unknown field of DriverParameters; did you mean gates?
            drivers: [Acme]                            => 3:11: drivers[0]: "Acme": must match
            drivers: []                                => 3:1: drivers: must have at least 1 items
            examples: [{parameters: {}, error: [a]}]   => 3:29: examples[0].error: unknown field of DriverParameters
            kinds: [{kind: A, schema: {}}]             => 3:9: kinds[0]: apiVersion and kind are required
            kinds: [{kind: A, apiVersion: b}]          => 3:9: kinds[0].schema: is required
            """)
    void mistakeInHeaderHasPosition(String line, String message) throws IOException {
        String header = "apiVersion: drawbridge.dev/v1\nkind: DriverParameters\n" + line + "\n";
        String rest = (line.startsWith("drivers") ? "" : "drivers: [a.acme.com]\n")
                + (line.startsWith("kinds") ? "" : "kinds: [{apiVersion: a/v1, kind: A, schema: {}}]\n");
        Files.writeString(folder.resolve("acme.yaml"), header + rest);

        assertThatThrownBy(() -> DriverRegistry.builtIn().with(folder))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("acme.yaml: " + message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{apiVersion: drawbridge.dev/v2, kind: DriverParameters, drivers: [a.b], kinds: []}",
                "{apiVersion: drawbridge.dev/v1, kind: Driver, drivers: [a.b], kinds: []}",
                "{kind: CustomResourceDefinition}",
                "{kind: CustomResourceDefinition, metadata: {annotations: {drawbridge.dev/drivers: a.b}}}"
            })
    void rejectsOtherFiles(String file) throws IOException {
        Files.writeString(folder.resolve("acme.yaml"), file);

        assertThatThrownBy(() -> DriverRegistry.builtIn().with(folder)).isInstanceOf(IOException.class);
    }

    @Test
    void duplicatesAreFoundFarIntoAList() throws IOException {
        String numbers = IntStream.range(0, 2_000).mapToObj(Integer::toString).collect(Collectors.joining(", "));

        assertThat(own("{properties: {a: {uniqueItems: true}}}", "a: [" + numbers + ", 1999]"))
                .containsExactly("parameters.a[2000]: 1999: must be unique (fpga.acme.com)");
        assertThat(own("{properties: {a: {uniqueItems: true}}}", "a: [" + "1, ".repeat(7_000) + "1]"))
                .hasSize(1);
    }

    @Test
    void expensiveParametersEnd() throws IOException {
        String deep = "{b: ".repeat(500) + "1" + "}".repeat(500);
        assertThat(own("{properties: {a: {}}}", "a: " + deep)).isEmpty();
        assertThat(own("{properties: {a: {pattern: '^(x+x+)+y$'}}}", "a: " + "x".repeat(9000)))
                .hasSize(1);
    }
}
