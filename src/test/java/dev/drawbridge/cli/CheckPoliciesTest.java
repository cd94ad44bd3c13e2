package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@code check} with admission policies in the input. */
class CheckPoliciesTest extends CommandLineTest {

    static final String POLICY = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicy
            metadata: {name: devices}
            spec:
              matchConstraints:
                resourceRules:
                - {apiGroups: [resource.k8s.io], apiVersions: [v1], operations: [CREATE], resources: [resourceclaims]}
              validations:
              - expression: object.spec.devices.requests.all(q, !has(q.exactly) || q.exactly.allocationMode != 'All')
                message: not all devices
            ---
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicyBinding
            metadata: {name: everywhere}
            spec: {policyName: devices, validationActions: [Deny]}
            """;

    static final String CLAIM = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: all, namespace: lab}
            spec:
              devices:
                requests:
                - {name: gpu, exactly: {deviceClassName: gpu.example.com, allocationMode: All}}
            """;

    @TempDir
    private Path folder;

    private String put(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
        return folder.toString();
    }

    @Test
    void objectOfListIsNamedAndExplained() throws IOException {
        put("policies.yaml", POLICY);
        put("claims.yaml", "apiVersion: v1\nkind: List\nitems:\n-\n" + CLAIM.indent(2));

        assertThat(run("check", "-o", "json", folder.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains(
                        "\"path\" : \"items[0].spec.devices.requests\"",
                        "\"drawbridge explain resourceclaim.spec.devices.requests --api-version v1\"");
    }

    /** What a server of 1.37 sets in a new pod before policies see it, recorded. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            resources: {limits: {cpu: 2}}       | object.spec.resources.requests['cpu'] == '2'
            resources: {limits: {memory: 1Gi}}  | object.spec.resources.requests['memory'] == '700Mi'
            resources: {limits: {cpu: 2}}       | object.status.qosClass == 'Burstable'
            nodeName: ''                        | object.spec.serviceAccountName == 'default'
            serviceAccountName: own             | object.spec.containers.all(c, c.volumeMounts.size() == 1)
            automountServiceAccountToken: false | !has(object.spec.volumes)
            hostNetwork: true                   | object.spec.containers[0].ports[0].hostPort == 80
            schedulingGates: [{name: a/b}]      | object.status.conditions[0].reason == 'SchedulingGated'
            """)
    void podHasTheDefaultsOfTheServer(String spec, String expression) throws IOException {
        decides("''", "pods", expression, """
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                spec:
                  resourceClaims: [{name: gpu, resourceClaimName: gpu}]
                  initContainers: [{name: i, image: a, resources: {requests: {memory: 700Mi}}}]
                  containers: [{name: c, image: a, ports: [{containerPort: 80}], resources: {claims: [{name: gpu}]}}]
                  %s
                """.formatted(spec));
    }

    /** What a server of 1.37 sets in what creates pods, recorded. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            StatefulSet | object.spec.updateStrategy.rollingUpdate.partition == 0
            StatefulSet | object.spec.persistentVolumeClaimRetentionPolicy.whenScaled == 'Retain'
            DaemonSet   | object.spec.updateStrategy.rollingUpdate.maxUnavailable == 1
            DaemonSet   | has(object.metadata.annotations)
            Job         | object.spec.template.metadata.labels['job-name'] == 'p'
            Job         | object.spec.selector.matchLabels.size() == 1
            CronJob     | !has(object.spec.jobTemplate.spec.parallelism)
            """)
    void ownerHasTheDefaultsOfTheServer(String kind, String expression) throws IOException {
        String group = kind.endsWith("Job") ? "batch" : "apps";
        String template = "template: {metadata: {labels: {a: b}}, spec: {restartPolicy: OnFailure, resourceClaims:"
                + " [{name: g, resourceClaimName: g}], containers: [{name: c, image: a}]}}";
        String spec =
                switch (kind) {
                    case "Job" -> template;
                    case "CronJob" -> "schedule: '* * * * *', jobTemplate: {spec: {" + template + "}}";
                    default -> "selector: {}, " + template;
                };
        decides(group, kind.toLowerCase(Locale.ROOT) + "s", expression, """
                apiVersion: %s/v1
                kind: %s
                metadata: {name: p}
                spec: {%s}
                """.formatted(group, kind, spec));
    }

    /** The expression holds for the object, and not its negation. */
    private void decides(String group, String resource, String expression, String object) throws IOException {
        String policy = POLICY.replace("resource.k8s.io]", group + "]").replace("resourceclaims", resource);
        String file = put("object.yaml", object);

        put("policy.yaml", policy.replaceFirst("expression: .*", "expression: \"" + expression + "\""));
        run("check", "--kubernetes", "1.37", file);
        assertThat(out()).doesNotContain("admissionPolicy", "policyUnknown");

        put("policy.yaml", policy.replaceFirst("expression: .*", "expression: \"!(" + expression + ")\""));
        run("check", "--kubernetes", "1.37", file);
        assertThat(out()).contains("admissionPolicy");
    }

    @Test
    void denialNamesTheReleasesThatHaveIt() throws IOException {
        put("policy.yaml", POLICY.replace("q.exactly.allocationMode != 'All'", "!has(q.exactly.capacity)"));
        String claims = put("claim.yaml", CLAIM.replace("allocationMode: All", "capacity: {requests: {memory: 1Gi}}"));

        assertThat(run("check", "--kubernetes", "1.34..1.37", claims)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains(
                        "denied request: not all devices [FieldValueForbidden, admissionPolicy]",
                        "; Kubernetes 1.36, 1.37)");
        assertThat(run("check", "--kubernetes", "1.33", claims)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("notServed").containsOnlyOnce("not all devices");
    }

    @Test
    void entriesOfAPolicyListHaveItsKind() throws IOException {
        String policy = POLICY.substring(0, POLICY.indexOf("---\n")).replaceFirst("(?s).*?(?=metadata)", "");
        put("policies.yaml", """
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingAdmissionPolicyList
                items:
                -
                """ + policy.indent(2) + POLICY.substring(POLICY.indexOf("---\n")));

        assertThat(run("check", put("claim.yaml", CLAIM))).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("not all devices").doesNotContain("Required value");
    }

    @Test
    void denialIsAtTheFieldThatTheExpressionReads() throws IOException {
        put("policy.yaml", POLICY);

        assertThat(run("check", put("claim.yaml", CLAIM))).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains(
                        "claim.yaml:6:5: error: spec.devices.requests: ValidatingAdmissionPolicy 'devices' with binding"
                                + " 'everywhere' denied request: not all devices [FieldValueForbidden, admissionPolicy]"
                                + " (ResourceClaim lab/all)");
    }

    @Test
    void bindingThatWarnsIsWarning() throws IOException {
        put("policy.yaml", POLICY.replace("[Deny]", "[Warn, Audit]"));

        assertThat(run("check", put("claim.yaml", CLAIM))).isEqualTo(ExitCode.CLEAN);
        assertThat(out())
                .contains("warning: spec.devices.requests: Validation failed for ValidatingAdmissionPolicy 'devices'");
    }

    @Test
    void policyWithoutBindingDecidesNothing() throws IOException {
        put("policy.yaml", POLICY.substring(0, POLICY.indexOf("---")));

        assertThat(run("check", put("claim.yaml", CLAIM))).isEqualTo(ExitCode.CLEAN);
    }

    @Test
    void policyWithoutBindingAndBindingWithoutPolicyAreWarnings() throws IOException {
        put("policy.yaml", POLICY.replace("policyName: devices", "policyName: device"));

        assertThat(run("check", folder.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(out())
                .contains("metadata.name: no binding in the input refers to it; without one it has no effect"
                        + " [FieldValueNotFound, policyBinding] (ValidatingAdmissionPolicy devices)")
                .contains("spec.policyName: ValidatingAdmissionPolicy device is not in the input; did you mean"
                        + " devices? [FieldValueNotFound, policyBinding]");
        assertThat(run("check", "--closed", folder.toString())).isEqualTo(ExitCode.FINDINGS);
    }

    @Test
    void partsThatOtherToolsFillInHaveNoFindings() throws IOException {
        put("policy.yaml", POLICY.replace("policyName: devices", "policyName: '{{ .Values.policy }}'"));
        assertThat(run("check", "--strict", folder.toString())).as(out()).isEqualTo(ExitCode.CLEAN);

        put("policy.yaml", POLICY.replace("name: devices}", "name: '${TEAM}-devices'}"));
        assertThat(run("check", "--strict", folder.toString())).as(out()).isEqualTo(ExitCode.CLEAN);
    }

    @Test
    void bindingWithMisspelledFieldIsOneMistake() throws IOException {
        put("policy.yaml", POLICY.replace("policyName: devices", "policyname: devices"));

        run("check", folder.toString());
        assertThat(out()).contains("unknown field").doesNotContain("policyBinding");
    }

    @Test
    void gateReportsNewBindingsWithoutPolicy() throws IOException {
        Path base = Files.createDirectory(folder.resolve("base"));
        Path head = Files.createDirectory(folder.resolve("head"));
        String binding = POLICY.substring(POLICY.indexOf("---"));
        Files.writeString(base.resolve("p.yaml"), binding);
        Files.writeString(head.resolve("p.yaml"), binding + binding.replace(": everywhere", ": some"));

        run("check", "--base-dir", base.toString(), "--head-dir", head.toString());
        assertThat(out()).containsOnlyOnce("policyBinding").contains("Binding some");
    }

    @Test
    void missingPathOfSettingsIsNamedWithItsLine() throws IOException {
        put(".drawbridge.yaml", "policies:\n- .\n- none\nfleet: [model:8xh100, 'no*', none]\n");

        SettingsFile settings = SettingsFile.nearest(folder);
        Arguments none = Arguments.of(Command.named("check"), List.of());
        assertThatThrownBy(() -> PolicyOptions.policies(none, settings))
                .hasMessageEndingWith(
                        ".drawbridge.yaml:3:3: policies: " + folder.resolve("none") + ": no such file or folder");
        assertThatThrownBy(() -> settings.existing("fleet"))
                .hasMessageEndingWith(
                        ".drawbridge.yaml:4:30: fleet: " + folder.resolve("none") + ": no such file or folder");
    }

    @Test
    void pathOfSettingsIsDeletedOnlyByAChange() throws IOException {
        put(".drawbridge.yaml", "paths: [gone]\n");
        SettingsFile settings = SettingsFile.nearest(folder);

        assertThatThrownBy(() ->
                        CheckPlan.of(Arguments.of(Command.named("check"), List.of()), settings, false, new TraceText()))
                .hasMessageContaining("gone: no such file or folder");
    }

    private static final String DEFINITION = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: gpulimitz.rules.example.com}
            spec:
              group: rules.example.com
              scope: Cluster
              names: {kind: GpuLimit, plural: gpulimitz, singular: gpulimit}
              versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
            """;

    private static final String LIMIT =
            "{apiVersion: rules.example.com/v1, kind: GpuLimit, metadata: {name: a}, max: 2}\n";

    @Test
    void definitionOfTheInputHasPluralAndScope() throws IOException {
        String rule =
                "{apiGroups: [rules.example.com], apiVersions: [v1], operations: [CREATE], resources: [gpulimitz],"
                        + " scope: Cluster}";
        put(
                "policy.yaml",
                POLICY.replaceAll("- \\{apiGroups.*", "- " + rule)
                        .replaceAll("expression: .*", "expression: has(request.namespace)"));
        put("limit.yaml", LIMIT);
        run("check", folder.toString());
        assertThat(out()).doesNotContain("admissionPolicy");

        put("definition.yaml", DEFINITION);
        assertThat(run("check", folder.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains("denied request: not all devices [FieldValueForbidden, admissionPolicy] (GpuLimit a)");

        put("policy.yaml", POLICY.replaceAll("- \\{apiGroups.*", "- " + rule.replace("gpulimitz", "gpulimit")));
        run("check", folder.toString());
        assertThat(out()).contains("no resource is named gpulimit; did you mean gpulimitz?");
    }

    @Test
    void parametersOfTheClusterHaveNoNamespace() throws IOException {
        put("claim.yaml", CLAIM);
        put("limit.yaml", LIMIT);
        put("definition.yaml", DEFINITION);
        String policy = POLICY.replace(
                        "  matchC", "  paramKind: {apiVersion: rules.example.com/v1, kind: GpuLimit}\n  matchC")
                .replaceAll("expression: .*", "expression: params.max > 4")
                .replace("spec: {policyName", "spec: {paramRef: {name: a, parameterNotFoundAction: Deny}, policyName");

        put("policy.yaml", policy);
        assertThat(run("check", folder.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("denied request: not all devices");

        put("policy.yaml", policy.replace("{name: a,", "{name: a, namespace: lab,"));
        run("check", folder.toString());
        assertThat(out()).contains("paramRef.namespace must not be provided for a cluster-scoped `paramKind`");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rules.example.com/v1", "gateway.networking.k8s.io/v1"})
    void scopeOfParametersWithoutDefinitionIsUnknown(String version) throws IOException {
        put("class.yaml", "{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: c}}");
        put("limit.yaml", LIMIT.replace("rules.example.com/v1", version));
        put(
                "policy.yaml",
                POLICY.replace("  matchC", "  paramKind: {apiVersion: " + version + ", kind: GpuLimit}\n  matchC")
                        .replace("[resourceclaims]", "[deviceclasses]")
                        .replaceAll("expression: .*", "expression: params.max > 4")
                        .replace(
                                "spec: {policyName",
                                "spec: {paramRef: {name: a, parameterNotFoundAction: Deny}, policyName"));

        assertThat(run("check", folder.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(out())
                .contains("it depends on the scope of GpuLimit: its CustomResourceDefinition is not in the input");
    }

    @Test
    void fileWithoutPoliciesIsReported() throws IOException {
        assertThat(run("check", "--policy", put("claim.yaml", CLAIM), put("claim.yaml", CLAIM)))
                .isEqualTo(ExitCode.CLEAN);
        assertThat(err()).contains("--policy: no admission policies in " + folder + "\n");
    }

    @Test
    void fileOfPoliciesIsChecked() throws IOException {
        put("policy.yaml", POLICY);
        assertThat(run("check", "--strict", folder.resolve("policy.yaml").toString()))
                .as(err())
                .isEqualTo(ExitCode.CLEAN);
    }

    @Test
    void unknownNamespaceIsWarningAndKnownOneDecides() throws IOException {
        put(
                "policy.yaml",
                POLICY.replace("[Deny]}", "[Deny], matchResources: {namespaceSelector: {matchLabels: {tier: gold}}}}"));
        put("claim.yaml", CLAIM);

        assertThat(run("check", folder.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(out())
                .contains("warning: not known whether ValidatingAdmissionPolicy 'devices' allows it: it depends on the"
                        + " labels of namespace lab [FieldValueForbidden, policyUnknown]");

        put("namespace.yaml", "{apiVersion: v1, kind: Namespace, metadata: {name: lab, labels: {tier: gold}}}");

        assertThat(run("check", folder.toString())).isEqualTo(ExitCode.FINDINGS);
    }

    @Test
    void fieldOfABranchForAnotherKindIsNotThePlace() throws IOException {
        put(
                "policy.yaml",
                policy("(object.kind == 'Pod' ? object.spec.containers : object.kind == 'Job' ?"
                        + " object.spec.template.spec.containers : object.spec.devices.requests).size() == 0"));

        run("check", put("claim.yaml", CLAIM));
        assertThat(out()).contains("claim.yaml:6:5: error: spec.devices.requests: ");

        put(
                "policy.yaml",
                policy("(object.kind == 'ResourceClaim' ? object.spec.devices.requests : object.kind =="
                        + " 'Pod' ? object.spec.containers.x : object.spec.template.spec).size() == 0"));
        run("check", folder.toString());
        assertThat(out()).contains("claim.yaml:6:5: error: spec.devices.requests: ");
    }

    @Test
    void pluralOfKindIsThatOfItsResource() throws IOException {
        put(
                "policy.yaml",
                policy("false")
                        .replace("resource.k8s.io]", "example.com]")
                        .replace("[resourceclaims]", "[gateways, policies]"));
        put("a.yaml", "{apiVersion: example.com/v1, kind: Gateway, metadata: {name: g}}");
        put("b.yaml", "{apiVersion: example.com/v1, kind: Policy, metadata: {name: p}}");

        run("check", folder.toString());
        assertThat(out()).contains("(Gateway g)", "(Policy p)");
    }

    @Test
    void bindingsThatDependOnTheSameAreOneWarning() throws IOException {
        String selected = POLICY.replace(
                "validationActions:", "matchResources: {namespaceSelector: {matchLabels: {a: b}}}, validationActions:");
        String second = selected.substring(selected.indexOf("---")).replace("name: everywhere", "name: second");
        put("policy.yaml", selected + second);

        run("check", put("claim.yaml", CLAIM));
        assertThat(out()).containsOnlyOnce("the labels of namespace lab");
    }

    /** A policy with one validation. */
    private static String policy(String expression) {
        return POLICY.replaceAll("expression: .*", "expression: \"" + expression + "\"");
    }

    private String claim() throws IOException {
        return Files.writeString(folder.resolve("claim.yaml"), CLAIM).toString();
    }

    @Test
    void policiesOfOptionSettingsAndFleetDecide() throws IOException {
        Path apart = Files.createDirectories(folder.resolve("apart"));
        String policies =
                Files.writeString(apart.resolve("policy.yaml"), POLICY).toString();
        String message =
                "ValidatingAdmissionPolicy 'devices' with binding 'everywhere' denied request: not all devices";

        assertThat(run("check", claim())).isEqualTo(ExitCode.CLEAN);
        assertThat(run("check", "--policy", apart.toString(), claim())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains(message);
        assertThat(run("check", "--from", policies, claim())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains(message);
        assertThat(run("check", "--policy", folder.resolve("none.yaml").toString(), claim()))
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void policyOfInputReplacesOneOfTheOption() throws IOException {
        Path apart = Files.createTempDirectory(folder, "apart");
        String strict = Files.writeString(apart.resolve("policy.yaml"), POLICY).toString();
        put("policy.yaml", policy("true"));

        assertThat(run(
                        "check",
                        "--policy",
                        strict,
                        claim(),
                        folder.resolve("policy.yaml").toString()))
                .isEqualTo(ExitCode.CLEAN);
    }

    @Test
    void refusedPolicyOfOptionIsError() throws IOException {
        Path apart = Files.createTempDirectory(folder, "apart");
        String refused =
                Files.writeString(apart.resolve("policy.yaml"), policy("1")).toString();

        assertThat(run("check", "--policy", refused, claim())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("policy.yaml:9:17: error").contains("must evaluate to bool but got int");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            request.userInfo.username == 'alice'                     ;       ;       ; the user of the request
            request.userInfo.username == 'alice'                     ; alice ;       ; allowed
            request.userInfo.username == 'alice'                     ; bob   ;       ; denied
            'ops' in request.userInfo.groups                         ; alice ;       ; denied
            'ops' in request.userInfo.groups                         ; alice ; ops   ; allowed
            'system:authenticated' in request.userInfo.groups        ; alice ; ops   ; allowed
            'system:serviceaccounts:n' in request.userInfo.groups    ; system:serviceaccount:n:a ; ; allowed
            !has(request.userInfo.extra)                             ; alice ;       ; the uid or extra of the user
            request.userInfo.uid == 'u'                              ; alice ;       ; the uid or extra of the user
            has(request.options.fieldManager)                        ; alice ;       ; the options of the request
            !request.dryRun                                          ;       ;       ; allowed
            namespaceObject.metadata.name == 'lab'                   ;       ;       ; allowed
            namespaceObject.metadata.labels['kubernetes.io/metadata.name'] == 'lab' ; ; ; allowed
            'tier' in namespaceObject.metadata.labels                ;       ;       ; namespace lab
            namespaceObject.metadata.labels.all(l, l != 'tier')      ;       ;       ; namespace lab
            size(namespaceObject.metadata.labels) == 1               ;       ;       ; namespace lab
            namespaceObject.metadata.labels == {'a': 'b'}            ;       ;       ; namespace lab
            namespaceObject.status.phase == 'Active'                 ;       ;       ; namespace lab
            true || request.userInfo.username == 'x'                 ;       ;       ; allowed
            object.metadata.labels.a == 'b' || request.userInfo.username == 'x' ; ;  ; the user of the request
            request.userInfo.username == 'x' || object.metadata.labels.a == 'b' ; ;  ; the user of the request
            ['a', 'b'].exists(a, a == 'a' ? object.metadata.labels.a == 'b' : request.userInfo.username == 'x') ; ; ; the user of the request
            (request.userInfo.username == 'x' || true) && object.metadata.name == 'all' ; ; ; allowed
            object.metadata.labels.a == 'b' || request.userInfo.username == 'x' ; bob ;   ; denied
            false && request.userInfo.username == 'x'                ;       ;       ; denied
            authorizer.requestResource.check('use').allowed()        ;       ;       ; the roles of the cluster
            authorizer.requestResource.check('use').allowed()        ; bob   ;       ; the roles of the cluster
            authorizer.requestResource.check('use').allowed()        ; alice ;       ; allowed
            """)
    void whatIsNotKnownIsNamed(String expression, String user, String group, String expected) throws IOException {
        put("policy.yaml", policy(expression));
        put("roles.yaml", """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: use}
                rules: [{apiGroups: [resource.k8s.io], resources: [resourceclaims], verbs: [use]}]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: use}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: use}
                subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: alice}]
                """);
        List<String> words = new ArrayList<>(List.of("check", put("claim.yaml", CLAIM)));
        if (user != null) {
            words.addAll(List.of("--user", user));
        }
        if (group != null) {
            words.addAll(List.of("--group", group));
        }

        int exitCode = run(words.toArray(String[]::new));

        assertThat(exitCode).isEqualTo(expected.equals("denied") ? ExitCode.FINDINGS : ExitCode.CLEAN);
        if (exitCode == ExitCode.CLEAN && !expected.equals("allowed")) {
            assertThat(out()).contains("it depends on " + expected).contains("policyUnknown");
        } else {
            assertThat(out()).doesNotContain("policyUnknown");
        }
    }

    @Test
    void groupNeedsUser() throws IOException {
        assertThat(run("check", "--group", "ops", claim())).isEqualTo(ExitCode.USAGE);
        assertThat(err()).contains("--group needs --user");
    }

    @Test
    void missingParameterIsUnknownUnlessTheInputIsClosed() throws IOException {
        put(
                "policy.yaml",
                policy("params.data.max == '1'")
                        .replace("spec:\n  match", "spec:\n  paramKind: {apiVersion: v1, kind: ConfigMap}\n  match")
                        .replace("[Deny]}", "[Deny], paramRef: {name: limits, parameterNotFoundAction: Deny}}"));
        put("claim.yaml", CLAIM);

        assertThat(run("check", folder.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).contains("it depends on the parameters: no ConfigMap lab/limits in the input");
        assertThat(run("check", "--closed", folder.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("no params found for policy binding with `Deny` parameterNotFoundAction");

        put(
                "limits.yaml",
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: limits, namespace: lab}, data: {max: '2'}}");

        assertThat(run("check", folder.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("denied request: not all devices");
    }
}
