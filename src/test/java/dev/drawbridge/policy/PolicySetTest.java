package dev.drawbridge.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.constraint.cel.Authorizer;
import dev.drawbridge.document.Document;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.policy.AdmissionRequest.GroupVersion;
import dev.drawbridge.policy.AdmissionRequest.Place;
import dev.drawbridge.policy.AdmissionRequest.Sender;
import dev.drawbridge.policy.AdmissionRequest.User;
import dev.drawbridge.policy.PolicyVerdict.Decision;
import dev.drawbridge.port.Quantity;
import dev.drawbridge.rbac.RbacObjects;
import dev.drawbridge.rbac.RoleAuthorizer;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.Scheme;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the decisions of policies; {@code ../shared/policies} has those of a server. */
class PolicySetTest {

    private static final String CLAIM = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: c, namespace: lab, labels: {team: a}}
            spec:
              devices:
                requests:
                - {name: gpu, exactly: {deviceClassName: gpu.example.com, capacity: {requests: {memory: 1024Mi}}}}
            """;

    private static final String NAMESPACE = """
            apiVersion: v1
            kind: Namespace
            metadata: {name: lab, labels: {kubernetes.io/metadata.name: lab, tier: gold}}
            """;

    private static final String POLICY = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicy
            metadata: {name: p}
            spec:
              matchConstraints:
                resourceRules:
                - apiGroups: [resource.k8s.io]
                  apiVersions: [v1]
                  operations: [CREATE, UPDATE]
                  resources: [resourceclaims]
            """;

    private static final String BINDING = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicyBinding
            metadata: {name: b}
            spec: {policyName: p, validationActions: [Deny]}
            """;

    private static ObjectValue yaml(String text) {
        ReadResult read = new YamlReader(ReadLimits.DEFAULT)
                .read(text.getBytes(StandardCharsets.UTF_8))
                .get(0);
        return ObjectValue.orEmpty(((Document) read).value());
    }

    private static AdmissionRequest create(String object, @Nullable String namespace, @Nullable User user) {
        ObjectValue created = yaml(object);
        return new AdmissionRequest(
                "CREATE",
                new Place(
                        GroupVersion.parse(created.string("apiVersion")),
                        created.string("kind"),
                        Resources.of(created.string("kind")),
                        "",
                        created.object("metadata").string("namespace"),
                        created.object("metadata").string("name")),
                new Sender(user, false, Map.of()),
                created,
                null,
                namespace == null ? null : yaml(namespace));
    }

    private static PolicySet set(String policy, String binding, ObjectValue... parameters) {
        return set(
                new ServerObjects(new Scheme(), KubernetesRelease.K8S_1_37, GateSettings.DEFAULTS, true, false),
                policy,
                binding,
                parameters);
    }

    private static PolicySet set(ServerObjects objects, String policy, String binding, ObjectValue... parameters) {
        return new PolicySet(
                List.of(yaml(policy)),
                List.of(yaml(binding)),
                new Parameters(List.of(parameters), List.of(), Parameters.Extent.ALL_KINDS, CustomResources.NONE),
                objects);
    }

    private static PolicyVerdict verdict(String spec) {
        User user = new User("alice", "", List.of("developers"), Map.of());
        return set(POLICY + spec.indent(2), BINDING).verdict(create(CLAIM, NAMESPACE, user), access -> null);
    }

    private static List<String> texts(List<Decision> decisions) {
        return decisions.stream().map(Decision::text).toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    object.spec.devices.requests[0].exactly.count == 1                              |
                    object.spec.devices.requests[0].exactly.capacity.requests.memory == '1Gi'       |
                    has(object.status) && !has(object.spec.devices.config)                          |
                    !has(object.metadata.generation)                                                |
                    oldObject == null && !has(oldObject.spec)                                       |
                    namespaceObject.metadata.labels.tier == 'gold'                                  |
                    request.userInfo.username == 'alice' && !has(request.userInfo.uid)              |
                    request.operation == 'CREATE' && request.resource.version == 'v1'               |
                    object.spec.devices.requests[-1].name == ''                                     | expression 'object.spec.devices.requests[-1].name == ''' resulted in error: index out of bounds: -1
                    object.spec.nosuch == 1                                                         | expression 'object.spec.nosuch == 1' resulted in error: no such key: nosuch
                    oldObject.spec == 1                                                             | expression 'oldObject.spec == 1' resulted in error: no such key: spec
                    object.spec.devices.requests[7].name == ''                                      | expression 'object.spec.devices.requests[7].name == ''' resulted in error: index out of bounds: 7
                    object.metadata.name < 1                                                        | expression 'object.metadata.name < 1' resulted in error: no such overload
                    int(object.metadata.name) > 1                                                   | expression 'int(object.metadata.name) > 1' resulted in error: type conversion error from 'string' to 'int'
                    object.spec.devices.requests.all(q, q.exactly.count / 0 == 1)                   | expression 'object.spec.devices.requests.all(q, q.exactly.count / 0 == 1)' resulted in error: division by zero
                    """)
    void expressionSeesTheServersObject(String expression, @Nullable String denied) {
        PolicyVerdict verdict = verdict("validations: [{expression: \"" + expression + "\"}]");

        assertThat(texts(verdict.denials())).isEqualTo(denied == null ? List.of() : List.of(denied));
    }

    @ParameterizedTest
    @CsvSource({
        "K8S_1_34, '', CREATE, false",
        "K8S_1_34, DRAConsumableCapacity=true, CREATE, true",
        "K8S_1_37, '', CREATE, true",
        "K8S_1_34, '', UPDATE, true"
    })
    void expressionSeesNoFieldThatTheServerDrops(
            KubernetesRelease release, String gates, String operation, boolean isSeen) {
        ServerObjects objects = new ServerObjects(new Scheme(), release, GateSettings.parse(gates), true, false);
        AdmissionRequest sent = create(CLAIM, NAMESPACE, null);
        AdmissionRequest request = new AdmissionRequest(
                operation,
                sent.place(),
                sent.sender(),
                sent.object(),
                operation.equals("CREATE") ? null : sent.object(),
                sent.namespaceObject());
        String spec = "validations: [{expression: 'has(object.spec.devices.requests[0].exactly.capacity)'}]";

        assertThat(set(objects, POLICY + spec.indent(2), BINDING)
                        .verdict(request, access -> null)
                        .isAllowed())
                .isEqualTo(isSeen);
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', textBlock = """
            K8S_1_36, object.spec == 0.1,                 failed expression: object.spec == 0.1
            K8S_1_37, object.spec == 0.1,                 expression 'object.spec == 0.1' resulted in error: no such overload
            K8S_1_36, object.spec.devices.requests == 1u, failed expression: object.spec.devices.requests == 1u
            K8S_1_37, object.spec.devices.requests == 1u, expression 'object.spec.devices.requests == 1u' resulted in error: no such overload
            K8S_1_36, dyn(namespaceObject) == true,            failed expression: dyn(namespaceObject) == true
            K8S_1_37, dyn(namespaceObject) == true,            expression 'dyn(namespaceObject) == true' resulted in error: no such overload
            K8S_1_36, request == dyn(1),                  failed expression: request == dyn(1)
            K8S_1_37, request == dyn(1),                  expression 'request == dyn(1)' resulted in error: no such overload
            K8S_1_37, params == 'a',                      failed expression: params == 'a'
            """)
    void valuesOfGoTypesAreNotComparedWithOthersSince137(KubernetesRelease release, String expression, String denied) {
        String policy = POLICY.replace("spec:\n", "spec:\n  paramKind: {apiVersion: v1, kind: ConfigMap}\n")
                + "  validations: [{expression: \"" + expression + "\"}]";
        String binding = BINDING.replace("spec: {", "spec: {paramRef: {name: p, namespace: lab}, ");
        ObjectValue parameters = yaml("{apiVersion: v1, kind: ConfigMap, metadata: {name: p, namespace: lab}}");
        ServerObjects objects = new ServerObjects(new Scheme(), release, GateSettings.DEFAULTS, true, false);

        assertThat(texts(set(objects, policy, binding, parameters)
                        .verdict(create(CLAIM, NAMESPACE, null), access -> null)
                        .denials()))
                .containsExactly(denied);
    }

    @Test
    void messageIsThatOfTheServer() {
        PolicyVerdict verdict = verdict("validations: [{expression: 'false', reason: Forbidden, messageExpression:"
                + " \"'not ' + object.metadata.name\"}]");

        assertThat(verdict.denials())
                .extracting(Decision::message)
                .containsExactly("ValidatingAdmissionPolicy 'p' with binding 'b' denied request: not c");
        assertThat(verdict.denials()).extracting(Decision::reason).containsExactly("Forbidden");
    }

    @Test
    void blankMessageFallsBackToTheExpression() {
        assertThat(texts(verdict("validations: [{expression: ' false ', messageExpression: \"'a\\nb'\"}]")
                        .denials()))
                .containsExactly("failed expression: false");
    }

    @Test
    void failurePolicyIgnoresErrorsAlone() {
        String spec = "failurePolicy: Ignore\nvalidations: [{expression: 'object.x'}, {expression: 'object.y == 1'},"
                + " {expression: '1 == 2'}]";

        assertThat(texts(verdict(spec).denials())).containsExactly("failed expression: 1 == 2");
    }

    @Test
    void falseConditionWinsOverErrors() {
        String spec = "matchConditions: [{name: a, expression: 'object.x == 1'}, {name: b, expression: '1 == 2'}]\n"
                + "validations: [{expression: 'false'}]";

        assertThat(verdict(spec).isAllowed()).isTrue();
    }

    @Test
    void conditionsSeeNoNamespace() {
        String spec = "matchConditions: [{name: a, expression: \"namespaceObject.metadata.name == 'lab'\"}]\n"
                + "validations: [{expression: 'true'}]";

        assertThat(texts(verdict(spec).denials()))
                .containsExactly("expression 'namespaceObject.metadata.name == 'lab'' resulted in error: no such key:"
                        + " metadata");
    }

    @Test
    void variablesAreEvaluatedOnceAndShared() {
        String spec =
                "variables: [{name: count, expression: object.spec.devices.requests.size()}, {name: m, expression:"
                        + " variables.count + 1}]\nvalidations: [{expression: variables.m == 3, messageExpression:"
                        + " \"'m is ' + string(variables.m)\"}]";
        PolicyVerdict verdict = verdict(spec);

        assertThat(texts(verdict.denials())).containsExactly("m is 2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"serviceAccountName", "serviceAccount"})
    void accountOfPodHasBothNames(String field) {
        String policy = POLICY.replace("resource.k8s.io", "apps").replace("resourceclaims", "deployments")
                + "  validations: [{expression: \"[object.spec.template.spec].all(s, s.serviceAccountName == 'a' &&"
                + " s.serviceAccount == 'a')\"}]";
        String deployment = "{apiVersion: apps/v1, kind: Deployment, metadata: {name: d, namespace: lab},"
                + " spec: {template: {spec: {%s: a}}}}";

        assertThat(set(policy, BINDING)
                        .verdict(create(deployment.formatted(field), NAMESPACE, null), access -> null)
                        .denials())
                .isEmpty();
    }

    @Test
    void costsAreLimited() {
        String loop = "lists.range(1000).all(x, lists.range(1000).all(y, x >= 0))";

        assertThat(texts(verdict("validations: [{expression: '" + loop + "'}]").denials()))
                .containsExactly("expression '" + loop + "' resulted in error: operation cancelled: actual cost limit"
                        + " exceeded");
    }

    @Test
    void policyOfAnotherVersionSeesThatVersion() {
        String policy = POLICY.replace("[v1]", "[v1beta1]")
                + "  validations: [{expression: \"has(object.spec.devices.requests[0].exactly)\", messageExpression:"
                + " \"request.kind.version + ' ' + request.requestKind.version\"}]\n";
        AdmissionRequest request = create(CLAIM, NAMESPACE, null);

        assertThat(texts(set(policy, BINDING).verdict(request, access -> null).denials()))
                .containsExactly("v1beta1 v1");
        assertThat(set(policy.replace("matchConstraints:", "matchConstraints:\n    matchPolicy: Exact"), BINDING)
                        .verdict(request, access -> null)
                        .isAllowed())
                .isTrue();
    }

    @Test
    void missingParametersDeny() {
        String policy = POLICY + "  paramKind: {apiVersion: v1, kind: ConfigMap}\n"
                + "  validations: [{expression: \"params.data.team == object.metadata.labels.team\"}]\n";
        String binding = BINDING.replace(
                "policyName: p", "policyName: p, paramRef: {name: limits, parameterNotFoundAction: Deny}");
        ObjectValue limits =
                yaml("{apiVersion: v1, kind: ConfigMap, metadata: {name: limits, namespace: lab}, data: {team: b}}");
        AdmissionRequest request = create(CLAIM, NAMESPACE, null);

        assertThat(texts(set(policy, binding).verdict(request, access -> null).denials()))
                .containsExactly("failed to configure binding: no params found for policy binding with `Deny`"
                        + " parameterNotFoundAction");
        assertThat(texts(set(policy, binding, limits)
                        .verdict(request, access -> null)
                        .denials()))
                .containsExactly("failed expression: params.data.team == object.metadata.labels.team");
    }

    @Test
    void unknownUserLeavesOtherDecisions() {
        String policy =
                POLICY + "  validations: [{expression: \"request.userInfo.username == 'a'\"}, {expression: '1 == 2'},"
                        + " {expression: \"true || request.userInfo.username == 'a'\"}]\n";
        PolicyVerdict verdict = set(policy, BINDING).verdict(create(CLAIM, NAMESPACE, null), access -> null);

        assertThat(texts(verdict.denials())).containsExactly("failed expression: 1 == 2");
        assertThat(texts(verdict.unknown())).containsExactly("the user of the request");
    }

    @Test
    void unknownUserMayAvoidThePanicOfAnOtherOperand() {
        String policy = POLICY + "  validations: [{expression: \"request.userInfo.username == 'a'"
                + " || {semver('1.0.0'): 1}.size() == 1\"}]\n";
        PolicyVerdict verdict = set(policy, BINDING).verdict(create(CLAIM, NAMESPACE, null), access -> null);

        assertThat(verdict.denials()).isEmpty();
        assertThat(texts(verdict.unknown())).containsExactly("the user of the request");
    }

    @Test
    void unknownNamespaceLeavesSelectorsByNameDecided() {
        String binding = BINDING.replace(
                "policyName: p", "policyName: p, matchResources: {namespaceSelector: {matchLabels: {LABEL}}}");
        String policy = POLICY + "  validations: [{expression: '1 == 2'}]\n";
        AdmissionRequest request = create(CLAIM, null, null);

        assertThat(set(policy, binding.replace("LABEL", "tier: gold"))
                        .verdict(request, access -> null)
                        .unknown())
                .hasSize(1);
        assertThat(set(policy, binding.replace("LABEL", "kubernetes.io/metadata.name: lab"))
                        .verdict(request, access -> null)
                        .isAllowed())
                .isFalse();
        assertThat(set(policy, binding.replace("LABEL", "kubernetes.io/metadata.name: other"))
                        .verdict(request, access -> null)
                        .isAllowed())
                .isTrue();
    }

    @Test
    void longChainOfVariablesIsEvaluated() {
        StringBuilder variables = new StringBuilder("  variables:\n  - {name: v0, expression: '1'}\n");
        for (int i = 1; i < 400; i++) {
            variables.append("  - {name: v%d, expression: variables.v%d + 1}\n".formatted(i, i - 1));
        }
        String policy = POLICY + variables + "  validations: [{expression: variables.v399 == 400}]\n";

        assertThat(set(policy, BINDING)
                        .verdict(create(CLAIM, NAMESPACE, null), access -> null)
                        .isAllowed())
                .isTrue();
    }

    @Test
    void keptResultIsThatOfTheSameInputs() {
        PolicySet set = set(
                POLICY
                        + "  validations: [{expression: \"!has(object.metadata.labels.team) ||"
                        + " object.metadata.labels.team == 'a'\", messageExpression: \"'not ' +"
                        + " object.metadata.labels.team + ' in ' + request.namespace\"}]\n",
                BINDING);

        for (int i = 0; i < 2; i++) {
            assertThat(texts(set.verdict(create(CLAIM, NAMESPACE, null), access -> null)
                            .denials()))
                    .isEmpty();
            assertThat(texts(set.verdict(create(CLAIM.replace("team: a", "team: b"), NAMESPACE, null), access -> null)
                            .denials()))
                    .containsExactly("not b in lab");
            assertThat(texts(set.verdict(create(CLAIM.replace("team: a", "tier: b"), NAMESPACE, null), access -> null)
                            .denials()))
                    .isEmpty();
            assertThat(texts(set.verdict(
                                    create(CLAIM.replace(", labels: {team: a}", ""), NAMESPACE, null), access -> null)
                            .denials()))
                    .singleElement()
                    .asString()
                    .endsWith("resulted in error: no such key: labels");
        }
    }

    @Test
    void rolesAnswerChecks() {
        String policy = POLICY + "  validations: [{expression: \"authorizer.group('resource.k8s.io')"
                + ".resource('deviceclasses').name('gpu.example.com').check('use').allowed()\"}]\n";
        ObjectValue role = yaml("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: use}
                rules:
                - {apiGroups: [resource.k8s.io], resources: [deviceclasses], verbs: [use], resourceNames: [gpu.example.com]}
                """);
        ObjectValue given = yaml("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: use}
                roleRef: {kind: ClusterRole, name: use}
                subjects: [{kind: Group, name: developers}]
                """);
        User user = new User("alice", "", List.of("developers"), Map.of());
        AdmissionRequest request = create(CLAIM, NAMESPACE, user);
        PolicySet set = set(policy, BINDING);

        assertThat(set.verdict(request, roles(user, true, role, given)).isAllowed())
                .isTrue();
        assertThat(set.verdict(request, roles(user, true, role)).isAllowed()).isFalse();
        assertThat(texts(set.verdict(request, roles(user, false, role)).unknown()))
                .containsExactly("the roles of the cluster");
        assertThat(texts(set.verdict(request, access -> null).unknown())).containsExactly("the roles of the cluster");
    }

    private static Authorizer roles(User user, boolean areAll, ObjectValue... objects) {
        List<Manifest> manifests = Stream.of(objects)
                .map(one -> new Manifest("", "", one, one.string("apiVersion"), one.string("kind")))
                .toList();
        return new RoleAuthorizer(RbacObjects.of(manifests, ""), areAll, user.name(), user.groups());
    }

    @ParameterizedTest
    @CsvSource({"1024Mi, 1Gi", "1.5Gi, 1536Mi", "0.5, 500m", "1000, 1k", "1e3, 1e3", "1073741824, 1073741824", "0, 0"})
    void quantitiesHaveOneForm(String written, String seen) {
        assertThat(Quantity.canonical(written)).isEqualTo(seen);
    }
}
