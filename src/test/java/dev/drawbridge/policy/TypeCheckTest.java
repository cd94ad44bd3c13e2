package dev.drawbridge.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Severity;
import dev.drawbridge.schema.KubernetesRelease;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the warnings about accepted policies; {@code ../shared/policies} has those of a server. */
class TypeCheckTest {

    private static final String RULE = "{apiGroups: [%s], apiVersions: [%s], operations: [CREATE], resources: [%s]}";
    private static final String CLAIMS = RULE.formatted("resource.k8s.io", "v1", "resourceclaims");

    private static List<DefinitionError> problems(String rule, String spec) {
        return problems(rule, spec, KubernetesRelease.K8S_1_37);
    }

    private static List<DefinitionError> problems(String rule, String spec, KubernetesRelease release) {
        String policy = """
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingAdmissionPolicy
                metadata: {name: p}
                spec:
                  matchConstraints: {resourceRules: [%s]}
                """.formatted(rule) + spec.indent(2);
        Document document = (Document) new YamlReader(ReadLimits.DEFAULT)
                .read(policy.getBytes(StandardCharsets.UTF_8))
                .get(0);
        return Definition.problems(ObjectValue.orEmpty(document.value()), release);
    }

    private static List<String> first(List<DefinitionError> problems) {
        return problems.stream()
                .map(one -> one.text().lines().findFirst().orElse(""))
                .toList();
    }

    // As servers of 1.37 report them.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            has(object)                          | <input>:1:5: invalid argument to has() macro
            has(object['spec'])                  | <input>:1:11: invalid argument to has() macro
            true && has(object.spec.requests[0]) | <input>:1:33: invalid argument to has() macro
            Object{spec: Object.spec{}} == object | <input>:1:7: undeclared reference to 'Object' (in container '')
            """)
    void errorOfArgumentIsAtItsPlaceAndUndeclaredTypeIsOneError(String expression, String expected) {
        List<DefinitionError> problems = problems(CLAIMS, "validations: [{expression: \"" + expression + "\"}]");

        assertThat(problems.get(0).text().lines().filter(line -> line.contains("ERROR: ")))
                .singleElement()
                .asString()
                .endsWith("ERROR: " + expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    object.spec.devices.requests.all(r, r.exactly.count > 0 && r.name != '')  |
                    object.metadata.namespace == object.metadata.__namespace__                |
                    oldObject.metadata.creationTimestamp < timestamp('2026-01-01T00:00:00Z')  |
                    has(object.spec.nosuch)                                                   | 1:4: undefined field 'nosuch'
                    object.spec.devices.request.size() == 0                                   | 1:20: undefined field 'request'
                    oldObject.spec.requests == []                                             | 1:15: undefined field 'requests'
                    object.spec.devices.requests[0].exactly.count == '1'                      | 1:47: found no matching overload for '_==_' applied to '(int, string)'
                    object.spec.devices.requests == null                                      | 1:30: found no matching overload for '_==_' applied to '(list(ResourceClaim.spec.devices.requests.@idx), null)'
                    object.status == {}                                                       | 1:15: found no matching overload for '_==_' applied to '(ResourceClaim.status, map(dyn, dyn))'
                    object.spec.devices.size() == 0                                           | 1:25: found no matching overload for 'size' applied to 'ResourceClaim.spec.devices.()'
                    object.metadata.creationTimestamp.endsWith('Z')                           | 1:43: found no matching overload for 'endsWith' applied to 'timestamp.(string)'
                    object.spec.devices.config[0].opaque.parameters.kind == 'GpuConfig'       | 1:48: undefined field 'kind'
                    object.spec.devices.requests[0].exactly.capacity.requests['memory'] == '' | 1:49: undefined field 'requests'
                    object.metadata.name && true                                              | 1:16: expected type 'bool' but found 'string'
                    object.spec.devices.requests.all(r, r.name)                               | 1:38: expected type 'bool' but found 'string'
                    authorizer.requestResource.check('get').allowed()                         | 1:11: unexpected failed resolution of 'kubernetes.authorization.Authorizer'
                    """)
    void expressionIsCheckedWithTypesOfKind(String expression, @Nullable String warning) {
        List<DefinitionError> problems = problems(CLAIMS, "validations: [{expression: \"" + expression + "\"}]");

        assertThat(first(problems))
                .isEqualTo(
                        warning == null
                                ? List.of()
                                : List.of("resource.k8s.io/v1, Kind=ResourceClaim: ERROR: <input>:" + warning));
        assertThat(problems).allMatch(one -> one.severity() == Severity.WARNING);
    }

    @Test
    void textIsThatOfServer() {
        assertThat(problems(CLAIMS, "validations: [{expression: \"object.spec.x.y || object.spec.z\"}]"))
                .extracting(DefinitionError::text)
                .containsExactly("""
                        resource.k8s.io/v1, Kind=ResourceClaim: ERROR: <input>:1:12: undefined field 'x'
                         | object.spec.x.y || object.spec.z
                         | ...........^
                        ERROR: <input>:1:31: undefined field 'z'
                         | object.spec.x.y || object.spec.z
                         | ..............................^""");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    resource.k8s.io  | v1          | resourceclaims, resourceclaimtemplates | resource.k8s.io/v1, Kind=ResourceClaim; resource.k8s.io/v1, Kind=ResourceClaimTemplate
                    resource.k8s.io  | v1, v1beta1 | resourceclaim                          | resource.k8s.io/v1, Kind=ResourceClaim; resource.k8s.io/v1beta1, Kind=ResourceClaim
                    ''               | v1          | pods                                   | /v1, Kind=Pod
                    ''               | v1          | deployments                            | apps/v1, Kind=Deployment
                    apps, batch      | v1          | Jobs, deployments                      | apps/v1, Kind=Deployment; batch/v1, Kind=Job
                    resource.k8s.io  | v1          | resourceclaims/status                  | ``
                    resource.k8s.io  | v1          | '*'                                    | ``
                    resource.k8s.io  | '*'         | resourceclaims                         | ``
                    example.com      | v1          | resourceclaims                         | ``
                    batch.tutorial.kubebuilder.io | v1 | cronjobs                           | ``
                    """)
    void kindsAreThoseThatRulesName(String group, String versions, String resources, String kinds) {
        String rule = RULE.formatted(group, versions, resources);

        assertThat(first(problems(rule, "validations: [{expression: object.nosuch == 1}]")).stream()
                        .map(text -> text.replaceFirst(": ERROR.*", "")))
                .isEqualTo(kinds.isEmpty() ? List.of() : List.of(kinds.split("; ")));
    }

    @Test
    void entriesOfRuleMayRepeat() {
        String many = "apps, ".repeat(1000);
        String rule = RULE.formatted(
                many + "resource.k8s.io",
                "v1beta2, ".repeat(1000) + "v1",
                "pods, ".repeat(1000) + "resourceclaims, " + "deployments, ".repeat(12));

        assertThat(first(problems(rule, "validations: [{expression: object.nosuch == 1}]")))
                .as("the server counts each repeated entry towards its limit of ten kinds")
                .singleElement()
                .asString()
                .startsWith("apps/v1, Kind=Deployment: ");
    }

    @Test
    void manyErrorsOfOneExpressionAreTruncated() {
        String expression = String.join(" && ", Collections.nCopies(3000, "1"));

        assertThat(problems(CLAIMS, "validations: [{expression: " + expression + "}]"))
                .singleElement()
                .extracting(DefinitionError::text)
                .asString()
                .endsWith("\n2900 more errors were truncated");
    }

    @Test
    void kindThatReleaseDoesNotServeIsNotChecked() {
        assertThat(problems(CLAIMS, "validations: [{expression: object.nosuch == 1}]", KubernetesRelease.K8S_1_33))
                .isEmpty();
    }

    @Test
    void variablesAndParametersHaveTypes() {
        assertThat(problems(CLAIMS, """
                paramKind: {apiVersion: v1, kind: ConfigMap}
                variables: [{name: names, expression: 'object.spec.devices.requests.map(r, r.name)'}, {name: broken, expression: object.nosuch}]
                validations:
                - {expression: '1 in variables.names', messageExpression: "'not ' + object.metadata.uid.nosuch"}
                - {expression: variables.broken.anything == 1}
                - {expression: params.dat.x == '1'}
                - {expression: params.data.x == '1'}
                - {expression: params.binaryData.x == '1'}
                """))
                .extracting(one -> one.path().toString().replace("spec.validations", "") + " "
                        + first(List.of(one)).get(0).replace("resource.k8s.io/v1, Kind=ResourceClaim: ERROR: ", ""))
                .containsExactly(
                        "[0].expression <input>:1:3: found no matching overload for '@in' applied to"
                                + " '(int, list(string))'",
                        "[0].messageExpression <input>:1:29: type 'string' does not support field selection",
                        "[2].expression <input>:1:7: undefined field 'dat'",
                        "[4].expression <input>:1:21: found no matching overload for '_==_' applied to"
                                + " '(bytes, string)'");
    }

    @Test
    void unknownFieldIsError() {
        assertThat(problems(
                        CLAIMS.replace("operations", "scopes: '*', operations"),
                        "validations: [{expression: 'true', mesage: x}]\nvariable: []"))
                .extracting(one -> one.path() + " " + one.severity())
                .containsExactly(
                        "spec.matchConstraints.resourceRules[0].scopes error",
                        "spec.validations[0].mesage error",
                        "spec.variable error");
    }

    /** The server decodes a policy before it validates it. */
    @Test
    void wrongTypeIsErrorOfItsOwn() {
        assertThat(problems(
                        CLAIMS.replace("failurePolicy", "failurePolicies"),
                        "validations: [{expression: true}, {expresion: 'true'}, {message: 1}]\nvariables: {}"))
                .extracting(one -> one.path() + ": " + one.text())
                .containsExactly(
                        "spec.validations[0].expression: expected a string, found a boolean; put it in quotes",
                        "spec.validations[1].expresion: unknown field in admissionregistration.k8s.io/v1; did you mean"
                                + " expression?",
                        "spec.validations[2].message: expected a string, found a number; put it in quotes",
                        "spec.variables: expected a list, found an object");
    }

    @Test
    void misspelledFieldIsNotMissing() {
        assertThat(problems(CLAIMS, "validations: [{expresion: 'true'}]"))
                .extracting(DefinitionError::type)
                .containsExactly(ErrorType.UNKNOWN_FIELD);
    }

    @Test
    void refusedPolicyHasNoWarnings() {
        assertThat(problems(CLAIMS, "validations: [{expression: object.nosuch}, {expression: '1'}]"))
                .extracting(DefinitionError::severity)
                .containsOnly(Severity.ERROR);
    }
}
