package dev.drawbridge.gitops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.Checker;
import dev.drawbridge.check.Trees;
import dev.drawbridge.field.Origin;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.report.Finding;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the merge gate with admission policies: what a change creates, updates and deletes. */
class PolicyGateTest extends RepositoryTest {

    private static final String POLICY = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicy
            metadata: {name: team}
            spec:
              matchConstraints:
                resourceRules:
                - apiGroups: ["*"]
                  apiVersions: ["*"]
                  operations: [CREATE, UPDATE, DELETE]
                  resources: [resourceclaims, configmaps]
              validations:
              - expression: request.operation != 'CREATE' || has(object.metadata.labels)
                message: a label is required
              - expression: request.operation != 'UPDATE' || object.metadata.labels.team == oldObject.metadata.labels.team
                message: the team is fixed
              - expression: request.operation != 'DELETE' || oldObject.metadata.labels.team != 'keep'
                message: it is kept
            """;

    private static final String BINDING = """
            ---
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicyBinding
            metadata: {name: all}
            spec: {policyName: team, validationActions: [Deny]}
            """;

    private static String claim(String metadata) {
        return """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {%s}
                spec:
                  devices:
                    requests: [{name: gpu, exactly: {deviceClassName: gpu.example.com}}]
                """.formatted(metadata);
    }

    private List<Finding> decisions(String... paths) throws Exception {
        try (Trees trees =
                GitTrees.open(folder, "main", null).only(List.of(paths), true, new ManifestFiles(List.of()))) {
            return new Checker(CheckSettings.DEFAULT)
                    .check(trees).findings().stream()
                            .filter(finding -> finding.origin() == Origin.ADMISSION_POLICY
                                    || finding.origin() == Origin.POLICY_DEFINITION
                                    || finding.origin() == Origin.POLICY_UNKNOWN)
                            .toList();
        }
    }

    private Finding decision() throws Exception {
        assertThat(decisions()).hasSize(1);
        return decisions().get(0);
    }

    @BeforeEach
    void commitPolicy() throws Exception {
        commit("policies/team.yaml", POLICY + BINDING);
        commit("claim.yaml", claim("name: a, labels: {team: keep}"));
        commit("map.yaml", "{apiVersion: v1, kind: ConfigMap, metadata: {name: m, labels: {team: keep}}}");
    }

    @Test
    void newObjectIsCreated() throws Exception {
        write("new.yaml", claim("name: b"));

        assertThat(decision().file()).isEqualTo("new.yaml");
        assertThat(decision().message())
                .isEqualTo("ValidatingAdmissionPolicy 'team' with binding 'all' denied request: a label is required");
    }

    @Test
    void changedObjectIsUpdatedFromItsOldState() throws Exception {
        write("claim.yaml", claim("name: a, labels: {team: other}"));

        assertThat(decision().message()).endsWith("the team is fixed");
        assertThat(decision().path()).isEqualTo("metadata.labels.team");
    }

    @Test
    void updateInAnotherVersionIsConverted() throws Exception {
        commit(
                "policies/team.yaml",
                POLICY.replace("apiVersions: [\"*\"]", "apiVersions: [v1]")
                                .replace(
                                        "object.metadata.labels.team == oldObject.metadata.labels.team",
                                        "object.spec.devices == oldObject.spec.devices")
                        + BINDING);
        write(
                "claim.yaml",
                claim("name: a, labels: {team: other}")
                        .replace("k8s.io/v1", "k8s.io/v1beta1")
                        .replace("exactly: {deviceClassName: gpu.example.com}", "deviceClassName: gpu.example.com"));

        assertThat(decisions()).isEmpty();
    }

    @Test
    void missingObjectIsDeleted() throws Exception {
        Files.delete(folder.resolve("claim.yaml"));

        assertThat(decision().file()).isEqualTo("claim.yaml");
        assertThat(decision().message()).endsWith("denied request: it is kept; this change deletes it");
    }

    @Test
    void movedObjectIsNotDeleted() throws Exception {
        Files.delete(folder.resolve("claim.yaml"));
        write("moved/claim.yaml", claim("name: a, labels: {team: keep}"));

        assertThat(decisions()).isEmpty();
    }

    @Test
    void objectOfAnyKindIsDecided() throws Exception {
        Files.delete(folder.resolve("map.yaml"));

        assertThat(decision().object().kind()).isEqualTo("ConfigMap");
    }

    @Test
    void policyOfTheHeadDecidesAboutTheSameChange() throws Exception {
        write("new.yaml", claim("name: b"));
        write("policies/team.yaml", POLICY.replace("has(object.metadata.labels)", "true") + BINDING);

        assertThat(decisions()).isEmpty();
    }

    @Test
    void deletedPolicyDecidesNothing() throws Exception {
        write("new.yaml", claim("name: b"));
        Files.delete(folder.resolve("policies/team.yaml"));

        assertThat(decisions()).isEmpty();
    }

    @Test
    void newPolicyDecidesNothingAboutWhatDoesNotChange() throws Exception {
        commit("policies/team.yaml", POLICY.replace("has(object.metadata.labels)", "true") + BINDING);
        commit("b.yaml", claim("name: b"));
        write("policies/team.yaml", POLICY + BINDING);

        assertThat(decisions()).isEmpty();
    }

    @Test
    void statusOfAnUpdatedObjectIsUnknown() throws Exception {
        commit(
                "policies/team.yaml",
                POLICY.replaceAll("object.metadata.labels.team == .*", "!has(oldObject.status.allocation)") + BINDING);
        write("claim.yaml", claim("name: a, labels: {team: other}"));

        assertThat(decision().message()).endsWith("it depends on the status of the object in the cluster");
    }

    @Test
    void whatTheServerGivesAStoredObjectIsThereButUnknown() throws Exception {
        String policy = POLICY.replaceAll("object.metadata.labels.team == .*", "%s") + BINDING;
        commit("policies/team.yaml", policy.formatted("object.metadata.creationTimestamp != 'never'"));
        write("claim.yaml", claim("name: a, labels: {team: other}"));

        assertThat(decision().message()).endsWith("it depends on the creationTimestamp of the object in the cluster");

        write("policies/team.yaml", policy.formatted("has(oldObject.metadata.uid) && has(object.metadata.uid)"));
        assertThat(decisions()).isEmpty();
    }

    @Test
    void onlyNewMistakesOfPoliciesFail() throws Exception {
        commit("policies/team.yaml", POLICY.replace("has(object.metadata.labels)", "1") + BINDING);
        write("policies/team.yaml", POLICY.replace("has(object.metadata.labels)", "1") + BINDING + "# more");
        assertThat(decisions()).isEmpty();

        write(
                "policies/team.yaml",
                POLICY.replace("has(object.metadata.labels)", "1").replace("'keep'", "1 +") + BINDING);
        assertThat(decision().origin()).isEqualTo(Origin.POLICY_DEFINITION);
        assertThat(decision().path()).isEqualTo("spec.validations[2].expression");
    }

    private List<Finding> weakened(List<String> policies) throws Exception {
        CheckSettings settings = CheckSettings.DEFAULT.with(
                new CheckSettings.Policies(policies, List.of(), List.of(), "jane", List.of()));
        List<String> paths = policies.isEmpty() ? List.of() : List.of("claims");
        try (Trees trees = GitTrees.open(folder, "main", null).only(paths, true, new ManifestFiles(List.of()))) {
            return new Checker(settings)
                    .check(trees).findings().stream()
                            .filter(finding -> finding.origin() == Origin.CHANGED_POLICIES)
                            .toList();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            [Deny]                ; [Warn]                       ; validationActions ; ["Warn"] in this change, and ["Deny"] in main
            [Deny]                ; [Audit]                      ; validationActions ; ["Audit"] in this change
            [Deny]                ; [Deny, Audit]                ;                   ;
            spec: {policyName     ; spec: {matchResources: {objectSelector: {matchLabels: {a: b}}}, policyName ; matchResources.objectSelector ; in this change, and none in main
            spec: {policyName     ; spec: {matchResources: {}, policyName         ;   ;
            spec: {policyName     ; spec: {matchResources: {excludeResourceRules: [{apiGroups: [""], apiVersions: [v1], operations: ["*"], resources: ["*"]}]}, policyName ; matchResources.excludeResourceRules ; CONNECT, CREATE, DELETE, UPDATE of /v1 * in this change, and none in main
            policyName: team      ; policyName: teams            ; policyName        ; teams in this change, and team in main
            matchConstraints:     ; `failurePolicy: Ignore\n  matchConstraints:` ; failurePolicy ; Ignore in this change, and Fail in main
            matchConstraints:     ; `failurePolicy: Fail\n  matchConstraints:`   ; ;
            matchConstraints:     ; `matchConditions: [{name: a, expression: 'false'}]\n  matchConstraints:` ; matchConditions[0].expression ; false in this change, and none in main
            matchConstraints:     ; `variables: [{name: a, expression: 'false'}]\n  matchConstraints:` ; ;
            resourceRules:        ; `matchPolicy: Exact\n    resourceRules:` ; matchConstraints.matchPolicy ; Exact in this change, and Equivalent in main
            UPDATE, DELETE]       ; UPDATE]                      ; matchConstraints.resourceRules ; none in this change, and DELETE of */* resourceclaims, configmaps in main
            CREATE, UPDATE, DELETE ; `"*"`                       ;                   ;
            [resourceclaims, configmaps] ; `["*/*"]`             ;                   ;
            configmaps]           ; configmaps/*]                ;                   ;
            resourceclaims, conf  ; resourceclaims/status, conf  ; matchConstraints.resourceRules ; of */* resourceclaims in main
            apiVersions: ["*"]    ; apiVersions: [v1, v1beta1]   ; matchConstraints.resourceRules ; none in this change, and
            resources: [res       ; `scope: Namespaced\n      resources: [res` ; matchConstraints.resourceRules ; none in this change, and
            resources: [res       ; `resourceNames: [a]\n      resources: [res` ; matchConstraints.resourceRules ; none in this change, and
            != 'keep'             ; != 'kept'                    ; validations[2].expression ; in this change, and request.operation != 'DELETE'
            message: it is kept   ; message: it is kept forever  ;                   ;
            request.operation != 'DELETE' || ; `|\n      request.operation != 'DELETE'\n      || ` ; ;
            != 'keep'             ; != 'keep '                   ; validations[2].expression ; != 'keep ' in this change
            != 'keep'             ; != 'keep' // || true       ; validations[2].expression ; in this change
            [resourceclaims, configmaps] ; [a, b]            ; matchConstraints.resourceRules ; CREATE, UPDATE, DELETE of */* resourceclaims, configmaps in main
            message: it is kept   ; `message: it is kept\n  - expression: object.metadata.name != 'x'` ; ;
            """)
    void weakenedPolicyIsWarning(String from, String to, String path, String message) throws Exception {
        String text = POLICY + BINDING;
        write("policies/team.yaml", text.replace(from, to.replace("\\n", "\n")));
        assertThat(text).contains(from);

        List<Finding> weakened = weakened(List.of());

        assertThat(weakened).extracting(Finding::path).isEqualTo(path == null ? List.of() : List.of("spec." + path));
        assertThat(weakened)
                .allSatisfy(finding -> assertThat(finding.message())
                        .contains(message)
                        .endsWith("; the change is checked with its own policies"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            variables: [{expression: "'keep'", name: team}, {name: b, expression: 'true'}]        ; ;
            variables: [{name: team, expression: "'kept'"}]  ; variables[0].expression ; 'kept' in this change, and 'keep' in main
            {values: [b, c], key: team, operator: NotIn}     ;                         ;
            {key: team, operator: NotIn, values: [b]}        ;                         ;
            {key: team, operator: Exists}                    ; matchConstraints.namespaceSelector ; {"matchExpressions":[{"key":"team","operator":"Exists"
            {key: team, operator: NotIn, values: [b, c, d]}  ; matchConstraints.namespaceSelector ; "NotIn"
            {key: team, operator: In, values: [a]}           ; matchConstraints.namespaceSelector ; "In"
            {key: tier, operator: DoesNotExist}              ; matchConstraints.namespaceSelector ; "tier"
            """)
    void partIsComparedByWhatItMeans(String part, String path, String message) throws Exception {
        String variables = "variables: [{name: team, expression: \"'keep'\"}]";
        String requirement = "{key: team, operator: NotIn, values: [b, c]}";
        String text = POLICY.replace(
                        "matchConstraints:",
                        variables + "\n  matchConstraints:\n    namespaceSelector: {matchExpressions: [" + requirement
                                + "]}")
                + BINDING;
        commit("policies/team.yaml", text);
        write("policies/team.yaml", text.replace(part.startsWith("variables") ? variables : requirement, part));

        assertThat(weakened(List.of()))
                .extracting(Finding::path)
                .isEqualTo(path == null ? List.of() : List.of("spec." + path));
        assertThat(weakened(List.of()))
                .allSatisfy(finding -> assertThat(finding.message()).contains(message));
    }

    @Test
    void exclusionOfEquivalentVersionsIsWarning() throws Exception {
        String rules = "[{apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments]}]";
        String text = POLICY.replace("    resourceRules:", "    matchPolicy: Exact\n    resourceRules:") + BINDING;
        commit("policies/team.yaml", text);
        write("policies/team.yaml", text.replace("Exact", "Equivalent"));
        assertThat(weakened(List.of())).isEmpty();

        String excluding = text.replace("matchPolicy", "excludeResourceRules: " + rules + "\n    matchPolicy");
        commit("policies/team.yaml", excluding);
        write("policies/team.yaml", excluding.replace("Exact", "Equivalent"));
        assertThat(weakened(List.of())).extracting(Finding::path).containsExactly("spec.matchConstraints.matchPolicy");
    }

    @Test
    void parameterThatTheChangeDeletesIsMissing() throws Exception {
        String policy = POLICY.replace(
                        "matchConstraints:", "paramKind: {apiVersion: v1, kind: ConfigMap}\n  matchConstraints:")
                .replaceFirst("expression: .*", "expression: params.data.a == 'b'")
                .replace("CREATE, UPDATE, DELETE", "CREATE");
        String binding = BINDING.replace(
                "spec: {", "spec: {paramRef: {name: m, namespace: default, parameterNotFoundAction: Deny}, ");
        commit("policies/team.yaml", policy + binding);
        Files.delete(folder.resolve("map.yaml"));
        write("new.yaml", claim("name: b"));

        assertThat(decision().message()).contains("no params found for policy binding with `Deny`");

        String generator = "configMapGenerator: [{name: m, literals: [a=b]}]\n";
        write("kustomization.yaml", generator + "generatorOptions: {disableNameSuffixHash: true}\n");
        assertThat(decision().origin()).isEqualTo(Origin.POLICY_UNKNOWN);

        Files.delete(folder.resolve("kustomization.yaml"));
        write("chart/templates/map.yaml", """
                {apiVersion: v1, kind: ConfigMap, metadata: {name: '{{ .Values.name | default "m" }}'}, data: {a: b}}
                """);
        assertThat(decision().origin()).isEqualTo(Origin.POLICY_UNKNOWN);

        Files.delete(folder.resolve("chart/templates/map.yaml"));
        write("elsewhere/map.yaml", "{apiVersion: v1, kind: ConfigMap, metadata: {name: m, namespace: default}}");
        assertThat(decisions("new.yaml", "policies", "map.yaml"))
                .singleElement()
                .extracting(Finding::origin)
                .isEqualTo(Origin.POLICY_UNKNOWN);

        Files.delete(folder.resolve("elsewhere/map.yaml"));
        commit("policies/team.yaml", policy + binding.replace("Action: Deny", "Action: Allow"));
        write("map.yaml", "{apiVersion: v1, kind: ConfigMap, metadata: {name: m}, data: {a: b}}");
        commit("new2.yaml", claim("name: c"));
        Files.delete(folder.resolve("map.yaml"));
        write("new.yaml", claim("name: d"));
        assertThat(decisions()).isEmpty();

        commit("policies/team.yaml", policy + binding.replace("name: m", "name: other"));
        write("new.yaml", claim("name: e"));
        assertThat(decision().origin()).isEqualTo(Origin.POLICY_UNKNOWN);
    }

    @Test
    void roleThatTheChangeWidensIsWarning() throws Exception {
        String roles = """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: r}
                rules: [{apiGroups: [resource.k8s.io], resources: [deviceclasses], verbs: [get]}]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: r}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: r}
                subjects: [{kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}]
                """;
        String check = "authorizer.group('resource.k8s.io').resource('deviceclasses').check('use').allowed()";
        commit("policies/team.yaml", POLICY.replaceFirst("expression: .*", "expression: " + check) + BINDING);
        commit("roles.yaml", roles);
        write("new.yaml", claim("name: b"));
        assertThat(weakened(List.of())).isEmpty();

        write("roles.yaml", roles.replace("[get]", "[get, use]"));
        assertThat(weakened(List.of()))
                .singleElement()
                .extracting(Finding::message)
                .asString()
                .startsWith("with the policies of main: not known whether ")
                .endsWith("the roles of the cluster; this change alters them or what they depend on");
    }

    @Test
    void validationThatIsGoneIsWarning() throws Exception {
        write("policies/team.yaml", POLICY.substring(0, POLICY.lastIndexOf("  - expression")) + BINDING);

        assertThat(weakened(List.of())).extracting(Finding::path).containsExactly("spec.validations");
    }

    @Test
    void parametersThatMayBeMissingAreWarning() throws Exception {
        String binding = BINDING.replace("spec: {", "spec: {paramRef: {name: p, parameterNotFoundAction: Deny}, ");
        commit("policies/team.yaml", POLICY + binding);
        write(
                "policies/team.yaml",
                POLICY + binding.replace("Action: Deny", "Action: Allow").replace("e: p", "e: q"));

        assertThat(weakened(List.of()))
                .extracting(Finding::path)
                .containsExactly("spec.paramRef.parameterNotFoundAction", "spec.paramRef.name");
    }

    @Test
    void ruleThatIsSplitIsNotWeaker() throws Exception {
        String rule = """
                    - apiGroups: ["*"]
                      apiVersions: ["*"]
                      operations: [CREATE, DELETE]
                      resources: [resourceclaims, configmaps]
                """;
        String others = rule.replace("CREATE, DELETE", "UPDATE").replace("resourceclaims, ", "");
        String split = rule + others + others.replace("configmaps", "resourceclaims");
        String policy = POLICY.replaceAll("(?s)    - apiGroups.*configmaps]\n", split);
        write("policies/team.yaml", policy + BINDING);
        assertThat(weakened(List.of())).isEmpty();

        write("policies/team.yaml", policy.replace(others, "") + BINDING);
        assertThat(weakened(List.of()))
                .extracting(Finding::message)
                .singleElement()
                .asString()
                .startsWith("none in this change, and UPDATE of */* configmaps in main");
    }

    @Test
    void deletedPolicyIsWarningUnlessItMovedOrGotAnotherName() throws Exception {
        Files.delete(folder.resolve("policies/team.yaml"));
        assertThat(weakened(List.of()))
                .extracting(Finding::message)
                .containsExactly(
                        "this change deletes it, and is checked without it",
                        "this change deletes it, and is checked without it");

        write("other/team.yaml", POLICY);
        write("other/binding.yaml", BINDING);
        assertThat(weakened(List.of())).isEmpty();
        Files.delete(folder.resolve("other/binding.yaml"));

        write("other/team.yaml", (POLICY + BINDING).replace(": team", ": teams").replace("name: all", "name: every"));
        assertThat(weakened(List.of())).isEmpty();
    }

    @Test
    void policyOfTheSettingsIsComparedToo() throws Exception {
        commit("claims/claim.yaml", claim("name: c"));
        write("policies/team.yaml", POLICY + BINDING.replace("Deny", "Audit"));

        assertThat(weakened(List.of("policies"))).hasSize(1);
    }

    @Test
    void policyThatTheServerRefusesEnforcedNothing() throws Exception {
        commit("policies/team.yaml", POLICY.replace("has(object.metadata.labels)", "1") + BINDING);
        write("policies/team.yaml", POLICY + BINDING);

        assertThat(weakened(List.of())).isEmpty();
    }

    @Test
    void copyThatIsDeletedIsWarningUnlessItMoved() throws Exception {
        commit("clusters/b/team.yaml", POLICY + BINDING);
        Files.delete(folder.resolve("policies/team.yaml"));
        assertThat(weakened(List.of()))
                .extracting(Finding::message)
                .containsExactly(
                        "this change deletes it here; it is also in clusters/b/team.yaml",
                        "this change deletes it here; it is also in clusters/b/team.yaml");

        write("clusters/a/team.yaml", POLICY + BINDING);
        assertThat(weakened(List.of())).isEmpty();
    }

    @Test
    void objectThatTheOnlyPolicyDeniedIsWarningIfTheChangeDeletesThePolicy() throws Exception {
        Files.delete(folder.resolve("policies/team.yaml"));
        write("new.yaml", claim("name: b"));

        assertThat(decisions()).isEmpty();
        assertThat(weakened(List.of()))
                .extracting(Finding::message)
                .hasSize(3)
                .last()
                .asString()
                .startsWith("with the policies of main: ValidatingAdmissionPolicy 'team' with binding 'all' denied");
    }

    @Test
    void duplicateInTheSameFolderMayBeDeleted() throws Exception {
        commit("policies/copy.yaml", POLICY + BINDING);
        Files.delete(folder.resolve("policies/copy.yaml"));

        assertThat(weakened(List.of())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            8 ; paid ; 9 ; denied  ;
            8 ; paid ; 8 ; allowed ; warning
            4 ; free ; 8 ; allowed ; warning
            4 ; paid ; 4 ; allowed ;
            8 ; free ; 4 ; allowed ;
            2 ; paid ; 4 ; denied  ;
            """)
    void objectThatTheBaseDeniesIsWarning(String max, String tier, int count, String head, String base)
            throws Exception {
        String parameter = "{apiVersion: v1, kind: ConfigMap, metadata: {name: p, namespace: lab}, data: {max: '%s'}}";
        String namespace = "{apiVersion: v1, kind: Namespace, metadata: {name: lab, labels: {tier: %s}}}";
        String policy = POLICY.replaceAll("(?s)validations:.*", """
                validations:
                  - expression: object.spec.devices.requests[0].exactly.count <= int(params.data.max)
                    message: too many
                  paramKind: {apiVersion: v1, kind: ConfigMap}
                """)
                .replace("    resourceRules:", "    namespaceSelector: {matchLabels: {tier: paid}}\n    resourceRules:")
                .replace(", configmaps]", "]");
        String binding = BINDING.replace("spec: {", "spec: {paramRef: {name: p, parameterNotFoundAction: Deny}, ");
        commit("policies/team.yaml", policy + binding);
        commit("p.yaml", parameter.formatted("4"));
        commit("ns.yaml", namespace.formatted("paid"));
        write("p.yaml", parameter.formatted(max));
        write("ns.yaml", namespace.formatted(tier));
        write("new.yaml", claim("name: b, namespace: lab").replace("com}", "com, count: " + count + "}"));

        String message = "ValidatingAdmissionPolicy 'team' with binding 'all' denied request: too many";
        assertThat(decisions())
                .extracting(Finding::message)
                .isEqualTo(head.equals("denied") ? List.of(message) : List.of());
        assertThat(weakened(List.of()))
                .extracting(Finding::message)
                .isEqualTo(
                        base == null
                                ? List.of()
                                : List.of("with the policies of main: " + message
                                        + "; this change alters them or what they depend on"));
    }
}
