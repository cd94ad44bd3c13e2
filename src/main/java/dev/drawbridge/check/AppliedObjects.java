package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.report.Skipped;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What Kustomizations of Flux and releases of charts apply.
 *
 * @param texts the objects as they are applied, by a name for those of each Kustomization and release
 * @param covered the files that are applied, which are not checked on their own
 * @param followed the places of the Kustomizations and releases whose objects are in the texts
 * @param skipped the Kustomizations whose objects are not known
 */
public record AppliedObjects(
        Map<String, byte[]> texts, Set<String> covered, Set<String> followed, List<Skipped> skipped) {

    /** The group of Flux's Kustomizations, labels and annotations, with the slash behind it. */
    public static final String FLUX = "kustomize.toolkit.fluxcd.io/";

    /** What is in each file with an object of Flux or Argo CD. */
    static final String[] GROUPS = {".toolkit.fluxcd.io/", "argoproj.io/"};

    /** The options of Argo CD for kustomize that change names, namespaces and claims, besides {@code namespace}. */
    public static final List<String> OF_ARGO =
            List.of("namePrefix", "nameSuffix", "patches", "components", "ignoreMissingComponents");

    static final AppliedObjects NOTHING = new AppliedObjects(Map.of(), Set.of(), Set.of(), List.of());

    /** A copy to which more is added. */
    public AppliedObjects copy() {
        return new AppliedObjects(
                new LinkedHashMap<>(texts), new HashSet<>(covered), new HashSet<>(followed), new ArrayList<>(skipped));
    }

    /** The sources of an Application; the reference to the chart of a HelmRelease; of another object its spec. */
    public static Stream<ObjectValue> sources(Manifest applying) {
        ObjectValue spec = applying.object().object("spec");
        return switch (applying.kind()) {
            case "Application" ->
                Stream.concat(Stream.of(spec.object("source")), spec.list("sources").objects().stream());
            case "HelmRelease" -> Stream.of(spec.object("chart").object("spec"));
            default -> Stream.of(spec);
        };
    }

    /** The kind and the name of an object of Flux or Argo CD, as findings name it. */
    public static String title(Manifest applying) {
        String namespace = applying.namespace("");
        return applying.object().string("kind") + " " + (namespace.isEmpty() ? "" : namespace + "/") + applying.name();
    }

    /** The spec of an object of Flux or Argo CD, and its finalizers, by which Argo CD deletes what it applied. */
    public static ObjectValue spec(Manifest applying) {
        return ObjectValue.at(null)
                .addAll(applying.object().object("spec"))
                .addAll(applying.object().object("metadata").only("finalizers"::equals))
                .build();
    }

    /** The branch, tag or commit of a source of Argo CD, or of a Git repository of Flux; empty for the usual branch. */
    static String revision(ObjectValue source) {
        ObjectValue ref = source.object("ref");
        return Stream.of("commit", "name", "semver", "tag", "branch")
                .map(ref::string)
                .filter(one -> !one.isEmpty())
                .findFirst()
                .orElse(source.string("targetRevision"));
    }

    /** The namespace that a Kustomization sets, or that an Application gives to objects without one; empty for none. */
    static String namespace(Manifest applying) {
        ObjectValue spec = applying.object().object("spec");
        return spec.string("targetNamespace") + spec.object("destination").string("namespace");
    }

    /** The sources of an Application whose options for kustomize change names, namespaces or claims. */
    public static Stream<ObjectValue> kustomized(Manifest application) {
        return sources(application)
                .filter(source -> application.kind().equals("Application")
                        && (source.object("kustomize").has("namespace")
                                || OF_ARGO.stream().anyMatch(source.object("kustomize")::has)));
    }

    /** Whether a text may have an object of Flux or Argo CD. */
    public static boolean mayApply(byte[] text) {
        String content = new String(text, StandardCharsets.UTF_8);
        return Stream.of(GROUPS).anyMatch(content::contains);
    }

    /** The Kustomizations and HelmReleases of Flux, Applications of Argo CD, and Git repositories. */
    static List<Manifest> applying(Head head) {
        return (head.hasAny(GROUPS)
                        ? Stream.of("Kustomization", "Application", "HelmRelease", "GitRepository")
                        : Stream.<String>of())
                .flatMap(kind ->
                        head.mentioning(kind).stream().filter(one -> one.kind().equals(kind)))
                .filter(KeptFile::isApplying)
                .toList();
    }

    boolean hasFollowed(String file) {
        return followed.stream().anyMatch(place -> place.startsWith(file + ":"));
    }

    boolean isFollowed(Manifest manifest) {
        return followed.contains(FindingFactory.place(manifest));
    }

    List<Change> changes() {
        List<Change> changes = new ArrayList<>();
        texts.forEach((name, text) -> changes.add(new Change(name, name, name, Content.NONE, Content.of(text))));
        return changes;
    }

    /** The changes without the files that are applied, and with what is applied. */
    List<Change> replacing(List<Change> changes) {
        List<Change> all = new ArrayList<>(changes);
        all.removeIf(change -> covered.contains(change.path()));
        all.addAll(changes());
        return all;
    }
}
