package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of {@code policy test} and {@code explain policy/NAME}, with the policies in {@code deploy/policies}. */
class PolicyTestsTest extends CommandLineTest {

    private static final String POLICY = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicy
            metadata: {name: p}
            spec:
              paramKind: {apiVersion: v1, kind: ConfigMap}
              matchConstraints:
                resourceRules:
                - {apiGroups: [""], apiVersions: [v1], operations: ["*"], resources: [configmaps, configmaps/status]}
              validations:
              - {expression: EXPRESSION, message: not so}
            ---
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicyBinding
            metadata: {name: b}
            spec: {policyName: p, validationActions: [Deny]}
            """;

    private static final String MAP = "{apiVersion: v1, kind: ConfigMap, metadata: {name: m, namespace: lab}}";

    @TempDir
    private Path folder;

    private String put(String name, String text) throws IOException {
        Files.createDirectories(folder.resolve("tests"));
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private int test(String expression, String test) throws IOException {
        put("policy.yaml", POLICY.replace("EXPRESSION", "\"" + expression + "\""));
        put("map.yaml", MAP);
        put("tests/policy-test.yaml", "policies: [../policy.yaml]\ncases:\n- " + test.replace("; ", "\n  ") + "\n");
        return run("policy", "test", folder.toString());
    }

    static Stream<Path> pack() throws IOException {
        try (Stream<Path> folders = Files.list(Path.of("deploy/policies"))) {
            return folders.filter(Files::isDirectory).toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("pack")
    void policyOfThePackDecidesAsItsTestsSay(Path policy) {
        assertThat(run("policy", "test", policy.toString())).as(out()).isEqualTo(ExitCode.CLEAN);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            true  | object: ../map.yaml; expect: allowed  |
            true  | object: ../map.yaml; expect: denied   | expected denied, found allowed
            false | object: ../map.yaml; expect: denied   |
            false | object: ../map.yaml; expect: denied; message: 'denied request: not so' |
            false | object: ../map.yaml; expect: denied; message: 'yes' | expected denied with "yes", found denied: Val
            false | object: ../map.yaml; expect: allowed  | expected allowed, found denied: ValidatingAdmissionPolicy 'p'
            request.operation == 'UPDATE' | object: ../map.yaml; oldObject: ../map.yaml; expect: allowed |
            request.operation == 'DELETE' | oldObject: ../map.yaml; expect: allowed |
            request.dryRun | object: ../map.yaml; dryRun: true; expect: allowed |
            request.subResource == 'status' | object: ../map.yaml; oldObject: ../map.yaml; subresource: status; expect: allowed |
            request.options.fieldManager == 'x' | object: ../map.yaml; options: {fieldManager: x}; expect: allowed |
            request.userInfo.username == 'a' | object: ../map.yaml; user: {username: a}; expect: allowed |
            'ops' in request.userInfo.groups | object: ../map.yaml; user: {username: a, groups: [ops]}; expect: allowed |
            !has(request.userInfo.uid) | object: ../map.yaml; user: {username: a}; expect: allowed |
            request.userInfo.extra['k'][0] == 'x' | object: ../map.yaml; user: {username: a, extra: {k: [x]}}; expect: allowed |
            request.userInfo.username == 'a' | object: ../map.yaml; expect: allowed | found unknown: policy 'p' depends on the user
            namespaceObject.metadata.labels.a == 'b' | object: ../map.yaml; expect: allowed | depends on namespace lab
            namespaceObject.metadata.labels.a == 'b' | object: ../map.yaml; namespace: {apiVersion: v1, kind: Namespace, metadata: {name: lab, labels: {a: b}}}; expect: allowed |
            namespaceObject.metadata.labels.a == 'b' | object: ../map.yaml; namespace: {apiVersion: v1, kind: Namespace, metadata: {name: other, labels: {a: b}}}; expect: allowed | depends on namespace lab
            params == null | object: ../map.yaml; expect: allowed |
            true | object: {apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c}, spec: {devces: {}}}; expect: allowed | refuses the object before it evaluates policies
            true | object: {apiVersion: apps/v1, kind: Deployment, metadata: {name: c}, spec: {replica: 3}}; expect: allowed | refuses the object before it evaluates policies: spec.replica: unknown field in apps/v1; did you mean replicas?
            true | object: {apiVersion: v1, kind: Pod, metadata: {name: c}, spec: {containers: {}}}; expect: denied | spec.containers: expected a list, found an object
            true | object: {apiVersion: example.com/v1, kind: Deployment, metadata: {name: c}, spec: {replica: 3}}; expect: allowed |
            1 | object: ../map.yaml; expect: allowed | must evaluate to bool but got int
            """)
    void caseHasWhatItNames(String expression, String test, String difference) throws IOException {
        int exitCode = test(expression, test);

        if (difference == null) {
            assertThat(exitCode).as(out()).isEqualTo(ExitCode.CLEAN);
            assertThat(err()).contains("1 case in 1 file: 0 differences");
        } else {
            assertThat(exitCode).isEqualTo(ExitCode.FINDINGS);
            assertThat(out()).contains(difference);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            object: ../map.yaml; expects: allowed            | policy-test.yaml:4:3: cases[0].expects: unknown field; did you mean expect?
            object: ../map.yaml; expect: refused             | expect: expected allowed, denied or warned
            object: none.yaml; expect: denied                | object: no such file: none.yaml
            object: ../policy.yaml; expect: denied           | object: expected one object, found 2
            expect: denied                                   | expected object or oldObject
            object: ../map.yaml; user: {name: a}; expect: denied | cases[0].user.name: unknown field; expected one of extra, groups, uid, username
            object: ../map.yaml; user: alice; expect: denied | policy-test.yaml:4:3: cases[0].user: expected an object, found a string
            object: ../map.yaml; user: {username: a, groups: ops}; expect: denied | groups: expected a list, found a string
            object: ../map.yaml; operation: update; expect: denied | operation: expected CREATE, UPDATE or DELETE
            object: {kind: ConfigMap}; expect: denied        | object: expected an object with apiVersion and kind
            object: ../map.yaml; expect: allowed; message: m | message: an allowed request has none
            expect                                           | cases[0]: expected an object, found a string
            null                                             | cases: expected a list of objects
            """)
    void mistakesOfFilesHaveTheirPlace(String test, String message) throws IOException {
        assertThat(test("true", test)).isEqualTo(ExitCode.USAGE);
        assertThat(err()).contains(message);
    }

    @Test
    void invalidObjectIsNotThePolicies() throws IOException {
        test(
                "true",
                "object: {apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c}, spec: {devices:"
                        + " {requests: [{name: r}]}}}; expect: denied");

        assertThat(out()).contains("the API server refuses the object before it evaluates policies: spec.devices");
    }

    @Test
    void reportIsJunits() throws IOException {
        put("policy.yaml", POLICY.replace("EXPRESSION", "\"false\""));
        String tests = put(
                "policy-test.yaml",
                "policies: [policy.yaml]\ncases:\n- {name: one, expect: denied, object: %s}\n"
                        .concat("- {name: two, expect: allowed, object: %s}\n")
                        .formatted(MAP, MAP));

        assertThat(run("policy", "test", "-o", "junit", tests)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains("tests=\"2\" failures=\"1\"")
                .contains("name=\"case one\"></testcase>")
                .contains("name=\"case two\"><failure message=\"expected allowed, found denied");
    }

    @Test
    void foundTestsAreNotChecked() throws IOException {
        test(
                "true",
                "object: {apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: c}, spec: {devices:"
                        + " {requests: [{name: r}]}}}; expect: denied");

        assertThat(run("check", folder.toString())).isEqualTo(ExitCode.CLEAN);
    }

    @Test
    void folderWithoutTestsIsUsage() throws IOException {
        put("policy.yaml", POLICY);

        assertThat(run("policy", "test", folder.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(run("policy")).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void pageSaysWhatThePolicyReads() {
        for (String[] words : new String[][] {
            {"explain", "policy/dra-device-classes", "--policy", "deploy/policies"},
            {"explain", "policy/dra-device-classes", "--from", "deploy/policies/device-classes/policy.yaml"}
        }) {
            assertThat(run(words)).as(Arrays.toString(words)).isEqualTo(ExitCode.CLEAN);
        }
        assertThat(out())
                .contains("CREATE, UPDATE resourceclaims, resourceclaimtemplates of resource.k8s.io v1")
                .contains("object.spec.spec")
                .contains("variables.requests[*].exactly.deviceClassName")
                .contains("params.data.allowed")
                .contains("request.namespace")
                .contains("dra-device-classes: Deny; parameters device-classes of the request's")
                .contains("v1 ConfigMap");
        assertThat(run("explain", "policy/dra-device-class", "--policy", "deploy/policies"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err()).contains("did you mean dra-device-classes?");
    }
}
