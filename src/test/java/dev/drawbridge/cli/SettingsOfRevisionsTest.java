package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.check.Checker;
import dev.drawbridge.field.Origin;
import dev.drawbridge.gitops.GitTrees;
import dev.drawbridge.gitops.RepositoryTest;
import dev.drawbridge.manifest.Manifest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.jgit.api.Git;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the settings of a base and a head in Git, and of the files that they name. */
class SettingsOfRevisionsTest extends RepositoryTest {

    private static final String POLICY = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicy
            metadata: {name: %s}
            spec: {}
            """;

    private static final String SLICE = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: %s}
            spec: {driver: gpu.example.com, nodeName: a, devices: [{name: gpu}]}
            """;

    private static final Arguments GATE =
            Arguments.of(Command.named("check"), List.of("--base", "main", "--head", "f"));

    /** A base with settings, a branch that moves what they name, and a work tree of the base. */
    private void branch() throws Exception {
        write("m/claim.yaml", "a: b\n");
        write("p/policy.yaml", POLICY.formatted("of-base"));
        commit(SettingsFile.NAME, "severity: {fit: ignore}\npaths: [m]\npolicies: [p]\nfleet: [fleet.yaml]\n");
        git.checkout().setCreateBranch(true).setName("f").call();
        Files.delete(folder.resolve("m/claim.yaml"));
        git.rm().addFilepattern("m/claim.yaml").call();
        write("new/claim.yaml", "a: b\n");
        write("q/policy.yaml", POLICY.formatted("of-head"));
        write("d/drivers.yaml", SLICE.formatted("published"));
        write("fleet.yaml", SLICE.formatted("a"));
        commit(
                SettingsFile.NAME,
                "severity: {cel: ignore}\npaths: [new]\npolicies: [q, p]\nfleet: [fleet.yaml]\ndrivers: [d]\n");
        git.checkout().setName("main").call();
    }

    @Test
    void settingsAndWhatTheyNameAreThoseOfTheRevision() throws Exception {
        branch();
        try (GitTrees trees = GitTrees.open(folder, "main", "f")) {
            SettingsFile file = ComparedSettings.of(folder, trees, true).head();

            assertThat(file.severity()).containsOnlyKeys(Origin.CEL);
            assertThat(file.texts("paths")).containsExactly("new");
            assertThat(file.inBase("paths")).containsExactly("m");
            assertThat(file.inBase("fleet")).containsExactly("fleet.yaml");
            assertThat(PolicyOptions.policies(GATE, file).files())
                    .extracting(Manifest::name)
                    .containsExactly("of-head", "of-base");
            assertThat(file.textsInRevision("d")).containsOnlyKeys("d/drivers.yaml");
            assertThat(file.isDeleted("q")).isFalse();
        }
        try (GitTrees trees = GitTrees.open(folder, "main", null)) {
            SettingsFile file = ComparedSettings.of(folder, trees, false).head();

            assertThat(file.severity()).containsOnlyKeys(Origin.FIT);
            assertThat(file.textsInRevision("p")).isEmpty();
        }
    }

    /** What the base's settings checked is compared, wherever the change moves it. */
    @Test
    void pathsOfBaseAndHeadAreCompared() throws Exception {
        branch();
        try (GitTrees trees = GitTrees.open(folder, "main", "f")) {
            SettingsFile file = ComparedSettings.of(folder, trees, true).head();
            CheckPlan plan = CheckPlan.of(
                    Arguments.of(
                            Command.named("check"), List.of("--base", "main", "--head", "f", "--from", "model:8xh100")),
                    file,
                    false,
                    new TraceText());

            assertThat(plan.paths()).containsExactly("new", "m");
            assertThat(plan.trees(trees).changes())
                    .extracting(change -> change.path())
                    .containsExactly("m/claim.yaml", "new/claim.yaml");
        }
    }

    /** What the base's settings left out is new, with the mistakes that it had. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            exclude: ["old/**", "m/b*"] | exclude: ["m/b*"]             | old/claim.yaml
            exclude: ["old/**", "m/b*"] | exclude: ["m/b*", "old/**"]   | ''
            exclude: ["old/**"]         | exclude: ["old/**", "m/**"]   | ''
            paths: [m]                  | paths: [old, m]               | old/claim.yaml
            paths: [m, old]             | paths: [old, m]               | ''
            paths: [m]                  | exclude: []                   | old/claim.yaml
            markdown: true              | paths: []                     | ''
            """)
    void mistakesOfFilesThatSettingsLeftOutAreNew(String before, String after, String file) throws Exception {
        String claim = "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: A}}\n";
        write("old/claim.yaml", claim);
        write("m/claim.yaml", claim);
        commit(SettingsFile.NAME, before + "\n");
        write(SettingsFile.NAME, after + "\n");
        Arguments arguments = Arguments.of(Command.named("check"), List.of("--base", "main"));
        try (GitTrees trees = GitTrees.open(folder, "main", null)) {
            ComparedSettings both = ComparedSettings.of(folder, trees, false);
            CheckPlan plan = CheckPlan.of(arguments, both.head(), false, new TraceText());

            assertThat(new Checker(plan.settings()).check(plan.trees(trees)).findings())
                    .extracting(finding -> finding.file())
                    .containsOnly(file.isEmpty() ? new String[0] : new String[] {file});
        }
    }

    /** The order of a list, and a default that is written down, decide about nothing. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            paths: [m, p]                     | paths: [p, m]                          | 0
            exclude: []                       | markdown: false                        | 0
            severity: {fit: ignore, cel: error} | severity: {cel: error, fit: ignore}  | 0
            featureGates: A=true,B=false      | featureGates: B=false,A=true           | 0
            exclude: [a]                      | exclude: [a, b]                        | 1
            markdown: true                    | a                                      | 1
            """)
    void settingsThatDifferInOrderAreTheSame(String before, String after, int findings) throws Exception {
        write("m/claim.yaml", "a: b\n");
        commit(SettingsFile.NAME, before + "\n");
        write(SettingsFile.NAME, after.equals("a") ? "# none\n" : after + "\n");
        try (GitTrees trees = GitTrees.open(folder, "main", null)) {
            assertThat(ComparedSettings.of(folder, trees, false).changed()).hasSize(findings);
        }
    }

    /** Nobody has a work tree there; a file of the server is for all of its branches. */
    @Test
    void bareRepositoryHasTheSettingsOfTheHeadUnlessTheServerHasSome() throws Exception {
        branch();
        Path bare = folder.resolve("bare");
        Git.cloneRepository()
                .setURI(folder.toUri().toString())
                .setBare(true)
                .setCloneAllBranches(true)
                .setDirectory(bare.toFile())
                .call()
                .close();
        try (GitTrees trees = GitTrees.open(bare, "main", "f")) {
            assertThat(trees.fleet("p")).hasSize(1);
            assertThat(trees.fleet("../p")).isEmpty();
            SettingsFile file = ComparedSettings.of(bare, trees, true).head();

            assertThat(file.severity()).containsOnlyKeys(Origin.CEL);
            assertThat(file.textsInRevision("q")).containsOnlyKeys("q/policy.yaml");
        }
    }
}
