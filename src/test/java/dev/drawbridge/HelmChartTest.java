package dev.drawbridge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.admission.WebhookRegistration;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.RuleWithOperations;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicySpec;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Tests of the objects that {@code helm install drawbridge deploy/helm/drawbridge} would apply, if helm is installed.
 */
class HelmChartTest {

    private static final Path CHART = Path.of("deploy/helm/drawbridge");

    private static final KubernetesSerialization OBJECTS = new KubernetesSerialization();

    private final YAMLMapper yaml = new YAMLMapper();

    @Test
    void webhookRulesEqualPrintedTable() throws IOException {
        RuleWithOperations[] rules =
                yaml.readValue(CHART.resolve("files/rules.yaml").toFile(), RuleWithOperations[].class);

        assertThat(rules)
                .containsExactlyElementsOf(new WebhookRegistration()
                        .configuration("drawbridge", "drawbridge", null)
                        .getWebhooks()
                        .get(0)
                        .getRules());
    }

    @Test
    void workloadRulesAndConditionEqualRegistration() throws IOException {
        ValidatingWebhook expected = new WebhookRegistration().workloads("drawbridge", "drawbridge", null);
        ValidatingWebhook written =
                yaml.readValue(CHART.resolve("files/workloads.yaml").toFile(), ValidatingWebhook.class);

        assertThat(written.getRules()).isEqualTo(expected.getRules());
        assertThat(written.getMatchConditions()).isEqualTo(expected.getMatchConditions());
    }

    @Test
    void policiesEqualTheFolders() throws IOException {
        List<String> policies = new ArrayList<>();
        for (JsonNode file : yaml.readTree(
                        Path.of("deploy/policies/kustomization.yaml").toFile())
                .get("resources")) {
            policies.add(Files.readString(Path.of("deploy/policies", file.asString())));
        }

        assertThat(CHART.resolve("files/policies.yaml")).hasContent(String.join("---\n", policies));
        assertThat(CHART.resolve("templates/policies.yaml")).content().contains("files/policies.yaml");
    }

    @Test
    void workloadWebhookAlwaysHasFailurePolicyIgnore() throws Exception {
        ValidatingWebhookConfiguration configuration =
                (ValidatingWebhookConfiguration) render("--set", "workloads.enabled=true,webhook.failurePolicy=Fail")
                        .get("ValidatingWebhookConfiguration")
                        .get(0);

        assertThat(configuration.getWebhooks())
                .extracting(ValidatingWebhook::getFailurePolicy)
                .containsExactly("Fail", "Ignore");
        assertThat(configuration.getWebhooks().get(1))
                .isEqualTo(new WebhookRegistration().workloads("drawbridge", "drawbridge", null));
    }

    @Test
    void fleetRaisesMemory() throws Exception {
        assertThat(memory(render())).isEqualTo("256Mi");
        assertThat(memory(render("--set", "fleet.enabled=true"))).isEqualTo("512Mi");
    }

    private static String memory(Map<String, List<HasMetadata>> objects) {
        return ((Deployment) objects.get("Deployment").get(0))
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers()
                .get(0)
                .getResources()
                .getLimits()
                .get("memory")
                .toString();
    }

    @Test
    void schemaContainsEveryValue() throws IOException {
        JsonNode schema = JsonMapper.shared()
                .readTree(CHART.resolve("values.schema.json").toFile())
                .get("properties");
        JsonNode values = yaml.readTree(CHART.resolve("values.yaml").toFile());

        assertThat(names(values)).isSubsetOf(names(schema));
        values.properties().stream()
                .filter(value -> value.getValue().isObject())
                .forEach(value -> {
                    JsonNode inner = schema.get(value.getKey()).get("properties");
                    if (inner != null) {
                        assertThat(names(inner)).containsExactlyInAnyOrderElementsOf(names(value.getValue()));
                    }
                });
    }

    private static List<String> names(JsonNode object) {
        return object.properties().stream().map(Map.Entry::getKey).toList();
    }

    @Test
    void dashboardUsesExistingMetrics() throws IOException {
        String dashboard = JsonMapper.shared()
                .readTree(CHART.resolve("files/dashboard.json").toFile())
                .toString();
        String documented = Files.readString(Path.of("src/docs/webhook.md"));

        for (String metric : List.of(
                "drawbridge_reviews_seconds",
                "drawbridge_broken_rules_total",
                "drawbridge_certificate_expiry_seconds")) {
            assertThat(dashboard).contains(metric);
            assertThat(documented).contains(metric);
        }
    }

    @Test
    void dashboardAndAlertsTakeTheMaximumOfDocumentedFleetMetrics() throws IOException {
        String documented = Files.readString(Path.of("src/docs/webhook.md"));
        Pattern metric = Pattern.compile("drawbridge_fleet_[a-z_]+");
        for (String file : List.of("files/dashboard.json", "files/fleet-alerts.yaml")) {
            List<String> expressions = Files.readAllLines(CHART.resolve(file)).stream()
                    .filter(line -> metric.matcher(line).find())
                    .toList();

            assertThat(expressions).isNotEmpty().allMatch(line -> line.contains("max"));
            for (String line : expressions) {
                assertThat(metric.matcher(line).results().map(MatchResult::group))
                        .allMatch(name -> documented.contains("`" + name + "`"));
            }
        }
    }

    @Test
    void alertsAboutTheFleetHaveRuleTests() throws IOException {
        JsonNode alerts = yaml.readTree(CHART.resolve("files/fleet-alerts.yaml").toFile());
        String tests = Files.readString(Path.of("src/test/promtool/fleet-alerts.yaml"));

        for (JsonNode rule : alerts.get("groups").get(0).get("rules")) {
            assertThat(tests).contains("alertname: " + rule.get("alert").asString());
        }
    }

    @Test
    void defaultInstallsWithManagedCertificates() throws Exception {
        Map<String, List<HasMetadata>> objects = render();
        ValidatingWebhookConfiguration configuration = (ValidatingWebhookConfiguration)
                objects.get("ValidatingWebhookConfiguration").get(0);
        Deployment deployment = (Deployment) objects.get("Deployment").get(0);

        assertThat(objects.keySet())
                .containsExactly(
                        "ClusterRole",
                        "ClusterRoleBinding",
                        "Deployment",
                        "NetworkPolicy",
                        "PodDisruptionBudget",
                        "Role",
                        "RoleBinding",
                        "Secret",
                        "Service",
                        "ServiceAccount",
                        "ValidatingWebhookConfiguration");
        assertThat(configuration.getWebhooks().get(0).getClientConfig().getCaBundle())
                .isNull();
        assertThat(configuration.getWebhooks().get(0).getFailurePolicy()).isEqualTo("Ignore");
        assertThat(configuration.getWebhooks().get(0).getRules()).hasSize(5);
        assertThat(deployment
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getContainers()
                        .get(0)
                        .getEnv())
                .anyMatch(variable -> variable.getName().equals("DRAWBRIDGE_TLS_MODE")
                        && variable.getValue().equals("managed"));
    }

    @Test
    void withASecretTheWebhookHasNoToken() throws Exception {
        Map<String, List<HasMetadata>> objects = render("--set", "certificates.mode=secret");

        assertThat(objects).doesNotContainKeys("Role", "ClusterRole", "Secret");
        assertThat(OBJECTS.asYaml(objects.get("Deployment").get(0))).doesNotContain("serviceAccountToken:");
    }

    @Test
    void clientCaRestrictsClients() throws Exception {
        Map<String, List<HasMetadata>> objects = render("--set", "certificates.clientCA=-----BEGIN CERTIFICATE-----");

        assertThat(OBJECTS.asYaml(objects.get("ConfigMap").get(0))).contains("drawbridge-client-ca", "ca.crt: ");
        assertThat(OBJECTS.asYaml(objects.get("Deployment").get(0)))
                .contains("DRAWBRIDGE_TLS_CLIENTCA", "drawbridge-client-ca");
    }

    @Test
    void allOptionsCanBeCombined() throws Exception {
        assertThat(render(
                        "--set",
                        "fleet.enabled=true,monitoring.serviceMonitor=true,monitoring.rules=true,"
                                + "monitoring.dashboard=true,"
                                + "webhook.failurePolicy=Fail,kubernetes.featureGates=DRAAdminAccess=true,"
                                + "image.tag=v1"))
                .containsKeys("ServiceMonitor", "PrometheusRule", "ConfigMap");
    }

    /** A Secret without data: an upgrade keeps the data that the pods wrote, and an uninstall removes it. */
    @Test
    void secretOfManagedCertificatesIsPartOfTheReleaseAndEmpty() throws Exception {
        Secret secret = (Secret) render().get("Secret").get(0);

        assertThat(secret.getMetadata().getName()).isEqualTo("drawbridge-tls");
        assertThat(secret.getData()).isNullOrEmpty();
    }

    /** Neither the list nor another Secret: not even creation, whose names Kubernetes cannot restrict. */
    @Test
    void roleNamesTheOneSecret() throws Exception {
        Role role = (Role) render().get("Role").get(0);
        ClusterRole clusterRole = (ClusterRole) render().get("ClusterRole").get(0);

        assertThat(role.getRules()).singleElement().satisfies(rule -> {
            assertThat(rule.getResources()).containsExactly("secrets");
            assertThat(rule.getResourceNames()).containsExactly("drawbridge-tls");
            assertThat(rule.getVerbs()).containsExactly("get", "patch");
        });
        assertThat(clusterRole.getRules()).singleElement().satisfies(rule -> {
            assertThat(rule.getResources()).containsExactly("validatingwebhookconfigurations");
            assertThat(rule.getResourceNames()).containsExactly("drawbridge");
            assertThat(rule.getVerbs()).containsExactly("get", "update");
        });
    }

    /** Neither served, nor a port of the Service, nor let through. */
    @Test
    void metricsAreOffByDefault() throws Exception {
        String closed = all(render());
        String open = all(render("--set", "monitoring.serviceMonitor=true"));
        String restricted =
                all(render("--set", "monitoring.metrics=true", "--set-json", "networkPolicy.metricsFrom=" + """
                [{"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "monitoring"}}}]"""));

        assertThat(closed)
                .contains("MANAGEMENT_ENDPOINTS_WEB_EXPOSURE_INCLUDE")
                .doesNotContain("targetPort: \"management\"", "namespaceSelector: {}");
        assertThat(open)
                .contains("targetPort: \"management\"", "namespaceSelector: {}")
                .doesNotContain("MANAGEMENT_ENDPOINTS_WEB_EXPOSURE_INCLUDE");
        assertThat(restricted).contains("kubernetes.io/metadata.name: \"monitoring\"");
    }

    @Test
    void outgoingConnectionsAreForTheApiServer() throws Exception {
        String closed = "certificates.mode=secret,kubernetes.release=1.34";

        assertThat(policy(render("--set", closed)).getEgress()).isEmpty();
        assertThat(policy(render("--set", closed)).getPolicyTypes()).contains("Egress");
        assertThat(policy(render("--set", "networkPolicy.apiServerCIDRs={10.96.0.1/32}"))
                        .getEgress())
                .singleElement()
                .satisfies(rule -> {
                    assertThat(rule.getTo())
                            .extracting(peer -> peer.getIpBlock().getCidr())
                            .containsExactly("10.96.0.1/32");
                    assertThat(rule.getPorts()).hasSize(3);
                });
    }

    private static NetworkPolicySpec policy(Map<String, List<HasMetadata>> objects) {
        return ((NetworkPolicy) objects.get("NetworkPolicy").get(0)).getSpec();
    }

    private static String all(Map<String, List<HasMetadata>> objects) {
        return objects.values().stream()
                .flatMap(List::stream)
                .map(OBJECTS::asYaml)
                .collect(Collectors.joining("---\n"));
    }

    @Test
    void withoutStatusTheWebhookIsNotInThePathOfAllocation() throws Exception {
        assertThat(resources(render())).contains("resourceclaims/status", "resourceslices");
        assertThat(resources(render("--set", "webhook.status=false")))
                .contains("resourceclaims", "resourceslices", "resourcepoolstatusrequests")
                .noneMatch(resource -> resource.contains("/"));
    }

    private static List<String> resources(Map<String, List<HasMetadata>> objects) {
        return ((ValidatingWebhookConfiguration)
                        objects.get("ValidatingWebhookConfiguration").get(0))
                .getWebhooks().get(0).getRules().stream()
                        .flatMap(rule -> rule.getResources().stream())
                        .toList();
    }

    @Test
    void priorityIsTheDefaultOfTheCluster() throws Exception {
        assertThat(pod(render()).getPriorityClassName()).isNull();
        assertThat(pod(render("--set", "priorityClassName=system-cluster-critical"))
                        .getPriorityClassName())
                .isEqualTo("system-cluster-critical");
    }

    private static PodSpec pod(Map<String, List<HasMetadata>> objects) {
        return ((Deployment) objects.get("Deployment").get(0))
                .getSpec()
                .getTemplate()
                .getSpec();
    }

    /** With a Secret, the chart installs what {@code deploy/base} has, under the same names. */
    @Test
    void settingsAreNamedAsInBase() throws Exception {
        PodSpec chart = pod(render("--set", "certificates.mode=secret"));
        Deployment deployment =
                (Deployment) OBJECTS.unmarshal(Files.readString(Path.of("deploy/base/deployment.yaml")));
        PodSpec base = deployment.getSpec().getTemplate().getSpec();
        Container ours = chart.getContainers().get(0);
        Container theirs = base.getContainers().get(0);

        assertThat(ours.getEnv()).containsExactlyInAnyOrderElementsOf(theirs.getEnv());
        assertThat(ours.getPorts()).isEqualTo(theirs.getPorts());
        assertThat(ours.getResources()).isEqualTo(theirs.getResources());
        assertThat(ours.getSecurityContext()).isEqualTo(theirs.getSecurityContext());
        assertThat(ours.getStartupProbe()).isEqualTo(theirs.getStartupProbe());
        assertThat(ours.getLivenessProbe()).isEqualTo(theirs.getLivenessProbe());
        assertThat(ours.getReadinessProbe()).isEqualTo(theirs.getReadinessProbe());
        assertThat(ours.getVolumeMounts()).isEqualTo(theirs.getVolumeMounts());
        assertThat(chart.getVolumes())
                .extracting(Volume::getName)
                .isEqualTo(base.getVolumes().stream().map(Volume::getName).toList());
        assertThat(chart.getSecurityContext()).isEqualTo(base.getSecurityContext());
        assertThat(chart.getTerminationGracePeriodSeconds()).isEqualTo(base.getTerminationGracePeriodSeconds());
    }

    @Test
    void chartUsesDocumentedVariables() throws IOException {
        String deployment = Files.readString(CHART.resolve("templates/deployment.yaml"));
        String documented = Files.readString(Path.of("src/docs/webhook.md"));

        assertThat(Pattern.compile("DRAWBRIDGE_[A-Z_]+")
                        .matcher(deployment)
                        .results()
                        .map(MatchResult::group))
                .filteredOn(name -> !name.startsWith("DRAWBRIDGE_TLS_MANAGED_"))
                .isNotEmpty()
                .allMatch(name -> documented.contains("`" + name + "`"));
    }

    @Test
    void networkPolicyNamesThePortsOfTheApiServer() throws Exception {
        HasMetadata policy = render("--set", "networkPolicy.apiServerPorts={7443}")
                .get("NetworkPolicy")
                .get(0);

        assertThat(OBJECTS.asYaml(policy)).contains("port: 7443").doesNotContain("port: 6443");
    }

    @Test
    void alertsFireIfWebhookDoesNotAnswer() throws Exception {
        String text = helm(
                0,
                "template",
                "drawbridge",
                CHART.toString(),
                "--kube-version=1.34.0",
                "--set=monitoring.rules=true,webhook.failurePolicy=Fail");

        assertThat(text)
                .contains("apiserver_admission_webhook_fail_open_count{name=\"resource.drawbridge.dev\"}")
                .contains("apiserver_admission_webhook_rejection_count{name=\"resource.drawbridge.dev\","
                        + "error_type=\"calling_webhook_error\"}")
                .contains("absent(up{service=\"drawbridge\"} == 1)")
                .contains("No pod of the webhook answers; nothing of resource.k8s.io can be written.");
    }

    @ParameterizedTest
    @CsvSource({
        "webhook.failurePolicy=Maybe, failurePolicy",
        "replicas=0, replicas",
        "failurePolicy=Fail, failurePolicy",
        "certificates.mode=files, mode"
    })
    void schemaRejectsInvalidValue(String value, String name) throws Exception {
        String problem =
                helm(1, "template", "drawbridge", CHART.toString(), "--kube-version", "1.34.0", "--set", value);

        assertThat(problem)
                .contains("values don't meet the specifications of the schema")
                .contains(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "certificates.mode=secret", "fleet.enabled=true", "workloads.enabled=true"})
    void helmLintHasNoFindings(String value) throws Exception {
        assertThat(helm(0, "lint", CHART.toString(), "--strict", "--set", value))
                .contains("0 chart(s) failed");
    }

    private static Map<String, List<HasMetadata>> render(String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                "template", "drawbridge", CHART.toString(), "--namespace", "drawbridge", "--kube-version", "1.34.0"));
        arguments.addAll(Arrays.asList(options));
        String text = helm(0, arguments.toArray(String[]::new));
        return Arrays.stream(text.split("(?m)^---$"))
                .filter(document -> document.contains("kind:"))
                .map(document -> (HasMetadata) OBJECTS.unmarshal(document))
                .collect(Collectors.groupingBy(HasMetadata::getKind, TreeMap::new, Collectors.toList()));
    }

    private static String helm(int expected, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("helm"));
        command.addAll(Arrays.asList(arguments));
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            System.out.println("SKIPPED: helm is not there to render deploy/helm");
            Assumptions.abort("helm is not there: " + e);
            throw e;
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isEqualTo(expected);
        return output;
    }
}
