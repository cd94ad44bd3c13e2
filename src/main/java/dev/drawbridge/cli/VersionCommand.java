package dev.drawbridge.cli;

import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.Validator;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the version, and the releases whose rules it has. */
@Command(name = "version", description = "Print the version of Drawbridge.", mixinStandardHelpOptions = true)
final class VersionCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().getOut().println(text());
    }

    private static String text() {
        String version = VersionCommand.class.getPackage().getImplementationVersion();
        return "drawbridge " + (version == null ? "(not packaged)" : version) + ", rules of Kubernetes "
                + KubernetesRelease.OLDEST + " to " + new Validator().newestRelease();
    }

    /** For {@code --version}. */
    static final class Provider implements IVersionProvider {

        @Override
        public String[] getVersion() {
            return new String[] {text()};
        }
    }
}
