package dev.drawbridge.cli;

import dev.drawbridge.check.Change;
import dev.drawbridge.check.Content;
import dev.drawbridge.check.Trees;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Severity;
import dev.drawbridge.report.Finding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a base and a head in Git.
 *
 * @param base the settings of the base; null if they cannot be read
 */
record ComparedSettings(SettingsFile head, @Nullable SettingsFile base, ComparedFiles files) {

    /** Reads the settings from the folder of the user upward. */
    static ComparedSettings of(Path folder, Trees trees, boolean isOfRevision) {
        ComparedFiles files = new ComparedFiles(folder.toAbsolutePath(), trees, isOfRevision);
        SettingsFile base = base(files);
        try {
            SettingsFile head =
                    nearest(files, file -> isOfRevision ? in(files, file, Change::head) : SettingsFile.onDisk(file));
            return new ComparedSettings(head.compared(files, base), base, files);
        } catch (IOException e) {
            throw InputException.of(e);
        }
    }

    /** The settings of the base; null if they cannot be read: the change may be what fixes them. */
    private static @Nullable SettingsFile base(ComparedFiles files) {
        try {
            return nearest(files, file -> in(files, file, Change::base));
        } catch (IOException unreadable) {
            return null;
        }
    }

    private static SettingsFile nearest(ComparedFiles files, SettingsFile.Texts texts) throws IOException {
        return SettingsFile.nearest(files.folder(), Path.of(""), texts);
    }

    private static Content in(ComparedFiles files, Path file, Function<Change, Content> side) throws IOException {
        Change inTrees = files.file(file);
        return inTrees == null ? SettingsFile.onDisk(file) : side.apply(inTrees);
    }

    /** Errors for paths of a setting that the change deletes: after it, no check could read them. */
    List<Finding> deleted(String key, List<String> paths) throws IOException {
        List<Finding> deleted = new ArrayList<>();
        Setting.Entry entry = head.entries().get(key);
        for (int i = 0; i < paths.size() && entry != null; i++) {
            String path = paths.get(i);
            List<Change> inTrees = head.isDeleted(path) ? files.at(path) : List.of();
            if (inTrees.isEmpty() && head.isDeleted(path)) {
                throw SettingsFile.missing(entry, i, key, path);
            }
            if (!inTrees.isEmpty() && ComparedFiles.areGone(inTrees)) {
                String text = "this change deletes it; name where its files are now, or remove it from this setting";
                add(Severity.ERROR, entry, head, key + ": " + path + ": " + text, deleted);
            }
        }
        return deleted;
    }

    /** Warnings for settings of the head that differ from those of the base: a change is checked with its own. */
    List<Finding> changed() throws IOException {
        Map<String, Setting.Entry> before = base == null ? Map.of() : base.entries();
        TreeSet<String> keys = new TreeSet<>(head.entries().keySet());
        keys.addAll(before.keySet());
        SettingsFile place = head.files().isEmpty() && base != null ? base : head;
        List<Finding> changed = new ArrayList<>();
        for (String key : keys) {
            Setting.Entry entry = head.entries().get(key);
            Setting.Entry other = before.get(key);
            if (base == null || !Setting.parts(entry).equals(Setting.parts(other))) {
                String old = base == null ? "unreadable" : Setting.shown(other);
                String text = key + ": " + Setting.shown(entry) + " in this change, and " + old + " in "
                        + files.trees().baseName() + "; the change is checked with its own settings";
                add(Severity.WARNING, entry, place, text, changed);
            }
        }
        changed.sort(Comparator.comparing(Finding::lineNumber));
        return changed;
    }

    /** Adds a finding, unless the file is not of the change. */
    private void add(Severity severity, Setting.@Nullable Entry entry, SettingsFile file, String text, List<Finding> to)
            throws IOException {
        Change place = files.file(file.file());
        if (place != null) {
            Position position = entry == null ? null : entry.value().position();
            to.add(Finding.ofFile(severity, place.path(), position, Origin.CHANGED_SETTINGS, text, null));
        }
    }
}
