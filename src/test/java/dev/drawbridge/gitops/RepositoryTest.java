package dev.drawbridge.gitops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.Checker;
import dev.drawbridge.check.Trees;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.jgit.api.Git;
import org.eclipse.jgit.api.errors.GitAPIException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A base class for tests with a Git repository. */
public abstract class RepositoryTest {

    @TempDir
    protected Path folder;

    protected ManifestFiles manifests = new ManifestFiles(List.of());

    protected Git git;

    @BeforeEach
    void init() throws GitAPIException {
        git = Git.init().setDirectory(folder.toFile()).setInitialBranch("main").call();
    }

    protected void write(String file, String text) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    protected void commit(String file, String text) throws IOException, GitAPIException {
        write(file, text);
        git.add().addFilepattern(".").call();
        git.commit()
                .setSign(false)
                .setAuthor("a", "a@b")
                .setCommitter("a", "a@b")
                .setMessage(file)
                .call();
    }

    /** The gate's report on what differs from the branch. */
    protected Report validated() throws IOException {
        return validated(CheckSettings.DEFAULT);
    }

    protected Report validated(CheckSettings settings) throws IOException {
        try (Trees trees = GitTrees.open(folder, "main", null).only(List.of(), true, manifests)) {
            return new Checker(settings).check(trees);
        }
    }

    protected static Finding only(Report report) {
        assertThat(report.findings()).hasSize(1);
        return report.findings().get(0);
    }
}
