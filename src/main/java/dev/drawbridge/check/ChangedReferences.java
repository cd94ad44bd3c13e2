package dev.drawbridge.check;

import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.reference.NamedObject;
import dev.drawbridge.reference.NamedObjects;
import dev.drawbridge.reference.Reference;
import dev.drawbridge.reference.ReferenceFacts;
import dev.drawbridge.reference.ReferenceKind;
import dev.drawbridge.reference.ReferenceReader;
import dev.drawbridge.report.Finding;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The warnings of {@link ReferenceFindings} that a change adds, and errors for misspelled names in fields that named
 * something that is there. Unchanged files are read only if they may contain the target of a new reference, or are in
 * its folder and have objects of the kind.
 */
record ChangedReferences(CheckSettings settings, FindingFactory make, Head wholeHead, Predicate<String> wasChecked) {

    List<Finding> of(List<FileObjects> files) {
        return new Search(files).findings();
    }

    private final class Search {

        private final List<FileObjects> files;
        private final Set<String> changedFiles;

        /** The references of the base, and its unused claims. */
        private final Set<String> inBase;

        private final Set<String> unusedInBase;

        /** The references of the base by their fields, and its objects in files that differ. */
        private final Map<String, Reference> byField = new HashMap<>();

        private final NamedObjects before = new NamedObjects();
        private final Set<String> read = new HashSet<>();
        private final ReferenceReader others;
        private final NamedObjects objects = new NamedObjects();
        private final ReferenceFindings ofReferences = new ReferenceFindings(objects);

        Search(List<FileObjects> files) {
            this.files = files;
            changedFiles =
                    files.stream().map(file -> file.read().change().path()).collect(Collectors.toSet());
            inBase = base(ReferenceFacts::references).map(Reference::key).collect(Collectors.toSet());
            unusedInBase = base(ReferenceFacts::references)
                    .filter(reference -> !reference.isUsed())
                    .map(Reference::key)
                    .collect(Collectors.toSet());
            base(ReferenceFacts::references).forEach(one -> byField.put(field(one), one));
            base(ReferenceFacts::objects).forEach(before::add);
            others = new ReferenceReader(make::reference, settings.input().templates(), "");
        }

        private <T> Stream<T> base(Function<ReferenceFacts, List<T>> part) {
            return files.stream()
                    .filter(file -> wasChecked.test(file.read().change().basePath()))
                    .flatMap(file -> part.apply(file.inBase().references()).stream());
        }

        private <T> Stream<T> head(Function<ReferenceFacts, List<T>> part) {
            return files.stream().flatMap(file -> part.apply(file.kept().references()).stream());
        }

        List<Finding> findings() {
            List<Finding> findings = new ArrayList<>(undeclared());
            List<Reference> added = head(ReferenceFacts::references)
                    .filter(reference -> isShown(isKnown(reference)))
                    .toList();
            head(ReferenceFacts::objects).forEach(objects::add);
            for (Reference one : open(added, Reference::name)) {
                read(wholeHead.mentioning(one.name()));
            }
            others.facts().objects().forEach(objects::add);
            for (Reference one : open(added, one -> one.kind() + " " + one.by().folder())) {
                read(wholeHead.inFolder(one.by().folder(), one.kind().definedBy()));
            }
            others.facts().objects().forEach(objects::add);
            for (Reference one : added) {
                Finding finding = ofReferences.of(one);
                if (finding != null) {
                    boolean isBroken = !one.isGuessed() && isBroken(one, finding);
                    add(findings, isBroken ? finding.as(Severity.ERROR) : finding, isKnown(one));
                }
            }
            findings.addAll(shared());
            return findings;
        }

        /** Whether the field named something in the base, and the name that it has instead can be nothing else. */
        private boolean isBroken(Reference reference, Finding finding) {
            Reference was = byField.get(field(reference));
            boolean isOfMissing = finding.origin() == reference.kind().rule();
            if (was == null || isOfMissing && objects.inAnyNamespace(reference) != null) {
                return false;
            }
            read(was.kind() == ReferenceKind.DRIVER ? List.of() : wholeHead.mentioning(was.name()));
            others.facts().objects().forEach(objects::add);
            NamedObject named = objects.find(was) == null ? before.find(was) : objects.find(was);
            return isOfMissing
                    ? !was.name().equals(reference.name()) && (named != null || ReferenceFindings.isKnown(was))
                    : finding.origin() == Origin.UNKNOWN_CLAIM_REQUEST
                            && named != null
                            && named.requests().contains(was.request());
        }

        private static String field(Reference reference) {
            return reference.by().object().kind() + " " + reference.by().namespace() + " "
                    + reference.by().object().name() + " " + reference.path() + " "
                    + reference.request().isEmpty();
        }

        private boolean isShown(boolean isKnown) {
            return !isKnown || settings.reporting().showsKnown();
        }

        private boolean isKnown(Reference reference) {
            return inBase.contains(reference.key()) && (reference.isUsed() || unusedInBase.contains(reference.key()));
        }

        private Collection<Reference> open(List<Reference> references, Function<Reference, String> key) {
            Map<String, Reference> open = new LinkedHashMap<>();
            references.stream().filter(this::isOpen).forEach(one -> open.putIfAbsent(key.apply(one), one));
            return open.values();
        }

        /** Whether the target of a reference is still unknown and may be in an unchanged file. */
        private boolean isOpen(Reference reference) {
            return reference.kind().isNamespaced()
                    ? objects.find(reference) == null
                    : !objects.has(reference.kind(), reference.name()) && !ReferenceFindings.isKnown(reference);
        }

        private void read(List<Manifest> manifests) {
            manifests.stream()
                    .filter(manifest -> !changedFiles.contains(manifest.file()))
                    .filter(manifest -> read.add(FindingFactory.place(manifest)))
                    .forEach(manifest -> others.read(manifest, Lines.NONE));
        }

        private void add(List<Finding> findings, @Nullable Finding finding, boolean isKnown) {
            if (finding != null) {
                findings.add(isKnown ? finding.asKnown() : finding);
            }
        }

        private List<Finding> undeclared() {
            Set<String> known = base(ReferenceFacts::undeclared)
                    .map(one -> one.reference().key())
                    .collect(Collectors.toSet());
            List<Finding> findings = new ArrayList<>();
            head(ReferenceFacts::undeclared)
                    .forEach(one -> add(
                            findings,
                            ofReferences.undeclared(one),
                            known.contains(one.reference().key())));
            return findings;
        }

        /** Classes that have the extended resource of another: those that do not change come first. */
        private List<Finding> shared() {
            Set<String> known =
                    base(ReferenceFacts::resources).map(Reference::key).collect(Collectors.toSet());
            List<Reference> changed = head(ReferenceFacts::resources).toList();
            changed.stream()
                    .filter(resource -> isShown(known.contains(resource.key())))
                    .forEach(resource -> read(wholeHead.mentioning(lastWord(resource.name()))));
            List<Reference> all = new ArrayList<>(others.facts().resources());
            all.addAll(changed);
            List<Finding> findings = new ArrayList<>();
            ReferenceFindings.shared(all).forEach((resource, finding) -> {
                if (!changedFiles.contains(resource.by().file())) {
                    return;
                }
                add(findings, finding, known.contains(resource.key()));
            });
            return findings;
        }

        /** The part of {@code example.com/gpu} that an index of words has. */
        private static String lastWord(String resource) {
            return resource.substring(resource.lastIndexOf('/') + 1);
        }
    }
}
