package dev.drawbridge.cli;

import dev.drawbridge.field.Origin;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Served;
import dev.drawbridge.validation.ResourceApi;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;

/** Prints the version and the supported releases. */
final class VersionCommand {

    /** The unreleased releases, with their known pre-release; empty if there are none. */
    private static String previews() {
        return Arrays.stream(KubernetesRelease.values())
                .flatMap(release -> release.preview().stream()
                        .map(preview -> ", and of " + release + " as a preview (" + preview + ")"))
                .collect(Collectors.joining());
    }

    /** The version of the package; the other text if there is none. */
    static String version(String otherwise) {
        return Objects.requireNonNullElse(VersionCommand.class.getPackage().getImplementationVersion(), otherwise);
    }

    static int run(Arguments arguments, PrintWriter out, PrintWriter err) {
        out.println("drawbridge " + version("(not packaged)") + ", rules of Kubernetes " + KubernetesRelease.OLDEST
                + " to " + ResourceApi.newestRelease() + previews());
        if (arguments.has("kinds")) {
            out.println("\n| version | releases | kinds |\n| --- | --- | --- |");
            for (Served row : ResourceApi.served()) {
                out.printf("| %s | %s | %s |%n", row.version(), row.releases("–"), String.join(", ", row.kinds()));
            }
        }
        if (arguments.has("rules")) {
            out.println();
            for (Origin rule : Origin.values()) {
                out.printf("%-30s  %s%n", rule, rule.text().meaning());
            }
        }
        return ExitCode.CLEAN;
    }
}
