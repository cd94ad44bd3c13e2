package dev.drawbridge.check;

import dev.drawbridge.document.Locator;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.manifest.Manifest;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Objects that appear twice in a folder: what is applied last wins, or is refused. In two folders they are two overlays. */
public final class DuplicateObjects {

    private static final FieldPath NAME = FieldPath.of("metadata", "name");

    private DuplicateObjects() {}

    /** What is to be said of each that is not the first. */
    public static Map<Manifest, FieldError> of(List<Manifest> head, Function<Manifest, Identity> identity) {
        Map<Identity, Map<String, Manifest>> first = new HashMap<>();
        Map<Manifest, FieldError> duplicates = new LinkedHashMap<>();
        for (Manifest manifest : head) {
            Manifest other = manifest.name().isEmpty()
                    ? null
                    : first.computeIfAbsent(identity.apply(manifest), none -> new HashMap<>())
                            .putIfAbsent(folder(manifest), manifest);
            if (other != null) {
                duplicates.put(manifest, error(manifest, other));
            }
        }
        return duplicates;
    }

    /** Whether two files are in one folder. */
    public static boolean areTogether(Manifest one, Manifest other) {
        return folder(one).equals(folder(other));
    }

    static String folder(Manifest manifest) {
        int slash = manifest.file().lastIndexOf('/');
        return slash < 0 ? "" : manifest.file().substring(0, slash);
    }

    private static FieldError error(Manifest manifest, Manifest other) {
        return error(manifest, place(other));
    }

    /** Where a document begins, as {@code FILE:LINE:COLUMN}. */
    static String place(Manifest manifest) {
        Position at = manifest.object().position();
        return manifest.file() + (at == null ? "" : ":" + at);
    }

    /** The warning about a document whose object is defined at another place of the folder, too. */
    static FieldError error(Manifest manifest, String place) {
        String detail = "defined twice in this folder, also at " + place + "; the one applied last wins";
        return new FieldError(
                ErrorType.DUPLICATE, NAME, null, detail, Origin.TWIN, Locator.ofValue(manifest.object(), NAME));
    }
}
