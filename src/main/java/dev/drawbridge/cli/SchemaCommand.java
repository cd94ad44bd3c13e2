package dev.drawbridge.cli;

import dev.drawbridge.driver.DriverManual;
import dev.drawbridge.explain.Manual;
import dev.drawbridge.manifest.FileProblem;
import dev.drawbridge.report.JsonTree;
import dev.drawbridge.schema.ApiVersion;
import dev.drawbridge.schema.GateSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Prints kinds as JSON Schema, for editors and other linters. */
final class SchemaCommand {

    private SchemaCommand() {}

    static int run(Arguments arguments, PrintWriter out, PrintWriter err) {
        String driver = arguments.text("driver");
        if (driver != null) {
            return parameters(arguments, driver, out);
        }
        if (arguments.has("settings")) {
            JsonTree.write(Setting.schema(draft(arguments)), out);
            return ExitCode.CLEAN;
        }
        Manual manual = new Manual(
                arguments.parsed("api-version", ExplainCommand::version),
                arguments.parsed("kubernetes", Releases::one),
                false);
        GateSettings named = arguments.parsed("feature-gates", GateSettings::parse);
        GateSettings gates = named == null ? GateSettings.DEFAULTS : named;
        boolean isDraft7 = arguments.choice("draft", "7").equals("7");
        Path folder = arguments.path("out");
        List<String> kinds = arguments.parameters();
        if (folder == null && kinds.size() != 1) {
            throw new UsageException("name one KIND to print, or --out DIR for files of all kinds");
        }
        if (folder == null) {
            try {
                JsonTree.write(manual.schema(kinds.get(0), gates, isDraft7), out);
            } catch (IllegalArgumentException wrong) {
                throw new UsageException(String.valueOf(wrong.getMessage()), wrong);
            }
            return ExitCode.CLEAN;
        }
        if (!kinds.isEmpty()) {
            kinds.forEach(kind -> write(manual, kind, folder, gates, isDraft7, out));
            return ExitCode.CLEAN;
        }
        ApiVersion version = arguments.parsed("api-version", ExplainCommand::version);
        for (ApiVersion each : version == null ? Manual.versions() : List.of(version)) {
            write(new Manual(each, arguments.parsed("kubernetes", Releases::one), false), folder, gates, isDraft7, out);
        }
        return ExitCode.CLEAN;
    }

    private static int parameters(Arguments arguments, String driver, PrintWriter out) {
        List<String> kinds = arguments.parameters();
        if (kinds.size() > 1 || arguments.path("out") != null) {
            throw new UsageException("--driver NAME prints all kinds of the driver, or one KIND");
        }
        try {
            JsonTree.write(
                    new DriverManual(DriverOptions.registry(arguments, SettingsFile.NONE), driver, false)
                            .schema(
                                    kinds.isEmpty() ? null : kinds.get(0),
                                    arguments.choice("draft", "7").equals("7")),
                    out);
        } catch (IllegalArgumentException wrong) {
            throw new UsageException(String.valueOf(wrong.getMessage()), wrong);
        }
        return ExitCode.CLEAN;
    }

    private static String draft(Arguments arguments) {
        return arguments.choice("draft", "7").equals("7")
                ? "http://json-schema.org/draft-07/schema#"
                : "https://json-schema.org/draft/2020-12/schema";
    }

    private static void write(Manual manual, Path folder, GateSettings gates, boolean isDraft7, PrintWriter out) {
        manual.served().forEach(kind -> write(manual, kind, folder, gates, isDraft7, out));
    }

    private static void write(
            Manual manual, String kind, Path folder, GateSettings gates, boolean isDraft7, PrintWriter out) {
        Path file;
        try {
            file = folder.resolve(manual.fileName(kind));
        } catch (IllegalArgumentException wrong) {
            throw new UsageException(String.valueOf(wrong.getMessage()), wrong);
        }
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new InputException("--out: " + folder + " cannot be created: " + FileProblem.of(e), e);
        }
        FileOutput.write(file, text -> JsonTree.write(manual.schema(kind, gates, isDraft7), text));
        out.println("wrote " + file);
    }
}
