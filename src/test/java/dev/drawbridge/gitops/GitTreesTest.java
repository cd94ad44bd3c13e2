package dev.drawbridge.gitops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drawbridge.check.Change;
import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.Checker;
import dev.drawbridge.check.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.eclipse.jgit.api.Git;
import org.eclipse.jgit.dircache.DirCache;
import org.eclipse.jgit.dircache.DirCacheEditor;
import org.eclipse.jgit.dircache.DirCacheEntry;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.lib.TreeFormatter;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.util.SystemReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the revisions, paths and submodules that form base and head. */
class GitTreesTest extends RepositoryTest {

    private static final String STABLE = """
        apiVersion: resource.k8s.io/v1
        kind: DeviceClass
        metadata:
          name: gpu.example.com
        """;

    @Test
    void missingBaseIsReported() throws Exception {
        commit("claim.yaml", STABLE);

        assertThatThrownBy(() -> GitTrees.open(folder, "origin/main", null))
                .isInstanceOf(IOException.class)
                .hasMessage("unknown revision \"origin/main\"; run: git fetch origin main:refs/remotes/origin/main");
        assertThatThrownBy(() -> GitTrees.open(folder, "@{u}", null))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("unknown revision \"@{u}\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            @{u}       | unknown revision "@{u}"
            HEAD~5     | unknown revision "HEAD~5": HEAD has fewer ancestors
            main...x   | "main...x" is a range of revisions; set --base and --head
            other      | unknown revision "other"; run: git fetch origin other:refs/remotes/origin/other, and use origin/other
            """)
    void invalidRevisionHasSpecificMessage(String base, String message) throws Exception {
        commit("claim.yaml", STABLE);

        assertThatThrownBy(() -> GitTrees.open(folder, base, null).only(List.of(), true, manifests))
                .hasMessage(message);
    }

    @Test
    void fileThatASparseCheckoutLeavesOutIsThere() throws Exception {
        write("pod.yaml", GateTest.POD);
        commit("a/claim.yaml", GateTest.STABLE);
        Process sparse = new ProcessBuilder("git", "update-index", "--skip-worktree", "a/claim.yaml")
                .directory(folder.toFile())
                .start();
        assertThat(sparse.waitFor()).isZero();
        Files.delete(folder.resolve("a/claim.yaml"));

        assertThat(validated().findings()).isEmpty();
    }

    /** As in a clone with {@code --filter=blob:none}. */
    @Test
    void fileThatTheCloneLeavesOutHasItsOwnMessage() throws Exception {
        commit("claim.yaml", STABLE);
        ObjectId left = git.getRepository().resolve("HEAD:claim.yaml");
        write("claim.yaml", STABLE + "# changed\n");
        Files.delete(folder.resolve(".git/objects")
                .resolve(left.name().substring(0, 2))
                .resolve(left.name().substring(2)));

        assertThatThrownBy(this::validated)
                .hasRootCauseInstanceOf(MissingObjectException.class)
                .hasStackTraceContaining("run: git fetch --refetch --no-filter origin");
    }

    /** What JGit reads before it measures them with files in the repository. */
    @Test
    void timesOfFileSystemsAreKnown() throws Exception {
        commit("claim.yaml", STABLE);

        try (Trees trees = GitTrees.open(folder, "HEAD", null).only(List.of(), true, manifests)) {
            assertThat(trees.head()).hasSize(1);
            assertThat(SystemReader.getInstance()
                            .getUserConfig()
                            .getTimeUnit("filesystem", "any", "timestampResolution", -1, TimeUnit.SECONDS))
                    .isEqualTo(2);
        }
    }

    /** Deeply nested trees with three entries each and no files. */
    @Test
    void recursiveTreesAreErrors() throws Exception {
        Repository repository = git.getRepository();
        try (ObjectInserter inserter = repository.newObjectInserter()) {
            ObjectId tree = inserter.insert(new TreeFormatter());
            for (int depth = 0; depth < 10; depth++) {
                TreeFormatter parent = new TreeFormatter();
                for (String name : List.of("a", "b", "c")) {
                    parent.append(name, FileMode.TREE, tree);
                }
                tree = inserter.insert(parent);
            }
            inserter.flush();
            try (TreeWalk walk = new FileBudget(20_000).walk(repository)) {
                walk.addTree(tree);

                assertThatThrownBy(walk::next)
                        .isInstanceOf(IOException.class)
                        .hasMessage("the repository has more than 20000 files and folders; name the paths to check");
            }
        }
    }

    @Test
    void repositoryWithoutCommitsIsReported() {
        assertThatThrownBy(() -> GitTrees.open(folder, "main", null).only(List.of(), true, manifests))
                .hasMessage("the repository has no commits yet; commit first");
    }

    @Test
    void pathInNeitherTreeIsError() throws Exception {
        commit("claim.yaml", STABLE);

        assertThatThrownBy(() -> GitTrees.open(folder, "main", null).only(List.of("nosuch"), true, manifests))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessage("nosuch");
        write("new/claim.yaml", STABLE);
        GitTrees.open(folder, "main", null)
                .only(List.of("new"), true, manifests)
                .close();
    }

    /** A hook names files, which a change may delete. */
    @ParameterizedTest
    @CsvSource({"m, true, 1", "m, false, 0", "m/claim.yaml, true, 0", "n, true, 0"})
    void namedFolderThatTheChangeDeletesIsListed(String path, boolean areNamed, int skipped) throws Exception {
        commit("m/claim.yaml", STABLE);
        Files.delete(folder.resolve("m/claim.yaml"));
        Files.delete(folder.resolve("m"));
        write("n/claim.yaml", STABLE);

        try (GitTrees trees = GitTrees.open(folder, "main", null)) {
            assertThat(trees.only(List.of(path), areNamed, manifests).skipped())
                    .hasSize(skipped)
                    .allSatisfy(one -> assertThat(one.toString()).startsWith("m: this change deletes it; "));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'', a/b/**.yaml, a/b/c/claim.yaml a/b/claim.yaml",
        "'', a/*/claim.yaml, a/b/claim.yaml",
        "'', '**/c', ''",
        "a, '*/c/*.yaml', a/b/c/claim.yaml",
        "a, ./b, a/b/c/claim.yaml a/b/claim.yaml",
        "'', ., a/b/c/claim.yaml a/b/claim.yaml other.yaml",
        "a, '{b,x}/*', a/b/claim.yaml"
    })
    void patternsSelectFilesOfBaseAndHead(String from, String pattern, String files) throws Exception {
        write("a/b/c/claim.yaml", STABLE);
        commit("a/b/claim.yaml", STABLE);
        write("a/b/c/claim.yaml", STABLE + "# changed");
        Files.delete(folder.resolve("a/b/claim.yaml"));
        write("other.yaml", STABLE);

        ThrowingCallable open =
                () -> GitTrees.open(folder.resolve(from), "main", null).only(List.of(pattern), true, manifests);
        if (files.isEmpty()) {
            assertThatThrownBy(open).isInstanceOf(NoSuchFileException.class);
            return;
        }
        try (GitTrees trees = GitTrees.open(folder.resolve(from), "main", null)) {
            assertThat(trees.only(List.of(pattern), true, manifests).changes())
                    .extracting(Change::path)
                    .containsExactly(files.split(" "));
            assertThat(trees.isNamed("a/b/claim.yaml")).isFalse();
        }
    }

    @Test
    void movedSubmoduleIsReported() throws Exception {
        commit("claim.yaml", STABLE);
        Repository repository = git.getRepository();
        ObjectId first = repository.resolve("HEAD");
        DirCache index = repository.lockDirCache();
        DirCacheEditor editor = index.editor();
        editor.add(new DirCacheEditor.PathEdit("vendor") {
            @Override
            public void apply(DirCacheEntry entry) {
                entry.setFileMode(FileMode.GITLINK);
                entry.setObjectId(first);
            }
        });
        editor.commit();
        git.commit()
                .setSign(false)
                .setAuthor("a", "a@b")
                .setCommitter("a", "a@b")
                .setMessage("m")
                .call();

        try (Trees trees = GitTrees.open(folder, "HEAD~1", "HEAD").only(List.of(), true, manifests)) {
            assertThat(new Checker(CheckSettings.DEFAULT).check(trees).summary().skipped())
                    .singleElement()
                    .asString()
                    .startsWith("vendor: submodule changed, and this clone does not have both commits; ");
        }
    }

    @Test
    void bareRepositoryHasNoWorkTree() throws Exception {
        commit("claim.yaml", STABLE);
        Path bare = folder.resolve("bare.git");
        Git.cloneRepository()
                .setBare(true)
                .setURI(folder.toUri().toString())
                .setDirectory(bare.toFile())
                .call()
                .close();

        assertThatThrownBy(() -> GitTrees.open(bare, "main", null))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("set --head REV");
        GitTrees.open(bare, "main", "main").close();
    }
}
