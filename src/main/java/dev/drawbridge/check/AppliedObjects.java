package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.Mentions;
import dev.drawbridge.report.Skipped;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
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

    private static final String[] CLAIMS = {
        "resourceClaims", "ResourceClaim", "ResourceClaimTemplate", "DeviceClass", "deviceClassName"
    };

    /** The group of Flux's Kustomizations, labels and annotations, with the slash behind it. */
    public static final String FLUX = "kustomize.toolkit.fluxcd.io/";

    /** What is in each file with an object of Flux or Argo CD. */
    static final String[] GROUPS = {".toolkit.fluxcd.io/", "argoproj.io/"};

    /** The options of Argo CD for kustomize that change names, namespaces and claims, besides {@code namespace}. */
    public static final List<String> OF_ARGO =
            List.of("namePrefix", "nameSuffix", "patches", "components", "ignoreMissingComponents");

    static final AppliedObjects NOTHING = new AppliedObjects(Map.of(), Set.of(), Set.of(), List.of());

    /** The sources of an Application of Argo CD. */
    public static Stream<ObjectValue> sources(Manifest application) {
        ObjectValue spec = application.object().object("spec");
        return Stream.concat(Stream.of(spec.object("source")), spec.list("sources").objects().stream());
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

    /** The Kustomizations of Flux, Applications of Argo CD, and Git repositories. */
    static List<Manifest> applying(Head head) {
        return of(head, "Kustomization", "Application", "GitRepository");
    }

    private static List<Manifest> of(Head head, String... kinds) {
        return (head.hasAny(GROUPS) ? Stream.of(kinds) : Stream.<String>of())
                .flatMap(kind ->
                        head.mentioning(kind).stream().filter(one -> one.kind().equals(kind)))
                .filter(KeptFile::isApplying)
                .toList();
    }

    /** Those of the base, if those of the head are these. */
    static List<Manifest> before(List<Manifest> applying, List<Change> changes, Head head) {
        Set<String> changed = changes.stream().map(Change::path).collect(Collectors.toSet());
        List<Manifest> before = new ArrayList<>(applying);
        before.removeIf(one -> changed.contains(one.file()));
        before.addAll(applying(head.reading(() -> Change.ofBase(changes))));
        return before;
    }

    /** Whether a HelmRelease or Application has a chart of a repository. */
    private static boolean hasChart(Manifest release) {
        ObjectValue chart = release.object().object("spec").object("chart").object("spec");
        return chart.object("sourceRef").string("kind").equals("GitRepository")
                || release.kind().equals("Application")
                        && sources(release).anyMatch(source -> source.has("helm") && !source.has("chart"));
    }

    /**
     * What a gate that does not render passes over: the Kustomizations and releases of the head, if a change can decide
     * about devices in what they apply, and those that no longer apply a file of the head.
     */
    static List<Skipped> notFollowed(List<Change> changes, Head head, Trees trees, Kustomizations patches)
            throws IOException {
        List<Manifest> is = applying(head);
        List<Manifest> was = before(is, changes, head);
        List<Manifest> changing = of(head, "Kustomization", "Application", "HelmRelease").stream()
                .filter(one -> one.kind().equals("Kustomization")
                        || kustomized(one).findAny().isPresent()
                        || hasChart(one))
                .toList();
        if (was.isEmpty() && changing.isEmpty() || !mayDecide(changes, changing)) {
            return List.of();
        }
        List<AppliedFolders.Folder> now = AppliedFolders.of(is, trees.written());
        List<AppliedFolders.Folder> then = AppliedFolders.of(was, trees.written());
        boolean hasDevices = false;
        Map<Manifest, String> gone = new LinkedHashMap<>();
        for (Change file : trees.head()) {
            boolean isOfDevices =
                    file.head().has(CLAIMS) || Mentions.amountsIn(file.head().text());
            hasDevices |= isOfDevices;
            boolean mayBeGone = isOfDevices && !was.equals(is);
            if (mayBeGone && AppliedFolders.applying(file.place(), now, patches).isEmpty()) {
                AppliedFolders.applying(file.place(), then, patches).forEach(one -> gone.putIfAbsent(one, file.path()));
            }
        }
        List<Skipped> skipped = new ArrayList<>();
        gone.keySet().stream()
                .limit(1)
                .forEach(one -> skipped.add(
                        skipped(one, gone.size(), "no longer applies " + gone.get(one) + ", and is ", false)));
        if (hasDevices && !changing.isEmpty()) {
            Set<String> folders =
                    changing.stream().flatMap(AppliedObjects::folders).collect(Collectors.toSet());
            Manifest one = changing.stream()
                    .filter(any -> folders.stream()
                            .noneMatch(folder -> any.file().startsWith(folder)
                                    && folders(any).noneMatch(folder::equals)))
                    .findFirst()
                    .orElse(changing.get(0));
            Set<String> added = changes.stream()
                    .filter(change -> change.base() == Content.NONE)
                    .map(Change::path)
                    .collect(Collectors.toSet());
            skipped.add(skipped(
                    one, changing.size(), "", changing.stream().noneMatch(other -> added.contains(other.file()))));
        }
        return skipped;
    }

    private static Skipped skipped(Manifest one, int count, String what, boolean isKnown) {
        return new Skipped(
                FindingFactory.place(one),
                one.kind() + " " + one.name() + (count == 1 ? ": " : " and " + (count - 1) + " more: ") + what
                        + "not followed; to follow it: --base REV --kustomize " + folder(one.file()),
                "in objects of Flux and Argo CD that are not followed (--kustomize DIR)",
                true,
                isKnown);
    }

    /** The folders that a Kustomization, Application or HelmRelease applies, with the slash behind them. */
    private static Stream<String> folders(Manifest applying) {
        ObjectValue spec = applying.object().object("spec");
        String chart = spec.object("chart").object("spec").string("chart");
        return Stream.concat(
                        Stream.of(spec.string("path"), chart), sources(applying).map(source -> source.string("path")))
                .filter(path -> !path.isEmpty())
                .map(path -> (path + "/").replaceFirst("^(\\.?/)+", ""));
    }

    /** Whether a change is of a kustomization, a chart or claims, or of what applies objects or has their variables. */
    private static boolean mayDecide(List<Change> changes, List<Manifest> applying) throws IOException {
        List<String> words = new ArrayList<>(List.of(GROUPS));
        applying.stream()
                .map(one -> one.object().object("spec").object("postBuild"))
                .flatMap(build -> build.list("substituteFrom").objects().stream())
                .forEach(from -> words.add(from.string("name")));
        List<String> charts = applying.stream()
                .filter(AppliedObjects::hasChart)
                .flatMap(AppliedObjects::folders)
                .toList();
        for (Change change : changes) {
            String text = new String(change.base().text(), StandardCharsets.UTF_8)
                    + new String(change.head().text(), StandardCharsets.UTF_8);
            if (Kustomizations.isKustomization(change.path())
                    || charts.stream().anyMatch(change.path()::startsWith)
                    || Mentions.ofDevices(text)
                    || words.stream().anyMatch(text::contains)) {
                return true;
            }
        }
        return false;
    }

    private static String folder(String file) {
        int slash = file.lastIndexOf('/');
        return slash < 0 ? "." : file.substring(0, slash);
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
