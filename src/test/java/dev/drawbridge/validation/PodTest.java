package dev.drawbridge.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.schema.UnknownFields;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the claims of pods and pod templates. */
class PodTest {

    private final Validator validator = new Validator();

    @Test
    void containerNamesAnUndeclaredClaim() {
        assertThat(created("""
                apiVersion: v1
                kind: Pod
                metadata: {name: train}
                spec:
                  containers:
                  - name: train
                    resources:
                      claims:
                      - name: gpu
                """))
                .containsExactly("FieldValueNotFound spec.containers[0].resources.claims[0] containerClaim");
    }

    @Test
    void podClaimHasOneSource() {
        assertThat(created("""
                apiVersion: v1
                kind: Pod
                metadata: {name: train}
                spec:
                  containers: [{name: train}]
                  resourceClaims:
                  - name: both
                    resourceClaimName: gpu
                    resourceClaimTemplateName: gpu
                  - name: none
                """))
                .containsExactly(
                        "FieldValueInvalid spec.resourceClaims[0] union",
                        "FieldValueInvalid spec.resourceClaims[1] union");
    }

    @Test
    void duplicatePodClaimReportsOnlyDuplicate() {
        assertThat(created("""
                apiVersion: batch/v1
                kind: CronJob
                metadata: {name: nightly}
                spec:
                  jobTemplate:
                    spec:
                      template:
                        spec:
                          containers: [{name: train}]
                          resourceClaims:
                          - {name: GPU, resourceClaimName: a}
                          - {name: GPU, resourceClaimName: b}
                """))
                .containsExactly(
                        "FieldValueInvalid spec.jobTemplate.spec.template.spec.resourceClaims[0].name format=dns-label",
                        "FieldValueDuplicate spec.jobTemplate.spec.template.spec.resourceClaims[1].name unique");
    }

    @Test
    void sourceOfLegacyClaimsIsReplaced() {
        Verdict verdict = validator.validate(ValidationRequest.create(object("""
                apiVersion: v1
                kind: Pod
                metadata: {name: train}
                spec:
                  containers: [{name: train}]
                  resourceClaims:
                  - name: gpu
                    source:
                      resourceClaimTemplateName: gpu
                """), null));

        assertThat(verdict.errors().stream().map(PodTest::text))
                .containsExactly(
                        "FieldValueInvalid spec.resourceClaims[0] union",
                        "UnknownField spec.resourceClaims[0].source unknownField");
        assertThat(verdict.errors().get(1).detail())
                .contains("resourceClaimName and resourceClaimTemplateName replace it: move them one level up");
    }

    @Test
    void sourceIsValidUpTo130() {
        assertThat(validator
                        .validate(ValidationRequest.create(object("""
                                apiVersion: v1
                                kind: Pod
                                metadata: {name: train}
                                spec:
                                  containers: [{name: train}]
                                  resourceClaims:
                                  - name: gpu
                                    source:
                                      resourceClaimTemplateName: gpu
                                """), KubernetesRelease.K8S_1_30))
                        .errors())
                .isEmpty();
    }

    @Test
    void restOfPodIsNotValidated() {
        assertThat(created("""
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: UPPER CASE}
                spec:
                  nope: 1
                  volumeClaimTemplates: nonsense
                  template:
                    spec:
                      containers: [{name: 'not a name', image: [], nope: {}}]
                      volumes: 7
                """)).isEmpty();
    }

    @Test
    void namesAboutClaimsAreKnown() {
        assertThat(created("""
                apiVersion: v1
                kind: Pod
                metadata: {name: train}
                spec:
                  resourceclaims: []
                  containers:
                  - name: train
                    resourceClaims: []
                    resources:
                      claims: []
                      claim: gpu
                """))
                .containsExactly(
                        "UnknownField spec.resourceclaims unknownField",
                        "UnknownField spec.containers[0].resourceClaims unknownField",
                        "UnknownField spec.containers[0].resources.claim unknownField");
    }

    @Test
    void updateChangesNoClaim() {
        String pod = """
                apiVersion: v1
                kind: Pod
                metadata: {name: train}
                spec:
                  containers: [{name: train, image: a}]
                  resourceClaims: [{name: gpu, resourceClaimName: gpu}]
                """;

        assertThat(updated(pod, pod.replace("image: a", "image: b"))).isEmpty();
        assertThat(updated(pod, pod.replace("resourceClaimName: gpu", "resourceClaimName: other")))
                .containsExactly("FieldValueForbidden spec immutable");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            image: a                                           | image: b:1                                | true
            image: a, imagePullPolicy: Always                  | image: b                                  | true
            image: a, imagePullPolicy: Always                  | image: b:1, imagePullPolicy: Always       | true
            image: a, imagePullPolicy: Always                  | image: localhost:5000/b:latest            | true
            image: a, imagePullPolicy: Always                  | image: b:1                                | false
            image: a:latest, imagePullPolicy: Always           | image: b@sha256:0123                      | false
            image: a                                           | image: a, imagePullPolicy: IfNotPresent   | false
            image: a                                           | image: a, imagePullPolicy: Always         | true
            """)
    void tagOfImageKeepsPullPolicy(String stored, String changed, boolean isValid) {
        String pod = "{apiVersion: v1, kind: Pod, metadata: {name: train}, spec: {containers: [{name: c, %s}]}}";

        assertThat(updated(pod.formatted(stored), pod.formatted(changed)))
                .isEqualTo(isValid ? List.of() : List.of("FieldValueForbidden spec immutable"));
    }

    @Test
    void suspendedJobMayChangeResourcesOfContainers() {
        String job = """
                apiVersion: batch/v1
                kind: Job
                metadata: {name: train}
                spec:
                  suspend: false
                  template:
                    spec:
                      containers: [{name: train, resources: {}}]
                      resourceClaims: [{name: gpu, resourceClaimName: gpu}]
                """;
        String changed = job.replace("resources: {}", "resources: {claims: [{name: gpu}]}");

        assertThat(updated(job, changed)).containsExactly("FieldValueInvalid spec.template immutable");
        assertThat(updated(job.replace("false", "true"), changed)).isEmpty();
    }

    @Test
    void selectorOfStoredJobIsImmutable() {
        String job = """
                apiVersion: batch/v1
                kind: Job
                metadata: {name: train, uid: u-1}
                spec:
                  selector: {matchLabels: {batch.kubernetes.io/controller-uid: u-1}}
                  template: {spec: {containers: [{name: train}]}}
                """;
        String without = job.replaceAll("  selector.*\n", "");
        String other = job.replace("uid: u-1}}", "uid: u-2}}");

        assertThat(updated(job, without)).containsExactly("FieldValueInvalid spec.selector immutable");
        assertThat(updated(job, other)).containsExactly("FieldValueInvalid spec.selector immutable");
        assertThat(updated(job, job.replace("u-1}}", "u-1}, matchExpressions: []}")))
                .isEmpty();
        String exists = job.replace("u-1}}", "u-1}, matchExpressions: [{key: a, operator: Exists}]}");
        assertThat(updated(exists, exists.replace("Exists", "Exists, values: []")))
                .isEmpty();
        assertThat(updated(exists, exists.replace("Exists", "DoesNotExist")))
                .containsExactly("FieldValueInvalid spec.selector immutable");
        assertThat(updated(without, job)).isEmpty();
        // A server refuses it in a new Job, so that leaving it out is how to fix it.
        assertThat(updated(job.replace(", uid: u-1", ""), without)).isEmpty();
        assertThat(updated(
                        job.replace(", uid: u-1", "").replace("selector:", "manualSelector: true\n  selector:"),
                        without))
                .containsExactly("FieldValueInvalid spec.selector immutable");
    }

    @Test
    void podGroupHasFourClaims() {
        assertThat(created("""
                apiVersion: scheduling.k8s.io/v1beta1
                kind: PodGroup
                metadata: {name: train}
                spec:
                  resourceClaims:
                  - {name: a, resourceClaimName: x}
                  - {name: b, resourceClaimName: x}
                  - {name: c, resourceClaimName: x}
                  - {name: d, resourceClaimName: x}
                  - {name: E, resourceClaimName: x}
                """, "DRAWorkloadResourceClaims=true"))
                .containsExactly("FieldValueTooMany spec.resourceClaims maxItems");
    }

    @Test
    void claimsOfCompositePodGroupTemplatesAreValidatedAtEachDepth() {
        String gates = "DRAWorkloadResourceClaims=true, CompositePodGroup=true";
        String workload = """
                apiVersion: scheduling.k8s.io/v1beta1
                kind: Workload
                metadata: {name: train}
                spec:
                  compositePodGroupTemplates:
                  - name: outer
                    podGroupTemplates:
                    - {name: a, resourceClaims: [{name: gpu, resourceClaimName: GPU}]}
                    compositePodGroupTemplates:
                    - name: middle
                      compositePodGroupTemplates:
                      - name: inner
                        podGroupTemplates:
                        - {name: b, resourceClaims: [{name: gpu}]}
                """;
        String changed = workload.replace("resourceClaims: [{name: gpu}]", "resourceClaims: []");
        String outer = "FieldValueInvalid spec.compositePodGroupTemplates[0]";
        String inner = outer + ".compositePodGroupTemplates[0].compositePodGroupTemplates[0]";

        assertThat(created(workload, gates))
                .containsExactlyInAnyOrder(
                        outer + ".podGroupTemplates[0].resourceClaims[0].resourceClaimName format=dns-subdomain",
                        inner + ".podGroupTemplates[0].resourceClaims[0] union");
        assertThat(created(workload, "DRAWorkloadResourceClaims=true")).isEmpty();
        assertThat(updated(workload, workload, gates)).isEmpty();
        assertThat(updated(workload, changed, gates))
                .containsExactly(inner + ".podGroupTemplates[0].resourceClaims immutable");
    }

    @Test
    void podsAreNotValidatedBefore130() {
        assertThat(validator.validate(ValidationRequest.create(object("""
                        apiVersion: v1
                        kind: Pod
                        metadata: {name: train}
                        spec: {resourceClaims: [{}]}
                        """), KubernetesRelease.K8S_1_29)))
                .isInstanceOfSatisfying(
                        Verdict.NotApplicable.class,
                        none -> assertThat(none.explanation()).contains("for Kubernetes 1.30 and later"));
    }

    private List<String> created(String pod) {
        return created(pod, "");
    }

    private List<String> created(String text, String gates) {
        return errors(Operation.CREATE, text, null, gates);
    }

    private List<String> updated(String old, String now, String gates) {
        return errors(Operation.UPDATE, now, object(old), gates);
    }

    private List<String> errors(Operation operation, String text, @Nullable ObjectValue old, String gates) {
        ObjectValue pod = object(text);
        return texts(validator.validate(new ValidationRequest(
                pod.string("apiVersion"),
                pod.string("kind"),
                operation,
                pod,
                old,
                new ApiServer(null, GateSettings.parse(gates), UnknownFields.DENY),
                null)));
    }

    private List<String> updated(String old, String now) {
        return texts(validator.validate(ValidationRequest.update(object(now), object(old), null)));
    }

    private static List<String> texts(Verdict verdict) {
        return verdict.errors().stream().map(PodTest::text).toList();
    }

    private static String text(FieldError error) {
        return error.type().reason() + " " + error.path() + " " + error.origin();
    }

    private static ObjectValue object(String text) {
        Document document = (Document) new YamlReader(ReadLimits.DEFAULT)
                .read(text.getBytes(StandardCharsets.UTF_8))
                .get(0);
        return (ObjectValue) document.value();
    }
}
