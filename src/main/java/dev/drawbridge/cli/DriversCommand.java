package dev.drawbridge.cli;

import dev.drawbridge.driver.DriverEntry;
import dev.drawbridge.driver.DriverRegistry;
import dev.drawbridge.driver.NewEntry;
import dev.drawbridge.driver.PublishedDifferences;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.validation.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/** Lists the known drivers and their sources, starts new entries, and tests entries. */
final class DriversCommand {

    static int run(Arguments arguments, PrintWriter out, PrintWriter err) throws IOException {
        List<String> words = arguments.parameters();
        if (words.isEmpty()) {
            PrintWriter to = WrappedLines.of(out);
            list(DriverOptions.registry(arguments, SettingsFile.NONE), to);
            to.flush();
            return ExitCode.CLEAN;
        }
        if (words.get(0).equals("init")) {
            return init(arguments, out);
        }
        if (words.size() != 2 || !words.get(0).equals("test")) {
            throw new UsageException("expected no arguments, init --driver NAME FILE..., or test DIR");
        }
        return test(Path.of(words.get(1)), out, err);
    }

    private static int init(Arguments arguments, PrintWriter out) throws IOException {
        String driver = arguments.text("driver", "");
        List<String> files =
                arguments.parameters().subList(1, arguments.parameters().size());
        if (!driver.matches("[a-z0-9]([a-z0-9.-]*[a-z0-9])?") || files.isEmpty()) {
            throw new UsageException("name the driver and a file: init --driver NAME FILE...");
        }
        try {
            NewEntry entry = new NewEntry(driver);
            for (String file : files) {
                entry.add(Path.of(file));
            }
            out.print(entry.text());
            return ExitCode.CLEAN;
        } catch (IllegalArgumentException e) {
            throw new InputException(String.valueOf(e.getMessage()), e);
        }
    }

    private static void list(DriverRegistry registry, PrintWriter out) {
        for (DriverEntry entry : registry.entries()) {
            out.println(
                    String.join(", ", entry.drivers()) + " (" + entry.facts().origin() + ")");
            for (DriverEntry.ParameterKind kind : entry.parameters().kinds()) {
                out.println("  " + (kind.apiVersion() + " " + kind.kind()).strip());
            }
            if (!entry.versions().names().isEmpty()) {
                out.println("  versions: " + String.join(", ", entry.versions().names()));
            }
            if (!entry.parameters().gates().isEmpty()) {
                out.println("  feature gates: "
                        + String.join(", ", entry.parameters().gates().keySet()));
            }
            if (!entry.facts().source().isEmpty()) {
                out.println("  source: " + entry.facts().text());
            }
        }
    }

    private static int test(Path folder, PrintWriter out, PrintWriter err) throws IOException {
        DriverRegistry registry = DriverOptions.with(DriverRegistry.builtIn(), SettingsFile.NONE, folder);
        int wrong = examples(registry, out, err);
        PublishedDifferences published = PublishedDifferences.of(registry, folder);
        published.errors().forEach(error -> out.println("error: " + error));
        published.warnings().forEach(warning -> out.println("warning: " + warning));
        err.println(published.slices() + " slices and " + published.classes() + " classes, "
                + published.errors().size() + " differences, "
                + published.warnings().size() + " warnings");
        return wrong == 0 && published.errors().isEmpty() ? ExitCode.CLEAN : ExitCode.FINDINGS;
    }

    /** The number of examples whose errors are not those that they name. */
    private static int examples(DriverRegistry registry, PrintWriter out, PrintWriter err) {
        int examples = 0;
        int wrong = 0;
        for (DriverEntry entry : registry.entries()) {
            for (DriverEntry.Example example : entry.examples()) {
                examples++;
                Verdict found =
                        registry.parameters(entry.drivers().get(0)).validate(example.parameters(), example.path());
                List<String> paths = found.errors().stream()
                        .map(FieldError::path)
                        .map(Object::toString)
                        .distinct()
                        .sorted()
                        .toList();
                if (!paths.equals(example.errors())) {
                    wrong++;
                    out.println(entry.facts().origin() + ": " + example.path() + ": expected errors at "
                            + example.errors() + ", found " + found.errors());
                }
            }
        }
        err.println(examples + " examples, " + wrong + " differ");
        return wrong;
    }
}
