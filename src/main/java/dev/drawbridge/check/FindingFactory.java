package dev.drawbridge.check;

import dev.drawbridge.document.Locator;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Unreadable;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.ObjectReference;
import dev.drawbridge.report.Report;
import dev.drawbridge.report.Severity;
import dev.drawbridge.report.Skipped;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.Validator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Errors of an object as findings in its file. */
public final class FindingFactory {

    private final Validator validator;
    private final String namespace;

    /**
     * Findings about objects of this validator.
     *
     * @param namespace the namespace of documents that name none
     */
    public FindingFactory(Validator validator, String namespace) {
        this.validator = validator;
        this.namespace = namespace;
    }

    /** The object in a file, as findings name it. */
    public ObjectReference reference(Manifest manifest) {
        String name = manifest.name().isEmpty() ? manifest.generateName() : manifest.name();
        return new ObjectReference(manifest.apiVersion(), manifest.kind(), namespace(manifest), name);
    }

    /** The namespace that the object is in; empty where its kind has none. */
    public String namespace(Manifest manifest) {
        return validator.isNamespaced(manifest.apiVersion(), manifest.kind()) ? manifest.namespace(namespace) : "";
    }

    /** What tells the object from others. */
    public Identity identity(Manifest manifest) {
        return Identity.of(manifest, namespace(manifest));
    }

    /** The name of the release; of the newest that serves the version where it is null. */
    public String releaseName(Manifest manifest, @Nullable KubernetesRelease release) {
        return release != null
                ? release.toString()
                : validator
                        .newestServing(manifest.apiVersion(), manifest.kind())
                        .map(KubernetesRelease::toString)
                        .orElse("");
    }

    /** The error as a finding at its place, or at the object's. */
    public Finding finding(Manifest manifest, Severity severity, FieldError error, List<String> releases, Lines lines) {
        return finding(manifest, severity, error, releases, lines, lines);
    }

    /**
     * The same.
     *
     * @param source the lines of the file, in which the place of a mistake in a value's text is found
     * @param lines those of which excerpts are made
     */
    Finding finding(
            Manifest manifest, Severity severity, FieldError error, List<String> releases, Lines lines, Lines source) {
        Position position =
                error.position() != null ? error.position() : Locator.ofValue(manifest.object(), error.path());
        if (position != null
                && error.within() != null
                && Locator.value(manifest.object(), error.path()) instanceof StringValue text) {
            Position within = source.within(position, text.value(), error.within());
            position = within == null ? position : within;
        }
        return new Finding(
                severity,
                manifest.file(),
                position,
                manifest.within() + error.path(),
                error.type().reason(),
                error.origin(),
                error.message(),
                reference(manifest),
                List.copyOf(releases),
                position == null ? null : lines.excerpt(position),
                false);
    }

    /** An object with a placeholder that is not filled in. */
    public Skipped placeholder(Manifest manifest, String placeholder) {
        return new Skipped(
                DuplicateObjects.place(manifest),
                reference(manifest) + " has the placeholder " + placeholder
                        + (placeholder.startsWith("$")
                                ? "; set it with --set, or render it first"
                                : "; render it first"));
    }

    /** What the releases say to the object, for a report. */
    public Report.Validated validated(Manifest manifest, List<Report.Answer> answers) {
        Position position = manifest.object().position();
        return new Report.Validated(
                manifest.file(), position == null ? 1 : position.line(), reference(manifest), answers);
    }

    /** A file of these lines, or the rest of it, that could not be read. */
    public static Finding unreadable(String file, Unreadable bad, Lines lines) {
        return ofFile(Severity.ERROR, file, bad.position(), Origin.UNREADABLE, bad.reason(), lines);
    }

    /** Where kubectl drops what the file, which has these lines, says. */
    public static List<Finding> unread(ManifestFile file, Lines lines) {
        List<Finding> findings = new ArrayList<>();
        for (Position place : file.unread()) {
            findings.add(ofFile(
                    Severity.WARNING,
                    file.name(),
                    place,
                    Origin.UNREAD,
                    "kubectl reads one document between two lines of --- and drops what begins here; put --- before it, or align it",
                    lines));
        }
        return findings;
    }

    private static Finding ofFile(
            Severity severity, String file, @Nullable Position place, Origin origin, String message, Lines lines) {
        return Finding.ofFile(severity, file, place, origin, message, place == null ? null : lines.excerpt(place));
    }
}
