package dev.drawbridge.check;

import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Origin;
import dev.drawbridge.fit.ReferenceFinding;
import dev.drawbridge.fit.Workload;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.References;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Names in claims and pods that lead to nothing, as findings in their files. */
public final class ReferenceFindings {

    private static final Set<String> CLASSES = Set.of("DeviceClass", "ResourceClass");

    private final FindingFactory make;
    private final boolean isClosed;
    private final List<String> releases;
    private final Function<String, Lines> lines;

    /**
     * Findings in files of these lines.
     *
     * @param isClosed whether the input is all there is, so that what is missing is an error
     * @param releases the releases that findings name
     */
    public ReferenceFindings(
            FindingFactory make, boolean isClosed, List<String> releases, Function<String, Lines> lines) {
        this.make = make;
        this.isClosed = isClosed;
        this.releases = releases;
        this.lines = lines;
    }

    /** A name in a pod. */
    public Finding of(Workload workload, ReferenceFinding reference) {
        FieldError error = new FieldError(
                reference.isMissing() ? ErrorType.NOT_FOUND : ErrorType.INVALID,
                reference.path(),
                null,
                reference.message(),
                reference.rule(),
                reference.position());
        Severity severity = isClosed && reference.isMissing() ? Severity.ERROR : Severity.WARNING;
        return make.finding(workload.manifest(), severity, error, releases, lines.apply(workload.file()));
    }

    /** What the API server refuses of a pod, because of a class that is there. */
    Finding refused(Workload workload, FieldError mistake) {
        return make.finding(workload.manifest(), Severity.ERROR, mistake, releases, lines.apply(workload.file()));
    }

    /**
     * The classes that an object names and that are not there.
     *
     * @param known the names of those that are, such as {@code DeviceClass gpu.example.com}
     */
    List<Finding> classes(Manifest manifest, Set<String> known) {
        List<Finding> findings = new ArrayList<>();
        References.of(manifest, (path, kind, name) -> {
            String object = kind + " " + name.value();
            if (CLASSES.contains(kind) && !name.value().isEmpty() && !known.contains(object)) {
                FieldError error = new FieldError(
                        ErrorType.NOT_FOUND,
                        path,
                        null,
                        object + " not found; add it to the input, or fix the name",
                        Origin.UNKNOWN_DEVICE_CLASS,
                        name.position());
                findings.add(make.finding(manifest, Severity.ERROR, error, releases, lines.apply(manifest.file())));
            }
        });
        return findings;
    }
}
