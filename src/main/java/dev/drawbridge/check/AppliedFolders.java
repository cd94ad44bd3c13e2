package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.Kustomizations.Given;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The folders of this repository that objects of Flux and Argo CD apply, in the head and in the base. */
record AppliedFolders(Side now, Side then) {

    private static final Side EMPTY = new Side(List.of(), List.of());

    static final AppliedFolders NONE = new AppliedFolders(EMPTY, EMPTY);

    /** The revisions that are the branch into which a change is merged, unless the base has another name. */
    private static final Set<String> USUAL = Set.of("", "HEAD", "main", "master");

    /**
     * A folder of a source: its path, or a component, which is applied within another.
     *
     * @param spec the spec of a Kustomization, or a source of an Application
     * @param isWhole whether all files in it count: those of a Kustomization, and of a chart
     */
    record Folder(
            Manifest by,
            ObjectValue spec,
            ArgoDirectory directory,
            StringValue path,
            String place,
            String within,
            List<String> revisions,
            boolean isWhole) {

        /** Whether it is applied as a change leaves it, and not from a tag or another branch. */
        boolean isOf(String baseName) {
            return revisions.stream()
                    .map(one -> one.replaceFirst("^refs/heads/", ""))
                    .allMatch(one -> USUAL.contains(one) || ("/" + baseName).endsWith("/" + one));
        }

        /** The repository and the revision. */
        String source() {
            return spec.string("repoURL") + " " + spec.string("targetRevision")
                    + spec.object("sourceRef").json();
        }

        boolean isChart() {
            return isWhole && within.isEmpty() && !by.kind().equals("Kustomization");
        }

        /** The namespace that its objects get; empty if that is not known. */
        private Given given() {
            String own = spec.object("kustomize").string("namespace");
            String namespace = own.isEmpty() ? AppliedObjects.namespace(by) : own;
            boolean isOfAll = by.kind().equals("Kustomization") || !own.isEmpty();
            return new Given(within.isEmpty() ? namespace : "", isOfAll, isOfAll || directory.isDeep());
        }

        /** Whether it applies a file, which the kustomizations combine. */
        private boolean applies(String file, Set<String> combining, Kustomizations patches) {
            if (!directory.isExplicit() && Kustomizations.names(place).anyMatch(patches.kustomizations()::contains)) {
                return Kustomizations.names(place).anyMatch(combining::contains);
            }
            return isBelow(file, place)
                    && (isWhole || directory.has(file.substring(place.isEmpty() ? 0 : place.length() + 1)));
        }

        /** What the folders of one source have in common that the same object applies. */
        List<Object> key() {
            return List.of(by.kind(), by.name(), by.namespace(""), source(), within.isEmpty());
        }
    }

    /** The objects of Flux and Argo CD of a tree, and the folders that they apply. */
    record Side(List<Manifest> objects, List<Folder> folders) {

        /** The objects that apply a file, which a kustomization of their folder may combine. */
        List<Manifest> applying(String file, Kustomizations patches) {
            if (folders.isEmpty()) {
                return List.of();
            }
            Set<String> combining = patches.combining(Set.of(file));
            Set<Manifest> known = Collections.newSetFromMap(new IdentityHashMap<>());
            return folders.stream()
                    .filter(one -> !known.contains(one.by) && one.applies(file, combining, patches))
                    .map(Folder::by)
                    .filter(known::add)
                    .toList();
        }

        /** The namespaces that they give to objects, by folder; none if it is not known. */
        Map<String, Given> namespaces() {
            Map<String, Given> namespaces = new HashMap<>();
            for (Folder one : folders) {
                Given given = one.given();
                namespaces.merge(one.place, given, (before, now) -> before.equals(now) ? now : Given.UNKNOWN);
            }
            namespaces.values().removeIf(one -> one.namespace().isEmpty());
            return namespaces;
        }
    }

    /** Those of a check without a base. */
    static AppliedFolders of(List<Manifest> objects, Trees trees) throws IOException {
        return objects.isEmpty() ? NONE : new AppliedFolders(side(objects, trees.written()), EMPTY);
    }

    /** Those of a head, and of the base from which the changes lead to it. */
    static AppliedFolders of(Head head, List<Change> changes, Trees trees) throws IOException {
        List<Manifest> is = AppliedObjects.applying(head);
        Set<String> changed = changes.stream().map(Change::path).collect(Collectors.toSet());
        List<Manifest> was = new ArrayList<>(is);
        was.removeIf(one -> changed.contains(one.file()));
        was.addAll(AppliedObjects.applying(head.reading(() -> Change.ofBase(changes))));
        return new AppliedFolders(side(is, trees.written()), side(was, trees.written()));
    }

    private static Side side(List<Manifest> objects, Trees trees) throws IOException {
        Map<String, List<ObjectValue>> repositories = objects.stream()
                .filter(one -> one.kind().equals("GitRepository"))
                .collect(Collectors.groupingBy(
                        Manifest::name, Collectors.mapping(AppliedFolders::spec, Collectors.toList())));
        List<Folder> all = new ArrayList<>();
        for (Manifest one : objects) {
            for (ObjectValue source : AppliedObjects.sources(one).toList()) {
                String name = source.object("sourceRef").string("name");
                addFolders(one, source, repositories.getOrDefault(name, List.of()), trees, all);
            }
        }
        return new Side(objects, all);
    }

    /** Adds the folders of a source, unless it is of another repository. */
    private static void addFolders(
            Manifest by, ObjectValue source, List<ObjectValue> repositories, Trees trees, List<Folder> all)
            throws IOException {
        String file = by.file();
        boolean isOfArgo = by.kind().equals("Application");
        boolean isOwn = isOfArgo
                ? trees.isOwn(file, source.string("repoURL"))
                : source.object("sourceRef").string("kind").equals("GitRepository")
                        && repositories.stream().allMatch(one -> trees.isOwn(file, one.string("url")));
        if (!isOwn) {
            return;
        }
        ObjectValue options = source.has("kustomize") ? source.object("kustomize") : source;
        String field = by.kind().equals("HelmRelease") ? "chart" : "path";
        String own = trees.inSource(file, source.string(field));
        List<String> revisions = Stream.concat(Stream.of(source), repositories.stream())
                .map(AppliedObjects::revision)
                .toList();
        ArgoDirectory directory = new ArgoDirectory(source);
        boolean isWhole = !isOfArgo || source.has("helm");
        if (!isWhole && !directory.isExplicit()) {
            String chart = trees.inSource(file, source.string("path") + "/Chart.yaml");
            isWhole = trees.has(chart, true) || trees.has(chart, false);
        }
        if (source.get(field) instanceof StringValue path) {
            all.add(new Folder(by, source, directory, path, own, "", revisions, isWhole));
        }
        for (Value one : options.isTrue("ignoreMissingComponents")
                ? List.<Value>of()
                : options.list("components").items()) {
            if (one instanceof StringValue path) {
                String place = ManifestFiles.normalized(own + "/" + path.value());
                all.add(new Folder(by, source, directory, path, place, own, revisions, true));
            }
        }
    }

    static boolean isBelow(String file, String place) {
        return place.isEmpty() || file.startsWith(place + "/");
    }

    private static ObjectValue spec(Manifest object) {
        return object.object().object("spec");
    }
}
