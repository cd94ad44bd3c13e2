package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The folders of this repository that objects of Flux and Argo CD apply: their paths, and the components they add.
 *
 * @param is the objects of the head
 * @param was those of the base
 * @param now the folders that the objects of the head apply
 * @param then those that the objects of the base applied
 */
record AppliedFolders(List<Manifest> is, List<Manifest> was, List<Folder> now, List<Folder> then) {

    static final AppliedFolders NONE = new AppliedFolders(List.of(), List.of(), List.of(), List.of());

    /** The revisions that are the branch into which a change is merged, unless the base has another name. */
    private static final Set<String> USUAL = Set.of("", "HEAD", "main", "master");

    /**
     * A folder of a source; a component is applied within another.
     *
     * @param spec the spec of a Kustomization, or a source of an Application
     * @param isWhole whether all files in it count: those of a Kustomization, and of a chart
     */
    record Folder(
            Manifest by,
            ObjectValue spec,
            String source,
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

        boolean isChart() {
            return isWhole && within.isEmpty() && !by.kind().equals("Kustomization");
        }

        /** The namespace that its objects get; empty if that is not known. */
        private Kustomizations.Given given() {
            boolean isOfFlux = by.kind().equals("Kustomization");
            String own = spec.object("kustomize").string("namespace");
            String namespace = own.isEmpty() ? AppliedObjects.namespace(by) : own;
            return new Kustomizations.Given(
                    within.isEmpty() ? namespace : "",
                    isOfFlux || !own.isEmpty(),
                    isOfFlux || !own.isEmpty() || new ArgoDirectory(spec.object("directory")).isDeep());
        }

        /**
         * Whether it applies a file.
         *
         * @param combining the kustomizations that combine the file
         */
        private boolean applies(String file, Set<String> combining, Kustomizations patches) {
            ArgoDirectory directory = new ArgoDirectory(spec.object("directory"));
            if (!directory.isExplicit() && Kustomizations.names(place).anyMatch(patches.kustomizations()::contains)) {
                return Kustomizations.names(place).anyMatch(combining::contains);
            }
            return isBelow(file, place)
                    && (isWhole || directory.has(file.substring(place.isEmpty() ? 0 : place.length() + 1)));
        }

        /** What the folders of one source have in common that the same object applies. */
        List<Object> key() {
            return List.of(by.kind(), by.name(), by.namespace(""), source, within.isEmpty());
        }
    }

    /** Those of a check without a base. */
    static AppliedFolders of(List<Manifest> objects, Trees trees) throws IOException {
        return new AppliedFolders(objects, List.of(), folders(objects, trees.written()), List.of());
    }

    /** Those of a head, and of the base from which the changes lead to it. */
    static AppliedFolders of(Head head, List<Change> changes, Trees trees) throws IOException {
        List<Manifest> is = AppliedObjects.applying(head);
        Set<String> changed = changes.stream().map(Change::path).collect(Collectors.toSet());
        List<Manifest> was = new ArrayList<>(is);
        was.removeIf(one -> changed.contains(one.file()));
        was.addAll(AppliedObjects.applying(head.reading(() -> Change.ofBase(changes))));
        return new AppliedFolders(is, was, folders(is, trees.written()), folders(was, trees.written()));
    }

    private static List<Folder> folders(List<Manifest> objects, Trees trees) throws IOException {
        Map<String, List<Manifest>> repositories = objects.stream()
                .filter(one -> one.kind().equals("GitRepository"))
                .collect(Collectors.groupingBy(Manifest::name));
        List<Folder> all = new ArrayList<>();
        for (Manifest one : objects) {
            for (ObjectValue source : sources(one, repositories, trees).toList()) {
                ObjectValue options = source.has("kustomize") ? source.object("kustomize") : source;
                String from = source.string("repoURL") + " " + source.string("targetRevision")
                        + source.object("sourceRef").json();
                String field = one.kind().equals("HelmRelease") ? "chart" : "path";
                String own = trees.inSource(one.file(), source.string(field));
                List<String> revisions = Stream.concat(
                                Stream.of(source),
                                repositories(source, repositories).map(AppliedFolders::spec))
                        .map(AppliedObjects::revision)
                        .toList();
                String chart = trees.inSource(one.file(), source.string("path") + "/Chart.yaml");
                boolean isWhole = !one.kind().equals("Application")
                        || source.has("helm")
                        || !new ArgoDirectory(source.object("directory")).isExplicit()
                                && (trees.has(chart, true) || trees.has(chart, false));
                if (source.get(field) instanceof StringValue path) {
                    all.add(new Folder(one, source, from, path, own, "", revisions, isWhole));
                }
                options.list("components").items().stream()
                        .filter(path -> path instanceof StringValue && !options.isTrue("ignoreMissingComponents"))
                        .map(StringValue.class::cast)
                        .forEach(path -> all.add(new Folder(
                                one,
                                source,
                                from,
                                path,
                                ManifestFiles.normalized(own + "/" + path.value()),
                                own,
                                revisions,
                                true)));
            }
        }
        return all;
    }

    /** The sources of an object that may be of this repository. */
    private static Stream<ObjectValue> sources(
            Manifest applying, Map<String, List<Manifest>> repositories, Trees trees) {
        ObjectValue spec = spec(applying);
        String file = applying.file();
        if (applying.kind().equals("Application")) {
            return AppliedObjects.sources(applying).filter(one -> trees.isOwn(file, one.string("repoURL")));
        }
        return Stream.of(
                        applying.kind().equals("HelmRelease")
                                ? spec.object("chart").object("spec")
                                : spec)
                .filter(one -> one.object("sourceRef").string("kind").equals("GitRepository")
                        && repositories(one, repositories)
                                .allMatch(
                                        source -> trees.isOwn(file, spec(source).string("url"))));
    }

    static boolean isBelow(String file, String place) {
        return place.isEmpty() || file.startsWith(place + "/");
    }

    private static Stream<Manifest> repositories(ObjectValue spec, Map<String, List<Manifest>> all) {
        return all.getOrDefault(spec.object("sourceRef").string("name"), List.of()).stream();
    }

    private static ObjectValue spec(Manifest object) {
        return object.object().object("spec");
    }

    /** The objects that apply a file, which a kustomization of their folder may combine. */
    static List<Manifest> applying(String file, List<Folder> folders, Kustomizations patches) {
        Set<String> files = patches.combining(Set.of(file));
        return folders.stream()
                .filter(one -> one.applies(file, files, patches))
                .map(one -> one.by)
                .distinct()
                .toList();
    }

    /** The namespaces that they give to objects, by folder; none if it is not known. */
    static Map<String, Kustomizations.Given> namespaces(List<Folder> folders) {
        Map<String, Kustomizations.Given> namespaces = new HashMap<>();
        for (Folder one : folders) {
            namespaces.merge(
                    one.place,
                    one.given(),
                    (before, now) -> before.equals(now) ? before : Kustomizations.Given.UNKNOWN);
        }
        namespaces.values().removeIf(one -> one.namespace().isEmpty());
        return namespaces;
    }
}
