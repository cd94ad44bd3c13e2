package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.field.NearNames;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Severity;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.manifest.Mentions;
import dev.drawbridge.report.Finding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Files and folders that are not there: kustomize builds nothing of a kustomization that lists one, and Flux and Argo
 * CD apply nothing of a path that is gone. What something generates before kustomize runs may be missing.
 *
 * <p>Source: {@code sigs.k8s.io/kustomize/api/internal/target}, accumulateResources.
 */
final class MissingFiles {

    private final Trees trees;
    private final List<Change> changes;

    /** The files of base and head, by place. */
    private final Map<String, Change> files;

    /** Whether a path exists, as far as that has been needed. */
    private final Map<String, Boolean> inHead = new HashMap<>();

    private final Map<String, Boolean> inBase = new HashMap<>();

    private final Map<String, String> lost = new HashMap<>();

    /** The files and folders that may be meant; empty until a path has none. */
    private final NearNames names = new NearNames();

    private boolean hasNames;

    MissingFiles(Trees trees, List<Change> changes, Map<String, Change> files) {
        this.trees = trees;
        this.changes = changes;
        this.files = files;
    }

    /** Whether a kustomization lists a file, or a folder with a kustomization, that its side does not have. */
    boolean isMissing(Kustomizations of, String kustomization, String place, boolean isHead) throws IOException {
        return of.local(kustomization, place) != null && !exists(place, isHead);
    }

    private boolean exists(String place, boolean isHead) throws IOException {
        Change file = files.get(place);
        if (file != null) {
            return side(file, isHead) != Content.NONE;
        }
        Map<String, Boolean> ofSide = isHead ? inHead : inBase;
        Boolean exists = ofSide.get(place);
        if (exists == null) {
            exists = !isFolder(place, isHead) && trees.has(place, isHead);
            for (String name : Kustomizations.names(place).toList()) {
                exists |= trees.has(name, isHead);
            }
            ofSide.put(place, exists);
        }
        return exists;
    }

    /** The finding for an entry of a kustomization; null if the kustomization is not checked. */
    @Nullable
    Finding of(Kustomizations head, String kustomization, String place) throws IOException {
        Change file = files.get(kustomization);
        StringValue entry = head.local(kustomization, place);
        if (file == null || entry == null) {
            return null;
        }
        boolean isLost = trees.hasBase() && exists(place, false);
        String near = isLost ? null : near(head, place);
        boolean isCertain = isLost || near != null || !ManifestFiles.hasEnding(place);
        String advice = isLost ? lost(place) : near == null ? "fix the path, or add it" : "did you mean " + near + "?";
        return finding(
                isCertain ? Severity.ERROR : Severity.WARNING,
                file.path(),
                entry.position(),
                entry.value() + (isFolder(place, true) ? " has no kustomization" : " does not exist")
                        + ", and kustomize build fails; " + advice);
    }

    /** Errors for the paths of Flux and Argo CD in this repository that a change removes, if they had claims. */
    List<Finding> ofPaths(Kustomizations before, Head head) throws IOException {
        List<Finding> findings = new ArrayList<>();
        List<String> deleted = changes.stream()
                .filter(one -> one.head() == Content.NONE)
                .map(Change::place)
                .toList();
        List<Manifest> applying = deleted.isEmpty() ? List.of() : AppliedObjects.applying(head);
        List<Change> all = applying.isEmpty() ? List.of() : trees.all(changes);
        for (Manifest one : applying) {
            for (ObjectValue source : sources(one, head).toList()) {
                String place = Kustomizations.normalized(source.string("path").replaceFirst("^/+", ""));
                boolean isGone = !place.isEmpty() && deleted.stream().anyMatch(gone -> isBelow(gone, place));
                if (isGone && !trees.has(place, true) && hadClaims(before, place, all)) {
                    Position position = source.get("path") instanceof StringValue path ? path.position() : null;
                    String text = one.kind() + " " + one.name() + " applies " + source.string("path")
                            + ", which does not exist; " + lost(place);
                    findings.add(finding(Severity.ERROR, one.file(), position, text));
                }
            }
        }
        return findings;
    }

    private static boolean hadClaims(Kustomizations before, String place, List<Change> all) throws IOException {
        Set<String> applied = new HashSet<>();
        before.kustomizations().stream()
                .filter(one -> isBelow(one, place))
                .forEach(one -> before.combined(one).forEach(file -> applied.add(file.file())));
        for (Change one : all) {
            if ((isBelow(one.place(), place) || applied.contains(one.place()))
                    && Mentions.in(one.base().text())) {
                return true;
            }
        }
        return false;
    }

    /** Whether a known file is below it. */
    private boolean isFolder(String place, boolean isHead) {
        return files.entrySet().stream()
                .anyMatch(one -> isBelow(one.getKey(), place) && side(one.getValue(), isHead) != Content.NONE);
    }

    private static Content side(Change file, boolean isHead) {
        return isHead ? file.head() : file.base();
    }

    private static boolean isBelow(String file, String place) {
        return place.isEmpty() || file.startsWith(place + "/");
    }

    /** The sources of an object of Flux or Argo CD that may be of this repository. */
    private Stream<ObjectValue> sources(Manifest applying, Head head) {
        ObjectValue spec = applying.object().object("spec");
        if (applying.kind().equals("Application")) {
            return AppliedObjects.sources(applying).filter(one -> trees.isOwn(one.string("repoURL")));
        }
        ObjectValue reference = spec.object("sourceRef");
        boolean isGit = reference.string("kind").equals("GitRepository");
        return Stream.of(spec)
                .filter(one -> isGit
                        && head.mentioning(reference.string("name")).stream()
                                .filter(source -> source.kind().equals("GitRepository")
                                        && source.name().equals(reference.string("name")))
                                .allMatch(source -> trees.isOwn(
                                        source.object().object("spec").string("url"))));
    }

    private static Finding finding(Severity severity, String file, @Nullable Position position, String text) {
        return Finding.ofFile(severity, file, position, Origin.MISSING_FILE, text, null);
    }

    /** Where a change moves a file or folder, or that it deletes it. */
    private String lost(String place) throws IOException {
        String text = lost.get(place);
        if (text == null) {
            String now = moved(place);
            text = now == null ? "this change deletes it" : "this change moves it to " + now;
            lost.put(place, text);
        }
        return text;
    }

    private @Nullable String moved(String place) throws IOException {
        for (Change gone : changes) {
            boolean isOf = gone.place().equals(place) || isBelow(gone.place(), place);
            for (Change added : isOf ? changes : List.<Change>of()) {
                String within = gone.place().substring(place.length());
                if (added.place().endsWith(within) && gone.isMovedTo(added)) {
                    return added.place().substring(0, added.place().length() - within.length());
                }
            }
        }
        return null;
    }

    /** The file, or folder with a kustomization, that is most likely meant; null if none is near. */
    private @Nullable String near(Kustomizations head, String place) {
        if (!hasNames) {
            hasNames = true;
            head.kustomizations().forEach(one -> names.add(one.substring(0, Math.max(0, one.lastIndexOf('/')))));
            files.forEach((name, file) -> {
                if (file.head() != Content.NONE) {
                    names.add(name);
                }
            });
        }
        return names.nearest(place);
    }
}
