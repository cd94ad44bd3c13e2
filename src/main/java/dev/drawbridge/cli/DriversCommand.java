package dev.drawbridge.cli;

import dev.drawbridge.driver.DriverEntry;
import dev.drawbridge.driver.DriverFindings;
import dev.drawbridge.driver.DriverGates;
import dev.drawbridge.driver.DriverRegistry;
import dev.drawbridge.field.FieldError;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Which drivers' parameters are known, from where; and whether a driver's own examples are what its schemas say. */
final class DriversCommand {

    private static final String TEST = "test";

    static final Command COMMAND = new Command(
            "drivers",
            "Show which drivers' parameters are known, or test schemas.",
            "[test DIR]",
            List.of(
                    Command.value("drivers", "DIR", "Schemas of drivers' parameters: a folder or a file; repeatable"),
                    Command.flag("debug", "Print stack traces")),
            List.of(
                    "",
                    "drivers test DIR holds the examples of the schemas in DIR against them. Exit code 1: one differs."),
            DriversCommand::run);

    private DriversCommand() {}

    /** The drivers that are built in, and those of the command line and of the settings, which count first. */
    static DriverRegistry registry(Arguments arguments, List<String> more) {
        DriverRegistry registry = DriverRegistry.builtIn();
        List<String> folders = new ArrayList<>(arguments.texts("drivers"));
        folders.addAll(more);
        for (String folder : folders) {
            registry = with(registry, folder);
        }
        DriverGates gates = DriverGates.UNKNOWN;
        for (String text : arguments.texts("driver-gates")) {
            try {
                gates = gates.with(text);
            } catch (IllegalArgumentException e) {
                throw new UsageException("--driver-gates: " + e.getMessage(), e);
            }
        }
        return arguments.has("strict-drivers") ? registry.with(gates).strict() : registry.with(gates);
    }

    private static DriverRegistry with(DriverRegistry registry, String folder) {
        try {
            return registry.with(Path.of(folder));
        } catch (IOException e) {
            throw FileProblem.named(e);
        }
    }

    private static int run(Arguments arguments, PrintWriter out, PrintWriter err) {
        List<String> words = arguments.parameters();
        if (words.isEmpty()) {
            list(registry(arguments, List.of()), out);
            return ExitCode.CLEAN;
        }
        if (words.size() != 2 || !words.get(0).equals(TEST)) {
            throw new UsageException("expected no arguments, or: test DIR");
        }
        return test(with(DriverRegistry.builtIn(), words.get(1)), out, err);
    }

    private static void list(DriverRegistry registry, PrintWriter out) {
        for (DriverEntry entry : registry.entries()) {
            out.println(String.join(", ", entry.drivers()) + " (" + entry.origin() + ")");
            for (DriverEntry.ParameterKind kind : entry.kinds()) {
                out.println("  " + (kind.apiVersion() + " " + kind.kind()).strip());
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
