package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.fit.Fit;
import dev.drawbridge.fleet.ClusterInfo;
import dev.drawbridge.fleet.DeviceHolders;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.schema.GateSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of {@code drawbridge fleet --group-by}. */
class FleetGroupsTest extends CommandLineTest {

    private static final String FLEET = """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: gpu}
            spec: {selectors: [{cel: {expression: 'device.driver == "gpu.example.com"'}}]}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: a}
            spec:
              driver: gpu.example.com
              nodeName: node-a
              devices: [{name: gpu, count: 4}]
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: b}
            spec:
              driver: gpu.example.com
              nodeName: node-b
              devices: [{name: gpu, count: 2}]
            ---
            apiVersion: apps/v1
            kind: ReplicaSet
            metadata:
              name: serve-5d8f
              namespace: web
              ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: serve, uid: u1, controller: true}]
            ---
            apiVersion: v1
            kind: Pod
            metadata:
              name: serve-5d8f-xk2p9
              namespace: web
              ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: serve-5d8f, uid: u2, controller: true}]
            spec: {nodeName: node-a, containers: [{name: c, image: x}]}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata:
              name: serve-5d8f-xk2p9-gpu-abcde
              namespace: web
              ownerReferences: [{apiVersion: v1, kind: Pod, name: serve-5d8f-xk2p9, uid: u3, controller: true}]
            spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}
            status:
              reservedFor: [{resource: pods, name: serve-5d8f-xk2p9, uid: u3}]
              allocation:
                allocationTimestamp: "2026-11-20T10:00:00Z"
                devices: {results: [{request: r, driver: gpu.example.com, pool: node-a, device: gpu-0}]}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: kept, namespace: ml}
            spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu, count: 2}}]}}
            status:
              allocation:
                allocationTimestamp: "2026-11-01T10:00:00Z"
                devices:
                  results:
                  - {request: r, driver: gpu.example.com, pool: node-a, device: gpu-1}
                  - {request: r, driver: gpu.example.com, pool: node-b, device: gpu-0}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaimTemplate
            metadata: {name: pair, namespace: ml}
            spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu, count: 2}}]}}}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaimTemplate
            metadata: {name: nine, namespace: ml}
            spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu, count: 9}}]}}}
            """;

    private String fleet = "";

    @BeforeEach
    void writeFleet() throws IOException {
        fleet = write("fleet.yaml", FLEET).toString();
    }

    @Test
    void claimsOfPodsAreCountedForTheWorkloadAtTheEndOfTheOwners() {
        assertThat(run("fleet", "--group-by", "workload", fleet)).isEqualTo(ExitCode.CLEAN);

        assertThat(out()).isEqualTo("""
                WORKLOAD               CLAIMS  DEVICES  SINCE
                Deployment web/serve   1       1        2026-11-20T10:00:00Z
                ResourceClaim ml/kept  1       2        2026-11-01T10:00:00Z

                """);
    }

    @Test
    void nodesShowFreeDevicesAndHolders() {
        run("fleet", "--group-by", "node", fleet);

        assertThat(out()).isEqualTo("""
                NODE    DEVICES  TAKEN  FREE  UNUSABLE  BLOCKED  TAINTED  CLAIMS  SINCE
                node-a  4        2      2     0         0        0        2       2026-11-01T10:00:00Z
                node-b  2        1      1     0         0        0        1       2026-11-01T10:00:00Z

                """);
    }

    @Test
    void freeDevicesAreCountedInClaimsOfEachTemplate() {
        run("fleet", "--group-by", "template", fleet);

        // Two devices are free on node-a and one on node-b, so only one pair fits.
        assertThat(out()).isEqualTo("""
                TEMPLATE  MORE  ANSWER
                ml/nine   0     never
                ml/pair   1     fits

                """);
    }

    @Test
    void templatesAreNotCountedOnceTheTimeForAllIsOver() throws IOException {
        FleetInput input = new FleetInput(new FleetBuilder("default"), Fit.newestKnown(), GateSettings.DEFAULTS);
        input.addFleet(fleet);
        FleetScheduler scheduler = FleetScheduler.of(null, null, ClusterInfo.UNKNOWN, null, note -> {});
        Fleet shown = FleetCommand.shown(input.fleet(), scheduler);
        FleetTables tables =
                new FleetTables(shown, scheduler, new DeviceHolders(shown, input.owners()), false, Duration.ZERO);

        assertThat(tables.of(List.of("template")))
                .singleElement()
                .satisfies(table -> assertThat(table.rows())
                        .hasSize(2)
                        .allSatisfy(row -> assertThat(row.get(2))
                                .isEqualTo("not counted within 0 s for all templates; set --time-limit")));
    }

    @Test
    void severalGroupsAreSeveralTables() {
        run("fleet", "--group-by", "namespace,class", "-o", "json", fleet);

        assertThat(out()).contains("\"byNamespace\"").contains("\"byClass\"").contains("\"devices\" : 3");
    }

    @Test
    void csvQuotesCommasAndAllowsOneGroup() {
        run("fleet", "--group-by", "claim", "-o", "csv", fleet);

        assertThat(out()).isEqualTo("""
                claim,devices,since
                ml/kept,2,2026-11-01T10:00:00Z
                web/serve-5d8f-xk2p9-gpu-abcde,1,2026-11-20T10:00:00Z
                """);
        assertThat(run("fleet", "-o", "csv", fleet)).isEqualTo(ExitCode.USAGE);
        assertThat(err()).contains("set --group-by to one of namespace, workload");
    }

    @Test
    void wideShowsClassesNodesAndPodsOfEachClaim() {
        run("fleet", "-o", "wide", fleet);

        assertThat(out()).contains("DRIVER").contains("""
                        CLAIM                           DEVICES  SINCE                 CLASSES  NODES           WORKLOADS              PODS
                        ml/kept                         2        2026-11-01T10:00:00Z  gpu      node-a, node-b  ResourceClaim ml/kept
                        """);
    }

    @Test
    void unknownGroupsAreUsageErrors() {
        assertThat(run("fleet", "--group-by", "team", fleet)).isEqualTo(ExitCode.USAGE);
        assertThat(err())
                .contains("invalid value \"team\"; expected: namespace, workload, class, node, claim, template");
    }

    @Test
    void namesCannotMoveTheCursorOrBecomeFormulas() throws IOException {
        String hostile = write("hostile.yaml", """
                apiVersion: v1
                kind: List
                items:
                - apiVersion: v1
                  kind: Pod
                  metadata: {name: p, namespace: ml, ownerReferences: [{kind: "=cmd\\e[2J,", name: 報告, controller: true}]}
                - apiVersion: resource.k8s.io/v1
                  kind: ResourceClaim
                  metadata: {name: c, namespace: ml, ownerReferences: [{kind: Pod, name: p, uid: u, apiVersion: v1, controller: true}]}
                  spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}
                  status: {allocation: {devices: {results: [{request: r, driver: d.example.com, pool: p, device: d}]}}}
                """).toString();

        run("fleet", "--group-by", "workload", "-o", "csv", hostile);
        assertThat(out()).contains("\"'=cmd\\u001b[2J, ml/報告\",1,1,unknown");
        run("fleet", "--group-by", "workload", hostile);
        assertThat(out()).contains("=cmd\\u001b[2J, ml/報告  1       1        unknown");
    }
}
