package dev.drawbridge.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.SharedData;
import dev.drawbridge.cluster.RealCluster.Answer;
import dev.drawbridge.document.Document;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.resource.rule.AdminAccessNeedsLabel;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.schema.UnknownFields;
import dev.drawbridge.validation.ApiServer;
import dev.drawbridge.validation.ValidationRequest;
import dev.drawbridge.validation.Validator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tests of the packaged webhook with a real API server: {@code mvn -Pcluster verify}, with {@code KUBEBUILDER_ASSETS}
 * set to a folder with kube-apiserver and etcd. {@code KUBEBUILDER_ASSETS_NEXT} is the folder of the next release, for
 * the upgrade.
 */
@Tag("cluster")
@Isolated
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClusterIT {

    private static final JsonMapper JSON = JsonMapper.shared();

    private static final Map<String, String> ADMIN_ACCESS =
            Map.of(AdminAccessNeedsLabel.LABEL, "true", AdminAccessNeedsLabel.FIRST_LABEL, "true");

    @TempDir
    private static Path folder;

    private @Nullable RealCluster cluster;
    private int webhooks;

    @BeforeAll
    void start() throws Exception {
        cluster = new RealCluster(
                RealCluster.assets("KUBEBUILDER_ASSETS"), Files.createDirectories(folder.resolve("cluster")));
    }

    @AfterAll
    void stop() throws Exception {
        if (cluster != null) {
            cluster.close();
        }
    }

    private RunningWebhook webhook(String failurePolicy, String... settings) throws Exception {
        return new RunningWebhook(cluster, folder.resolve("webhook-" + webhooks++), failurePolicy, settings);
    }

    private String ownRelease() {
        return "--drawbridge.kubernetes.release=1." + cluster.minor();
    }

    @Test
    void allWritesOfAllKindsAndVersionsAreReviewedAndAllowed() throws Exception {
        List<String> problems = new ArrayList<>();
        int writes = 0;
        try (RunningWebhook webhook = webhook("Fail", ownRelease())) {
            double before = webhook.reviews();
            for (Served kind : Served.by(cluster)) {
                String sample = Samples.of(kind.version(), kind.kind());
                String object = kind.collection() + "/sample";
                String apply = sample.replace("\"name\":\"sample\"", "\"name\":\"sample\",\"labels\":{\"s\":\"s\"}");
                Map<String, Answer> answers = new HashMap<>();
                answers.put("dry run", cluster.post(kind.collection() + "?dryRun=All", sample));
                answers.put("create", cluster.post(kind.collection() + "?fieldValidation=Strict", sample));
                answers.put("update", cluster.put(object, cluster.get(object).body()));
                answers.put(
                        "merge patch",
                        cluster.patch(object, "merge-patch", "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}"));
                answers.put(
                        "JSON patch",
                        cluster.patch(
                                object,
                                "json-patch",
                                "[{\"op\":\"add\",\"path\":\"/metadata/labels/c\",\"value\":\"d\"}]"));
                answers.put("apply", cluster.patch(object + "?fieldManager=test&force=true", "apply-patch", apply));
                if (kind.hasStatus()) {
                    String status = Samples.status(kind.version(), kind.kind());
                    answers.put("status", cluster.patch(object + "/status", "merge-patch", status));
                    answers.put(
                            "status as it is",
                            cluster.put(object + "/status", cluster.get(object).body()));
                }
                writes += answers.size();
                answers.put("delete", cluster.delete(object));
                answers.forEach((write, answer) -> {
                    boolean isUnchecked = answer.warnings().stream().anyMatch(text -> text.contains("not checked"));
                    if (!answer.isOk() || isUnchecked) {
                        problems.add(kind + " " + write + ": " + answer);
                    }
                });
            }
            assertThat(problems).isEmpty();
            // A retried apply is reviewed twice.
            assertThat(webhook.reviews() - before).isGreaterThanOrEqualTo(writes);
        }
        System.out.println("1." + cluster.minor() + ": " + writes + " writes reviewed and allowed");
    }

    /**
     * The function semver has a second parameter since 1.34: rules of 1.32 refuse it, and v1beta1 is served by both.
     */
    @Test
    void itemsOfListAreReviewedAndKubectlPrintsSource() throws Exception {
        Assumptions.assumeTrue(
                cluster.minor() >= 34, "no two releases serve v1alpha2 by rules that differ in an expression");
        String right = Samples.of("v1beta1", "DeviceClass");
        String wrong = right.replace("sample", "wrong")
                .replace(
                        "device.driver == \\\"x.example.com\\\"",
                        "device.attributes[\\\"a.b\\\"].?x.orValue(semver(\\\"v1.2\\\", true))");
        Path list = folder.resolve("list.json");
        Files.writeString(list, "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[" + right + "," + wrong + "]}");
        try (RunningWebhook webhook = webhook("Fail", "--drawbridge.kubernetes.release=1.32")) {
            double before = webhook.reviews();
            String printed = cluster.kubectl("create", "--dry-run=server", "-f", list.toString());
            System.out.println(printed);
            assertThat(webhook.reviews() - before).isEqualTo(2);
            assertThat(printed)
                    .contains("deviceclass.resource.k8s.io/sample created (server dry run)")
                    .contains("The DeviceClass \"wrong\" is invalid: spec.selectors[0].cel.expression: ")
                    .contains("(drawbridge, Kubernetes 1.32)");
        }
        try (RunningWebhook webhook =
                webhook("Fail", "--drawbridge.kubernetes.release=1.32", "--drawbridge.mode=warn")) {
            String printed = cluster.kubectl("create", "--dry-run=server", "-f", list.toString());
            System.out.println(printed);
            assertThat(printed)
                    .contains("Warning: would be denied: spec.selectors[0].cel.expression: ")
                    .contains("deviceclass.resource.k8s.io/wrong created (server dry run)");
            webhook.await("would deny CREATE DeviceClass wrong");
        }
    }

    @Test
    void whileTheWebhookIsDownTheFailurePolicyDecides() throws Exception {
        Served kind = Served.by(cluster).get(0);
        String sample = Samples.of(kind.version(), kind.kind());
        for (String policy : List.of("Ignore", "Fail")) {
            try (RunningWebhook webhook = webhook(policy, ownRelease())) {
                webhook.stop();
                Answer answer = cluster.post(kind.collection() + "?dryRun=All", sample);
                assertThat(answer.isOk()).as(policy + ": " + answer).isEqualTo(policy.equals("Ignore"));
            }
        }
    }

    /** Objects that this release accepts and another refuses, stored before the webhook was installed. */
    @Test
    void storedObjectsAreNeverBlockedByAnyRelease() throws Exception {
        Map<String, RecordedObject> stored = new TreeMap<>();
        List<RecordedObject> candidates = RecordedObject.of(cluster, true);
        for (Served kind : Served.by(cluster)) {
            ObjectNode sample = JSON.readValue(Samples.of(kind.version(), kind.kind()), ObjectNode.class);
            candidates.add(new RecordedObject("sample", kind, sample));
        }
        for (RecordedObject one : candidates) {
            String name = "stored-" + stored.size();
            Answer created =
                    cluster.post(one.kind().collection(), one.named(name, "\"finalizers\":[\"x.example.com/f\"]"));
            if (created.isOk()) {
                stored.put(name, one);
            }
        }
        assertThat(stored).isNotEmpty();
        List<String> blocked = new ArrayList<>();
        int writes = 0;
        for (int minor = 30; minor <= 37; minor++) {
            try (RunningWebhook webhook = webhook("Fail", "--drawbridge.kubernetes.release=1." + minor)) {
                for (Map.Entry<String, RecordedObject> entry : stored.entrySet()) {
                    Served kind = entry.getValue().kind();
                    String object = kind.collection() + "/" + entry.getKey();
                    List<Answer> answers = new ArrayList<>();
                    answers.add(cluster.patch(
                            object, "merge-patch", "{\"metadata\":{\"labels\":{\"l\":\"" + minor + "\"}}}"));
                    answers.add(cluster.patch(
                            object + "?dryRun=All", "merge-patch", "{\"metadata\":{\"finalizers\":null}}"));
                    if (kind.hasStatus()) {
                        answers.add(cluster.put(
                                object + "/status", cluster.get(object).body()));
                    }
                    writes += answers.size();
                    answers.stream()
                            .filter(answer -> !answer.isOk())
                            .forEach(answer ->
                                    blocked.add(webhook + " " + entry.getValue().id() + " " + answer.body()));
                }
            }
        }
        try (RunningWebhook webhook = webhook("Fail", "--drawbridge.kubernetes.release=1.37")) {
            double before = webhook.reviews();
            for (Map.Entry<String, RecordedObject> entry : stored.entrySet()) {
                String object = entry.getValue().kind().collection() + "/" + entry.getKey();
                cluster.delete(object);
                Answer freed = cluster.patch(object, "merge-patch", "{\"metadata\":{\"finalizers\":null}}");
                if (!freed.isOk() || cluster.get(object).status() != 404) {
                    blocked.add(entry.getValue().id() + " is never deleted: " + freed);
                }
            }
            assertThat(webhook.reviews()).isGreaterThan(before);
        }
        assertThat(blocked).isEmpty();
        System.out.println("1." + cluster.minor() + ": " + stored.size() + " stored objects, " + writes
                + " writes under the rules of 1.30 to 1.37, none blocked");
    }

    /** Objects that this release refuses, written to etcd directly. */
    @Test
    void allowsUpdatesOfInvalidStoredObjects() throws Exception {
        Map<String, RecordedObject> planted = new TreeMap<>();
        for (RecordedObject one : RecordedObject.of(cluster, false)) {
            String name = "planted-" + planted.size();
            String uid = "\"uid\":\"00000000-0000-4000-8000-%012d\"".formatted(planted.size());
            cluster.plant(
                    one.kind().etcdKey(name), one.named(name, uid + ",\"creationTimestamp\":\"2026-01-01T00:00:00Z\""));
            planted.put(name, one);
        }
        Map<String, Boolean> without = labels(planted);
        Map<String, Boolean> with;
        try (RunningWebhook webhook = webhook("Fail", ownRelease())) {
            double before = webhook.reviews();
            with = labels(planted);
            assertThat(webhook.reviews()).isGreaterThan(before);
        }
        assertThat(with).isEqualTo(without);
        assertThat(without).containsValue(true);
        System.out.println("1." + cluster.minor() + ": " + planted.size() + " planted objects, "
                + without.values().stream().filter(ok -> ok).count()
                + " updates allowed by the server and by the webhook");
    }

    private Map<String, Boolean> labels(Map<String, RecordedObject> objects) throws Exception {
        Map<String, Boolean> allowed = new TreeMap<>();
        for (Map.Entry<String, RecordedObject> entry : objects.entrySet()) {
            Served kind = entry.getValue().kind();
            String object = kind.collection() + "/" + entry.getKey();
            String what = entry.getKey() + " " + entry.getValue().id();
            allowed.put(
                    what + " label",
                    cluster.patch(object + "?dryRun=All", "merge-patch", "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}")
                            .isOk());
            if (kind.hasStatus()) {
                allowed.put(
                        what + " status",
                        cluster.put(
                                        object + "/status?dryRun=All",
                                        cluster.get(object).body())
                                .isOk());
            }
        }
        return allowed;
    }

    @Test
    void realManifestsHaveVerdictOfServer() throws Exception {
        Path cases = SharedData.require("conformance/corpus.jsonl.gz");
        Map<String, Served> kinds = new HashMap<>();
        Served.by(cluster).forEach(kind -> kinds.put("resource.k8s.io/" + kind.version() + " " + kind.kind(), kind));
        List<String> differences = new ArrayList<>();
        int compared = 0;
        for (JsonNode recorded : RecordedObject.lines(cases)) {
            Served kind = kinds.get(recorded.get("apiVersion").asString() + " "
                    + recorded.get("kind").asString());
            if (kind == null) {
                continue;
            }
            Path file = cases.resolveSibling("../" + recorded.get("file").asString());
            String namespace = namespace(Files.readAllBytes(file));
            cluster.post(
                    "/api/v1/namespaces",
                    JSON.writeValueAsString(Map.of(
                            "apiVersion",
                            "v1",
                            "kind",
                            "Namespace",
                            "metadata",
                            Map.of("name", namespace, "labels", ADMIN_ACCESS))));
            Answer theirs = cluster.postYaml(
                    kind.collection(namespace) + "?dryRun=All&fieldValidation=Strict", Files.readString(file));
            List<FieldError> ours = verdict(kind, Files.readAllBytes(file));
            if (ours.isEmpty() != theirs.isOk()) {
                differences.add(file + ": " + theirs + ", ours " + ours);
            }
            compared++;
        }
        assertThat(differences).isEmpty();
        System.out.println("1." + cluster.minor() + ": " + compared + " real manifests, the same verdict");
    }

    /** The errors of the manifest's first document. */
    private List<FieldError> verdict(Served kind, byte[] manifest) {
        if (!(new YamlReader(ReadLimits.DEFAULT).read(manifest).get(0) instanceof Document document)) {
            return List.of(new FieldError(ErrorType.INVALID, FieldPath.ROOT, null, "", Origin.UNREADABLE, null));
        }
        return new Validator()
                .validate(new ValidationRequest(
                        "resource.k8s.io/" + kind.version(),
                        kind.kind(),
                        Operation.CREATE,
                        document.value(),
                        null,
                        new ApiServer(
                                KubernetesRelease.parse("1." + cluster.minor()).orElseThrow(),
                                GateSettings.DEFAULTS,
                                UnknownFields.DENY),
                        ADMIN_ACCESS))
                .errors();
    }

    private static String namespace(byte[] manifest) {
        ReadResult first = new YamlReader(ReadLimits.DEFAULT).read(manifest).get(0);
        String namespace = first instanceof Document document && document.value() instanceof ObjectValue object
                ? object.object("metadata").string("namespace")
                : "";
        return namespace.matches("[a-z0-9-]+") ? namespace : "corpus";
    }

    @Test
    void rulesFollowUpgradeOfCluster() throws Exception {
        Path next = RealCluster.assets("KUBEBUILDER_ASSETS_NEXT");
        RealCluster upgraded = new RealCluster(
                RealCluster.assets("KUBEBUILDER_ASSETS"), Files.createDirectories(folder.resolve("upgraded")));
        RealCluster before = cluster;
        cluster = upgraded;
        try (upgraded;
                RunningWebhook webhook = webhook(
                        "Fail",
                        "--drawbridge.kubernetes.release=cluster",
                        "--drawbridge.kubernetes.kubeconfig=" + upgraded.kubeconfig(),
                        "--drawbridge.kubernetes.refresh-interval=1s")) {
            webhook.await("the cluster runs Kubernetes 1." + upgraded.minor() + "; its rules apply");
            upgraded.upgrade(next);
            webhook.await("the cluster runs Kubernetes 1." + upgraded.minor() + "; its rules apply");
        } finally {
            cluster = before;
        }
    }
}
