package dev.drawbridge.check;

import dev.drawbridge.document.Locator;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Unreadable;
import dev.drawbridge.field.Excerpt;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Severity;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.Mentions;
import dev.drawbridge.manifest.Placeholders;
import dev.drawbridge.reference.ReferenceFacts;
import dev.drawbridge.reference.ReferenceReader;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.ObjectReference;
import dev.drawbridge.report.Report;
import dev.drawbridge.report.Skipped;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.ResourceApi;
import dev.drawbridge.validation.Validator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Errors of an object as findings in its file. */
public final class FindingFactory {

    /** The cause to skip a patch of kustomize. */
    static final String PATCH = "in patches (--kustomize DIR)";

    private final String namespace;
    private final boolean hasExcerpts;

    FindingFactory(CheckSettings settings) {
        this.namespace = settings.input().namespace();
        this.hasExcerpts = settings.reporting().hasExcerpts();
    }

    ObjectReference reference(Manifest manifest) {
        String name = manifest.name().isEmpty() ? manifest.generateName() : manifest.name();
        return new ObjectReference(manifest.apiVersion(), manifest.kind(), namespace(manifest), name);
    }

    /** The names in a file, and its references to others. */
    ReferenceFacts references(ManifestFile file, CheckSettings settings) {
        Lines lines = hasExcerpts ? file.lines() : Lines.NONE;
        return ReferenceReader.of(file, this::reference, lines, settings.input().templates());
    }

    /** The namespace that the object is in; empty if its kind has none. */
    String namespace(Manifest manifest) {
        if (ResourceApi.isNamespaced(manifest.apiVersion(), manifest.kind())) {
            return manifest.namespace(namespace);
        }
        // Whether objects of a custom kind have a namespace is not known.
        return ResourceApi.isKind(manifest.kind()) ? "" : manifest.namespace("");
    }

    Identity identity(Manifest manifest) {
        return Identity.of(manifest, namespace(manifest));
    }

    /** The name of the release; if null, of the newest that serves the version. */
    String releaseName(Manifest manifest, @Nullable KubernetesRelease release) {
        return release != null
                ? release.toString()
                : ResourceApi.newestServing(manifest.apiVersion(), manifest.kind())
                        .map(KubernetesRelease::toString)
                        .orElse("");
    }

    String whyNotServed(Manifest manifest, List<KubernetesRelease> releases) {
        return ResourceApi.whyNotServed(manifest.apiVersion(), manifest.kind(), releases);
    }

    Finding finding(Manifest manifest, Severity severity, FieldError error, List<String> releases, Lines lines) {
        Position position =
                error.position() != null ? error.position() : Locator.ofValue(manifest.object(), error.path());
        if (position != null
                && error.within() != null
                && Locator.value(manifest.object(), error.path()) instanceof StringValue text) {
            Position within = lines.within(position, text.value(), error.within());
            position = within == null ? position : within;
        }
        return new Finding(
                severity,
                new Finding.Location(manifest.file(), position, excerpt(position, lines)),
                new Finding.Field(
                        reference(manifest),
                        manifest.within(),
                        shown(error.path()).toString()),
                new Finding.Rule(error.type().reason(), error.origin()),
                error.message(),
                List.copyOf(releases));
    }

    /** The path; an unknown field that is named like the key of a label, with dots of its own, is in brackets. */
    private static FieldPath shown(FieldPath path) {
        String name = path.name();
        return name == null || path.parent() == null || name.indexOf('.') < 0
                ? path
                : path.parent().key(name);
    }

    /** The start of a document, as {@code FILE:LINE:COLUMN}. */
    static String place(Manifest manifest) {
        Position at = manifest.object().position();
        return manifest.file() + (at == null ? "" : ":" + at);
    }

    /** An object with a placeholder that is not filled in. */
    public Skipped placeholder(Manifest manifest, String placeholder) {
        return Skipped.ofObject(
                place(manifest),
                reference(manifest).toString(),
                placeholder.equals(Placeholders.ENCRYPTED)
                        ? "is encrypted by SOPS"
                        : "has the placeholder " + placeholder
                                + (placeholder.startsWith("$")
                                        ? "; set it with --set, or render it first"
                                        : "; render it first"),
                placeholder.equals(Placeholders.ENCRYPTED)
                        ? "encrypted by SOPS"
                        : "with placeholders (--set NAME=VALUE)");
    }

    /** An object of which only the first mistakes are known. */
    Skipped cut(Manifest manifest) {
        return Skipped.ofObject(
                place(manifest),
                reference(manifest).toString(),
                "has " + Validator.MAX_ERRORS + " mistakes or more; only the first " + Validator.MAX_ERRORS
                        + " are reported: fix them, and check again",
                "with too many mistakes");
    }

    /** A field that kustomizations patch, in the order from the innermost one. */
    Skipped patched(Manifest manifest, FieldPath field, Set<List<String>> chains) {
        String outermost = chains.stream()
                .map(one -> one.get(one.size() - 1))
                .min(Comparator.naturalOrder())
                .orElseThrow();
        return Skipped.ofObject(
                place(manifest),
                reference(manifest) + ": " + field,
                "is not checked: each kustomization patches it; to check it: " + Kustomizations.option(outermost, ""),
                PATCH);
    }

    /** An object that mentions claims at a place for which there are no rules. */
    Skipped unchecked(Manifest manifest, FieldPath mention) {
        String apiVersion = manifest.apiVersion();
        boolean isObject = !apiVersion.isEmpty() && !manifest.kind().isEmpty();
        boolean isKnown = isObject || isKustomization(manifest);
        Position begin = manifest.object().position();
        boolean isFirst = begin == null || begin.line() == 1;
        boolean areAmounts = Locator.value(manifest.object(), mention) instanceof StringValue text
                && Mentions.amountsIn(text.value())
                && !Mentions.in(text.value());
        return Skipped.ofObject(
                place(manifest),
                (isObject ? reference(manifest).toString().strip() + ": " : "") + manifest.within() + mention,
                (areAmounts ? "has extended resources" : "has claims") + " that are not checked"
                        + (isKnown
                                ? advice(manifest, mention)
                                : "; an object needs apiVersion and kind"
                                        + (isFirst ? "" : "; is a \"---\" too many?")),
                isKustomization(manifest) ? PATCH : "in places without rules");
    }

    /** Whether an object is of kustomize, which needs no kind, or of Flux. */
    private static boolean isKustomization(Manifest manifest) {
        return Kustomizations.isKustomization(manifest.file())
                || manifest.kind().equals("Kustomization");
    }

    private static String advice(Manifest manifest, FieldPath mention) {
        if (isKustomization(manifest)) {
            return "; to check them: " + Kustomizations.option(manifest.file(), manifest.kind());
        }
        if (manifest.kind().equals("HelmRelease")) {
            return "; to check what its chart renders: --charts DIR";
        }
        if (Locator.value(manifest.object(), mention) instanceof StringValue text
                && (text.value().contains("\n") || text.value().contains("{"))) {
            return "; objects are checked, but not the texts in them";
        }
        if (ResourceApi.isWorkload(manifest.apiVersion(), manifest.kind())) {
            return "; " + manifest.kind() + " has no claims at this place: is a field around it misspelled?";
        }
        if (manifest.kind().equals("Composition")) {
            return "; to check what it composes: crossplane render XR COMPOSITION FUNCTIONS | drawbridge check -";
        }
        boolean isOwn =
                ResourceApi.isKind(manifest.kind()) || manifest.apiVersion().indexOf('.') < 0;
        return isOwn
                ? "; no release has " + manifest.kind() + " in " + manifest.apiVersion()
                : "deviceClassName".equals(mention.name())
                        ? "; claims are checked in objects that have apiVersion and kind"
                        : "; if it has pods, add their place to podTemplates in .drawbridge.yaml";
    }

    /** The releases' answers to the object, for a report. */
    public Report.Validated validated(Manifest manifest, List<Report.Answer> answers) {
        Position position = manifest.object().position();
        return new Report.Validated(
                manifest.file(), position == null ? 1 : position.line(), reference(manifest), answers);
    }

    /** A file, or the rest of it, that cannot be read. */
    public Finding unreadable(ManifestFile file, Unreadable bad) {
        return ofFile(Severity.ERROR, file, bad.position(), Origin.UNREADABLE, bad.reason());
    }

    /** Places of the file after which kubectl drops text. */
    List<Finding> unread(ManifestFile file) {
        List<Finding> findings = new ArrayList<>();
        for (Position place : file.isTemplate() ? List.<Position>of() : file.unread()) {
            findings.add(ofFile(
                    Severity.WARNING,
                    file,
                    place,
                    Origin.UNREAD,
                    "kubectl reads one document between two --- lines and drops the text from here; put ---"
                            + " before it, or fix the indentation"));
        }
        return findings;
    }

    private Finding ofFile(
            Severity severity, ManifestFile file, @Nullable Position place, Origin origin, String message) {
        return Finding.ofFile(severity, file.name(), place, origin, message, excerpt(place, file.lines()));
    }

    private @Nullable Excerpt excerpt(@Nullable Position place, Lines lines) {
        return place == null || !hasExcerpts ? null : lines.excerpt(place);
    }
}
