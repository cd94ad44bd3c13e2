package dev.drawbridge.cli;

import dev.drawbridge.driver.DriverManual;
import dev.drawbridge.explain.Manual;
import dev.drawbridge.manifest.FileProblem;
import dev.drawbridge.report.JsonTree;
import dev.drawbridge.schema.ApiVersion;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Prints kinds as JSON Schema, for editors and other linters. */
final class SchemaCommand {

    static int run(Arguments arguments, PrintWriter out, PrintWriter err) {
        return UsageException.in(() -> print(arguments, out));
    }

    private static int print(Arguments arguments, PrintWriter out) {
        String driver = arguments.text("driver");
        List<String> kinds = arguments.parameters();
        Path folder = arguments.path("out");
        boolean isDraft7 = arguments.choice("draft", "7").equals("7");
        ApiVersion version = arguments.parsed("api-version", ExplainCommand::version);
        KubernetesRelease release = arguments.parsed("kubernetes", Releases::one);
        Manual manual = new Manual(version, release, false);
        GateSettings named = arguments.parsed("feature-gates", GateSettings::parse);
        GateSettings gates = named == null ? GateSettings.DEFAULTS : named;
        if (driver != null && (kinds.size() > 1 || folder != null)) {
            throw new UsageException("--driver NAME prints all kinds of the driver, or one KIND");
        }
        if (driver != null) {
            DriverManual ofDriver =
                    new DriverManual(DriverOptions.registry(arguments, SettingsFile.NONE), driver, false);
            JsonTree.write(ofDriver.schema(kinds.isEmpty() ? null : kinds.get(0), isDraft7), out);
        } else if (arguments.has("settings")) {
            JsonTree.write(Setting.schema(Manual.draft(isDraft7)), out);
        } else if (folder != null && !kinds.isEmpty()) {
            kinds.forEach(kind -> write(manual, kind, folder, gates, isDraft7, out));
        } else if (folder != null) {
            for (ApiVersion each : version == null ? Manual.versions() : List.of(version)) {
                Manual ofVersion = new Manual(each, release, false);
                ofVersion.served().forEach(kind -> write(ofVersion, kind, folder, gates, isDraft7, out));
            }
        } else if (kinds.size() == 1) {
            JsonTree.write(manual.schema(kinds.get(0), gates, isDraft7), out);
        } else {
            throw new UsageException("name one KIND to print, or --out DIR for files of all kinds");
        }
        return ExitCode.CLEAN;
    }

    private static void write(
            Manual manual, String kind, Path folder, GateSettings gates, boolean isDraft7, PrintWriter out) {
        Path file = folder.resolve(manual.fileName(kind));
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new InputException("--out: " + folder + " cannot be created: " + FileProblem.of(e), e);
        }
        FileOutput.write(file, text -> JsonTree.write(manual.schema(kind, gates, isDraft7), text));
        out.println("wrote " + file);
    }
}
