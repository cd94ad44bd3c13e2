package dev.drawbridge.check;

import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Origin;
import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fit.Workload;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Workloads whose claims cannot be allocated, as findings in their files. */
public final class FleetFindings {

    private static final int MAX_REASON = 300;

    private final FindingFactory make;
    private final FleetSettings settings;
    private final Function<String, Lines> lines;

    /** Findings in files of these lines. */
    public FleetFindings(FindingFactory make, FleetSettings settings, Function<String, Lines> lines) {
        this.make = make;
        this.settings = settings;
        this.lines = lines;
    }

    /**
     * What keeps a workload from the fleet; null where nothing does.
     *
     * @param before what was true before a change, as the end of a sentence; empty where nothing is to be added
     */
    public @Nullable Finding of(FitResult result, String before) {
        String message = result.headline("fleet") + ": " + reason(result) + before;
        return switch (result.answer()) {
            case FITS -> null;
            case FITS_WHEN_FREED, BLOCKED -> finding(result, Severity.WARNING, Origin.FIT_NOW, message);
            case NEVER, ERROR, INVALID -> finding(result, Severity.ERROR, Origin.FIT, message);
            case UNKNOWN -> finding(result, Severity.WARNING, Origin.FIT_UNKNOWN, message);
        };
    }

    /** A configuration that no driver reads. */
    Finding unused(Manifest manifest, FieldError unused) {
        return make.finding(
                manifest,
                Severity.WARNING,
                unused,
                List.of(settings.release().toString()),
                lines.apply(manifest.file()));
    }

    private Finding finding(FitResult result, Severity severity, Origin origin, String message) {
        Workload workload = result.workload();
        FieldError error = new FieldError(ErrorType.INVALID, workload.claims(), null, message, origin, null);
        return finding(workload, severity, error);
    }

    private Finding finding(Workload workload, Severity severity, FieldError error) {
        return make.finding(
                workload.manifest(),
                severity,
                error,
                List.of(settings.release().toString()),
                lines.apply(workload.file()));
    }

    /** The first reason, and what would help. */
    private static String reason(FitResult result) {
        List<String> parts = new ArrayList<>();
        if (!result.reasons().isEmpty()) {
            FitResult.Reason first = result.reasons().get(0);
            parts.add(first.subject());
            first.lines().forEach(line -> parts.add(line.strip()));
        }
        result.hints().stream().limit(1).forEach(parts::add);
        String text = String.join("; ", parts);
        return text.length() > MAX_REASON ? text.substring(0, MAX_REASON) + "…; drawbridge fit shows all" : text;
    }
}
