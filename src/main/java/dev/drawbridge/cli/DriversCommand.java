package dev.drawbridge.cli;

import dev.drawbridge.check.SettingsFile;
import dev.drawbridge.driver.DriverEntry;
import dev.drawbridge.driver.DriverFindings;
import dev.drawbridge.driver.DriverRegistry;
import dev.drawbridge.field.FieldError;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/** Lists the known drivers and their sources, and checks drivers' own examples against their schemas. */
final class DriversCommand {

    private static final String TEST = "test";

    static final Command COMMAND = new Command(
            "drivers",
            "Show which drivers' parameters are known, or test schemas.",
            "[test DIR]",
            List.of(DriverOptions.drivers(), Command.flag("debug", "Print stack traces")),
            List.of(
                    "",
                    "drivers test DIR checks the examples in DIR with its schemas."
                            + " Exit code 1: an example differs."),
            DriversCommand::run);

    private DriversCommand() {}

    private static int run(Arguments arguments, PrintWriter out, PrintWriter err) {
        List<String> words = arguments.parameters();
        if (words.isEmpty()) {
            list(DriverOptions.registry(arguments, SettingsFile.NONE), out);
            return ExitCode.CLEAN;
        }
        if (words.size() != 2 || !words.get(0).equals(TEST)) {
            throw new UsageException("expected no arguments, or: test DIR");
        }
        return test(DriverOptions.with(DriverRegistry.builtIn(), Path.of(words.get(1))), out, err);
    }

    private static void list(DriverRegistry registry, PrintWriter out) {
        for (DriverEntry entry : registry.entries()) {
            out.println(String.join(", ", entry.drivers()) + " (" + entry.origin() + ")");
            for (DriverEntry.ParameterKind kind : entry.kinds()) {
                out.println("  " + (kind.apiVersion() + " " + kind.kind()).strip());
            }
            if (!entry.versions().names().isEmpty()) {
                out.println("  versions: " + String.join(", ", entry.versions().names()));
            }
            if (!entry.gates().isEmpty()) {
                out.println(
                        "  feature gates: " + String.join(", ", entry.gates().keySet()));
            }
            if (!entry.source().isEmpty()) {
                out.println("  source: " + entry.source() + (entry.date().isEmpty() ? "" : ", as of " + entry.date()));
            }
        }
    }

    private static int test(DriverRegistry registry, PrintWriter out, PrintWriter err) {
        int examples = 0;
        int wrong = 0;
        for (DriverEntry entry : registry.entries()) {
            for (DriverEntry.Example example : entry.examples()) {
                examples++;
                DriverFindings found = registry.validate(entry.drivers().get(0), example.parameters(), example.path());
                List<String> paths = found.errors().stream()
                        .map(FieldError::path)
                        .map(Object::toString)
                        .distinct()
                        .sorted()
                        .toList();
                if (!paths.equals(example.errors())) {
                    wrong++;
                    out.println(entry.origin() + ": " + example.path() + ": expected errors at " + example.errors()
                            + ", found " + found.errors());
                }
            }
        }
        err.println(examples + " examples, " + wrong + " differ");
        return wrong == 0 ? ExitCode.CLEAN : ExitCode.FINDINGS;
    }
}
