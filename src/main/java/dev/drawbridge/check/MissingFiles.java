package dev.drawbridge.check;

import dev.drawbridge.check.AppliedFolders.Folder;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.field.NearNames;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Severity;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.KustomizeFailure;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.manifest.Mentions;
import dev.drawbridge.report.Finding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Files and folders that are not there: kustomize builds nothing of a kustomization that lists one, and Flux and Argo
 * CD apply nothing of a path that is gone. What Git ignores is generated before kustomize runs.
 *
 * <p>Source: {@code sigs.k8s.io/kustomize/api/internal/target}, accumulateResources.
 */
final class MissingFiles {

    private static final String ADD = "fix the path, or add it";
    private static final String DID_YOU_MEAN = "did you mean %s?";

    private final Trees trees;
    private final List<Change> changes;

    /** The files of base and head, by place. */
    private final Map<String, Change> files;

    private final Kustomizations before;
    private final Kustomizations head;

    /** Whether a path exists in head and base, as far as that has been needed. */
    private final Map<Boolean, Map<String, Boolean>> existing = Map.of(true, new HashMap<>(), false, new HashMap<>());

    /** The folders above the files of head and base, as far as they have been needed. */
    private final Map<Boolean, Set<String>> folders = new HashMap<>();

    /** The files with claims in head and base, as far as they have been needed. */
    private final Map<Boolean, Set<String>> claims = new HashMap<>();

    private final Map<String, String> lost = new HashMap<>();

    /** What paths most likely misspell, as far as that has been needed; empty for nothing. */
    private final Map<String, String> meant = new HashMap<>();

    /** The files and folders that may be meant; null until a path has none. */
    private @Nullable NearNames names;

    MissingFiles(
            Trees trees, List<Change> changes, Map<String, Change> files, Kustomizations before, Kustomizations head) {
        this.trees = trees.written();
        this.changes = changes;
        this.files = files;
        this.before = before;
        this.head = head;
    }

    /** Whether a kustomization lists a file or a kustomization that its side lacks, and that Git does not ignore. */
    boolean isMissing(String kustomization, String place, boolean isHead) throws IOException {
        return (isHead ? head : before).at(kustomization).local(place) != null
                && !exists(place, isHead)
                && !trees.isIgnored(place);
    }

    private boolean exists(String place, boolean isHead) throws IOException {
        Change file = files.get(place);
        if (file != null) {
            return file.side(isHead) != Content.NONE;
        }
        Map<String, Boolean> ofSide = Objects.requireNonNull(existing.get(isHead));
        Boolean exists = ofSide.get(place);
        if (exists == null) {
            exists = !isFolder(place, isHead) && trees.has(place, isHead);
            for (String name :
                    exists ? List.<String>of() : Kustomizations.names(place).toList()) {
                exists |= trees.has(name, isHead);
            }
            ofSide.put(place, exists);
        }
        return exists;
    }

    /** What a path that does not exist most likely misspells: a file, or a folder with a kustomization; or nothing. */
    private String meant(String place) {
        return meant.computeIfAbsent(
                place,
                any -> near(
                        place,
                        one -> files.containsKey(one)
                                || Kustomizations.names(one).anyMatch(head.kustomizations()::contains)));
    }

    /** Whether there are claims in one of these files in the head, or else the base. */
    boolean hasClaims(Set<String> places, boolean isHead) throws IOException {
        return !Collections.disjoint(places, withClaims(isHead));
    }

    /** Whether there are claims in what the path of a failure most likely misspells. */
    boolean isMeantWithClaims(KustomizeFailure failure) throws IOException {
        String near = failure.text().isEmpty() ? meant(failure.place()) : "";
        return !near.isEmpty() && !Collections.disjoint(head.combinedBy(near), head.combining(withClaims(true)));
    }

    /** The finding for a failure; null if the kustomization is not checked. */
    @Nullable
    Finding of(KustomizeFailure failure) throws IOException {
        Change file = files.get(failure.kustomization());
        String place = failure.place();
        StringValue entry = head.at(failure.kustomization()).local(place);
        if (file == null) {
            return null;
        }
        if (entry == null || !failure.text().isEmpty()) {
            return Finding.ofFile(
                    Severity.ERROR, file.path(), failure.position(), Origin.KUSTOMIZE_FAILS, failure.text(), null);
        }
        boolean isLost = trees.hasBase() && exists(place, false);
        String near = isLost ? "" : meant(place);
        boolean mayBeMade = head.isText(place) || !trees.hasBase() && ManifestFiles.hasEnding(place);
        String advice = isLost ? lost(place) : near.isEmpty() ? ADD : DID_YOU_MEAN.formatted(near);
        return finding(
                mayBeMade && !isLost && near.isEmpty() ? Severity.WARNING : Severity.ERROR,
                file.path(),
                entry.position(),
                entry.value() + (isFolder(place, true) ? " has no kustomization" : " does not exist")
                        + ", and kustomize build fails; " + advice);
    }

    /**
     * Errors for the paths of Flux and Argo CD in this repository that a change removes or misspells, if there are
     * claims where they lead or led. Without a base, a near name is a warning unless the source is known.
     */
    List<Finding> ofPaths(AppliedFolders folders) throws IOException {
        List<Folder> applied = folders.now().folders();
        List<Folder> missing = new ArrayList<>();
        for (Folder one : applied) {
            if (!one.place().isEmpty() && one.isOf(trees.baseName()) && !trees.has(one.place(), true)) {
                missing.add(one);
            }
        }
        if (missing.isEmpty()) {
            return List.of();
        }
        trees.all(changes).forEach(one -> files.put(ManifestFiles.normalized(one.place()), one));
        List<Folder> earlier = folders.then().folders();
        Map<Object, List<Folder>> likeIt = earlier.stream().collect(Collectors.groupingBy(Folder::key));
        // A source is this repository if another of its paths is here.
        Set<String> own = new HashSet<>();
        for (Folder one : Stream.concat(earlier.stream(), applied.stream()).toList()) {
            boolean isKnown = own.contains(one.source());
            if (!isKnown && (trees.has(one.place(), true) || trees.has(one.place(), false))) {
                own.add(one.source());
            }
        }
        Set<String> then = before.combining(withClaims(false));
        Set<String> now = head.combining(withClaims(true));
        List<Finding> findings = new ArrayList<>();
        for (Folder one : missing) {
            List<Folder> same = likeIt.getOrDefault(one.key(), List.of());
            boolean isOwn = own.contains(one.source());
            String advice = "";
            if (trees.has(one.place(), false)) {
                advice = isAbove(one.place(), then) ? lost(one.place()) : "";
            } else if ((isOwn || !trees.hasBase())
                    && same.stream().noneMatch(other -> other.place().equals(one.place()))) {
                String near = near(one.place(), folder -> isAbove(folder, now));
                // A path may be in another branch, but not a new one of a source that is here, nor a component, nor
                // what replaces a folder that is here.
                boolean isHere = isOwn
                                && trees.hasBase()
                                && same.isEmpty()
                                && earlier.stream()
                                        .noneMatch(other -> other.place().equals(one.place()))
                        || !one.within().isEmpty() && isAbove(one.within(), now);
                for (Folder other : same) {
                    isHere |= trees.has(other.place(), false) && isAbove(other.place(), then);
                }
                advice = !near.isEmpty() ? DID_YOU_MEAN.formatted(near) : isHere ? ADD : "";
            }
            if (!advice.isEmpty()) {
                String text = one.by().kind() + " " + one.by().name() + " applies "
                        + one.path().value() + ", which does not exist; " + advice;
                Severity severity = isOwn || trees.hasBase() ? Severity.ERROR : Severity.WARNING;
                findings.add(finding(severity, one.by().file(), one.path().position(), text));
            }
        }
        return findings;
    }

    /** The files with claims in the head, or else the base. */
    private Set<String> withClaims(boolean isHead) throws IOException {
        if (!claims.containsKey(isHead)) {
            Set<String> all = new HashSet<>();
            for (Map.Entry<String, Change> one : files.entrySet()) {
                if (Mentions.ofDevices(one.getValue().side(isHead).text())) {
                    all.add(one.getKey());
                }
            }
            claims.put(isHead, all);
        }
        return claims.getOrDefault(isHead, Set.of());
    }

    private static boolean isAbove(String folder, Set<String> files) {
        return files.stream().anyMatch(one -> AppliedFolders.isBelow(one, folder));
    }

    /** Whether a known file is below it. */
    private boolean isFolder(String place, boolean isHead) {
        return folders.computeIfAbsent(isHead, this::folders).contains(place);
    }

    private Set<String> folders(boolean isHead) {
        Set<String> all = new HashSet<>(Set.of(""));
        files.forEach((name, file) -> {
            if (file.side(isHead) != Content.NONE) {
                addFolders(name, all);
            }
        });
        return all;
    }

    private static void addFolders(String name, Set<String> all) {
        int slash = name.lastIndexOf('/');
        while (slash > 0 && all.add(name.substring(0, slash))) {
            slash = name.lastIndexOf('/', slash - 1);
        }
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
            boolean isOf = gone.place().equals(place) || AppliedFolders.isBelow(gone.place(), place);
            for (Change added : isOf ? changes : List.<Change>of()) {
                String within = gone.place().substring(place.length());
                if (added.place().endsWith(within) && gone.isMovedTo(added)) {
                    return added.place().substring(0, added.place().length() - within.length());
                }
            }
        }
        return null;
    }

    /** The file or folder that is most likely meant; empty if none is near. */
    private String near(String place, Predicate<String> isPossible) {
        if (names == null) {
            Set<String> all = new HashSet<>(head.kustomizations());
            files.forEach((name, file) -> all.addAll(file.head() == Content.NONE ? Set.of() : Set.of(name)));
            List.copyOf(all).forEach(name -> addFolders(name, all));
            names = new NearNames();
            all.forEach(names::add);
        }
        return Objects.requireNonNullElse(names.nearest(place, isPossible), "");
    }
}
