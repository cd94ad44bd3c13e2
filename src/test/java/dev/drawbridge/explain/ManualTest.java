package dev.drawbridge.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drawbridge.constraint.cel.SelectorLanguage;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.resource.Kinds;
import dev.drawbridge.resource.SelectorSchema;
import dev.drawbridge.schema.ApiVersion;
import dev.drawbridge.schema.FieldFacts;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.ObjectSchema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@code explain}, and of its pages in the repository. */
class ManualTest {

    private static final Path PAGES = Path.of("src/docs/kinds");

    private static final Manual NEWEST = new Manual(null, null, false);

    private static Set<String> kinds() {
        return Manual.kinds();
    }

    /** Updated by {@code mvn test -Dtest=ManualTest -Ddrawbridge.docs=write}. */
    @Test
    void pagesOfKindsEqualOutput() {
        Manual manual = new Manual(null, null, true);

        assertThat(kinds()).allSatisfy(kind -> {
            Path file = PAGES.resolve(kind + ".md");
            String printed = manual.page(kind, Map.of()).markdown();
            if (System.getProperty("drawbridge.docs", "").equals("write")) {
                Files.writeString(file, printed);
            }

            assertThat(file).hasContent(printed);
        });
    }

    /** The kinds with documented meanings: claims, templates, classes, slices and taint rules. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ResourceClaim",
                "ResourceClaimTemplate",
                "DeviceClass",
                "ResourceClass",
                "ResourceSlice",
                "DeviceTaintRule"
            })
    void everyFieldHasDescription(String kind) {
        for (ApiVersion version : Manual.versions()) {
            Manual manual = new Manual(version, null, true);
            if (manual.served().contains(kind)) {
                assertThat(manual.page(kind, Map.of()).fields())
                        .isNotEmpty()
                        .allSatisfy(field ->
                                assertThat(field.meaning()).as(field.path()).matches("[A-Z][^|]*[.]"));
            }
        }
    }

    @Test
    void meaningsAreOfExistingFields() {
        Set<String> fields = new HashSet<>();
        Stream.concat(Kinds.all().stream(), Kinds.workloads().stream()).forEach(kind -> collect(kind.table(), fields));

        ObjectValue meanings = YamlReader.bundled("/explain/meanings.yaml");
        List<String> named = new ArrayList<>();
        for (int i = 0; i < meanings.size(); i++) {
            ObjectValue type = (ObjectValue) meanings.value(i);
            for (int j = 0; j < type.size(); j++) {
                named.add(meanings.key(i) + "." + type.key(j));
            }
        }
        assertThat(named)
                .filteredOn(field -> !field.startsWith("*.") && !field.startsWith("kinds."))
                .isNotEmpty()
                .allSatisfy(field -> assertThat(fields).contains(field));
        assertThat(named)
                .filteredOn(field -> field.startsWith("kinds."))
                .allSatisfy(field -> assertThat(kinds()).contains(field.substring("kinds.".length())));
    }

    private static void collect(ObjectSchema object, Set<String> fields) {
        for (FieldFacts field : FieldFacts.of(object)) {
            fields.add(field.owner() + "." + field.name());
            if (field.object() != null) {
                collect(field.object(), fields);
            }
            for (FieldFacts.Other other : field.others()) {
                if (other.shape().anyObject() != null) {
                    collect(other.shape().anyObject(), fields);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = KubernetesRelease.class,
            names = {"K8S_1_31", "K8S_1_34", "K8S_1_37"})
    void celPageListsVariablesAndFunctionsOfRelease(KubernetesRelease release) {
        String page = new Manual(null, release, false).page("cel", Map.of()).text();
        boolean isNew = release.compareTo(KubernetesRelease.K8S_1_34) >= 0;

        assertThat(page)
                .contains(
                        "VARIABLES IN KUBERNETES " + release, "device.driver <string>", "FUNCTIONS:", "isGreaterThan");
        assertThat(page.contains("device.allowMultipleAllocations")).isEqualTo(release == KubernetesRelease.K8S_1_37);
        assertThat(page.contains("semver(\"v1.2\", true)")).isEqualTo(isNew);
        SelectorLanguage language = SelectorSchema.language(release, GateSettings.DEFAULTS.in(release));
        assertThat(CelPage.EXAMPLES)
                .allSatisfy(example -> assertThat(
                                language.validate(example, () -> {}).problem())
                        .isNull());
    }

    /** A field without a limit does not mention one. */
    @ParameterizedTest
    @EnumSource(KubernetesRelease.class)
    void pagesDoNotContainIntegerMaximum(KubernetesRelease release) {
        Manual manual = new Manual(null, release, true);

        assertThat(manual.served())
                .isNotEmpty()
                .allSatisfy(kind ->
                        assertThat(manual.page(kind, Map.of()).markdown()).doesNotContain("" + Integer.MAX_VALUE));
    }

    @Test
    void kindOfOtherReleaseIsKnown() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new Manual(null, KubernetesRelease.K8S_1_36, false).page("resourceclass.driverName", Map.of()))
                .withMessage(
                        "ResourceClass is not served by Kubernetes 1.36; the newest is v1alpha2 in Kubernetes 1.30");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Manual(ApiVersion.V1, null, false).page("PodSchedulingContext", Map.of()))
                .withMessage("PodSchedulingContext is not served in v1; the newest is v1alpha3 in Kubernetes 1.31");
    }

    @Test
    void fieldPageHasRulesOfItsObjectAndOtherReleases() {
        assertThat(NEWEST.page("resourceclaim.status.reservedFor", Map.of()).text())
                .contains(
                        "FIELD:      status.reservedFor <[]ResourceClaimConsumerReference>",
                        "  - must be no more than 256 items [maxItems]\n",
                        "  - reservedFor must not be set without allocation [reservedNeedsAllocation]\n",
                        "  - status is validated on update of the status\n",
                        "  uid       <string> -required-\n");
        assertThat(new Manual(ApiVersion.V1BETA1, KubernetesRelease.K8S_1_33, false)
                        .page("resourceslices.spec.devices", Map.of())
                        .text())
                .contains("OTHER RELEASES:")
                .contains("since 1.35: must be no more than 64 items if any device has taints");
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", textBlock = """
            resourceclaim.status.allocation.devices.results.request   => - status.allocation.devices.results.request must
            resourceslice.spec.devices.capacity.requestPolicy.default => requestPolicy.default is required
            resourceclaim.spec.devices.requests.name                  => - spec.devices: constraints.requests must be
            deployment.spec.template.spec.containers.resources.claims => spec.template.spec: containers.resources.claims
            resourceclaim.spec.devices.requests.exactly.adminAccess   => spec.devices: requests.exactly.adminAccess needs
            """)
    void fieldPageHasRulesOfEnclosingObjects(String field, String rule) {
        assertThat(NEWEST.page(field, Map.of()).text().replaceAll("\\n {4}", " "))
                .contains(rule);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", textBlock = """
            spec.devices.requests[0].exactly.count => KIND:       ResourceClaim
            spec.spec.devices                      => KIND:       ResourceClaimTemplate
            spec.pool.generation                   => KIND:       ResourceSlice
            deviceclasses.spec                     => KIND:       DeviceClass
            resourceclass                          => VERSION:    resource.k8s.io/v1alpha2 in Kubernetes 1.30
            """)
    void pathWithoutKindBelongsToFirstMatchingKind(String what, String line) {
        assertThat(NEWEST.page(what, Map.of()).text()).contains(line + "\n");
    }

    @Test
    void ruleListsItsFields() {
        assertThat(NEWEST.page("countMatchesMode", Map.of()).text())
                .contains("SAYS:       A count must match allocationMode: greater than 0 for ExactCount")
                .contains("  - spec.devices.requests.exactly: count must be greater than 0");
        assertThat(NEWEST.page("immutable", Map.of()).text()).contains("  - spec\n");
    }

    @Test
    void everyLineFitsTerminal() {
        for (String kind : kinds()) {
            assertThat(NEWEST.page(kind, Map.of()).text().lines())
                    .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", textBlock = """
            spec.devices.constraint     => DeviceClaim has no field "constraint"; did you mean constraints?
            resourceclaim.spec.device   => ResourceClaimSpec has no field "device"; did you mean devices?
            resourceclaim.kind.a        => kind is string, which has no fields
            ResourceClam                => unknown kind, field or rule "ResourceClam"; did you mean ResourceClaim?
            maxItem                     => did you mean maxItems?
            """)
    void unknownFieldIsReportedWithSuggestion(String what, String message) {
        assertThatThrownBy(() -> NEWEST.page(what, Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "...", "spec.", ".spec", "[", "a[0]", "resourceclaim..spec"})
    void invalidPathIsReported(String what) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NEWEST.page(what, Map.of()))
                .withMessageMatching("(?s).*\\b(no|unknown)\\b.*");
    }

    @ParameterizedTest
    @CsvSource({
        "deployment.spec.template, DeploymentSpec.template, apps/v1",
        "deployment.spec.template.spec.resourceClaims, PodSpec.resourceClaims, core/v1",
        "cronjob.spec.jobTemplate.spec.template.spec.resourceClaims.name, PodResourceClaim.name, core/v1",
        "pod.spec.resourceClaims, PodSpec.resourceClaims, core/v1"
    })
    void fieldsOfPodsComeFromTheirOwnGroup(String path, String field, String folder) {
        assertThat(NEWEST.page(path, Map.of()).header().get("SOURCE"))
                .isEqualTo(field + ", k8s.io/api/" + folder + "/types.go");
    }
}
