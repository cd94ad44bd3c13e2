package dev.drawbridge.rbac;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of missing permissions: roles by themselves, with their bindings, and of components. */
class AccessGapsTest {

    private static final String STATUS =
            "{apiGroups: [resource.k8s.io], resources: [resourceclaims/status], verbs: [update, patch]}";
    private static final String BIND_PODS = "{apiGroups: [''], resources: [pods/binding], verbs: [create]}";
    private static final String PUBLISH =
            "{apiGroups: [resource.k8s.io], resources: [resourceslices], verbs: [get, create]}";
    private static final String BINDING = rule("resourceclaims/binding", "update, patch");
    private static final String DRIVER = rule("resourceclaims/driver", "'associated-node:update'");

    private static final String FOR_BINDING = "resourceclaims/binding with update, patch";
    private static final String FOR_NODE = "resourceclaims/driver with associated-node:update, associated-node:patch";
    private static final String FOR_ANY = "resourceclaims/driver with arbitrary-node:update, arbitrary-node:patch";

    private static String rule(String resource, String verbs) {
        return "{apiGroups: [resource.k8s.io], resources: [" + resource + "], verbs: [" + verbs + "]}";
    }

    private static String role(String kind, String name, String... rules) {
        return "apiVersion: rbac.authorization.k8s.io/v1\nkind: " + kind + "\nmetadata: {name: " + name
                + "}\nrules:\n- " + String.join("\n- ", rules) + "\n---\n";
    }

    private static String clusterRole(String... rules) {
        return role("ClusterRole", "r", rules);
    }

    private static String binding(String kind, String namespace, String role, String subject) {
        return "apiVersion: rbac.authorization.k8s.io/v1\nkind: " + kind + "\nmetadata: {name: b" + namespace + "}\n"
                + "roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: " + role + "}\nsubjects: ["
                + subject + "]\n---\n";
    }

    private static String bound(String role, String subject) {
        return binding("ClusterRoleBinding", "", role, subject);
    }

    private static final String ACCOUNT = "{kind: ServiceAccount, namespace: ns, name: a}";

    private static RbacObjects objects(String text) {
        return RbacObjects.of(
                new ManifestReader().read("f.yaml", text.getBytes(UTF_8)).manifests(), "default");
    }

    private static List<String> gaps(String text) {
        return AccessGaps.of(objects(text), false).stream()
                .map(AccessGap::message)
                .toList();
    }

    private static void assertComplete(String text) {
        assertThat(gaps(text)).isEmpty();
    }

    private static void assertLacks(String text, String expected) {
        assertThat(gaps(text)).singleElement().asString().contains(expected);
    }

    @Test
    void schedulerNeedsBinding() {
        assertLacks(clusterRole(BIND_PODS, STATUS), FOR_BINDING);
        assertLacks(clusterRole(BIND_PODS, STATUS, DRIVER), FOR_BINDING);
        assertComplete(clusterRole(BIND_PODS, STATUS, BINDING));
        assertComplete(clusterRole(BIND_PODS, STATUS, rule("resourceclaims/binding", "update")));
        assertComplete(clusterRole(BIND_PODS, STATUS, PUBLISH, BINDING));
    }

    @Test
    void driverNeedsItsVerbs() {
        assertLacks(clusterRole(PUBLISH, STATUS), FOR_NODE);
        assertLacks(clusterRole(PUBLISH, STATUS, BINDING), FOR_NODE);
        assertComplete(clusterRole(PUBLISH, STATUS, DRIVER));
        assertComplete(clusterRole(PUBLISH, STATUS, rule("resourceclaims/driver", "'arbitrary-node:patch'")));
        assertComplete(clusterRole(STATUS, DRIVER.replace("verbs", "resourceNames: [d.example.com], verbs")));
    }

    @Test
    void otherWriterNeedsEither() {
        assertLacks(clusterRole(STATUS), FOR_BINDING + " to set status.allocation");
        assertLacks(clusterRole(STATUS), FOR_NODE + " to set status.devices");
        assertComplete(clusterRole(STATUS, BINDING));
    }

    @Test
    void verbsMustFit() {
        String update = STATUS.replace("update, patch", "update");
        assertLacks(clusterRole(BIND_PODS, update, rule("resourceclaims/binding", "patch")), "binding with update");
        assertLacks(
                clusterRole(PUBLISH, update, rule("resourceclaims/driver", "'associated-node:patch'")),
                "driver with associated-node:update");
        assertLacks(clusterRole(PUBLISH, STATUS.replace("update, patch", "'*'")), FOR_NODE);
        assertComplete(clusterRole(BIND_PODS, update, rule("resourceclaims/binding", "'*'")));
    }

    @Test
    void wildcardsCount() {
        assertComplete(clusterRole(BIND_PODS, STATUS, rule("'*'", "update, patch")));
        assertComplete(clusterRole(BIND_PODS, STATUS, rule("'*/binding'", "update, patch")));
        assertComplete(clusterRole(BIND_PODS, STATUS, "{apiGroups: ['*'], resources: ['*'], verbs: ['*']}"));
        assertComplete(clusterRole(PUBLISH, STATUS, rule("'*'", "'*'")));
        assertLacks(clusterRole(PUBLISH, STATUS, rule("'*/driver'", "update")), FOR_NODE);
        assertLacks(clusterRole(BIND_PODS, STATUS, rule("resourceclaims/*", "update")), "no wildcard for subresources");
    }

    @Test
    void rulesThatLookLikeTheMissingOneAreExplained() {
        assertLacks(
                clusterRole(PUBLISH, STATUS, rule("resourceclaims/driver", "update, patch")),
                "is checked with the verbs associated-node:update");
        assertLacks(
                clusterRole(BIND_PODS, STATUS, BINDING.replace("verbs", "resourceNames: [c], verbs")),
                "resourceNames never matches");
        assertLacks(role("Role", "r", BIND_PODS, STATUS, BINDING), "for the whole cluster");
        assertThat(AccessGaps.of(objects(role("Role", "r", BIND_PODS, STATUS)), false)
                        .get(0)
                        .fix())
                .isNull();
        assertComplete(role("Role", "r", PUBLISH, STATUS, DRIVER));
    }

    @Test
    void rulesWithoutARequestAreFound() {
        assertThat(UnmatchedRule.of(objects(clusterRole(rule("resourceclaims/*", "get"), BINDING, DRIVER))
                        .roles()))
                .extracting(UnmatchedRule::index)
                .containsExactly(0);
        assertThat(UnmatchedRule.of(objects(role("Role", "r", BINDING)).roles()))
                .hasSize(1);
        assertThat(UnmatchedRule.of(objects(clusterRole(rule("resourceclaims/driver, resourceclaims", "get, update")))
                        .roles()))
                .hasSize(1);
    }

    @Test
    void otherRolesHaveNoGaps() {
        assertComplete(clusterRole("{apiGroups: [''], resources: [pods], verbs: [get]}"));
        assertComplete(clusterRole(rule("resourceclaims, resourceclaims/status, resourceslices", "get, list, watch")));
        assertComplete(clusterRole("{apiGroups: ['*'], resources: ['*'], verbs: [get, update, patch, delete]}"));
        assertComplete(
                clusterRole("{apiGroups: [quota.example.com], resources: [resourceclaims/status], verbs: [update]}"));
        assertComplete(clusterRole(rule("'*'", "get, list, watch, create, update, patch, delete")));
        assertComplete(clusterRole(BIND_PODS, STATUS)
                .replace("name: r", "name: r, labels: {kubernetes.io/bootstrapping: rbac-defaults}"));
    }

    @Test
    void rolesOfASubjectCountTogether() {
        String status = role("ClusterRole", "s", PUBLISH, STATUS);
        String driver = role("ClusterRole", "d", DRIVER);
        assertComplete(status + driver + bound("s", ACCOUNT) + bound("d", ACCOUNT));
        assertComplete(
                status + driver + bound("s", ACCOUNT) + bound("d", "{kind: Group, name: 'system:serviceaccounts:ns'}"));
        assertComplete(
                status + driver + bound("s", "{kind: Group, name: 'system:serviceaccounts:ns'}") + bound("d", ACCOUNT));
        assertComplete(
                status + driver + bound("s", ACCOUNT) + bound("d", "{kind: User, name: 'system:serviceaccount:ns:a'}"));
        assertComplete(status + driver + bound("s", ACCOUNT) + binding("RoleBinding", "x", "d", ACCOUNT));
        assertLacks(
                status + driver + bound("s", ACCOUNT) + bound("d", "{kind: ServiceAccount, namespace: ns, name: b}"),
                "ServiceAccount ns/a");
        assertLacks(
                status
                        + driver
                        + bound("s", ACCOUNT + ", {kind: ServiceAccount, namespace: ns, name: b}")
                        + bound("d", ACCOUNT),
                "ServiceAccount ns/b");
        String group = bound("s", "{kind: Group, name: 'system:serviceaccounts:ns'}");
        assertLacks(status + group, "Group system:serviceaccounts:ns");
        assertLacks(status + group + workload("Deployment", image("x")), "ServiceAccount ns/a");
        assertComplete(status + group + driver + bound("d", ACCOUNT) + workload("Deployment", image("x")));
    }

    @Test
    void subjectWithUnknownRoleIsNotJudged() {
        assertComplete(clusterRole(BIND_PODS, STATUS) + bound("r", ACCOUNT) + bound("system:kube-scheduler", ACCOUNT));
        assertThat(AccessGaps.of(
                        objects(clusterRole(BIND_PODS, STATUS) + bound("r", ACCOUNT) + bound("gone", ACCOUNT)), true))
                .hasSize(1);
    }

    /** The documented second scheduler has the role for volumes, and reads the configuration of authentication. */
    @Test
    void defaultRolesGrantNothingOfClaims() {
        String scheduler = clusterRole(BIND_PODS, STATUS) + bound("r", ACCOUNT);
        assertLacks(scheduler + bound("system:volume-scheduler", ACCOUNT), FOR_BINDING);
        assertLacks(
                scheduler
                        + binding("RoleBinding", "kube-system", "extension-apiserver-authentication-reader", ACCOUNT)
                                .replace("kind: ClusterRole,", "kind: Role,"),
                FOR_BINDING);
        String driver = clusterRole(PUBLISH, STATUS) + bound("r", ACCOUNT);
        assertLacks(driver + bound("system:auth-delegator", ACCOUNT), FOR_NODE);
        assertComplete(driver + bound("admin", ACCOUNT));
        assertComplete(clusterRole(BIND_PODS, STATUS) + bound("r", "{kind: Group, name: 'system:masters'}"));
    }

    /** Claims are bound cluster-wide, so an unknown role of one namespace is no help to a scheduler. */
    @Test
    void unknownRoleOfANamespaceMatters() {
        String unknown = binding("RoleBinding", "x", "unknown", ACCOUNT);
        assertLacks(clusterRole(BIND_PODS, STATUS) + bound("r", ACCOUNT) + unknown, FOR_BINDING);
        assertComplete(clusterRole(PUBLISH, STATUS) + bound("r", ACCOUNT) + unknown);
        assertComplete(clusterRole(STATUS) + bound("r", ACCOUNT) + unknown);
    }

    @Test
    void statusOfAllKindsOfTheGroupIsNamed() {
        assertLacks(clusterRole(BIND_PODS, rule("'*/status'", "update")), "resourceclaims/binding with update");
        assertComplete(clusterRole(BIND_PODS, rule("'*/status', '*/binding'", "update")));
        assertComplete(clusterRole("{apiGroups: ['*'], resources: ['*/status'], verbs: [update]}"));
    }

    @Test
    void bindingInANamespaceDoesNotBindClaims() {
        assertLacks(
                clusterRole(BIND_PODS, STATUS, BINDING) + binding("RoleBinding", "x", "r", ACCOUNT),
                "for the whole cluster");
    }

    @Test
    void aggregatedRolesHaveTheRulesOfOthers() {
        String whole = "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: all}\n"
                + "aggregationRule: {clusterRoleSelectors: [{matchLabels: {part: x}}]}\nrules: [" + BINDING
                + "]\n---\n";
        String status = role("ClusterRole", "s", BIND_PODS, STATUS).replace("name: s", "name: s, labels: {part: x}");
        String binding = role("ClusterRole", "b", BINDING).replace("name: b", "name: b, labels: {part: x}");
        assertComplete(whole + status + binding);
        assertComplete(whole + status + binding + bound("all", ACCOUNT));
        assertLacks(whole + status, FOR_BINDING);
        assertLacks(whole + status + bound("all", ACCOUNT), "ServiceAccount ns/a");
        assertComplete(role("ClusterRole", "s", BIND_PODS, STATUS)
                .replace("name: s", "name: s, labels: {rbac.authorization.k8s.io/aggregate-to-edit: 'true'}"));
    }

    private static String workload(String kind, String pod) {
        return "apiVersion: apps/v1\nkind: " + kind + "\nmetadata: {name: w, namespace: ns}\n"
                + "spec: {template: {spec: {serviceAccountName: a, " + pod + "}}}\n---\n";
    }

    private static String image(String image) {
        return "containers: [{name: c, image: '" + image + "'}]";
    }

    @Test
    void driverIsKnownByItsWorkload() {
        String role = clusterRole(STATUS) + bound("r", ACCOUNT);
        String plugin = "volumes: [{name: p, hostPath: {path: /var/lib/kubelet/plugins_registry}}]";
        assertLacks(role + workload("DaemonSet", plugin), "a driver with this role");
        assertLacks(clusterRole(PUBLISH, STATUS) + bound("r", ACCOUNT) + workload("Deployment", image("x")), FOR_ANY);
        assertLacks(clusterRole(PUBLISH, STATUS) + bound("r", ACCOUNT) + workload("DaemonSet", image("x")), FOR_NODE);
    }

    @Test
    void schedulerAndAutoscalerMustRead() {
        String role = clusterRole(BIND_PODS) + bound("r", ACCOUNT);
        String read = clusterRole(BIND_PODS, rule("resourceclaims, resourceslices, deviceclasses", "get, list, watch"))
                + bound("r", ACCOUNT);
        String scheduler = workload("Deployment", image("registry.k8s.io/kube-scheduler:v1.34.2"));
        assertLacks(
                role + scheduler,
                "by its image kube-scheduler 1.34, which must list and watch deviceclasses, "
                        + "resourceclaims, resourceslices");
        assertComplete(read + scheduler);
        assertLacks(read + workload("Deployment", image("registry.k8s.io/kube-scheduler:v1.37.1")), "devicetaintrules");
        assertLacks(
                role + workload("Deployment", image("registry.k8s.io/scheduler-plugins/kube-scheduler:v0.34.7")),
                "resourceslices");
        assertLacks(
                role + workload("Deployment", image("registry.k8s.io/autoscaling/cluster-autoscaler:v1.35.0")),
                "by its image cluster-autoscaler 1.35");
        assertComplete(role + workload("Deployment", image("registry.k8s.io/kube-scheduler:v1.33.4")));
        assertComplete(role + workload("Deployment", image("registry.k8s.io/autoscaling/cluster-autoscaler:v1.34.1")));
        assertComplete(role + workload("Deployment", image("registry.k8s.io/kube-scheduler:latest")));
        assertComplete(role
                + workload(
                                "Deployment",
                                image("r/kube-scheduler:v1.34.2', args: ['--feature-gates=A=true,"
                                        + "DynamicResourceAllocation=false']}], x: ['"))
                        .replace(", x: ['}]", ""));
        assertComplete(role + workload("Deployment", image("example.com/kube-scheduler-simulator:v1.36.0")));
        assertComplete(role + bound("system:kube-scheduler", ACCOUNT) + scheduler);
        assertComplete(clusterRole(rule("resourceclaims", "get")) + scheduler);
    }

    @Test
    void filesWithoutRolesCostNothing() {
        assertThat(objects("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nspec: {template: {spec: {"
                        + image("nginx:1") + "}}}"))
                .isSameAs(RbacObjects.NONE);
        assertThat(RbacObjects.joined(List.of(RbacObjects.NONE, RbacObjects.NONE)))
                .isSameAs(RbacObjects.NONE);
    }

    @Test
    void requirementDependsOnReleaseAndGate() {
        assertThat(AccessGaps.areEnforced(KubernetesRelease.K8S_1_35, GateSettings.DEFAULTS))
                .isFalse();
        assertThat(AccessGaps.areEnforced(KubernetesRelease.K8S_1_36, GateSettings.DEFAULTS))
                .isTrue();
        assertThat(AccessGaps.areEnforced(
                        KubernetesRelease.K8S_1_37,
                        GateSettings.parse("DRAResourceClaimGranularStatusAuthorization=false")))
                .isFalse();
    }
}
