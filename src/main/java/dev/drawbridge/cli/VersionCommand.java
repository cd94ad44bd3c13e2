package dev.drawbridge.cli;

import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Served;
import dev.drawbridge.validation.Validator;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints the version, and the releases whose rules it has. */
@Command(name = "version", description = "Print the version of Drawbridge.", mixinStandardHelpOptions = true)
final class VersionCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Option(names = "--kinds", description = "Also print which releases serve which kinds, as a Markdown table")
    private boolean kinds;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        out.println(text());
        if (kinds) {
            out.println("\n| version | releases | kinds |\n| --- | --- | --- |");
            for (Served row : new Validator().served()) {
                out.printf("| %s | %s | %s |%n", row.version(), row.releases("–"), String.join(", ", row.kinds()));
            }
        }
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
