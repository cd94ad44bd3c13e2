package dev.drawbridge.startup;

import dev.drawbridge.cli.Cli;
import dev.drawbridge.gitops.SampleRepository;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Runs a check, a merge gate and a {@code fit} on samples in one process; {@code bin/drawbridge} archives the loaded
 * classes.
 */
public final class CheckTraining {

    private CheckTraining() {}

    /**
     * Creates a repository from the samples in the working directory, which must be empty, checks it, and asks a fleet.
     *
     * @param args the folder of samples and fleet, {@code share} of the distribution
     */
    public static void main(String[] args) throws IOException, ClassNotFoundException {
        // The entry point of a check: as the only class that the archive lacks, it would cost the opening of a jar.
        Class.forName("dev.drawbridge.Main");
        Path share = Path.of(args[0]);
        SampleRepository.make(Path.of("").toAbsolutePath(), share.resolve("samples"));
        Cli.run(new String[] {"check", "."}, System.out, System.err);
        Cli.run(new String[] {"check", "--base", "HEAD"}, System.out, System.err);
        String fleet = share.resolve("fleet/fleet.yaml").toString();
        String workloads = share.resolve("fleet/workloads.yaml").toString();
        Cli.run(new String[] {"fit", "--from", fleet, workloads}, System.out, System.err);
    }
}
