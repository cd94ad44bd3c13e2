package dev.drawbridge.gitops;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.jgit.util.FileUtils;

/** A folder that is deleted with its contents when it is closed. */
public record TemporaryFolder(Path path) implements AutoCloseable {

    public static TemporaryFolder create() throws IOException {
        return new TemporaryFolder(Files.createTempDirectory("drawbridge").toRealPath());
    }

    @Override
    public void close() throws IOException {
        FileUtils.delete(path.toFile(), FileUtils.RECURSIVE);
    }
}
