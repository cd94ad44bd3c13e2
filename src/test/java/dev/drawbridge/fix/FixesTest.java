package dev.drawbridge.fix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.drawbridge.driver.DriverRegistry;
import dev.drawbridge.field.Suggestion;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.Validator;
import dev.drawbridge.workload.PodTemplates;
import dev.drawbridge.workload.TemplateValidator;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FixesTest {

    private static final String CLAIM = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: a}
            spec:
              devices:
                requests:
                - name: gpu
                  %s
            """;

    @Test
    void onlyEntryOfListGetsItsDash() {
        String exactly = "exactly:\n        deviceClassName: gpu.example.com\n        ";
        assertFixed(
                exactly + "selectors: {cel: {expression: 'true'}}",
                exactly + "selectors: [{cel: {expression: 'true'}}]");
        assertFixed(
                exactly + "selectors:\n          cel: {expression: 'true'} # all",
                exactly + "selectors:\n        - cel: {expression: 'true'} # all");
        assertFixed(
                exactly + "tolerations:\n            # one\n            key: a\n            effect: NoSchedule",
                exactly + "tolerations:\n            # one\n          - key: a\n            effect: NoSchedule");
    }

    @Test
    void nameInsteadOfListBecomesItsEntry() {
        String rest = "exactly: {deviceClassName: g}\n    constraints: [{matchAttribute: a.b/c, requests: %s}]";
        assertFixed(rest.formatted("gpu"), rest.formatted("[gpu]"));
    }

    @Test
    void numberBecomesAVersion() {
        String slice = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: a}
                spec:
                  driver: a.com
                  nodeName: a
                  pool: {name: a, generation: 1, resourceSliceCount: 1}
                  devices: [{name: a, attributes: {fw: {version: %s}}}]
                """;

        assertThat(fix(slice.formatted("1.10"), false).text()).isEqualTo(slice.formatted("\"1.10.0\""));
    }

    @Test
    void misplacedFieldMovesWithItsComment() {
        assertFixed(
                "# two of them\n      count: 2 # really\n      exactly:\n        deviceClassName: gpu.example.com",
                "exactly:\n        deviceClassName: gpu.example.com\n        # two of them\n        count: 2 # really");
    }

    @Test
    void tooDeepFieldMovesUp() {
        assertFixed(
                "exactly: {deviceClassName: gpu.example.com}\n      constraints: [{matchAttribute: a.example.com/b}]",
                "exactly: {deviceClassName: gpu.example.com}\n    constraints: [{matchAttribute: a.example.com/b}]");
    }

    @Test
    void fieldOfOneOfSeveralEntriesMovesOutOnlyOnRequest() {
        String exactly = "exactly: {deviceClassName: gpu.example.com}";
        String rest = "constraints: [{matchAttribute: a.example.com/b}]";
        String requests = exactly + "\n%s" + rest + "\n    - name: nic\n      " + exactly;
        String before = CLAIM.formatted(requests.formatted("      "));

        assertThat(fix(before, false).edits()).isEmpty();
        assertThat(fix(before, true).text())
                .isEqualTo(CLAIM.formatted(exactly + "\n    - name: nic\n      " + exactly + "\n    " + rest));
    }

    @Test
    void levelOfNoVersionMovesUpOnlyOnRequest() {
        String before = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaimTemplate
                metadata: {name: a}
                spec:
                  template:
                    spec: {devices: {}}
                """;

        assertThat(fix(before, false).edits()).isEmpty();
        assertThat(fix(before, true).text()).isEqualTo(before.replace("template:\n    spec", "spec"));
    }

    @Test
    void misplacedFieldStaysInItsListItem() {
        String requests = """
                exactly: {deviceClassName: gpu.example.com, name: nic}
                    - exactly: {deviceClassName: a.example.com}""";

        assertFixed(requests, requests);
    }

    @Test
    void misspelledValueAndQuotedNumberAreReplaced() {
        assertFixed(
                "exactly: {deviceClassName: gpu.example.com, allocationMode: \"exactcount\", count: '2'}",
                "exactly: {deviceClassName: gpu.example.com, allocationMode: \"ExactCount\", count: 2}");
    }

    @Test
    void movedEntryHasTheSpaceOfTheOthers() {
        String pod = """
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                spec:
                  resourceClaims: [{name: a, resourceClaimName: a}]
                  containers: [{name: c, image: x, resources: {%s}}]
                """;

        assertThat(fix(pod.formatted("limits: {claims: [{name: a}]}"), false).text())
                .isEqualTo(pod.formatted("limits: {}, claims: [{name: a}]"));
    }

    @Test
    void objectInAnotherIsFixed() {
        String work = """
                apiVersion: work.open-cluster-management.io/v1
                kind: ManifestWork
                metadata: {name: w}
                spec:
                  workload:
                    manifests:
                    - apiVersion: v1
                      kind: Namespace
                      metadata: {name: team}
                    - apiVersion: resource.k8s.io/v1
                      kind: DeviceClass
                      metadata: {name: gpus}
                      spec: {%s: []}
                """;

        assertThat(fix(work.formatted("selector"), false).text()).isEqualTo(work.formatted("selectors"));

        String template = """
                apiVersion: template.openshift.io/v1
                kind: Template
                metadata: {name: t}
                objects:
                - apiVersion: %s/v1
                  kind: Deployment
                  metadata: {name: d}
                  spec:
                    template:
                      spec:
                        resourceClaims: [{name: a, resourceClaimName: a}]
                        containers: [{name: c, image: x, resources: {claims: [{name: a}]}}]
                """;

        assertThat(fix(template.formatted("apps.k8s.io"), false).text()).isEqualTo(template.formatted("apps"));
    }

    @Test
    void claimTemplateOfGroveIsFixed() {
        String set = """
                apiVersion: grove.io/v1alpha1
                kind: PodCliqueSet
                metadata: {name: a}
                spec:
                  template:
                    resourceClaimTemplates:
                    - name: gpu
                      templateSpec:
                        metadata: {labels: {a: b}}
                        spec: {devices: {%s: []}}
                    - templateSpec:
                        spec: {devices: {%s: []}}
                """;

        assertThat(fix(set.formatted("request", "request"), false).text())
                .isEqualTo(set.formatted("requests", "requests"));
    }

    @Test
    void levelOfAnotherVersionIsTakenOut() {
        String before = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: s}
                spec:
                  driver: a.example.com
                  nodeName: node
                  pool: {name: node, generation: 1, resourceSliceCount: 1}
                  devices:
                  - name: a
                    basic:
                      capacity: {memory: {value: 1Gi}}
                """;

        assertThat(fixed(before)).isEqualTo(before.replace("    basic:\n      capacity", "    capacity"));
    }

    @Test
    void secondOfTwoEqualEntriesIsRemoved() {
        assertFixed(
                "exactly: {deviceClassName: gpu.example.com}\n      exactly: {deviceClassName: gpu.example.com}",
                "exactly: {deviceClassName: gpu.example.com}");
    }

    @Test
    void misplacedFieldsMoveTogether() {
        assertFixed(
                "deviceClassName: gpu.example.com\n      count: \"2\"\n      adminAccess: maybe",
                "exactly:\n        deviceClassName: gpu.example.com\n        count: 2\n        adminAccess: maybe");
    }

    @Test
    void misspelledFieldOutOfItsLevelIsRenamedAndMoved() {
        assertFixed("deviceClasName: gpu.example.com", "exactly:\n        deviceClassName: gpu.example.com");
    }

    @ParameterizedTest
    @CsvSource({
        "'admin: true', 'adminAccess: true'",
        "'quantity: 2', 'count: 2'",
        "'mode: All', 'allocationMode: All'",
        "'selectors: [{expr: device.driver.size() > 1}]', 'selectors: [{cel: {expression: device.driver.size() > 1}}]'",
    })
    void nameThatIsShortForAFieldIsReplacedOnlyOnRequest(String before, String after) {
        String exactly = CLAIM.formatted("exactly: {deviceClassName: gpu.example.com, %s}");

        assertThat(fix(exactly.formatted(before), false).edits()).isEmpty();
        assertThat(fix(exactly.formatted(before), true).text()).isEqualTo(exactly.formatted(after));
    }

    // @formatter:off
    @ParameterizedTest
    @CsvSource(delimiter = '@', quoteCharacter = '`', textBlock = """
            '["a.b/model"] == "x"'                @ '["a.b"].model == "x"'
            |-\\n  ["a.b/model"].string == "x"    @ |-\\n  ["a.b"].model == "x"
            '.a.b/model == "x"'                   @ '["a.b"].model == "x"'
            '.a.b.com["model"].int == 1'          @ '["a.b.com"].model == 1'
            >\\n  ["a.b/c"].startsWith("x") ||\\n  device.attributes["a.b/c"].d == 1 @ |\\n  ["a.b"].c.startsWith("x") || device.attributes["a.b"].c.d == 1
            """)
    // @formatter:on
    void pathOfAnAttributeIsThatOfADevice(String before, String after) {
        String indent = "\n" + " ".repeat(14);
        String selectors =
                "exactly:\n        deviceClassName: a\n        selectors:\n        - cel:\n            expression: ";
        UnaryOperator<String> expression = text ->
                selectors + text.replaceFirst("[\\[.]", "device.attributes$0").replace("\\n", indent);

        assertFixed(expression.apply(before), expression.apply(after));
    }

    @Test
    void secondMisspellingOfAFieldIsUnchanged() {
        assertFixed(
                "exactly: {deviceClassNam: a.example.com, deviceClasName: b.example.com}",
                "exactly: {deviceClassName: a.example.com, deviceClasName: b.example.com}");
        assertFixed(
                "deviceClassName: a.example.com\n      deviceClasName: b.example.com",
                "exactly:\n        deviceClassName: a.example.com\n      deviceClasName: b.example.com");
    }

    /** A text that the choice begins with may be another word. */
    @Test
    void abbreviationBecomesItsChoiceOnlyIfAsked() {
        String before = CLAIM.formatted("exactly: {deviceClassName: g, allocationMode: Exact}");

        assertThat(fix(before, false).edits()).isEmpty();
        assertThat(fix(before, true).text()).isEqualTo(before.replace("Exact}", "ExactCount}"));
    }

    @Test
    void nameThatIsShortForTwoFieldsIsUnchanged() {
        String before = """
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                spec:
                  resourceClaims: [{name: a, claimName: b}]
                  containers: [{name: c, image: x, resources: {claims: [{name: a}]}}]
                """;

        Fixed fixed = fix(before, true);
        assertThat(fixed.edits()).isEmpty();
        assertThat(fixed.left())
                .extracting(Fixed.Left::message)
                .anyMatch(left -> left.endsWith("did you mean resourceClaimName or resourceClaimTemplateName?"));
    }

    @Test
    void objectOfAnAliasIsFixedOnce() {
        String list = """
                apiVersion: v1
                kind: List
                items:
                - &a
                  apiVersion: resource.k8s.io/v1
                  kind: ResourceClaim
                  metadata: {name: a}
                  spec: {devices: &d {%s: [{name: a, exactly: {deviceClassName: b.example.com}}], colour: red}}
                - *a
                - apiVersion: resource.k8s.io/v1
                  kind: ResourceClaim
                  metadata: {name: b}
                  spec: {devices: *d}
                """;

        Fixed fixed = fix(list.formatted("request"), false);

        assertThat(fixed.text()).isEqualTo(list.formatted("requests"));
        assertThat(fixed.fixes()).extracting(Suggestion::what).containsExactly("renamed request to requests");
        assertThat(fixed.left()).hasSize(2);
    }

    @Test
    void fieldsMoveIntoTheEmptyFieldAboveThem() {
        assertFixed(
                "exactly: # one of a kind\n      deviceClassName: gpu.example.com\n      count: 2",
                "# one of a kind\n      exactly:\n        deviceClassName: gpu.example.com\n        count: 2");
    }

    @Test
    void secondEntryOfListGetsItsDashOnlyOnRequest() {
        String before = CLAIM.formatted("exactly: {deviceClassName: gpu.example.com}\n      name: nic # fast\n"
                + "      exactly: {deviceClassName: gpu.example.com, count: '2'}");

        assertThat(fix(before, false).text()).isEqualTo(before.replace("'2'", "2"));
        assertThat(fix(before, true).text())
                .isEqualTo(before.replace("'2'", "2").replace("  name: nic", "- name: nic"));
    }

    @Test
    void linesMoveIntoBraces() {
        assertFixed(
                "exactly: {deviceClassName: a}\n      selectors:\n      - cel: {expression: 'true'}",
                "exactly: {deviceClassName: a, selectors: [{cel: {expression: \"true\"}}]}");
    }

    @Test
    void entriesInBracesAreDivided() {
        String before = CLAIM.replace("- name: gpu\n      %s", "[{name: a, exactly: {deviceClassName: [x]}, %s}]")
                .replace("requests:\n    ", "requests: ");

        assertThat(fix(before.formatted("name: b, exactly: {deviceClassName: c}"), true)
                        .text())
                .isEqualTo(before.replace("[x]", "x").replace(", %s", "}, {name: b, exactly: {deviceClassName: c}"));
    }

    /** The fields below an empty list that are of its entries, and of the object itself or not. */
    @ParameterizedTest
    @ValueSource(strings = {"requests: [gpu]\n    # near\n    matchAttribute: a.b/c", "matchAttribute: a.b/c"})
    void firstEntryOfListGetsItsDash(String entry) {
        String rest = "exactly: {deviceClassName: gpu.example.com}\n    constraints:\n    %s\n    config: []";

        assertFixed(rest.formatted(entry), rest.formatted("- " + entry.replace("\n    ", "\n      ")));
    }

    @Test
    void nameAsKeyBecomesTheName() {
        String before = CLAIM.replace("name: gpu", "gpu: # one").formatted("exactly: {deviceClassName: a}");

        assertThat(fixed(before)).isEqualTo(before.replace("gpu: #", "name: gpu\n      #"));
    }

    @Test
    void nameOfEntryIsKept() {
        String before = CLAIM.replace("name: gpu\n      %s", "gpu:\n        exactly: {deviceClassName: a}");

        assertThat(fix(before, true).text())
                .isEqualTo(before.replace("gpu:", "name: gpu").replace("    exactly", "  exactly"));
    }

    @Test
    void nameOfTwoFieldsIsThatOfTheInnerOne() {
        String before = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: a}
                spec:
                  driver: a.example.com
                  nodeName: node
                  poolName: node
                  generation: 1
                  resourceSliceCount: 1
                """;

        assertThat(fixed(before))
                .isEqualTo(before.replace("poolName", "pool:\n    name")
                        .replaceFirst("generation", "  generation")
                        .replace("  resource", "    resource"));
    }

    @Test
    void onlyPartOfListIsMeantInsteadOfIt() {
        String exactly = "exactly:\n        deviceClassName: %s\n        capacity:\n        %srequests: {a.b/c: 1}";
        assertFixed(exactly.formatted("[a]", "- "), exactly.formatted("a", "  "));
    }

    @Test
    void fixesDoNotWaitForMistakesWithoutOne() {
        assertFixed(
                "colour: red\n      exactly: {deviceClassName: gpu.example.com, count: '2', allocationMode: Most}",
                "colour: red\n      exactly: {deviceClassName: gpu.example.com, count: 2, allocationMode: Most}");
    }

    @Test
    void errorsBelowAnUnknownFieldAreLeft() {
        String request = "exactly: {deviceClassName: g, selector: {}, tolerations: [{key: a, operator: Most}]}";

        assertThat(fix(CLAIM.formatted(request), false).left())
                .anyMatch(left -> left.message().contains("must be one of Equal, Exists"));
    }

    @Test
    void fixRevealsErrorsOfRenamedField() {
        Fixed fixed = fix(CLAIM.formatted("exactlly: {deviceClassName: gpu.example.com, count: -1}"), false);

        assertThat(fixed.text()).contains("exactly: {deviceClassName: gpu.example.com, count: -1}");
        assertThat(fixed.left()).singleElement().satisfies(left -> {
            assertThat(left.line()).isEqualTo(8);
            assertThat(left.message()).contains("exactly.count");
        });
    }

    @Test
    void yamlBooleanWordIsQuotedAsWritten() {
        assertFixed("exactly: {deviceClassName: y}", "exactly: {deviceClassName: \"y\"}");
    }

    @Test
    void unsafeFixIsAppliedOnlyOnRequest() {
        String before = CLAIM.formatted("exactly: {deviceClassName: 010}\n      colour: red");

        assertThat(fix(before, false).text()).isEqualTo(before);
        Fixed fixed = fix(before, true);
        assertThat(fixed.text()).isEqualTo(CLAIM.formatted("exactly: {deviceClassName: \"010\"}"));
        assertThat(fixed.fixes())
                .extracting(Suggestion::what, Suggestion::isUnsafe)
                .containsExactly(
                        tuple("put 010 in quotes, which was the number 8", true),
                        tuple("removed colour, an unknown field", true));
    }

    /** A field that the object may lack, or that is all that it has, or that has content, is not removed. */
    @ParameterizedTest
    @ValueSource(strings = {"{xyzzy: Exists}", "{operator: Exists, zzz: example.com/a}", "{key: a, zzz: {red: 1}}"})
    void removalDoesNotWidenWhatAnObjectMatches(String toleration) {
        String before =
                CLAIM.formatted("exactly: {deviceClassName: gpu.example.com, tolerations: [" + toleration + "]}");

        assertThat(fix(before, true).text()).isEqualTo(before);
    }

    @Test
    void deprecatedVersionMigratesToNewestServedVersion() {
        String before = CLAIM.formatted("deviceClassName: gpu.example.com").replace("/v1", "/v1beta1");
        List<KubernetesRelease> both = List.of(KubernetesRelease.K8S_1_33, KubernetesRelease.K8S_1_36);

        assertThat(fix(before, false).text())
                .isEqualTo(CLAIM.formatted("exactly:\n        deviceClassName: gpu.example.com"));
        assertThat(new Fixes(
                                new TemplateValidator(new Validator(), new PodTemplates()),
                                both,
                                GateSettings.DEFAULTS,
                                DriverRegistry.builtIn(),
                                false)
                        .fix(before.getBytes(StandardCharsets.UTF_8))
                        .text())
                .contains("resource.k8s.io/v1beta2\n");
    }

    @ParameterizedTest
    @CsvSource({
        "resources.k8s.io/v1, ResourceClaim",
        "resource.k8s.io/V1, ResourceClaim",
        "resource.k8s.io/v1, resourceclaim",
        "resource.k8s.io/v1, ResourceClam",
    })
    void misspelledTypeIsReplacedAndTheObjectIsFixed(String apiVersion, String kind) {
        String fields = "exactly: {deviceClassName: gpu.example.com, count: %s}";
        String before = CLAIM.formatted(fields.formatted("'2'"))
                .replace("resource.k8s.io/v1", apiVersion)
                .replace("ResourceClaim", kind);

        assertThat(fixed(before)).isEqualTo(CLAIM.formatted(fields.formatted("2")));
    }

    @ParameterizedTest
    @CsvSource({
        "resource.k8s.io/v1, ResourceClas",
        "resource.k8s.io/v1, DeviceClaim",
        "resource.k8s.io/v2, ResourceClaim",
        "resource.k8s.io/v1beta, ResourceClaim",
        "resource.example.com/v1, ResourceClaim",
    })
    void ambiguousTypeIsUnchanged(String apiVersion, String kind) {
        String before = CLAIM.formatted("count: 2")
                .replace("resource.k8s.io/v1", apiVersion)
                .replace("ResourceClaim", kind);

        assertThat(fix(before, true).edits()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"apiVersion, ApiVersion", "apiVersion, apiVerison", "kind, Kind"})
    void misspelledKeyOfTheTypeIsRenamed(String key, String misspelled) {
        String after = CLAIM.formatted("exactly: {deviceClassName: gpu.example.com}");

        assertThat(fixed(after.replace(key + ":", misspelled + ":"))).isEqualTo(after);
    }

    @Test
    void fixRemovesEntryThatBecomesDuplicate() {
        assertFixed(
                "exactly:\n        deviceClassName: gpu.example.com\n        allocationMode: all\n"
                        + "        allocationMode: All",
                "exactly:\n        deviceClassName: gpu.example.com\n        allocationMode: All");
    }

    @Test
    void entriesOfAListOfOneKindAreFixedInItsVersion() {
        String list = """
                apiVersion: resource.k8s.io/v1beta1
                kind: ResourceClaimList
                items:
                - metadata: {name: a}
                  spec:
                    devices:
                      requests:
                      - name: gpu
                        deviceClassName: gpu.example.com
                        %s
                """;

        Fixed fixed = fix(list.formatted("count: \"2\""), false);

        assertThat(fixed.text()).isEqualTo(list.formatted("count: 2"));
        assertThat(fixed.left())
                .singleElement()
                .satisfies(left -> assertThat(left.message()).contains("deprecated"));
    }

    @Test
    void misspelledNameOfInvalidValueIsRenamed() {
        Fixed fixed = fix(CLAIM.formatted("exactly: {deviceClasName: GPU}"), false);

        assertThat(fixed.text()).isEqualTo(CLAIM.formatted("exactly: {deviceClassName: GPU}"));
        assertThat(fixed.left())
                .singleElement()
                .satisfies(left -> assertThat(left.message())
                        .startsWith(
                                "spec.devices.requests[0].exactly.deviceClassName: \"GPU\": must be a DNS subdomain"));
    }

    @Test
    void mistakeOfReplacedValueHasItsLine() {
        Fixed fixed = fix(CLAIM.formatted("exactly: {deviceClassName: a, allocationMode: All, count: '2'}"), false);

        assertThat(fixed.left())
                .singleElement()
                .satisfies(left -> assertThat(left.line()).isEqualTo(8));
    }

    @Test
    void levelTooManyMovesUp() {
        String alternatives = "\n    - name: nic\n      firstAvailable:\n      - name: fast\n        %s";

        assertFixed(
                "deviceClassName: gpu.example.com"
                        + alternatives.formatted("exactly: {deviceClassName: nic.example.com}"),
                "exactly:\n        deviceClassName: gpu.example.com"
                        + alternatives.formatted("deviceClassName: nic.example.com"));
    }

    @Test
    void nameThatIsPartOfTheMeantOneIsRenamed() {
        assertFixed("exactly: {deviceClass: a}", "exactly: {deviceClassName: a}");
        assertFixed("deviceClass: a", "exactly:\n        deviceClassName: a");
        assertFixed("exactly: {deviceClassName: a}\n      deviceClassName: a", "exactly: {deviceClassName: a}");
        assertThat(fix(CLAIM.formatted("exactly: {deviceClassName: a}\n      deviceClassName: b"), false)
                        .left())
                .singleElement()
                .satisfies(left -> assertThat(left.message()).contains("remove it: exactly has it already"));
    }

    @Test
    void secondRunChangesNothing() {
        String once = fixed(CLAIM.formatted("deviceClasName: 010\n      count: '2'\n      colour: red"));

        assertThat(fix(once, false).edits()).isEmpty();
    }

    @Test
    void manyMistakesWithoutFixesTakeNoLongTime() {
        StringBuilder text = new StringBuilder(CLAIM.formatted("exactly: {deviceClassName: gpu.example.com}"));
        for (int i = 0; i < 3_000; i++) {
            text.append("    - {name: r").append(i).append(", exactly: {deviceClassName: 010, count: '1'}}\n");
        }

        assertThat(fix(text.toString(), false).fixes()).isNotEmpty();
    }

    @Test
    @Tag("siege")
    @Timeout(60)
    void manyUnknownFieldsTakeNoLongTime() {
        StringBuilder text = new StringBuilder("""
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: a}
                spec:
                  devices:
                """);
        for (int i = 0; i < 10_000; i++) {
            text.append("  - {name: gpu-")
                    .append(i)
                    .append(", unknownField")
                    .append(i)
                    .append(": x}\n");
        }

        assertThat(fix(text.toString(), true).left()).isNotEmpty();
    }

    @Timeout(30)
    @ParameterizedTest
    @ValueSource(strings = {"count: 1\n      ", "colour: 1\n      ", "level: {a: 1, a: 2, a: 1}\n      "})
    void fieldWithFiftyThousandValuesTakesSeconds(String field) {
        assertThat(fix(CLAIM.formatted(field.repeat(50_000)), false).left()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exactly: {deviceClassName: gpu.example.com}\n      exactly: {deviceClassName: nic.example.com}",
                "exactly: {deviceClassName: gpu.example.com, colour: red}",
                "exactly: {deviceClassName: 010}",
                "count: 1\n      exactly: {deviceClassName: gpu.example.com, count: 2}",
                "firstAvailable: [{name: a, deviceClassName: g, exactly: {deviceClassName: h}}]",
                "exactly: {deviceClassName: g, selectors: [{cel: 'expression device.driver == \"a\"'}]}",
                "exactly: {deviceClassName: gpu.example.com}",
            })
    void ambiguousMistakeAndValidObjectAreUnchanged(String request) {
        assertFixed(request, request);
    }

    private static void assertFixed(String before, String after) {
        assertThat(fixed(CLAIM.formatted(before))).isEqualTo(CLAIM.formatted(after));
    }

    private static String fixed(String text) {
        return fix(text, false).text();
    }

    @Test
    void parametersOfDriversAreFixed() {
        String parameters = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: a}
                spec:
                  devices:
                    requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com}}]
                    config:
                    - opaque:
                        driver: gpu.nvidia.com
                        parameters:
                          apiVersion: resource.nvidia.com/v1beta1
                          kind: GpuConfig
                          sharing:
                            strategy: %s
                            %s:
                              defaultActiveThreadPercentage: %s
                """;

        assertThat(fix(parameters.formatted("mps", "mpsConfg", "'50'"), false).text())
                .isEqualTo(parameters.formatted("MPS", "mpsConfig", "50"));
    }

    private static Fixed fix(String text, boolean isUnsafe) {
        return new Fixes(
                        new TemplateValidator(new Validator(), new PodTemplates()),
                        Collections.singletonList(null),
                        GateSettings.DEFAULTS,
                        DriverRegistry.builtIn(),
                        isUnsafe)
                .fix(text.getBytes(StandardCharsets.UTF_8));
    }
}
