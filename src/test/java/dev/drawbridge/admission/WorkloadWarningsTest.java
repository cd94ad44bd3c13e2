package dev.drawbridge.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.admission.AdmissionOutcome.Answered;
import dev.drawbridge.admission.AdmissionOutcome.Decision;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.Validator;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

class WorkloadWarningsTest {

    private static final String SOURCE = """
            apiVersion: v1
            kind: Pod
            metadata: {name: trainer, namespace: ml}
            spec:
              resourceClaims:
              - name: gpu
                source: {resourceClaimTemplateName: gpu}
              containers:
              - name: main
                image: trainer
                resources: {claims: [{name: gpu}]}
            """;

    private static final String UNDECLARED = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: trainer, namespace: ml}
            spec:
              template:
                spec:
                  containers:
                  - name: main
                    image: trainer
                    resources: {claims: [{name: gpu}]}
            """;

    @Test
    void errorOfServerIsNotRepeated() {
        assertThat(warnings(KubernetesRelease.K8S_1_36, UNDECLARED, null)).isEmpty();
    }

    @Test
    void podIsNeverDeniedAndGetsWarningsOfNewestRelease() {
        assertThat(warnings(null, UNDECLARED, null))
                .singleElement()
                .asString()
                .startsWith("refused by Kubernetes 1.3")
                .contains("spec.template.spec.containers[0].resources.claims[0]");
    }

    @Test
    void droppedSourceIsWarning() {
        assertThat(warnings(KubernetesRelease.K8S_1_34, SOURCE, null))
                .singleElement()
                .asString()
                .startsWith("spec.resourceClaims[0].source: unknown field here; it existed until Kubernetes 1.30");
    }

    @Test
    void sourceWarnsOfFirstReleaseThatRefusesIt() {
        assertThat(warnings(KubernetesRelease.K8S_1_30, SOURCE, null))
                .anyMatch(warning -> warning.startsWith("refused by Kubernetes 1.31: spec.resourceClaims[0]"));
    }

    @Test
    void updateGetsOnlyNewWarnings() {
        String other = SOURCE.replace("namespace: ml", "namespace: ml, labels: {a: b}");

        assertThat(warnings(KubernetesRelease.K8S_1_34, other, SOURCE)).isEmpty();
        assertThat(warnings(KubernetesRelease.K8S_1_30, other, SOURCE)).isEmpty();
        assertThat(warnings(null, UNDECLARED.replace("image: trainer", "image: b"), UNDECLARED))
                .isEmpty();
    }

    @Test
    void podsGetOnlyWarningsEvenIfFleetDenies() {
        FieldError never =
                new FieldError(ErrorType.INVALID, FieldPath.ROOT, null, "never fits this cluster", Origin.FIT, null);
        FleetRules fleet = request -> new FleetRules.Answer(List.of(never), true);

        assertThat(warnings(KubernetesRelease.K8S_1_36, UNDECLARED, null, fleet))
                .containsExactly("never fits this cluster (drawbridge, Kubernetes 1.36)");
    }

    @Test
    void podsGetNoWarningsWithoutTheSetting() {
        assertThat(warnings(KubernetesRelease.K8S_1_30, UNDECLARED, null, FleetRules.NONE, false))
                .isEmpty();
        assertThat(warnings(KubernetesRelease.K8S_1_30, UNDECLARED, null, FleetRules.NONE, true))
                .isNotEmpty();
    }

    private static List<String> warnings(@Nullable KubernetesRelease release, String object, @Nullable String stored) {
        return warnings(release, object, stored, FleetRules.NONE);
    }

    private static List<String> warnings(
            @Nullable KubernetesRelease release, String object, @Nullable String stored, FleetRules fleet) {
        return warnings(release, object, stored, fleet, true);
    }

    private static List<String> warnings(
            @Nullable KubernetesRelease release,
            String object,
            @Nullable String stored,
            FleetRules fleet,
            boolean reviewsWorkloads) {
        AdmissionHandler handler = new AdmissionHandler(
                1_000_000,
                1_000_000,
                new Validator(),
                () -> new RulesInForce(release, Mode.ENFORCE),
                GateSettings.DEFAULTS,
                () -> DriverRules.NONE,
                fleet,
                reviewsWorkloads);
        byte[] review = review(object, stored).getBytes(StandardCharsets.UTF_8);
        Answered answered = (Answered) handler.handle(review, () -> false);

        assertThat(answered.decision()).isEqualTo(Decision.ALLOWED);
        assertThat(answered.review().getResponse().getAllowed()).isTrue();
        List<String> warnings = answered.review().getResponse().getWarnings();
        return warnings == null ? List.of() : warnings;
    }

    private static String review(String object, @Nullable String stored) {
        YAMLMapper yaml = new YAMLMapper();
        JsonNode now = yaml.readTree(object);
        String apiVersion = now.get("apiVersion").asString();
        int slash = apiVersion.indexOf('/');
        ObjectNode review = JsonMapper.shared().createObjectNode();
        review.put("apiVersion", "admission.k8s.io/v1").put("kind", "AdmissionReview");
        ObjectNode request = review.putObject("request");
        request.put("uid", "review-uid").put("namespace", "ml").put("name", "trainer");
        request.put("operation", stored == null ? "CREATE" : "UPDATE");
        request.putObject("kind")
                .put("group", slash < 0 ? "" : apiVersion.substring(0, slash))
                .put("version", apiVersion.substring(slash + 1))
                .put("kind", now.get("kind").asString());
        request.set("object", now);
        if (stored != null) {
            request.set("oldObject", yaml.readTree(stored));
        }
        return review.toString();
    }
}
