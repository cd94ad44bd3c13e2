package dev.drawbridge.cli;

import dev.drawbridge.gitops.SampleRepository;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A local check and a merge gate of samples, in one process: {@code bin/drawbridge} runs it once, to leave an archive
 * of the classes that the two load.
 */
public final class ArchiveTraining {

    private ArchiveTraining() {}

    /**
     * Makes a repository of the samples in the working directory, which must be empty, and validates it.
     *
     * @param args the folder of the samples
     */
    public static void main(String[] args) throws IOException {
        SampleRepository.make(Path.of("").toAbsolutePath(), Path.of(args[0]));
        Cli.run(new String[] {"check", "."}, System.out, System.err);
        Cli.run(new String[] {"check", "--base", "HEAD"}, System.out, System.err);
    }
}
