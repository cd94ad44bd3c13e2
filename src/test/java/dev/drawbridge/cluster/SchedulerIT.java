package dev.drawbridge.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.cluster.RealCluster.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tests of the answers of {@code fit --cluster} with real schedulers. Each pod has its own nodes, so that pods do not
 * wait for each other's devices: a scheduler learns late of a deleted claim, and its first attempt fails. The setup is
 * that of {@link ClusterIT}, with kube-controller-manager and kube-scheduler in the folder.
 */
@Tag("cluster")
@Isolated
class SchedulerIT {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String START =
            Path.of("target/drawbridge/bin/drawbridge").toAbsolutePath().toString();
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int RANDOM = 150;

    @TempDir
    private static Path folder;

    /** The outcome for a pod. */
    private record Outcome(String node, String reason, String message) {}

    @ParameterizedTest
    @ValueSource(strings = {"KUBEBUILDER_ASSETS", "KUBEBUILDER_ASSETS_NEXT"})
    void podsAreBoundOnlyToPredictedNodes(String variable) throws Exception {
        Path assets = RealCluster.assets(variable);
        Path own = Files.createDirectories(folder.resolve(variable));
        try (RealCluster cluster = new RealCluster(assets, own)) {
            Assumptions.assumeTrue(cluster.minor() >= 36, "extended resources are on by default since 1.36");
            try (RealScheduler scheduler = new RealScheduler(assets, cluster, own)) {
                List<ScheduledScenario> scenarios = ScheduledScenario.of(cluster.minor());
                List<String> differences = compare(cluster, own, scenarios);
                assertThat(scheduler.isAlive()).isTrue();
                assertThat(differences).isEmpty();
                System.out.println("1." + cluster.minor() + ": " + scenarios.size()
                        + " pods bound or refused by the real scheduler as fit said");
            }
        }
    }

    /** Pods on random devices; {@code -Dscheduler.seed=2} chooses others. */
    @ParameterizedTest
    @ValueSource(strings = {"KUBEBUILDER_ASSETS", "KUBEBUILDER_ASSETS_NEXT"})
    void randomPodsAreDecidedAsPredicted(String variable) throws Exception {
        Path assets = RealCluster.assets(variable);
        Path own = Files.createDirectories(folder.resolve("random-" + variable));
        try (RealCluster cluster = new RealCluster(assets, own)) {
            Assumptions.assumeTrue(cluster.minor() >= 36, "extended resources are on by default since 1.36");
            try (RealScheduler scheduler = new RealScheduler(assets, cluster, own)) {
                List<ScheduledScenario> scenarios = RandomScenarios.of(Long.getLong("scheduler.seed", 1), RANDOM);
                prepare(cluster, scenarios);
                Map<String, JsonNode> answers = fit(cluster, own, scenarios);
                for (ScheduledScenario each : scenarios) {
                    create(cluster, each.name(), each.pod());
                }
                await("each pod is bound or tried", () -> isTried(cluster, "pod"));
                Map<String, Outcome> outcomes = outcomes(cluster, "pod");
                assertThat(scheduler.isAlive()).isTrue();
                List<String> differences = new ArrayList<>();
                answers.forEach((name, answer) -> {
                    Outcome outcome = outcomes.get(name);
                    if (!isAsPredicted(answer, outcome)) {
                        differences.add(name + ": " + answer + ", and the scheduler: " + outcome);
                    }
                });
                assertThat(answers).hasSize(RANDOM);
                assertThat(differences).isEmpty();
                long bound = outcomes.values().stream()
                        .filter(outcome -> !outcome.node().isEmpty())
                        .count();
                assertThat(bound).isGreaterThan(RANDOM / 5);
                System.out.println("1." + cluster.minor() + ": " + bound + " of " + RANDOM
                        + " random pods bound by the real scheduler, and the others refused, as fit said");
            }
        }
    }

    private static boolean isAsPredicted(JsonNode answer, Outcome outcome) {
        List<String> now = new ArrayList<>();
        answer.path("nodesNow").forEach(node -> now.add(node.asString()));
        return switch (answer.path("answer").asString()) {
            case "unknown" -> true;
            case "error" -> outcome.node().isEmpty() && outcome.reason().equals("SchedulerError");
            default -> outcome.node().isEmpty() ? now.isEmpty() : now.contains(outcome.node());
        };
    }

    private static boolean isTried(RealCluster cluster, String name) throws IOException {
        return outcomes(cluster, name).values().stream()
                .noneMatch(
                        outcome -> outcome.node().isEmpty() && outcome.reason().isEmpty());
    }

    private static List<String> compare(RealCluster cluster, Path own, List<ScheduledScenario> scenarios)
            throws Exception {
        prepare(cluster, scenarios);
        Map<String, JsonNode> answers = fit(cluster, own, scenarios);
        for (ScheduledScenario each : scenarios) {
            create(cluster, each.name(), each.pod());
        }
        awaitOrGoOn(() -> {
            Map<String, Outcome> now = outcomes(cluster, "pod");
            return scenarios.stream().allMatch(each -> isSettled(each, now.get(each.name())));
        });
        List<String> differences = new ArrayList<>();
        Map<String, Outcome> outcomes = outcomes(cluster, "pod");
        for (ScheduledScenario each : scenarios) {
            JsonNode answer = answers.get(each.name());
            Outcome outcome = outcomes.get(each.name());
            if (!answer.path("answer").asString().equals(each.answer()) || !agrees(each, answer, outcome)) {
                differences.add(each.name() + ": " + answer + ", and the scheduler: " + outcome);
            }
        }
        differences.addAll(pending(cluster, own, scenarios));
        differences.addAll(freed(cluster, scenarios));
        return differences;
    }

    /**
     * Whether a pod that fits is bound and any other was tried; the scheduler does not try pods whose claims are
     * missing or being deleted.
     */
    private static boolean isSettled(ScheduledScenario scenario, Outcome now) {
        boolean isTried =
                !scenario.answer().equals("unknown") && !scenario.answer().equals("blocked");
        return !now.node().isEmpty()
                || scenario.nodes().isEmpty() && (!isTried || !now.reason().isEmpty());
    }

    private static boolean agrees(ScheduledScenario scenario, JsonNode answer, Outcome outcome) {
        List<String> now = new ArrayList<>();
        answer.path("nodesNow").forEach(node -> now.add(node.asString()));
        boolean isSameNow = scenario.endsByItself() ? now.isEmpty() : now.equals(scenario.nodes());
        boolean isSameError = !outcome.node().isEmpty()
                || outcome.reason().isEmpty()
                || !scenario.answer().equals("error")
                || outcome.reason().equals("SchedulerError");
        boolean isBoundThere = scenario.nodes().isEmpty()
                ? outcome.node().isEmpty()
                : scenario.nodes().contains(outcome.node());
        return isSameNow && isSameError && isBoundThere;
    }

    /** Waiting pods in the cluster, with their status, have the same answer. */
    private static List<String> pending(RealCluster cluster, Path own, List<ScheduledScenario> scenarios)
            throws Exception {
        ObjectNode list = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "List");
        ArrayNode items = list.putArray("items");
        for (JsonNode pod :
                cluster.get("/api/v1/pods?fieldSelector=spec.nodeName=").body().path("items")) {
            items.add(((ObjectNode) pod).put("apiVersion", "v1").put("kind", "Pod"));
        }
        Map<String, JsonNode> answers = fit(cluster, Files.writeString(own.resolve("pending.json"), list.toString()));
        List<String> differences = new ArrayList<>();
        for (ScheduledScenario each : scenarios) {
            JsonNode answer = answers.get(each.name());
            if (each.nodes().isEmpty() && !answer.path("answer").asString().equals(each.answer())) {
                differences.add(each.name() + " as it waits: " + answer);
            }
        }
        return differences;
    }

    /** Pods are bound after the pods that they waited for are removed. */
    private static List<String> freed(RealCluster cluster, List<ScheduledScenario> scenarios) throws Exception {
        List<ScheduledScenario> waiting = scenarios.stream()
                .filter(each -> !each.holders().isEmpty() && each.nodes().isEmpty())
                .toList();
        assertThat(waiting).isNotEmpty();
        for (ScheduledScenario each : waiting) {
            cluster.kubectl("delete", "pod", "holder", "--namespace=" + each.name(), "--force", "--grace-period=0");
        }
        List<String> differences = new ArrayList<>();
        awaitOrGoOn(() -> {
            Map<String, Outcome> now = outcomes(cluster, "pod");
            return waiting.stream()
                    .noneMatch(each -> now.get(each.name()).node().isEmpty());
        });
        Map<String, Outcome> now = outcomes(cluster, "pod");
        waiting.stream()
                .filter(each -> now.get(each.name()).node().isEmpty())
                .forEach(each -> differences.add(each.name() + " is not bound: " + now.get(each.name())));
        return differences;
    }

    private static void prepare(RealCluster cluster, List<ScheduledScenario> scenarios) throws Exception {
        for (ObjectNode each : ScheduledScenario.classes()) {
            create(cluster, "", each);
        }
        for (ScheduledScenario each : scenarios) {
            cluster.post("/api/v1/namespaces", """
                    {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "%s"}}""".formatted(each.name()));
            for (ObjectNode object : each.before()) {
                create(cluster, each.name(), object);
            }
        }
        await(
                "every namespace has its service account",
                () -> scenarios.stream()
                        .allMatch(each ->
                                isThere(cluster, "/api/v1/namespaces/" + each.name() + "/serviceaccounts/default")));
        for (ScheduledScenario each : scenarios) {
            for (ObjectNode holder : each.holders()) {
                create(cluster, each.name(), holder);
            }
        }
        await(
                "the other pods are bound",
                () -> outcomes(cluster, "holder").values().stream()
                        .noneMatch(outcome -> outcome.node().isEmpty()));
        await("the random pods are bound or tried", () -> isTried(cluster, "other-0") && isTried(cluster, "other-1"));
    }

    private static boolean isThere(RealCluster cluster, String path) {
        try {
            return cluster.get(path).isOk();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Creates an object with its status; one with a deletionTimestamp is deleted, and remains because of its
     * finalizers.
     */
    private static void create(RealCluster cluster, String namespace, ObjectNode object) throws IOException {
        String collection = collection(object, namespace);
        Answer created = cluster.post(collection, JSON.writeValueAsString(object));
        if (!created.isOk()) {
            throw new IllegalStateException(object + ": " + created);
        }
        String path = collection + "/" + object.path("metadata").path("name").asString();
        if (object.path("kind").asString().equals("Node")) {
            // An admission plugin adds a not-ready taint to each new node.
            ObjectNode spec = JSON.createObjectNode();
            spec.set(
                    "taints",
                    object.path("spec").path("taints").isMissingNode()
                            ? JSON.createArrayNode()
                            : object.path("spec").path("taints"));
            cluster.patch(
                    path,
                    "merge-patch",
                    JSON.createObjectNode().set("spec", spec).toString());
        }
        if (object.has("status")) {
            ObjectNode status = JSON.createObjectNode();
            status.set("status", object.get("status"));
            Answer patched = cluster.patch(path + "/status", "merge-patch", status.toString());
            if (!patched.isOk()) {
                throw new IllegalStateException(object + ": " + patched);
            }
        }
        if (object.path("metadata").has("deletionTimestamp")) {
            cluster.delete(path);
        }
    }

    private static String collection(ObjectNode object, String namespace) {
        String kind = object.path("kind").asString();
        String plural = kind.equals("DeviceClass") ? "deviceclasses" : kind.toLowerCase(Locale.ROOT) + "s";
        boolean isNamespaced = kind.equals("Pod") || kind.startsWith("ResourceClaim");
        String version = object.path("apiVersion").asString();
        return (version.equals("v1") ? "/api/" : "/apis/") + version + (isNamespaced ? "/namespaces/" + namespace : "")
                + "/" + plural;
    }

    /** The outcomes for the pods of this name, by namespace. */
    private static Map<String, Outcome> outcomes(RealCluster cluster, String name) throws IOException {
        Map<String, Outcome> outcomes = new TreeMap<>();
        for (JsonNode pod : cluster.get("/api/v1/pods?fieldSelector=metadata.name=" + name)
                .body()
                .path("items")) {
            String reason = "";
            String message = "";
            for (JsonNode condition : pod.path("status").path("conditions")) {
                if (condition.path("type").asString().equals("PodScheduled")) {
                    reason = condition.path("reason").asString("");
                    message = condition.path("message").asString("");
                }
            }
            outcomes.put(
                    pod.path("metadata").path("namespace").asString(),
                    new Outcome(pod.path("spec").path("nodeName").asString(""), reason, message));
        }
        return outcomes;
    }

    /** The answers of {@code fit} before the pods are created, by namespace. */
    private static Map<String, JsonNode> fit(RealCluster cluster, Path own, List<ScheduledScenario> scenarios)
            throws Exception {
        ObjectNode list = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "List");
        ArrayNode items = list.putArray("items");
        for (ScheduledScenario each : scenarios) {
            ObjectNode pod = each.pod().deepCopy();
            ((ObjectNode) pod.get("metadata")).put("namespace", each.name());
            items.add(pod);
        }
        return fit(cluster, Files.writeString(own.resolve("pods.json"), list.toString()));
    }

    private static Map<String, JsonNode> fit(RealCluster cluster, Path pods) throws Exception {
        ProcessBuilder fit = new ProcessBuilder(START, "fit", "--cluster", "--each", "-o", "json", pods.toString());
        fit.environment().put("KUBECONFIG", cluster.kubeconfig().toString());
        Process process = fit.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isLessThan(2);
        Map<String, JsonNode> answers = new LinkedHashMap<>();
        for (JsonNode each : JSON.readTree(output).path("workloads")) {
            answers.put(each.path("namespace").asString(), each);
        }
        return answers;
    }

    private static void await(String what, Callable<Boolean> isSo) throws Exception {
        if (!awaitOrGoOn(isSo)) {
            throw new IllegalStateException("not so in " + PATIENCE + ": " + what);
        }
    }

    /** Waits for a condition; returns false on timeout. */
    private static boolean awaitOrGoOn(Callable<Boolean> isSo) throws Exception {
        Instant end = Instant.now().plus(PATIENCE);
        while (!isSo.call()) {
            if (Instant.now().isAfter(end)) {
                return false;
            }
            Thread.sleep(500);
        }
        return true;
    }
}
