package dev.drawbridge.startup;

import dev.drawbridge.cli.Cli;
import dev.drawbridge.gitops.SampleRepository;
import java.io.IOException;
import java.nio.file.Path;

/** Runs a check and a merge gate on samples in one process; {@code bin/drawbridge} archives the loaded classes. */
public final class CheckTraining {

    private CheckTraining() {}

    /**
     * Creates a repository from the samples in the working directory, which must be empty, and checks it.
     *
     * @param args the folder of the samples
     */
    public static void main(String[] args) throws IOException, ClassNotFoundException {
        // The entry point of a check: as the only class that the archive lacks, it would cost the opening of a jar.
        Class.forName("dev.drawbridge.Main");
        SampleRepository.make(Path.of("").toAbsolutePath(), Path.of(args[0]));
        Cli.run(new String[] {"check", "."}, System.out, System.err);
        Cli.run(new String[] {"check", "--base", "HEAD"}, System.out, System.err);
    }
}
