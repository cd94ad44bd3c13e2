package dev.drawbridge.cli;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.Unreadable;
import dev.drawbridge.document.Value;
import dev.drawbridge.document.YamlReader;
import dev.drawbridge.report.TextReport;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Request;
import dev.drawbridge.schema.UnknownFields;
import dev.drawbridge.validation.ValidationRequest;
import dev.drawbridge.validation.Validator;
import dev.drawbridge.validation.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Judges the DRA objects in manifests as if they were created. */
@Command(
        name = "check",
        description = "Check the DRA objects in manifests, without a cluster.",
        mixinStandardHelpOptions = true)
final class CheckCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "YAML or JSON files")
    private List<Path> files = List.of();

    @Option(
            names = "--kubernetes",
            paramLabel = "RELEASE",
            converter = ReleaseConverter.class,
            description =
                    "The release that judges, such as 1.30 (default: the newest that serves the object's version)")
    private @Nullable KubernetesRelease release;

    @Option(
            names = "--feature-gates",
            paramLabel = "A=true,...|all",
            converter = GatesConverter.class,
            description = "Feature gates that differ from the release's defaults")
    private GateSettings gates = GateSettings.DEFAULTS;

    @Option(names = "--strict", description = "Fail on warnings too")
    private boolean strict;

    private final Validator validator = new Validator();
    private final YamlReader yaml = new YamlReader(ReadLimits.DEFAULT);
    private final JsonReader json = JsonReader.withPositions(ReadLimits.DEFAULT);
    private int judged;
    private int others;
    private int unreadable;

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        TextReport report = new TextReport(spec.commandLine().getOut());
        for (Path file : files) {
            try {
                check(file, Files.readAllBytes(file), report, err);
            } catch (IOException e) {
                unreadable++;
                err.println(file + ": cannot be read: " + e);
            }
        }
        err.println(summary(report));
        if (unreadable > 0) {
            return ExitCode.USAGE;
        }
        return report.errors() > 0 || strict && report.warnings() > 0 ? ExitCode.FINDINGS : ExitCode.CLEAN;
    }

    private String summary(TextReport report) {
        return judged + " DRA objects checked, " + report.errors() + " errors, " + report.warnings() + " warnings; "
                + others + " other documents, " + unreadable + " unreadable";
    }

    private void check(Path file, byte[] text, TextReport report, PrintWriter err) {
        List<ReadResult> results = file.toString().endsWith(".json") ? List.of(json.read(text)) : yaml.read(text);
        for (ReadResult result : results) {
            if (result instanceof Unreadable bad) {
                unreadable++;
                err.println(file + (bad.position() == null ? "" : ":" + bad.position()) + ": " + bad.reason());
            } else {
                check(file.toString(), "", ((Document) result).value(), report);
            }
        }
    }

    private void check(String file, String within, Value value, TextReport report) {
        if (!(value instanceof ObjectValue object)) {
            others++;
            return;
        }
        if (object.string("kind").endsWith("List") && object.get("items") instanceof ListValue items) {
            for (int i = 0; i < items.size(); i++) {
                check(file, within + "items[" + i + "].", items.get(i), report);
            }
            return;
        }
        Verdict verdict = validator.validate(new ValidationRequest(
                object.string("apiVersion"),
                object.string("kind"),
                Request.CREATE,
                object,
                null,
                release,
                gates,
                UnknownFields.DENY,
                null));
        report(file, within, verdict, report);
    }

    private void report(String file, String within, Verdict verdict, TextReport report) {
        if (verdict instanceof Verdict.NotApplicable none && none.reason() == Verdict.Reason.OTHER_GROUP) {
            others++;
            return;
        }
        if (verdict instanceof Verdict.NotApplicable none && none.reason() != Verdict.Reason.NOT_SERVED) {
            others++;
            none.errors().forEach(lack -> report.warning(file, within, lack));
            return;
        }
        judged++;
        verdict.errors().forEach(error -> report.error(file, within, error));
        verdict.warnings().forEach(warning -> report.warning(file, within, warning));
    }
}
