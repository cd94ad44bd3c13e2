package dev.drawbridge.manifest;

import dev.drawbridge.document.Unreadable;
import dev.drawbridge.field.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A file and its objects.
 *
 * @param name the file's name, as the user wrote it
 * @param manifests its objects, those of Lists one by one
 * @param others the number of documents that are not objects
 * @param unreadable the error that stopped reading; empty if there is none
 * @param unread the start of text that kubectl silently drops
 * @param isTemplate whether the unreadable part is a template, such as Helm's
 */
public record ManifestFile(
        String name,
        Lines lines,
        List<Manifest> manifests,
        int others,
        List<Unreadable> unreadable,
        List<Position> unread,
        List<Suppression> suppressions,
        boolean isTemplate) {

    public static ManifestFile of(String name) {
        return new ManifestFile(name, Lines.NONE, List.of(), 0, List.of(), List.of(), List.of(), false);
    }

    /** The file with these objects, and this number of other documents. */
    public ManifestFile with(List<Manifest> kept, int left) {
        return new ManifestFile(name, lines, kept, left, unreadable, unread, suppressions, isTemplate);
    }

    /** The file without these objects and those in them, which count as others. */
    public ManifestFile without(Predicate<Manifest> left) {
        List<Manifest> kept = new ArrayList<>();
        String inner = null;
        int removed = 0;
        for (Manifest one : manifests) {
            boolean isIn = inner != null
                    && one.within().length() > inner.length()
                    && one.within().startsWith(inner);
            if (!isIn && left.test(one)) {
                inner = one.within();
                removed++;
            } else if (!isIn) {
                inner = null;
                kept.add(one);
            }
        }
        return with(kept, others + removed);
    }

    /** The file with its objects in these namespaces; empty for their own. */
    public ManifestFile in(Set<String> namespaces) {
        return namespaces.isEmpty()
                ? this
                : with(manifests.stream().map(one -> one.in(namespaces)).toList(), others);
    }

    public ManifestFile withoutManifests() {
        return with(List.of(), others);
    }

    public static ManifestFile unreadable(String name, String reason) {
        List<Unreadable> bad = List.of(new Unreadable(reason, null));
        return new ManifestFile(name, Lines.NONE, List.of(), 0, bad, List.of(), List.of(), false);
    }
}
