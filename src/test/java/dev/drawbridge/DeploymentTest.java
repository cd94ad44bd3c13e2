package dev.drawbridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.drawbridge.admission.WebhookRegistration;
import dev.drawbridge.cli.Cli;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Tests of the objects that {@code kubectl apply -k deploy/…} would apply, read with the fabric8 models. */
class DeploymentTest {

    private static final Path DEPLOY = Path.of("deploy");

    /** The rendered kinds; reading fails on a field that the model does not have. */
    private static final Map<String, Class<? extends HasMetadata>> MODELS = Map.of(
            "ClusterRole", ClusterRole.class,
            "ClusterRoleBinding", ClusterRoleBinding.class,
            "Namespace", Namespace.class,
            "ServiceAccount", ServiceAccount.class,
            "Deployment", Deployment.class,
            "Service", Service.class,
            "PodDisruptionBudget", PodDisruptionBudget.class,
            "NetworkPolicy", NetworkPolicy.class,
            "ValidatingWebhookConfiguration", ValidatingWebhookConfiguration.class,
            "Secret", Secret.class);

    private final YAMLMapper yaml = YAMLMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    @TempDir
    private Path folder;

    @Test
    void registrationEqualsPrintedTable() throws IOException {
        ValidatingWebhookConfiguration written = yaml.readValue(
                DEPLOY.resolve("base/webhook-configuration.yaml").toFile(), ValidatingWebhookConfiguration.class);

        assertThat(written).isEqualTo(new WebhookRegistration().configuration("drawbridge", "drawbridge", null));
    }

    @Test
    void defaultTrustsCertificateOfCommand() throws Exception {
        List<HasMetadata> objects = render("default");
        ValidatingWebhook webhook = webhook(objects);
        Secret secret = only(objects, Secret.class);

        assertThat(objects).hasSize(8);
        assertThat(webhook.getClientConfig().getCaBundle())
                .isEqualTo(secret.getData().get("ca.crt"));
        assertThat(new String(Base64.getDecoder().decode(secret.getData().get("tls.key")), StandardCharsets.US_ASCII))
                .startsWith("-----BEGIN PRIVATE KEY-----");
        assertThat(webhook.getFailurePolicy()).isEqualTo("Ignore");
        assertThat(webhook.getSideEffects()).isEqualTo("None");
        assertThat(webhook.getAdmissionReviewVersions()).containsExactly("v1");
        assertThat(webhook.getTimeoutSeconds()).isEqualTo(5);
        assertThat(webhook.getClientConfig().getService().getName())
                .isEqualTo(only(objects, Service.class).getMetadata().getName());
    }

    @Test
    void failOverlayChangesOnlyFailurePolicy() throws Exception {
        assertThat(webhook(render("fail")).getFailurePolicy()).isEqualTo("Fail");
    }

    @Test
    void certManagerOverlayHasNoOwnCertificate() throws Exception {
        List<HasMetadata> objects = render("cert-manager");

        assertThat(objects).noneMatch(Secret.class::isInstance);
        assertThat(webhook(objects).getClientConfig().getCaBundle()).isNull();
        assertThat(only(objects, ValidatingWebhookConfiguration.class)
                        .getMetadata()
                        .getAnnotations())
                .containsEntry("cert-manager.io/inject-ca-from", "drawbridge/drawbridge");
    }

    @Test
    void podsHaveNoFurtherPermissions() throws Exception {
        List<HasMetadata> objects = render("default");
        PodSpec pod = only(objects, Deployment.class).getSpec().getTemplate().getSpec();
        Container container = pod.getContainers().get(0);

        assertThat(only(objects, Deployment.class).getSpec().getReplicas()).isEqualTo(2);
        assertThat(pod.getAutomountServiceAccountToken()).isFalse();
        assertThat(only(objects, ServiceAccount.class).getAutomountServiceAccountToken())
                .isFalse();
        assertThat(pod.getEnableServiceLinks()).isFalse();
        assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
        assertThat(container.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
        assertThat(container.getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
        assertThat(container.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
        assertThat(container.getResources().getLimits()).containsKey("memory");
        assertThat(container.getReadinessProbe()).isNotNull();
        assertThat(container.getLivenessProbe()).isNotNull();
        assertThat(pod.getVolumes().get(0).getSecret().getSecretName())
                .isEqualTo(only(objects, Secret.class).getMetadata().getName());
        assertThat(only(objects, PodDisruptionBudget.class)
                        .getSpec()
                        .getMaxUnavailable()
                        .getIntVal())
                .isEqualTo(1);
        assertThat(only(objects, NetworkPolicy.class).getSpec().getPolicyTypes())
                .contains("Egress");
    }

    @Test
    void usesReleaseOfClusterAndSeparateManagementPort() throws Exception {
        List<HasMetadata> objects = render("default");
        PodSpec pod = only(objects, Deployment.class).getSpec().getTemplate().getSpec();
        Container container = pod.getContainers().get(0);
        String probed = container.getReadinessProbe().getHttpGet().getPort().getStrVal();

        assertThat(container.getEnv())
                .extracting(variable -> variable.getName() + "=" + variable.getValue())
                .contains("DRAWBRIDGE_KUBERNETES_RELEASE=cluster", "DRAWBRIDGE_MANAGEMENTPORT=8081");
        assertThat(container.getPorts())
                .anyMatch(port -> port.getName().equals(probed) && port.getContainerPort() == 8081);
        assertThat(pod.getVolumes())
                .anyMatch(volume -> volume.getConfigMap() != null
                        && volume.getConfigMap().getName().equals("kube-root-ca.crt"));
        assertThat(only(objects, NetworkPolicy.class).getSpec().getIngress())
                .extracting(rule -> rule.getPorts().get(0).getPort().getStrVal())
                .containsExactly("https");
    }

    @Test
    void metricsComponentOpensTheManagementPort() throws Exception {
        overlay("../default", "../metrics");
        List<HasMetadata> objects = render("overlay");

        assertThat(only(objects, Deployment.class)
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getContainers()
                        .get(0)
                        .getEnv())
                .extracting(variable -> variable.getName() + "=" + variable.getValue())
                .contains(
                        "MANAGEMENT_ENDPOINTS_WEB_EXPOSURE_INCLUDE=health,prometheus",
                        "DRAWBRIDGE_KUBERNETES_RELEASE=cluster");
        assertThat(only(objects, NetworkPolicy.class).getSpec().getIngress()).hasSize(2);
        assertThat(only(objects, Service.class).getSpec().getPorts())
                .extracting(port -> port.getName())
                .containsExactly("https", "management");
    }

    @Test
    void fleetComponentMayOnlyListAndWatch() throws Exception {
        overlay("../fail", "../fleet");
        List<HasMetadata> objects = render("overlay");
        PodSpec pod = only(objects, Deployment.class).getSpec().getTemplate().getSpec();

        assertThat(webhook(objects).getFailurePolicy()).isEqualTo("Fail");
        assertThat(pod.getContainers().get(0).getEnv())
                .anyMatch(variable -> variable.getName().equals("DRAWBRIDGE_FLEET_ENABLED"));
        assertThat(pod.getVolumes())
                .filteredOn(volume -> volume.getName().equals("cluster"))
                .singleElement()
                .satisfies(volume -> assertThat(volume.getProjected().getSources())
                        .anyMatch(source -> source.getServiceAccountToken() != null));
        assertThat(only(objects, ClusterRole.class).getRules())
                .allSatisfy(rule -> assertThat(rule.getVerbs()).containsExactly("list", "watch"));
        assertThat(only(objects, ClusterRoleBinding.class).getSubjects())
                .extracting(Subject::getName, Subject::getNamespace)
                .containsExactly(tuple("drawbridge", "drawbridge"));
    }

    @Test
    void workloadsComponentHasFailurePolicyIgnore() throws Exception {
        overlay("../fail", "../workloads");
        List<HasMetadata> objects = render("overlay", "--workloads");
        ValidatingWebhook workloads = webhook(objects, "workloads.drawbridge.dev");
        String caBundle = webhook(objects).getClientConfig().getCaBundle();

        assertThat(webhook(objects).getFailurePolicy()).isEqualTo("Fail");
        assertThat(caBundle).isNotEmpty();
        assertThat(workloads).isEqualTo(new WebhookRegistration().workloads("drawbridge", "drawbridge", caBundle));
        assertThat(only(objects, Deployment.class)
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getContainers()
                        .get(0)
                        .getEnv())
                .anyMatch(variable -> variable.getName().equals("DRAWBRIDGE_WORKLOADS_ENABLED"));
    }

    @Test
    void workloadsWithoutTheOptionOfCertsHaveNoCaBundle() throws Exception {
        overlay("../cert-manager", "../workloads");

        assertThat(webhook(render("overlay"), "workloads.drawbridge.dev"))
                .isEqualTo(new WebhookRegistration().workloads("drawbridge", "drawbridge", null));
    }

    @Test
    void workloadWebhookExcludesItsNamespace() throws Exception {
        overlay("../namespace", "../workloads");

        assertThat(webhook(render("overlay"), "workloads.drawbridge.dev"))
                .isEqualTo(new WebhookRegistration().workloads("drawbridge", "elsewhere", null));
    }

    private void overlay(String base, String component) throws IOException {
        Path overlay = Files.createDirectories(folder.resolve("overlay"));
        Files.writeString(overlay.resolve("kustomization.yaml"), """
                apiVersion: kustomize.config.k8s.io/v1beta1
                kind: Kustomization
                resources: [%s]
                components: [%s]
                """.formatted(base, component));
    }

    @Test
    void anotherNamespaceHasEverything() throws Exception {
        List<HasMetadata> objects = render("namespace");

        assertThat(only(objects, Namespace.class).getMetadata().getName()).isEqualTo("elsewhere");
        assertThat(objects)
                .filteredOn(object -> object.getMetadata().getNamespace() != null)
                .hasSizeGreaterThan(4)
                .allMatch(object -> object.getMetadata().getNamespace().equals("elsewhere"));
        assertThat(webhook(objects).getClientConfig().getService().getNamespace())
                .isEqualTo("elsewhere");
    }

    private static ValidatingWebhook webhook(List<HasMetadata> objects) {
        return webhook(objects, "resource.drawbridge.dev");
    }

    private static ValidatingWebhook webhook(List<HasMetadata> objects, String name) {
        return only(objects, ValidatingWebhookConfiguration.class).getWebhooks().stream()
                .filter(webhook -> webhook.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static <T extends HasMetadata> T only(List<HasMetadata> objects, Class<T> type) {
        List<T> found =
                objects.stream().filter(type::isInstance).map(type::cast).toList();
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    private List<HasMetadata> render(String overlay, String... more) throws IOException, InterruptedException {
        copy(DEPLOY, folder);
        PrintStream silent = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        List<String> certs = new ArrayList<>(List.of(
                "certs",
                "--service",
                "drawbridge",
                "--namespace",
                "drawbridge",
                "--out",
                folder.resolve("certs").toString()));
        certs.addAll(List.of(more));
        assertThat(Cli.run(certs.toArray(String[]::new), silent, silent)).isZero();
        return read(kustomize(folder.resolve(overlay)));
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            files.filter(Files::isRegularFile).forEach(file -> {
                Path target = to.resolve(from.relativize(file).toString());
                try {
                    Files.createDirectories(target.getParent());
                    Files.copy(file, target);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    private static String kustomize(Path overlay) throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder("kubectl", "kustomize", overlay.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            System.out.println("SKIPPED: kubectl is not there to render deploy/");
            Assumptions.abort("kubectl is not there: " + e);
            throw e;
        }
        String rendered = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return rendered;
    }

    private List<HasMetadata> read(String manifests) throws JacksonException {
        List<HasMetadata> objects = new ArrayList<>();
        try (MappingIterator<JsonNode> documents =
                yaml.readerFor(JsonNode.class).readValues(manifests)) {
            while (documents.hasNext()) {
                JsonNode document = documents.next();
                Class<? extends HasMetadata> model =
                        MODELS.get(document.get("kind").asString());
                if (model != null) {
                    objects.add(yaml.treeToValue(document, model));
                } else {
                    assertThat(document.get("apiVersion").asString()).isEqualTo("cert-manager.io/v1");
                }
            }
        }
        return objects;
    }
}
