package dev.drawbridge.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Random nodes, devices, claims and pods, the same for the same seed: each scenario has nodes of its own, up to two
 * other pods, which may stay pending, and the pod that is asked about. Their classes are those of the scenarios in
 * files.
 */
final class RandomScenarios {

    private static final List<String> SELECTORS = List.of(
            "device.attributes[\"gpu.example.com\"].?model.orValue(\"\") == \"big\"",
            "device.attributes[\"gpu.example.com\"].?numa.orValue(7) == 0",
            "device.capacity[\"gpu.example.com\"].memory.compareTo(quantity(\"20Gi\")) >= 0",
            "device.attributes[\"gpu.example.com\"].index < 2",
            "has(device.attributes[\"example.com\"].root)",
            "device.attributes[\"gpu.example.com\"].none == \"x\"");

    private final YAMLMapper yaml = new YAMLMapper();
    private final Random random;

    private RandomScenarios(long seed) {
        random = new Random(seed);
    }

    static List<ScheduledScenario> of(long seed, int count) {
        RandomScenarios scenarios = new RandomScenarios(seed);
        return IntStream.range(0, count)
                .mapToObj(i -> scenarios.scenario("random-" + i))
                .toList();
    }

    private boolean one(int of) {
        return random.nextInt(of) == 0;
    }

    private String any(String... values) {
        return values[random.nextInt(values.length)];
    }

    private ObjectNode object(String text) {
        return (ObjectNode) yaml.readTree(text);
    }

    private ScheduledScenario scenario(String name) {
        List<ObjectNode> objects = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            String node = name + "-" + i;
            objects.add(object("""
                    apiVersion: v1
                    kind: Node
                    metadata: {name: %s, labels: {fleet: %s, zone: %s}}
                    spec: {taints: [%s]}
                    status: {allocatable: {cpu: 32, pods: 110%s}}
                    """.formatted(
                            node,
                            name,
                            any("a", "b"),
                            one(10) ? "{key: t, effect: NoSchedule}" : "",
                            one(3) ? ", example.com/gpu: 2" : "")));
            objects.add(slice(node, name, one(8)));
        }
        List<String> shared = new ArrayList<>();
        int others = one(2) ? 0 : random.nextInt(3);
        for (int i = 0; i <= others; i++) {
            pod(i == others ? "pod" : "other-" + i, name, shared, objects);
        }
        return new ScheduledScenario(name, "", List.of(), objects);
    }

    private ObjectNode slice(String node, String fleet, boolean isOfZone) {
        List<String> devices = new ArrayList<>();
        for (int i = 1 + random.nextInt(6); i > 0; i--) {
            devices.add("{name: gpu-%d, attributes: {index: {int: %d}%s%s%s}, capacity: {memory: {value: %s}}%s}"
                    .formatted(
                            i,
                            i,
                            one(20) ? "" : ", model: {string: " + any("small", "big") + "}",
                            one(4) ? "" : ", numa: {int: " + random.nextInt(2) + "}",
                            one(3) ? ", example.com/root: {string: " + any("r0", "r1") + "}" : "",
                            any("10Gi", "20Gi", "40Gi"),
                            one(6)
                                    ? ", taints: [{key: broken, value: %s, effect: %s}]"
                                            .formatted(any("x", "y"), any("NoSchedule", "NoExecute"))
                                    : ""));
        }
        String place = isOfZone
                ? "nodeSelector: {nodeSelectorTerms: [{matchExpressions: [{key: fleet, operator: In, values: [%s]}"
                                .formatted(fleet)
                        + ", {key: zone, operator: %s, values: [a]}]}]}".formatted(any("In", "NotIn"))
                : "nodeName: " + node;
        return object("""
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: %1$s}
                spec: {driver: gpu.example.com, %2$s, pool: {name: %1$s, generation: 1, resourceSliceCount: 1}, devices: [%3$s]}
                """.formatted(node, place, String.join(", ", devices)));
    }

    private void pod(String name, String fleet, List<String> shared, List<ObjectNode> objects) {
        List<String> claims = new ArrayList<>();
        for (int i = one(4) ? 2 : 1; i > 0; i--) {
            String own = name + "-" + i;
            if (i == 1 && !shared.isEmpty() && one(3)) {
                claims.add("resourceClaimName: " + shared.get(random.nextInt(shared.size())));
            } else if (one(2)) {
                objects.add(object("{apiVersion: resource.k8s.io/v1, kind: ResourceClaimTemplate, metadata: {name: %s}"
                                .formatted(own)
                        + ", spec: {spec: {devices: " + devices() + "}}}"));
                claims.add("resourceClaimTemplateName: " + own);
            } else {
                objects.add(object(
                        "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: %s}".formatted(own)
                                + ", spec: {devices: " + devices() + "}}"));
                claims.add("resourceClaimName: " + own);
                shared.add(own);
            }
        }
        List<String> names =
                IntStream.range(0, claims.size()).mapToObj(i -> "{name: c" + i).toList();
        objects.add(object("""
                apiVersion: v1
                kind: Pod
                metadata: {name: %s}
                spec:
                  nodeSelector: {fleet: %s%s}
                  tolerations: [%s]
                  resourceClaims: [%s]
                  initContainers: [%s]
                  containers: [{name: main, image: x, resources: {%sclaims: [%s}]}}]
                """.formatted(
                        name,
                        fleet,
                        one(4) ? ", zone: " + any("a", "b") : "",
                        one(10) ? "{operator: Exists}" : "",
                        IntStream.range(0, claims.size())
                                .mapToObj(i -> names.get(i) + ", " + claims.get(i) + "}")
                                .collect(Collectors.joining(", ")),
                        one(6)
                                ? "{name: i, image: x, %sresources: {%s}}"
                                        .formatted(any("", "restartPolicy: Always, "), any(extended(), ""))
                                : "",
                        one(3) ? extended() + ", " : "",
                        String.join("}, ", names))));
    }

    private String extended() {
        return "limits: {example.com/%s: %s}".formatted(any("gpu", "other"), any("1", "1", "2"));
    }

    private String devices() {
        List<String> requests = new ArrayList<>();
        for (int i = any("0", "0", "1", "2").charAt(0) - '0'; i >= 0; i--) {
            requests.add(
                    one(5)
                            ? "{name: r%d, firstAvailable: [{name: a, %s}, {name: b, %s}]}"
                                    .formatted(i, request(), request())
                            : "{name: r%d, exactly: {%s}}".formatted(i, request()));
        }
        return "{requests: [%s], constraints: [%s]}"
                .formatted(
                        String.join(", ", requests),
                        one(4)
                                ? "{%s: %s}"
                                        .formatted(
                                                any("matchAttribute", "distinctAttribute"),
                                                any("gpu.example.com/numa", "example.com/root"))
                                : "");
    }

    private String request() {
        return "deviceClassName: " + any("gpu", "gpu", "gpu", "gpu", "gpu", "big", "other")
                + (one(5) ? ", selectors: [{cel: {expression: '" + any(SELECTORS.toArray(String[]::new)) + "'}}]" : "")
                + any("", "", "", ", count: 2", ", allocationMode: All")
                + (one(7) ? ", tolerations: [{key: broken, operator: Equal, value: %s}]".formatted(any("x", "y")) : "")
                + (one(7) ? ", capacity: {requests: {memory: %s}}".formatted(any("5Gi", "15Gi")) : "");
    }
}
