package dev.drawbridge.check;

import dev.drawbridge.field.NearNames;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.reference.MissingObject;
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
record ChangedReferences(
        CheckSettings settings,
        FindingFactory make,
        Head wholeHead,
        Kustomizations patches,
        Kustomizations earlier,
        RenderedSources sources,
        Predicate<String> wasChecked) {

    private static final String ANY = "*";

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

        /** The references of objects that the head has not, or has in another namespace, by their fields. */
        private final Map<String, Reference> moved = new HashMap<>();

        private final NamedObjects before = new NamedObjects();
        private final Set<String> read = new HashSet<>();
        private int objectsRead;
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
            base(ReferenceFacts::references)
                    .forEach(one -> byField.put(field(one, one.by().namespace()), one));
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
            addObjects(head(ReferenceFacts::objects));
            for (Reference one : open(added, Reference::name)) {
                read(wholeHead.mentioning(one.name()));
            }
            addRead();
            for (Reference one : open(added, one -> one.kind() + " " + one.by().folder())) {
                read(wholeHead.inFolder(one.by().folder(), one.kind().definedBy()));
            }
            addRead();
            Set<String> fields = head(ReferenceFacts::references)
                    .map(one -> field(one, one.by().namespace()))
                    .collect(Collectors.toSet());
            byField.values().stream()
                    .filter(one -> !fields.contains(field(one, one.by().namespace())))
                    .forEach(one -> moved.put(field(one, ANY), one));
            // An object with another name: the only one of its kind that leaves its file, and the only one that comes.
            Map<String, List<Reference>> renamed = moved.values().stream().collect(Collectors.groupingBy(this::inFile));
            Map<String, Long> arrived = head(ReferenceFacts::references)
                    .filter(one -> !byField.containsKey(field(one, one.by().namespace())))
                    .collect(Collectors.groupingBy(this::inFile, Collectors.counting()));
            for (Reference one : added) {
                Reference was = byField.get(field(one, one.by().namespace()));
                was = was == null ? moved.get(field(one, ANY)) : was;
                List<Reference> gone = renamed.getOrDefault(inFile(one), List.of());
                was = was == null && gone.size() == 1 && arrived.getOrDefault(inFile(one), 0L) == 1 ? gone.get(0) : was;
                NamedObject now = was == null ? null : inHead(was);
                Finding finding = ofReferences.of(one);
                boolean isBroken = !one.isGuessed()
                        && finding != null
                        && (was == null ? isMisspelled(one) : isBroken(one, was, now, finding));
                Finding lost = finding == null && was != null && now != null ? lost(one, was, now) : finding;
                add(findings, isBroken && finding != null ? finding.as(Severity.ERROR) : lost, isKnown(one));
            }
            findings.addAll(left());
            findings.addAll(lostRequests());
            findings.addAll(shared());
            return findings;
        }

        /** Errors for requests that claims or templates lose, at containers that do not change. */
        private List<Finding> lostRequests() {
            Set<String> requests = head(ReferenceFacts::objects)
                    .map(one -> one.name() + " " + one.requests())
                    .collect(Collectors.toSet());
            base(ReferenceFacts::objects)
                    .filter(one -> !requests.contains(one.name() + " " + one.requests()))
                    .forEach(one -> read(wholeHead.mentioning(one.name())));
            addRead();
            List<Finding> findings = new ArrayList<>();
            Stream.concat(head(ReferenceFacts::references).filter(this::isKnown), others.facts().references().stream())
                    .forEach(one -> {
                        Finding finding = one.request().isEmpty() ? null : ofReferences.of(one);
                        if (finding != null && isBroken(one, one, null, finding)) {
                            findings.add(finding.as(one.isGuessed() ? Severity.WARNING : Severity.ERROR));
                        }
                    });
            return findings;
        }

        /** The object of the head to which a reference of the base would lead. */
        private @Nullable NamedObject inHead(Reference was) {
            read(was.kind() == ReferenceKind.DRIVER ? List.of() : wholeHead.mentioning(was.name()));
            addRead();
            return objects.find(was);
        }

        /** The finding for a field that named an object that is still there, and leads nowhere that is known. */
        private @Nullable Finding lost(Reference reference, Reference was, NamedObject named) {
            if (!reference.kind().isNamespaced()
                    || !reference.request().isEmpty()
                    || objects.find(reference) != null
                    || objects.mayHave(reference)
                    || patches.isOpen(reference.by().file())) {
                return null;
            }
            boolean isMoved = was.name().equals(reference.name());
            MissingObject missing =
                    MissingObject.of(reference.kind(), reference.by().namespace(), reference.name());
            boolean isNear = new NearNames(List.of(named.name())).nearest(reference.name()) != null;
            String shown = named.name() + " (" + named.place() + ")";
            MissingObject advised = isMoved
                    ? missing.elsewhere(named.place().namespace() + " (" + named.place() + ")")
                    : isNear ? missing.near(shown) : missing.replacing(shown);
            return reference.finding(
                    isMoved || isNear ? Severity.ERROR : Severity.WARNING,
                    reference.kind().rule(),
                    advised.inInput());
        }

        /** Warnings for objects that have no namespace any more, while what they name stays in it. */
        private List<Finding> left() {
            List<Finding> findings = new ArrayList<>();
            for (FileObjects file : files) {
                String place = file.read().change().place();
                Set<String> left = patches.namespaces(place).isEmpty() ? earlier.namespaces(place) : Set.of();
                for (Reference one : left.size() == 1 ? file.kept().references().references() : List.<Reference>of()) {
                    String namespace = left.iterator().next();
                    boolean isFree =
                            one.by().namespace().isEmpty() && one.request().isEmpty();
                    NamedObject named = isFree && one.kind().isNamespaced() ? inHead(one.in(namespace)) : null;
                    boolean stays = named != null && named.place().namespace().equals(namespace);
                    if (stays
                            && AppliedObjects.applying(wholeHead).stream()
                                    .noneMatch(
                                            by -> AppliedObjects.namespace(by).equals(namespace))) {
                        findings.add(one.warning(
                                one.kind().rule(),
                                named + " is in namespace " + namespace + ", which this change no longer sets for "
                                        + one.by().object().kind() + " "
                                        + one.by().object().name() + "; set it for both, or for neither"));
                    }
                }
            }
            return findings;
        }

        /** Whether the field named something in the base, and the name that it has instead can be nothing else. */
        private boolean isBroken(Reference reference, Reference was, @Nullable NamedObject now, Finding finding) {
            NamedObject named = now == null ? before.find(was) : now;
            if (finding.origin() != reference.kind().rule()) {
                return finding.origin() == Origin.UNKNOWN_CLAIM_REQUEST
                        && named != null
                        && named.requests().contains(was.request());
            }
            boolean isMoved = was.name().equals(reference.name());
            boolean isElsewhere = objects.inAnyNamespace(reference) != null;
            return isMoved
                    ? now != null && !was.by().namespace().equals(reference.by().namespace())
                    : !isElsewhere && (named != null || ReferenceFindings.isKnown(was));
        }

        /** Whether a new reference leads nowhere, and almost to an object of its folder and namespace. */
        private boolean isMisspelled(Reference reference) {
            boolean isMissing = reference.kind().isNamespaced()
                    && reference.request().isEmpty()
                    && !objects.has(reference.kind(), reference.name());
            NamedObject near = isMissing ? objects.near(reference) : null;
            return near != null
                    && near.place().namespace().equals(reference.by().namespace());
        }

        private String inFile(Reference reference) {
            return reference.by().file() + " " + reference.by().object().kind() + " " + reference.path() + " "
                    + reference.request().isEmpty();
        }

        private static String field(Reference reference, String namespace) {
            return reference.by().object().kind() + " " + namespace + " "
                    + reference.by().object().name() + " " + reference.path() + " "
                    + reference.request().isEmpty();
        }

        private boolean isShown(boolean isKnown) {
            return !isKnown || settings.reporting().showsKnown();
        }

        private boolean isKnown(Reference reference) {
            return inBase.contains(reference.key()) && (reference.isUsed() || unusedInBase.contains(reference.key()));
        }

        /** Adds the objects that have been read since the last time. */
        private void addRead() {
            List<NamedObject> all = others.facts().objects();
            addObjects(all.stream().skip(objectsRead));
            objectsRead = all.size();
        }

        private void addObjects(Stream<NamedObject> more) {
            more.forEach(one -> objects.add(sources.placed(one)));
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
