package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.manifest.KustomizePatches;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.reference.NamedObjects;
import dev.drawbridge.reference.Reference;
import dev.drawbridge.reference.ReferenceFacts;
import dev.drawbridge.reference.ReferenceKind;
import dev.drawbridge.reference.References;
import dev.drawbridge.report.Finding;
import dev.drawbridge.workload.PodTemplate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * What kustomizations take from claims. If rendered, containers lack a claim that they have in a resource, while their
 * pod still declares it: a patch replaces the list {@code resources.claims}, and merges {@code resourceClaims}. Names
 * of claims, templates and classes stay where a prefix or suffix renames the object.
 *
 * <p>Source: kubernetes/kubernetes#140171, the patch strategies in {@code k8s.io/api/core/v1/types.go}, and the output
 * of kustomize 5.5, whose references of names have no field about claims.
 */
record KustomizedClaims(
        CheckSettings settings,
        FindingFactory make,
        Trees trees,
        List<Change> changes,
        KustomizePatches patches,
        KustomizePatches before,
        Function<Change, ReadFile> read)
        implements InputFindings {

    @Override
    public List<Finding> of(WholeInput input) throws IOException {
        List<Finding> findings = new ArrayList<>();
        RenderedSources sources = trees.sources();
        Map<String, Content> changed = new HashMap<>();
        for (Change change : sources.isEmpty() || !trees.hasBase() ? List.<Change>of() : changes) {
            changed.put(change.path(), change.base());
        }
        for (String name : sources.names()) {
            List<Manifest> resources =
                    trees.hasBase() && !changed.containsKey(name) ? List.of() : sources.resources(name);
            if (!resources.isEmpty()) {
                byte[] base = changed.getOrDefault(name, Content.NONE).text();
                ManifestFile old = new ManifestReader().read(name, base);
                Set<String> known = new HashSet<>();
                of(old, resources, List.of()).forEach(one -> known.add(key(one)));
                of(sources.rendered(name), resources, old.manifests())
                        .forEach(one -> findings.add(known.contains(key(one)) ? one.asKnown() : one));
            }
        }
        findings.addAll(ofUnrendered());
        return findings;
    }

    /** Findings for names that kustomizations leave which are not rendered. */
    private List<Finding> ofUnrendered() throws IOException {
        Set<String> changed = new HashSet<>();
        changes.forEach(one -> changed.add(KustomizePatches.normalized(one.place())));
        List<String> renaming = patches.renaming().stream()
                .filter(one -> !trees.sources().isSource(trees.typed(one)))
                .filter(one -> before != patches || !Collections.disjoint(patches.sources(one), changed))
                .toList();
        Map<String, Set<String>> dropped = dropped();
        if (renaming.isEmpty() && dropped.isEmpty()) {
            return List.of();
        }
        Map<String, Change> files = new HashMap<>();
        for (Change one : trees.hasBase() ? trees.all(changes) : changes) {
            files.put(KustomizePatches.normalized(one.place()), one);
        }
        Map<String, ReferenceFacts> ofBase = new HashMap<>();
        Map<String, ReferenceFacts> ofHead = new HashMap<>();
        Set<String> known = new HashSet<>();
        for (String one : trees.hasBase() ? before.renaming() : List.<String>of()) {
            left(facts(before.sources(one), files, ReadFile::base, ofBase))
                    .forEach(reference -> known.add(reference.key()));
        }
        Map<Reference, Finding> findings = new LinkedHashMap<>();
        for (String one : renaming) {
            for (Reference reference : left(facts(patches.sources(one), files, ReadFile::head, ofHead))) {
                Finding finding = reference.warning(
                        reference.kind().rule(),
                        one + " renames " + reference.kind().label() + " " + reference.name()
                                + ", but kustomize leaves this reference; add the field to nameReference in"
                                + " configurations, or patch it");
                findings.putIfAbsent(reference, known.contains(reference.key()) ? finding.asKnown() : finding);
            }
        }
        dropped.forEach((one, gone) -> {
            // A file that the change deletes, too, is reported as deleted.
            gone.removeIf(file -> !files.containsKey(file) || files.get(file).head() == Content.NONE);
            List<ReferenceFacts> facts = facts(patches.sources(one), files, ReadFile::head, ofHead);
            Set<Reference> found = Set.copyOf(left(facts));
            left(facts, facts(gone, files, ReadFile::head, ofHead)).stream()
                    .filter(reference -> !found.contains(reference))
                    .forEach(reference -> findings.putIfAbsent(
                            reference,
                            reference.warning(
                                    reference.kind().rule(),
                                    one + " no longer has the file of "
                                            + reference.kind().label() + " " + reference.name()
                                            + "; list it, or refer to another")));
        });
        return List.copyOf(findings.values());
    }

    /** What kustomizations no longer combine, nor others. */
    private Map<String, Set<String>> dropped() {
        Map<String, Set<String>> dropped = new LinkedHashMap<>();
        Set<String> combined = new HashSet<>();
        Set<String> all = before == patches ? Set.of() : patches.kustomizations();
        all.forEach(one -> combined.addAll(patches.resources(one)));
        for (String one : all) {
            Set<String> gone = new HashSet<>(before.sources(one));
            gone.removeAll(combined);
            if (!gone.isEmpty()) {
                dropped.put(one, gone);
            }
        }
        return dropped;
    }

    /** The references of these files, each read once: overlays share most of their files. */
    private List<ReferenceFacts> facts(
            Set<String> sources,
            Map<String, Change> files,
            Function<ReadFile, ManifestFile> side,
            Map<String, ReferenceFacts> known) {
        return sources.stream()
                .map(files::get)
                .filter(Objects::nonNull)
                .map(file -> known.computeIfAbsent(
                        file.place(), any -> make.references(side.apply(read.apply(file)), settings)))
                .toList();
    }

    /** The references to objects that these facts define. */
    private List<Reference> left(List<ReferenceFacts> facts) {
        return left(facts, facts);
    }

    private List<Reference> left(List<ReferenceFacts> facts, List<ReferenceFacts> defining) {
        NamedObjects objects = new NamedObjects();
        defining.forEach(one -> one.objects().forEach(objects::add));
        return facts.stream()
                .flatMap(one -> one.references().stream())
                .filter(one -> one.kind() != ReferenceKind.DRIVER
                        && one.request().isEmpty()
                        && objects.has(one.kind(), one.name())
                        && !settings.input().has(one.name()))
                .toList();
    }

    private static String key(Finding finding) {
        return finding.field() + finding.message();
    }

    private List<Finding> of(ManifestFile rendered, List<Manifest> resources, List<Manifest> old) {
        List<Finding> findings = new ArrayList<>();
        rendered.manifests().forEach(one -> {
            add(one, resources, rendered, findings);
            addNames(one, resources, rendered, old, findings);
        });
        return findings;
    }

    private void add(Manifest patched, List<Manifest> resources, ManifestFile file, List<Finding> findings) {
        for (PodTemplate template : settings.input().templates().of(patched)) {
            Map<String, Set<String>> before = new HashMap<>();
            resources.stream()
                    .filter(one -> one.kind().equals(patched.kind()) && isNamedLike(one.name(), patched.name()))
                    .flatMap(one -> settings.input().templates().of(one).stream())
                    .filter(one -> one.path().equals(template.path()))
                    .flatMap(one -> PodTemplate.containers(one.spec(), one.path()).values().stream())
                    .forEach(one -> before.computeIfAbsent(one.string("name"), none -> new TreeSet<>())
                            .addAll(claims(one)));
            Set<String> declared = new HashSet<>();
            template.declarations().forEach(one -> declared.add(one.name()));
            PodTemplate.containers(template.spec(), template.path()).forEach((path, container) -> {
                String name = container.string("name");
                Set<String> lost = new TreeSet<>(before.getOrDefault(name, Set.of()));
                lost.removeAll(claims(container));
                lost.retainAll(declared);
                if (!lost.isEmpty()) {
                    findings.add(finding(
                            Severity.WARNING,
                            patched,
                            path.child("resources").child("claims"),
                            "a patch removes " + String.join(", ", lost) + " from container " + name
                                    + ": kustomize replaces this list and does not merge it; list all claims in the"
                                    + " patch",
                            Origin.LOST_CLAIM,
                            file));
                }
            });
        }
    }

    /**
     * Adds names that only a resource has: of a whole input, every name of nothing is a finding without this. If the
     * base had an object of the name, the change takes it away.
     */
    private void addNames(
            Manifest by, List<Manifest> resources, ManifestFile file, List<Manifest> old, List<Finding> findings) {
        References.of(by, (path, kind, value) -> {
            String name = value.value();
            List<Manifest> objects = file.manifests().stream()
                    .filter(one -> one.kind().equals(kind.label())
                            && (!kind.isNamespaced() || one.namespace("").equals(by.namespace(""))))
                    .toList();
            boolean isRenamed = !settings.needsAllObjects()
                    && !settings.input().has(name)
                    && objects.stream().noneMatch(one -> one.name().equals(name))
                    && isAny(resources, kind, name);
            boolean isTaken = isAny(old, kind, name);
            objects.stream()
                    .filter(one -> isRenamed && isNamedLike(name, one.name()) && !isAny(resources, kind, one.name()))
                    .limit(1)
                    .forEach(one -> findings.add(finding(
                            isTaken ? Severity.ERROR : Severity.WARNING,
                            by,
                            path,
                            "kustomize renames " + kind.label() + " " + name + " to " + one.name()
                                    + ", but not this reference; write " + one.name()
                                    + " in a patch, or add the field to nameReference in configurations",
                            isTaken ? Origin.DELETED : kind.rule(),
                            file)));
        });
    }

    private static boolean isAny(List<Manifest> objects, ReferenceKind kind, String name) {
        return objects.stream()
                .anyMatch(one -> one.kind().equals(kind.label()) && one.name().equals(name));
    }

    private Finding finding(
            Severity severity, Manifest by, FieldPath path, String text, Origin rule, ManifestFile file) {
        FieldError error = new FieldError(ErrorType.INVALID, path, text, rule, null);
        return make.finding(by, severity, error, List.of(), file.lines());
    }

    /** Whether a name may be another with a prefix and a suffix. */
    private static boolean isNamedLike(String name, String patched) {
        return !name.isEmpty() && patched.contains(name);
    }

    private static Set<String> claims(ObjectValue container) {
        Set<String> names = new HashSet<>();
        container.object("resources").list("claims").objects().forEach(one -> names.add(one.string("name")));
        return names;
    }
}
