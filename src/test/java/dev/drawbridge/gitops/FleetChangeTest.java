package dev.drawbridge.gitops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.Checker;
import dev.drawbridge.check.FleetSettings;
import dev.drawbridge.check.Trees;
import dev.drawbridge.fit.input.FleetFiles;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Report;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.jgit.api.errors.GitAPIException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of findings for workloads that no longer fit the fleet after a change. */
class FleetChangeTest extends RepositoryTest {

    private static final String FLEET = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: one}
            spec:
              driver: gpu.example.com
              nodeName: one
              devices:
              - {name: gpu, count: 4, capacity: {memory: {value: 40Gi}}}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: holder, namespace: other}
            spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}
            status:
              allocation: {devices: {results: [{request: r, driver: gpu.example.com, pool: one, device: gpu-0}]}}
            """;

    private static final String CLASS = """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: gpu}
            spec:
              selectors:
              - cel: {expression: 'device.capacity["gpu.example.com"].memory.compareTo(quantity("20Gi")) >= 0'}
            """;

    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: %1$s, namespace: ml}
            spec:
              resourceClaims:
              - {name: gpu, resourceClaimTemplateName: %1$s}
              containers:
              - {name: c, image: x, resources: {claims: [{name: gpu}]}}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaimTemplate
            metadata: {name: %1$s, namespace: ml}
            spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu, count: %2$d}}]}}}
            """;

    @BeforeEach
    void commitAll() throws IOException, GitAPIException {
        write("fleet/slices.yaml", FLEET);
        write("m/class.yaml", CLASS);
        write("m/small.yaml", POD.formatted("small", 1));
        write("m/large.yaml", POD.formatted("large", 9));
        commit("m/middle.yaml", POD.formatted("middle", 3));
    }

    private Report validated(String path, boolean showsAll) throws IOException {
        FleetSettings.Source disk = (any, into, objects) -> new FleetFiles(objects::addStored)
                .add(any, new ByteArrayInputStream(FLEET.getBytes(StandardCharsets.UTF_8)));
        return validated(path, showsAll, disk);
    }

    private Report validated(String fleet, boolean showsAll, FleetSettings.Source disk) throws IOException {
        return validated(fleet, fleet, showsAll, disk);
    }

    private Report validated(String fleet, String ofBase, boolean showsAll, FleetSettings.Source disk)
            throws IOException {
        FleetSettings settings = new FleetSettings(
                List.of(fleet),
                List.of(ofBase),
                disk,
                KubernetesRelease.K8S_1_36,
                GateSettings.DEFAULTS,
                Duration.ofMinutes(10));
        CheckSettings check = CheckSettings.DEFAULT
                .with(settings)
                .with(new CheckSettings.Reporting(Map.of(), true, false, showsAll, false, false, LocalDate::now));
        try (Trees trees = GitTrees.open(folder, "main", null).only(List.of("m"), true, manifests)) {
            return new Checker(check).check(trees);
        }
    }

    @Test
    void fleetOnStandardInputIsReadOnceForBaseAndHead() throws IOException {
        write("m/class.yaml", CLASS.replace("20Gi", "60Gi"));
        List<String> read = new ArrayList<>();
        FleetSettings.Source once = (path, fleet, objects) -> {
            read.add(path);
            new FleetFiles(objects::addStored)
                    .add(path, new ByteArrayInputStream(FLEET.getBytes(StandardCharsets.UTF_8)));
        };

        assertThat(validated("-", false, once).findings())
                .extracting(Finding::file)
                .containsExactly("m/middle.yaml", "m/small.yaml");
        assertThat(read).containsExactly("-");
    }

    /** Settings that name another fleet, of whatever name, are as a change of the fleet's file. */
    @ParameterizedTest
    @CsvSource({"fleet, fleet", "fleet, other", "other, fleet", "model, fleet", "fleet, model"})
    void fleetThatTheSettingsOfTheBaseNameIsThatOfTheBase(String ofBase, String ofHead) throws Exception {
        String half = FLEET.replace("count: 4", "count: 2");
        commit("other/slices.yaml", FLEET);
        write(ofHead + "/slices.yaml", half);
        FleetSettings.Source disk = (path, fleet, objects) -> {
            String text = path.equals(ofHead) ? half : FLEET;
            new FleetFiles(objects::addStored)
                    .add(path, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        };
        String base = ofBase.equals("model") ? ofBase : folder.resolve(ofBase).toString();
        String head = ofHead.equals("model") ? ofHead : folder.resolve(ofHead).toString();

        assertThat(validated(head, base, false, disk).findings())
                .extracting(Finding::file)
                .containsExactly("m/middle.yaml");
    }

    private List<String> findings() throws IOException {
        return validated(folder.resolve("fleet").toString(), false).findings().stream()
                .map(finding -> finding.file() + " " + finding.severity() + " " + finding.origin() + " "
                        + finding.path() + ": " + finding.message())
                .toList();
    }

    @Test
    void unchangedWorkloadIsNotReported() throws IOException {
        assertThat(findings()).isEmpty();
        assertThat(validated("fleet", true).findings())
                .extracting(finding -> finding.file() + " " + finding.known())
                .containsExactly("m/large.yaml true", "m/small.yaml true");
    }

    @Test
    void narrowedClassIsReportedForWorkloads() throws IOException {
        write("m/class.yaml", CLASS.replace("20Gi", "60Gi"));

        assertThat(findings())
                .satisfiesExactly(
                        middle -> assertThat(middle)
                                .startsWith("m/middle.yaml error fit "
                                        + "spec.spec.devices.requests[0].exactly.deviceClassName: Pod"
                                        + " ml/middle: never fits"),
                        small -> assertThat(small)
                                .startsWith("m/small.yaml error fit"
                                        + " spec.spec.devices.requests[0].exactly.deviceClassName: Pod"
                                        + " ml/small: never fits this fleet (1 node): claim"
                                        + " ml/small: spec.devices.requests[0] \"gpu\": 1 device of class"
                                        + " gpu; 0 devices of the"
                                        + " class")
                                .endsWith("; in main it fits"));
    }

    @Test
    void raisedCountIsReportedOnlyForItsPod() throws IOException {
        write("m/small.yaml", POD.formatted("small", 4));

        assertThat(findings())
                .filteredOn(finding -> finding.contains(" fitNow "))
                .singleElement()
                .asString()
                .startsWith("m/small.yaml warning fitNow spec.resourceClaims: does not fit now; fits 1 of 1 node when"
                        + " other")
                .endsWith("; in main it fits");
    }

    @Test
    void addedTaintIsReportedForWorkloads() throws IOException {
        write(
                "fleet/slices.yaml",
                FLEET.replace("count: 4,", "count: 4, taints: [{key: broken, effect: NoSchedule}],"));

        assertThat(findings()).hasSize(2).allMatch(finding -> finding.contains("tainted, not tolerated"));
    }

    @Test
    void failingExpressionIsError() throws IOException {
        write("m/class.yaml", CLASS.replace(".memory", ".memry"));

        assertThat(findings())
                .hasSize(2)
                .allMatch(finding ->
                        finding.contains("error fit spec.resourceClaims: scheduling fails with an error: class gpu: "));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "2, 1", "4, 2", "5, 1"})
    void newWorkloadIsCheckedAgainstFleet(int count, int findings) throws IOException {
        write("m/new.yaml", count == 0 ? "" : POD.formatted("new", count));

        assertThat(findings()).hasSize(findings);
    }

    private static final String DEPLOYMENT = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: serve, namespace: ml}
            spec:
              replicas: %d
              template:
                spec:
                  resourceClaims:
                  - {name: gpu, resourceClaimTemplateName: serve}
                  containers:
                  - {name: c, image: x, resources: {claims: [{name: gpu}]}}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaimTemplate
            metadata: {name: serve, namespace: ml}
            spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}}
            """;

    @Test
    void moreReplicasThanThereAreDevicesAreFound() throws IOException, GitAPIException {
        write("m/small.yaml", "");
        write("m/middle.yaml", "");
        commit("m/serve.yaml", DEPLOYMENT.formatted(3));
        write("m/serve.yaml", DEPLOYMENT.formatted(70));

        assertThat(findings())
                .containsExactly(
                        "m/serve.yaml error fitTogether spec.template.spec.resourceClaims: 67 of 70 replicas of"
                                + " Deployment ml/serve do not fit at the same time: the workloads need 70 devices of"
                                + " class gpu, but there are 4; in main they fit");
    }

    @Test
    void smallerFleetIsReportedForWorkloads() throws IOException, GitAPIException {
        write("m/small.yaml", "");
        write("m/middle.yaml", "");
        commit("m/serve.yaml", DEPLOYMENT.formatted(3));
        write("fleet/slices.yaml", FLEET.replace("count: 4,", "count: 2,"));

        assertThat(findings())
                .containsExactly("m/serve.yaml error fitTogether spec.template.spec.resourceClaims: 2 of 3 replicas of"
                        + " Deployment ml/serve do not fit at the same time: the workloads need 3 devices of class gpu,"
                        + " but there are 2; in main they fit");
        write("fleet/slices.yaml", FLEET);
        assertThat(findings()).isEmpty();
    }

    @Test
    void deletedTemplateIsOneFinding() throws IOException {
        write("m/small.yaml", POD.formatted("small", 1).replaceFirst("(?s)---.*", ""));

        assertThat(findings()).singleElement().asString().contains(" deleted ");
    }

    /** As for files of a check: {@code **}{@code /} is any folders, or none. */
    @ParameterizedTest
    @CsvSource({"fleet", "fleet/slices.yaml", "**/slices.yaml", "fleet/**/slices.yaml", "'f*/{slices,nodes}.y[a]ml'"})
    void fleetIsFoundByFileFolderOrPattern(String fleet) throws IOException {
        write("fleet/slices.yaml", FLEET.replace("count: 4,", "count: 1,"));

        assertThat(validated(folder.resolve(fleet).toString(), false).findings())
                .isNotEmpty()
                .allMatch(finding -> finding.message().contains("fits"));
    }

    @Test
    void fleetMissingInBaseIsNotAChange() throws IOException {
        write("other/fleet.yaml", FLEET.replace("40Gi", "10Gi"));

        assertThat(validated(folder.resolve("other").toString(), false).findings())
                .isEmpty();
    }

    @Test
    void newDanglingReferenceIsWarning() throws IOException {
        write(
                "m/small.yaml",
                POD.formatted("small", 1)
                        .replace("resourceClaimTemplateName: small}", "resourceClaimTemplateName: none}"));

        assertThat(findings())
                .anyMatch(finding -> finding.startsWith("m/small.yaml warning unknownClaimTemplate"
                        + " spec.resourceClaims[0].resourceClaimTemplateName: ResourceClaimTemplate"
                        + " ml/none is not in the input; add it, or fix the name"));
    }

    @Test
    void suppressionAppliesInUnchangedFile() throws IOException, GitAPIException {
        commit(
                "m/small.yaml",
                POD.formatted("small", 1).replace("spec: {spec", "# drawbridge: ignore=fit,cel known\nspec: {spec"));
        write("m/class.yaml", CLASS.replace("20Gi", "60Gi"));

        assertThat(findings()).singleElement().asString().startsWith("m/middle.yaml");
    }
}
