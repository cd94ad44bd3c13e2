package dev.drawbridge.gitops;

import dev.drawbridge.manifest.ManifestFiles;
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
}
