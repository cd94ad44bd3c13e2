package dev.drawbridge.gitops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.Checker;
import dev.drawbridge.check.Trees;
import dev.drawbridge.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.jgit.api.Git;
import org.eclipse.jgit.api.errors.GitAPIException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a repository whose submodule changes its commit. */
class SubmodulesTest extends RepositoryTest {

    private static final String CLAIM = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: c}
            spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu, count: 1}}]}}
            """;

    @TempDir
    Path other;

    @BeforeEach
    void addSubmodule() throws Exception {
        try (Git library =
                Git.init().setDirectory(other.toFile()).setInitialBranch("main").call()) {
            commit(library, other.resolve("m/claim.yaml"), CLAIM);
            git.submoduleAdd()
                    .setURI(other.toUri().toString())
                    .setPath("vendor")
                    .call()
                    .close();
            commit(git, folder.resolve("own.yaml"), "apiVersion: v1\nkind: Pod\n");
            commit(library, other.resolve("m/claim.yaml"), CLAIM.replace("count: 1", "count: 2"));
        }
        try (Git submodule = Git.open(folder.resolve("vendor").toFile())) {
            submodule.fetch().call();
            submodule.checkout().setName("origin/main").call();
        }
    }

    private static void commit(Git repository, Path file, String text) throws IOException, GitAPIException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        repository.add().addFilepattern(".").call();
        repository
                .commit()
                .setSign(false)
                .setAuthor("a", "a@b")
                .setCommitter("a", "a@b")
                .setMessage("m")
                .call();
    }

    private Report check(String base, @Nullable String head, String... paths) throws IOException {
        try (Trees trees = GitTrees.open(folder, base, head).only(List.of(paths), true, manifests)) {
            return new Checker(CheckSettings.DEFAULT).check(trees);
        }
    }

    private static void isImmutable(Report report) {
        assertThat(report.summary().skipped()).isEmpty();
        assertThat(report.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.file()).isEqualTo("vendor/m/claim.yaml");
            assertThat(finding.path()).isEqualTo("spec");
        });
    }

    @Test
    void comparesFilesOfSubmoduleCommits() throws Exception {
        isImmutable(check("HEAD", null));
        commit(git, folder.resolve("own.yaml"), "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\n");
        isImmutable(check("HEAD~1", "HEAD"));
        isImmutable(check("HEAD~1", "HEAD", "vendor/m"));
        isImmutable(check("HEAD~1", "HEAD", "vendor"));
        assertThat(check("HEAD", "HEAD").findings()).isEmpty();
        assertThat(check("HEAD", null).findings()).isEmpty();
        assertThat(check("HEAD~1", "HEAD", "own.yaml").findings()).isEmpty();
    }

    @Test
    void missingPathInSubmoduleIsError() throws Exception {
        commit(git, folder.resolve("own.yaml"), "");

        assertThatThrownBy(() -> check("HEAD~1", "HEAD", "vendor/nosuch")).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void submoduleWithoutCheckoutIsReadFromRepositoryOrReported() throws Exception {
        commit(git, folder.resolve("own.yaml"), "");
        delete(folder.resolve("vendor"));
        Files.createDirectory(folder.resolve("vendor"));

        isImmutable(check("HEAD~1", "HEAD"));
        isImmutable(check("HEAD~1", null));
        delete(folder.resolve(".git/modules"));
        assertThat(check("HEAD~1", "HEAD").summary().skipped())
                .singleElement()
                .asString()
                .startsWith("vendor: submodule changed, and this clone does not have both commits; run: git submodule"
                        + " update");
        assertThat(check("HEAD", null).summary().skipped()).isEmpty();
    }

    @Test
    void fileMovedOutOfSubmoduleIsSameObject() throws Exception {
        write("m/claim.yaml", CLAIM.replace("count: 1", "count: 3"));
        git.rm().addFilepattern("vendor").call();
        delete(folder.resolve("vendor"));
        commit(git, folder.resolve("own.yaml"), "");

        assertThat(check("HEAD~1", "HEAD").findings()).singleElement().satisfies(finding -> {
            assertThat(finding.file()).isEqualTo("m/claim.yaml");
            assertThat(finding.path()).isEqualTo("spec");
        });
    }

    private static void delete(Path path) throws IOException {
        try (Stream<Path> all = Files.walk(path)) {
            for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(one);
            }
        }
    }
}
