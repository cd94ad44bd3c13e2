package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFiles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The folders of this repository that objects of Flux and Argo CD apply: their paths, and the components they add. */
final class AppliedFolders {

    /** The revisions that are the branch into which a change is merged, unless the base has another name. */
    private static final Set<String> USUAL = Set.of("", "HEAD", "main", "master");

    /**
     * A folder of a source; a component is applied within another.
     *
     * @param spec the spec of a Kustomization, or a source of an Application
     */
    record Folder(
            Manifest by,
            ObjectValue spec,
            String source,
            StringValue path,
            String place,
            String within,
            List<String> revisions) {

        /** Whether it is applied as a change leaves it, and not from a tag or another branch. */
        boolean isOf(String baseName) {
            return revisions.stream()
                    .map(one -> one.replaceFirst("^refs/heads/", ""))
                    .allMatch(one -> USUAL.contains(one) || ("/" + baseName).endsWith("/" + one));
        }

        /** The namespace that its objects get; empty if that is not known. */
        private Kustomizations.Given given() {
            boolean isOfFlux = by.kind().equals("Kustomization");
            String own = spec.object("kustomize").string("namespace");
            String namespace = own.isEmpty() ? AppliedObjects.namespace(by) : own;
            return new Kustomizations.Given(
                    within.isEmpty() ? namespace : "",
                    isOfFlux || !own.isEmpty(),
                    isOfFlux || spec.object("directory").isTrue("recurse"));
        }

        /** What the folders of one source have in common that the same object applies. */
        List<Object> key() {
            return List.of(by.kind(), by.name(), by.namespace(""), source, within.isEmpty());
        }
    }

    private AppliedFolders() {}

    static List<Folder> of(List<Manifest> objects, Trees trees) {
        Map<String, List<Manifest>> repositories = objects.stream()
                .filter(one -> one.kind().equals("GitRepository"))
                .collect(Collectors.groupingBy(Manifest::name));
        List<Folder> all = new ArrayList<>();
        for (Manifest one : objects) {
            for (ObjectValue source : sources(one, repositories, trees).toList()) {
                ObjectValue options = source.has("kustomize") ? source.object("kustomize") : source;
                String from = source.string("repoURL") + " " + source.string("targetRevision")
                        + source.object("sourceRef").json();
                String own = trees.inSource(one.file(), source.string("path"));
                List<String> revisions = Stream.concat(
                                Stream.of(source),
                                repositories(source, repositories).map(AppliedFolders::spec))
                        .map(AppliedObjects::revision)
                        .toList();
                if (source.get("path") instanceof StringValue path) {
                    all.add(new Folder(one, source, from, path, own, "", revisions));
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
                                revisions)));
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
        boolean isGit = spec.object("sourceRef").string("kind").equals("GitRepository");
        return Stream.of(spec)
                .filter(one -> isGit
                        && repositories(one, repositories)
                                .allMatch(
                                        source -> trees.isOwn(file, spec(source).string("url"))));
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
                .filter(one -> Kustomizations.names(one.place).anyMatch(patches.kustomizations()::contains)
                        ? Kustomizations.names(one.place).anyMatch(files::contains)
                        : file.startsWith(one.place + "/"))
                .map(one -> one.by)
                .distinct()
                .toList();
    }

    /** The namespaces that they give to objects, by folder; none if it is not known. */
    static Map<String, Kustomizations.Given> namespaces(List<Manifest> objects, Trees trees) {
        Map<String, Kustomizations.Given> namespaces = new HashMap<>();
        for (Folder one : of(objects, trees)) {
            namespaces.merge(
                    one.place,
                    one.given(),
                    (before, now) -> before.equals(now) ? before : Kustomizations.Given.UNKNOWN);
        }
        namespaces.values().removeIf(one -> one.namespace().isEmpty());
        return namespaces;
    }
}
