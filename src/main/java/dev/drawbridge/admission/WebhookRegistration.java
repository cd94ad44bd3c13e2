package dev.drawbridge.admission;

import dev.drawbridge.resource.Kinds;
import dev.drawbridge.schema.ApiVersion;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.RuleWithOperations;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.RuleWithOperationsBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfigurationBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The webhook configuration: the resources that the table has rules for, with their {@code status}. The failure policy
 * is {@code Ignore}; an overlay sets it to {@code Fail}.
 */
public final class WebhookRegistration {

    private static final int TIMEOUT_SECONDS = 5;

    private static final List<String> WRITES = List.of("CREATE", "UPDATE");

    /**
     * Matches the specs of a Pod, a PodTemplate, objects with {@code spec.template}, and a CronJob; a resource with a
     * domain may be a class's.
     */
    private static final String HAS_CLAIMS = """
            [object.?spec, object.?template.?spec, object.?spec.?template.?spec,
             object.?spec.?jobTemplate.?spec.?template.?spec].exists(spec,
              spec.?resourceClaims.orValue([]).size() > 0 ||
              (spec.?containers.orValue([]) + spec.?initContainers.orValue([])).exists(container,
                [container.?resources.?limits, container.?resources.?requests].exists(list,
                  list.orValue({}).exists(name, name.contains("/")))))""";

    /** The configuration for a Service, with the second webhook for pods and built-in workloads. */
    public ValidatingWebhookConfiguration withWorkloads(String service, String namespace, @Nullable String caBundle) {
        return new ValidatingWebhookConfigurationBuilder(configuration(service, namespace, caBundle))
                .addToWebhooks(workloads(service, namespace, caBundle))
                .build();
    }

    /**
     * The configuration for a Service.
     *
     * @param caBundle the authority's certificate, PEM in Base64; null if another tool puts it there
     */
    public ValidatingWebhookConfiguration configuration(String service, String namespace, @Nullable String caBundle) {
        return new ValidatingWebhookConfigurationBuilder()
                .withNewMetadata()
                .withName(service)
                .withLabels(Map.of("app.kubernetes.io/name", service))
                .endMetadata()
                .addToWebhooks(webhook("resource.drawbridge.dev", service, namespace, caBundle)
                        .withRules(rules())
                        .build())
                .build();
    }

    /**
     * The second webhook, for pods and built-in workloads that have claims or extended resources. It is not called for
     * kube-system and its own namespace. Its failure policy stays {@code Ignore}: no pod waits for it. Its match
     * condition needs Kubernetes 1.30.
     */
    public ValidatingWebhook workloads(String service, String namespace, @Nullable String caBundle) {
        return webhook("workloads.drawbridge.dev", service, namespace, caBundle)
                .withNewNamespaceSelector()
                .addNewMatchExpression()
                .withKey("kubernetes.io/metadata.name")
                .withOperator("NotIn")
                .withValues("kube-system", namespace)
                .endMatchExpression()
                .endNamespaceSelector()
                .withRules(
                        workloadRule("", List.of("CREATE"), List.of("pods")),
                        workloadRule("", WRITES, List.of("podtemplates", "replicationcontrollers")),
                        workloadRule(
                                "apps", WRITES, List.of("replicasets", "deployments", "statefulsets", "daemonsets")),
                        workloadRule("batch", WRITES, List.of("jobs", "cronjobs")))
                .addNewMatchCondition()
                .withName("claims-or-extended-resources")
                .withExpression(HAS_CLAIMS)
                .endMatchCondition()
                .build();
    }

    private static RuleWithOperations workloadRule(String group, List<String> operations, List<String> resources) {
        return rule(group, "v1", operations, resources, "Namespaced");
    }

    private static RuleWithOperations rule(
            String group, String version, List<String> operations, List<String> resources, String scope) {
        return new RuleWithOperationsBuilder()
                .withApiGroups(group)
                .withApiVersions(version)
                .withOperations(operations)
                .withResources(resources)
                .withScope(scope)
                .build();
    }

    private static ValidatingWebhookBuilder webhook(
            String name, String service, String namespace, @Nullable String caBundle) {
        return new ValidatingWebhookBuilder()
                .withName(name)
                .withAdmissionReviewVersions("v1")
                .withSideEffects("None")
                .withFailurePolicy("Ignore")
                .withMatchPolicy("Equivalent")
                .withTimeoutSeconds(TIMEOUT_SECONDS)
                .withNewClientConfig()
                .withCaBundle(caBundle)
                .withNewService()
                .withName(service)
                .withNamespace(namespace)
                .withPath("/validate")
                .withPort(443)
                .endService()
                .endClientConfig();
    }

    private List<RuleWithOperations> rules() {
        return Arrays.stream(ApiVersion.values())
                .filter(version -> !resources(version).isEmpty())
                .map(version -> rule(Kinds.GROUP, version.toString(), WRITES, resources(version), "*"))
                .toList();
    }

    private List<String> resources(ApiVersion version) {
        return Kinds.all().stream()
                .filter(kind -> Kinds.newestServing(kind, version).isPresent())
                .flatMap(kind -> kind.hasStatus()
                        ? Stream.of(kind.plural(), kind.plural() + "/status")
                        : Stream.of(kind.plural()))
                .toList();
    }
}
