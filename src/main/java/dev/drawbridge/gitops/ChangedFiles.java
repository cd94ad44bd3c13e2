package dev.drawbridge.gitops;

import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.FindingFactory;
import dev.drawbridge.check.Namespaces;
import dev.drawbridge.document.Unreadable;
import dev.drawbridge.manifest.KustomizePatches;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.manifest.Placeholders;
import dev.drawbridge.manifest.Suppression;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Skipped;
import dev.drawbridge.validation.Validator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The files that differ, read in base and head: the objects of the group, and what there is to say of the files themselves. */
final class ChangedFiles {

    private final CheckSettings check;
    private final ManifestReader reader;
    private final FindingFactory make;
    private final Namespaces namespaces;
    private final String baseName;
    private final List<Manifest> base = new ArrayList<>();
    private final List<Manifest> head = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();
    private final List<Skipped> skipped = new ArrayList<>();
    private final Map<String, Lines> lines = new HashMap<>();
    private final Map<String, List<Suppression>> suppressions = new TreeMap<>();
    private final Map<String, String> places = new HashMap<>();

    /** Files, by their paths in the base, of which the head cannot be read as a whole. */
    private final Set<String> unreadableInHead = new HashSet<>();

    private int others;
    private int unreadable;

    /**
     * None so far.
     *
     * @param namespaces gets the Namespaces of the head
     */
    ChangedFiles(
            CheckSettings check, ManifestReader reader, FindingFactory make, Namespaces namespaces, String baseName) {
        this.check = check;
        this.reader = reader;
        this.make = make;
        this.namespaces = namespaces;
        this.baseName = baseName;
    }

    /** Reads what has changed. */
    void read(List<Change> changes, KustomizePatches patches) {
        for (Change change : changes) {
            String reason = patches.reason(change.path());
            if (reason.isEmpty()) {
                read(change);
            } else {
                skipped.add(new Skipped(change.path(), reason));
            }
        }
    }

    private void read(Change change) {
        ManifestFile before = reader.read(change.basePath(), Placeholders.replaced(change.base(), check.variables()));
        ManifestFile after = reader.read(change.path(), Placeholders.replaced(change.head(), check.variables()));
        lines.put(change.path(), after.lines());
        if (check.suppresses() && !after.suppressions().isEmpty()) {
            suppressions.put(change.path(), check.applied(after.suppressions()));
        }
        places.put(change.basePath(), change.place());
        places.put(change.path(), change.place());
        others += after.others();
        if (after.isTemplate()) {
            skipped.add(new Skipped(
                    change.path(), "template ({{ }}); render base and head into two folders, and compare these"));
            return;
        }
        if (!after.unreadable().isEmpty()) {
            unreadableInHead.add(change.basePath());
        }
        after.unreadable().forEach(bad -> unreadable(change.path(), bad, after.lines()));
        findings.addAll(FindingFactory.unread(after, after.lines()));
        if (!before.isTemplate()) {
            before.unreadable()
                    .forEach(bad -> unreadable(
                            change.basePath(),
                            new Unreadable("in " + baseName + ": " + bad.reason(), bad.position()),
                            before.lines()));
        }
        after.manifests().stream().filter(Namespaces::isNamespace).forEach(namespaces::add);
        base.addAll(ofGroup(before).stream()
                .filter(manifest -> Placeholders.in(manifest.object()) == null)
                .toList());
        List<Manifest> documents = ofGroup(after);
        for (Manifest manifest : documents) {
            String placeholder = Placeholders.in(manifest.object());
            if (placeholder == null) {
                head.add(manifest);
            } else {
                skipped.add(make.placeholder(manifest, placeholder));
            }
        }
        others += after.manifests().size() - documents.size();
    }

    private static List<Manifest> ofGroup(ManifestFile file) {
        return file.manifests().stream()
                .filter(manifest -> manifest.apiVersion().startsWith(Validator.GROUP + "/")
                        || Validator.isWorkload(manifest.apiVersion(), manifest.kind()))
                .toList();
    }

    private void unreadable(String file, Unreadable bad, Lines lines) {
        unreadable++;
        findings.add(FindingFactory.unreadable(file, bad, lines));
    }

    /** The objects of the group in the base. */
    List<Manifest> base() {
        return base;
    }

    /** The objects of the group in the head. */
    List<Manifest> head() {
        return head;
    }

    /** What is wrong with the files themselves. */
    List<Finding> findings() {
        return findings;
    }

    List<Skipped> skipped() {
        return skipped;
    }

    /** Whether the file, by its path in the head, differs. */
    boolean has(String file) {
        return lines.containsKey(file);
    }

    /** The lines of a file in the head; none where it does not differ. */
    Lines lines(String file) {
        return lines.getOrDefault(file, Lines.NONE);
    }

    /** The comments that suppress findings, by file. */
    Map<String, List<Suppression>> suppressions() {
        return suppressions;
    }

    /** From the paths of files to those from the roots of their trees. */
    Map<String, String> places() {
        return places;
    }

    /** Whether a file of the base cannot be read as a whole in the head. */
    boolean isUnreadableInHead(String file) {
        return unreadableInHead.contains(file);
    }

    /** How many objects are of other groups. */
    int others() {
        return others;
    }

    /** How many files or documents cannot be read. */
    int unreadable() {
        return unreadable;
    }
}
