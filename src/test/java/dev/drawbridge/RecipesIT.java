package dev.drawbridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of the recipes in {@code deploy/ci} with real repositories: the hook in a bare repository, and rendered
 * manifests.
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
        assertThat(push(clone, bare)).contains("no findings").doesNotContain("rejected");

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
        ProcessBuilder builder =
                new ProcessBuilder(words).directory(where.toFile()).redirectErrorStream(true);
        builder.environment()
                .put(
                        "DRAWBRIDGE",
                        ROOT.resolve("target/drawbridge/bin/drawbridge").toString());
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }
}
