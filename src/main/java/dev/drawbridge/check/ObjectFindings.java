package dev.drawbridge.check;

import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Origin;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Report;
import dev.drawbridge.report.Severity;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.Verdict;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is found in one object: a mistake that several releases name is one finding. */
public final class ObjectFindings {

    private final FindingFactory make;
    private final Manifest manifest;
    private final Lines lines;
    private final Lines source;
    private final Map<Key, Finding> merged = new LinkedHashMap<>();
    private boolean isValidated = true;

    /** Of an object in a file of these lines, none yet. */
    public ObjectFindings(FindingFactory make, Manifest manifest, Lines lines) {
        this(make, manifest, lines, lines);
    }

    /** The same, with the lines of the file apart from those of which excerpts are made. */
    ObjectFindings(FindingFactory make, Manifest manifest, Lines lines, Lines source) {
        this.source = source;
        this.make = make;
        this.manifest = manifest;
        this.lines = lines;
    }

    /** Adds what a release says; null is the newest that serves the object's version. */
    public Report.Answer add(Verdict verdict, @Nullable KubernetesRelease release) {
        return add(verdict, release, (error, finding) -> finding);
    }

    /** The same, each finding as the function makes it. */
    public Report.Answer add(
            Verdict verdict, @Nullable KubernetesRelease release, BiFunction<FieldError, Finding, Finding> as) {
        List<String> releases = List.of(make.releaseName(manifest, release));
        if (verdict instanceof Verdict.NotApplicable none) {
            isValidated = none.reason() != Verdict.Reason.OTHER_GROUP;
            if (isValidated) {
                none.errors().forEach(error -> add(Severity.ERROR, error, releases, as));
            }
            return Report.Answer.NOT_SERVED;
        }
        verdict.errors().forEach(error -> add(Severity.ERROR, error, releases, as));
        verdict.warnings().forEach(warning -> add(Severity.WARNING, warning, releases, as));
        return verdict.errors().isEmpty() ? Report.Answer.ALLOWED : Report.Answer.REFUSED;
    }

    private void add(
            Severity severity, FieldError error, List<String> releases, BiFunction<FieldError, Finding, Finding> as) {
        Finding finding = as.apply(error, make.finding(manifest, severity, error, releases, lines, source));
        merged.merge(
                new Key(finding),
                finding,
                (before, after) -> before.in(Stream.concat(before.releases().stream(), releases.stream())
                        .distinct()
                        .toList()));
    }

    /** What is one mistake, whichever releases name it. By hand: a record's own comparison takes milliseconds at its first use. */
    private static final class Key {

        private final Finding finding;

        Key(Finding finding) {
            this.finding = finding;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Key that
                    && finding.known() == that.finding.known()
                    && finding.severity() == that.finding.severity()
                    && finding.type().equals(that.finding.type())
                    && finding.path().equals(that.finding.path())
                    && finding.message().equals(that.finding.message())
                    && Objects.equals(finding.position(), that.finding.position());
        }

        @Override
        public int hashCode() {
            return 31 * finding.path().hashCode() + finding.message().hashCode();
        }
    }

    /** Whether the object is of the group. */
    public boolean isValidated() {
        return isValidated;
    }

    /** Whether one is of this rule. */
    public boolean has(Origin origin) {
        for (Finding finding : merged.values()) {
            if (finding.origin() == origin) {
                return true;
            }
        }
        return false;
    }

    /** All of them, in the order in which they were found. */
    public Collection<Finding> all() {
        return merged.values();
    }
}
