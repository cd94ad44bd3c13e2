package dev.drawbridge.gitops;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.eclipse.jgit.api.Git;
import org.eclipse.jgit.api.errors.GitAPIException;

/** A Git repository in which every file has changed since its one commit. */
public final class SampleRepository {

    private SampleRepository() {}

    /** Creates a repository in an empty folder, which becomes its work tree, from the files of another folder. */
    public static void make(Path folder, Path samples) throws IOException {
        try (Git git = Git.init().setDirectory(folder.toFile()).call();
                DirectoryStream<Path> files = Files.newDirectoryStream(samples)) {
            for (Path file : files) {
                Files.copy(file, folder.resolve(file.getFileName()));
            }
            git.add().addFilepattern(".").call();
            git.commit()
                    .setMessage("samples")
                    .setAuthor("drawbridge", "drawbridge@localhost")
                    .setCommitter("drawbridge", "drawbridge@localhost")
                    .setSign(false)
                    .setNoVerify(true)
                    .call();
        } catch (GitAPIException e) {
            throw new IOException(e);
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, Files::isRegularFile)) {
            for (Path file : files) {
                Files.writeString(file, "\n", StandardOpenOption.APPEND);
            }
        }
    }
}
