package dev.drawbridge.check;

import dev.drawbridge.field.FieldError;
import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fit.FitTogether;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Severity;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Workloads whose claims cannot be allocated, as findings in their files. */
public final class FleetFindings {

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
     * What keeps a workload from the fleet; null where nothing does, or another rule reports the cause.
     *
     * @param before what was true before a change, as the end of a sentence; empty where nothing is to be added
     * @param isOfInput whether an object is checked as well, so that its own mistakes are reported
     */
    public @Nullable Finding of(FitResult result, String before, Predicate<Manifest> isOfInput) {
        return finding(FitFinding.of(result, before, isOfInput));
    }

    /** That workloads do not fit at the same time; null where they do. */
    public @Nullable Finding of(FitTogether together, String before) {
        return finding(FitFinding.of(together, before));
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

    private @Nullable Finding finding(@Nullable FitFinding found) {
        return found == null
                ? null
                : make.finding(
                        found.object(),
                        found.severity(),
                        found.error(),
                        List.of(settings.release().toString()),
                        lines.apply(found.object().file()));
    }
}
