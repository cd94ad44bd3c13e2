package dev.drawbridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Tests of the recipes in {@code deploy/ci} with real repositories: the hook in a bare repository, rendered manifests,
 * and the scripts of GitHub's action, GitLab's job and pre-commit.
 */
class RecipesIT {

    private static final Path ROOT = Path.of("").toAbsolutePath();

    @TempDir
    private Path folder;

    @Test
    void hookRefusesInvalidObjects() throws Exception {
        Assumptions.assumeTrue(hasGit(), "there is no git");
        Path bare = folder.resolve("bare");
        Path clone = folder.resolve("clone");
        git(folder, "init", "-q", "--bare", bare.toString());
        git(bare, "symbolic-ref", "HEAD", "refs/heads/master");
        Files.copy(ROOT.resolve("deploy/ci/pre-receive"), bare.resolve("hooks/pre-receive"));
        assertThat(bare.resolve("hooks/pre-receive").toFile().setExecutable(true))
                .isTrue();
        git(folder, "init", "-q", clone.toString());

        put(clone, "claim.yaml", Files.readString(ROOT.resolve("deploy/try/before/claim.yaml")));
        assertThat(push(clone, bare)).contains("1 warning").doesNotContain("rejected");

        put(clone, "claim.yaml", Files.readString(ROOT.resolve("deploy/try/after/team-a.yaml")));
        assertThat(push(clone, bare)).contains("changed from 1 to 2").contains("rejected");
        assertThat(push(clone, bare, "topic")).contains("rejected");

        git(clone, "reset", "-q", "--hard", "HEAD~1");
        put(clone, "other.yaml", Files.readString(ROOT.resolve("deploy/try/before/classes.yaml")));
        assertThat(push(clone, bare)).contains("no findings").doesNotContain("rejected");
    }

    @Test
    void comparesRenderedOutputWithEarlierOne() throws Exception {
        Assumptions.assumeTrue(hasGit(), "there is no git");
        String claim = Files.readString(ROOT.resolve("deploy/try/before/claim.yaml"));
        git(folder, "init", "-q");
        put(folder, "claim.yaml", claim);
        Files.writeString(folder.resolve("claim.yaml"), claim.replace("count: 1", "count: 2"));
        String rendered = ROOT.resolve("deploy/ci/rendered").toString();

        assertThat(run(folder, rendered, "HEAD", "cat", "claim.yaml"))
                .contains("changed from 1 to 2")
                .contains("cat claim.yaml:", "cat claim.yaml (base):");
        assertThat(git(folder, "worktree", "list").lines()).hasSize(1);
    }

    @Test
    void actionChecksWithReleaseAndWritesReports() throws Exception {
        Assumptions.assumeTrue(hasGit(), "there is no git");
        Path release = InstallIT.release(folder.resolve("release"));
        Path clone = Files.createDirectories(folder.resolve("clone"));
        git(clone, "init", "-q");
        put(clone, "claim.yaml", Files.readString(ROOT.resolve("deploy/try/before/claim.yaml")));
        put(clone, "claim.yaml", Files.readString(ROOT.resolve("deploy/try/after/team-a.yaml")));
        Map<String, String> variables = Map.of(
                "PATHS", ".",
                "BASE", "HEAD~1",
                "ARGUMENTS", "--kubernetes 1.35",
                "DRAWBRIDGE_RELEASE", release.toString(),
                "DRAWBRIDGE_VERSION", "1.2.3",
                "DRAWBRIDGE_CACHE", folder.resolve("cache").toString(),
                "CHECK", ROOT.resolve("deploy/ci/github/../check").toString(),
                "SARIF", folder.resolve("a.sarif").toString(),
                "GITHUB_STEP_SUMMARY", folder.resolve("summary.md").toString());
        JsonNode action = read("deploy/ci/github/action.yml").at("/runs/steps/1");
        String step = action.get("run").asString();
        Map<String, String> signed = new TreeMap<>(variables);
        signed.put("DRAWBRIDGE_KEY", ROOT.resolve("LICENSE").toString());

        assertThat(action.get("env").propertyNames())
                .containsAll(signed.keySet().stream()
                        .filter(name -> !name.startsWith("GITHUB_"))
                        .toList());
        assertThat(InstallIT.run(clone, signed, "bash", "-e", "-c", step)).contains("install.sh: no ");

        assertThat(InstallIT.run(clone, variables, "bash", "-e", "-c", step))
                .contains("installed drawbridge-1.2.3")
                .contains("::error file=claim.yaml")
                .contains("changed from 1 to 2");
        assertThat(folder.resolve("a.sarif")).content().contains("\"2.1.0\"", "changed from 1 to 2");
        assertThat(folder.resolve("summary.md")).content().contains("changed from 1 to 2");
        // The program is kept.
        Files.delete(release.resolve("SHA256SUMS"));
        assertThat(InstallIT.run(clone, variables, "bash", "-e", "-c", step))
                .doesNotContain("install")
                .contains("::error file=claim.yaml");
    }

    @Test
    void hookOfPreCommitInstallsRelease() throws Exception {
        Path release = InstallIT.release(folder);
        String entry = read(".pre-commit-hooks.yaml").at("/0/entry").asString();
        Map<String, String> variables = Map.of(
                "HOME",
                folder.toString(),
                "XDG_CACHE_HOME",
                "",
                "DRAWBRIDGE_RELEASE",
                release.toString(),
                "DRAWBRIDGE_VERSION",
                "1.2.3");
        String manifest = ROOT.resolve("deploy/try/claim-template.yaml").toString();

        assertThat(InstallIT.run(folder, variables, ROOT.resolve(entry).toString(), manifest))
                .contains("installed drawbridge-1.2.3", "5 errors");
        assertThat(folder.resolve(".cache/drawbridge/1.2.3/bin/drawbridge")).exists();
    }

    @Test
    void jobOfGitLabWritesReport() throws Exception {
        Assumptions.assumeTrue(hasGit(), "there is no git");
        git(folder, "init", "-q");
        put(folder, "claim.yaml", Files.readString(ROOT.resolve("deploy/try/before/claim.yaml")));
        put(folder, "claim.yaml", Files.readString(ROOT.resolve("deploy/try/after/team-a.yaml")));
        String script = read("deploy/ci/gitlab.yaml").at("/drawbridge/script/0").asString();
        Map<String, String> variables = Map.of(
                "CI_MERGE_REQUEST_DIFF_BASE_SHA",
                "HEAD~1",
                "DRAWBRIDGE_ARGS",
                "",
                "DRAWBRIDGE_PATHS",
                ".",
                // As Java sees the home of the image's user, who is in no list: as a folder of the current one.
                "JAVA_OPTS",
                "-Duser.home=home");

        assertThat(InstallIT.run(folder, variables, "sh", "-c", script.replace("/opt/", ROOT + "/target/")))
                .contains("changed from 1 to 2")
                .doesNotContain("Exception");
        assertThat(folder.resolve("gl-code-quality-report.json")).content().contains("changed from 1 to 2");
        assertThat(folder.resolve("home")).doesNotExist();
    }

    /** The workflows are for copying: all that runs of them is their YAML. */
    @ParameterizedTest
    @ValueSource(strings = {"github-workflow.yaml", "driver-workflow.yaml"})
    void workflowsHaveJobs(String file) throws IOException {
        assertThat(read("deploy/ci/" + file).at("/jobs")).isNotEmpty();
    }

    private static JsonNode read(String file) throws IOException {
        return new YAMLMapper().readTree(ROOT.resolve(file).toFile());
    }

    private static void put(Path clone, String name, String text) throws IOException, InterruptedException {
        Files.writeString(clone.resolve(name), text);
        git(clone, "add", ".");
        git(clone, "-c", "user.name=test", "-c", "user.email=test@localhost", "commit", "-qm", name);
    }

    private static String push(Path clone, Path bare) throws IOException, InterruptedException {
        return push(clone, bare, "master");
    }

    private static String push(Path clone, Path bare, String branch) throws IOException, InterruptedException {
        return git(clone, "push", bare.toString(), "HEAD:refs/heads/" + branch);
    }

    private static boolean hasGit() throws InterruptedException {
        try {
            return new ProcessBuilder("git", "--version").start().waitFor() == 0;
        } catch (IOException e) {
            System.out.println("SKIPPED: there is no git: " + e.getMessage());
            return false;
        }
    }

    private static String git(Path where, String... words) throws IOException, InterruptedException {
        return run(
                where, Stream.concat(Stream.of("git"), List.of(words).stream()).toArray(String[]::new));
    }

    private static String run(Path where, String... words) throws IOException, InterruptedException {
        return InstallIT.run(where, Map.of("DRAWBRIDGE", Distribution.LAUNCHER.toString()), words);
    }
}
