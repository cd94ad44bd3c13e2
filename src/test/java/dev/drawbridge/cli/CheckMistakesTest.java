package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One finding a mistake, whatever the others are: the API server stops at what it cannot decode. */
class CheckMistakesTest extends CommandLineTest {

    private static final String CLAIM = """
            apiVersion: %s
            kind: ResourceClaim
            metadata: {name: a}
            spec: {devices: {requests: [{name: g, %s}], %s}}
            """;

    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: a, namespace: %s}
            spec:
              resourceClaims: %s
              containers:
              - name: c
                resources: {claims: %s}
            """;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            exactly: {deviceClassName: g, count: two}   | constraints: [{requests: [h], matchAttribute: a.b/c}] | count: "two"; no request is named "h"
            exactly: {deviceClassName: g, count: two}   | config: []                                            | count: "two"
            exctly: {deviceClassName: g, count: -2}     | config: []                                            | exctly: unknown; count: -2
            exctly: {deviceClassName: g, cont: 2}       | config: []                                            | exctly: unknown; cont: unknown
            deviceClassName: G_1, count: 2              | config: []                                            | move it into exactly, with count [UnknownField, unknownField] [fixable]; "G_1": must be a DNS subdomain
            exactly: {deviceClassName: g}               | constraints: {requests: [h], matchAttribute: a.b/c}   | constraints: {"requests"; no request is named "h"
            exactly: {deviceClassName: g}               | constraints: [{requests: h, matchAttribute: a.b/c}]   | requests: "h": expected a list; no request is named "h"
            exactly: {deviceClassName: g, count: 99999999999999999999999} | config: []                          | count: 99999999999999999999999: must be a 64-bit integer
            exactly: {deviceClassName: g, count: 1, counts: 2} | config: []                                     | remove it: count is set already
            exactly: {deviceClassName: g, name: h}      | config: []                                            | remove it: spec.devices.requests[0] has it already
            exactly: {deviceClassName: g, count: 1, count: 2}  | config: []                                     | remove one [
            exactly: {deviceClassName: g}               | constraints: [{requests: "g, h", matchAttribute: a.b/c}] | write [g, h]
            exactly: {deviceClassName: g}               | constraints, requests: [g], matchAttribute: a.b/c     | it begins an entry of constraints, with matchAttribute
            exactly: {deviceClassName: g}, name: h, exactly: {deviceClassName: [h]} | constraints: [{requests: [g], matchAttribute: a.b/c}] | is a "- " missing before it?; deviceClassName: ["h"]: expected a string
            firstAvailable: [{name: h, deviceClassName: g}], count: 2 | config: []                              | it belongs in an entry of firstAvailable
            count: 1                                    | exactly: {deviceClassName: g}                         | count: unknown; exactly: unknown field in resource.k8s.io/v1; it belongs in spec.devices.requests[]
            exactly: {deviceClassName: g}               | constraints: [{matchAttributes: [a.b/c]}]             | did you mean matchAttribute?
            exactly: {deviceClassName: g, tolerations: [{zzz: a, operator: Equal, effect: NoSchedule}]} | config: [] | expected key or value
            exactly: {deviceClassName: g, tolerations: [{ky: a, effect: Nowhere}]} | config: []                 | did you mean key?; must be one of NoExecute
            """)
    void mistakesOfClaimAreReportedOnce(String request, String rest, String expected) throws IOException {
        assertFindings(CLAIM.formatted("resource.k8s.io/v1", request, rest), expected.split("; (?=[a-z\"]+)"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            spec: {config: []}~apiVersion: v1~kind: Pod~metadata: {name: b}   | 5:1: error: a "---" is missing before line 5
            spec: {config: []}~kind: ResourceClaim~metadata: {name: b}        | 5:1: error: a "---" is missing before line 5
            spec: {config: []}~kind: List~items: []                           | 5:1: error: a "---" is missing before line 5
            spec: {}~apiVersion: v1~metadata: {name: b}~kind: Pod~spec: {}    | 5:1: error: a "---" is missing before line 5
            spec: {}~spec: {config: []}                                       | 5:1: error: spec: duplicate key
            """)
    void missingSeparatorIsOneMistakeWithoutFix(String rest, String expected) throws IOException {
        String text = """
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                metadata: {name: a}
                """ + rest.replace('~', '\n') + "\n";

        assertFindings(text, expected);
        run("check", "--fix=unsafe", "--diff", write("a.yaml", text).toString());
        assertThat(out()).doesNotContain("+++");
    }

    /** JSON has no separator: its keys are repeated. */
    @Test
    void repeatedObjectInJsonMissesNoSeparator() throws IOException {
        String one = "'apiVersion': 'resource.k8s.io/v1', 'kind': 'DeviceClass', 'metadata': {'name': 'a'}";

        assertFindings(
                "{%s,\n%s}\n".formatted(one, one).replace('\'', '"'),
                "apiVersion: duplicate key",
                "kind: duplicate key",
                "metadata: duplicate key");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            items: {kind: DeviceClass, spec: {selectrs: []}} | items: expected a list, found an object; start each entry with "- "
            items: ResourceClaim                             | items: expected a list, found a string
            """)
    void itemsWithoutDashAreAMistake(String items, String expected) throws IOException {
        assertFindings("apiVersion: v1\nkind: List\n" + items + "\n", expected);
    }

    @ParameterizedTest
    @CsvSource({"resource.k8s.io/v9", "resources.k8s.io/v1", "v1"})
    void wrongVersionHidesNoMistake(String apiVersion) throws IOException {
        assertFindings(
                CLAIM.formatted(apiVersion, "exactly: {deviceClassName: g, count: -1}", "config: []"),
                "serves " + apiVersion + " ResourceClaim; did you mean resource.k8s.io/v1?",
                "count: -1: must be greater than 0");
    }

    /** Of a kind that is no more, the fields are not those of the kind that replaces it. */
    @Test
    void removedKindIsOneMistake() throws IOException {
        assertFindings("""
                apiVersion: resource.k8s.io/v1
                kind: ResourceClass
                metadata: {name: a}
                spec: {selectors: []}
                """, "did you mean DeviceClass?");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            b  | {name: g, resourceClaimName: a}        | [{name: h}]               | resourceClaims: {"name"; uses claim "h", which the pod does not have; it has g
            b  | [g]                                    | [{name: g}]               | write {name: …}
            b  | [{name: g, resourceClaimName: a}]      | g                         | write [{name: …}]
            b  | [{name: g, resourceClaimName: a}]      | [{resourceClaimName: g}]  | did you mean name? [UnknownField, unknownField] [fixable with --fix=unsafe]
            b  | [{name: G, resourceClaimName: a}]      | [{name: g}]               | must be a DNS label: lower case alphanumeric characters or '-', starting and ending with an alphanumeric character; write g
            b  | [{resourceClaimName: a}]               | [{name: g}]               | name: is required
            b  | [{claim: g, resourceClaimName: a}]     | [{name: g}]               | claim: unknown field in v1; did you mean name?
            b  | [{name: g, resourceClaimName: a, request: r}] | [{name: g}]        | request: unknown field in v1; it belongs in the resources.claims of a container
            b  | [{name: g, resourceClaimName: [a]}]    | [{name: g}]               | expected a string, found a list; write "a"
            b  | [g: a]                                 | [{name: g}]               | write "name: g"
            b  | [{name: g, devices: {}}]               | [{name: g}]               | devices: unknown field in v1; it belongs in a ResourceClaimTemplate
            no | [{name: g, resourceClaimName: a}]      | [{name: g}]               | namespace: no: expected a string
            """)
    void mistakesOfPodAreReportedOnce(String namespace, String declared, String used, String expected)
            throws IOException {
        assertFindings(POD.formatted(namespace, declared, used), expected.split("; (?=uses)"));
    }

    @Test
    void selectorOfAnotherShapeIsOneMistake() throws IOException {
        assertFindings(
                """
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: a}
                spec:
                  driver: a.b
                  pool: {name: p, generation: 1, resourceSliceCount: 1}
                  nodeSelector: {zone: a}
                  devices: [{name: d, attributes: {model: {text: x}}}]
                """,
                "zone: unknown field in resource.k8s.io/v1; expected nodeSelectorTerms",
                "expected string or version");
    }

    @Test
    void sharedDeviceWithAMisspelledSwitchIsOneMistake() throws IOException {
        assertFindings("""
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: a}
                spec:
                  driver: a.b
                  allNodes: true
                  pool: {name: p, generation: 1, resourceSliceCount: 1}
                  devices:
                  - name: d
                    allowMultipleAllocation: sometimes
                    capacity: {m: {value: 8Gi, requestPolicy: {default: 1Gi}}}
                """, "did you mean allowMultipleAllocations?");
    }

    @ParameterizedTest
    @CsvSource({"apps/v1beta2, Deployment, 1.16, apps/v1", "batch/v1beta1, CronJob, 1.25, batch/v1"})
    void removedVersionOfWorkloadIsNamedWithItsRelease(String version, String kind, String release, String now)
            throws IOException {
        String text = "apiVersion: %s\nkind: %s\nmetadata: {name: a}\nspec: {resourceClaims: [{name: g}]}\n";

        run("check", write("a.yaml", text.formatted(version, kind)).toString());

        assertThat(out()).contains("; Kubernetes " + release + " removed it; use " + now);
    }

    /** A diff names what is left as the check does. */
    @Test
    void fixLeavesWhatTheCheckReports() throws IOException {
        String claim =
                CLAIM.formatted("resource.k8s.io/v1", "exctly: {deviceClassName: g, zzz: {}, count: two}", "x: 1");

        run("check", "--fix", "--diff", write("a.yaml", claim).toString());

        assertThat(err().lines().filter(line -> line.contains("not fixed")).toList())
                .hasSize(3)
                .allMatch(line -> line.contains("zzz") || line.contains("\"two\"") || line.contains("devices.x"));
    }

    private void assertFindings(String text, String... messages) throws IOException {
        run("check", write("a.yaml", text).toString());

        List<String> findings =
                out().lines().filter(line -> line.contains(" error: ")).toList();
        assertThat(findings).as(out()).hasSameSizeAs(messages);
        for (String message : messages) {
            assertThat(findings).anyMatch(line -> line.contains(message), message);
        }
    }
}
