package dev.drawbridge.gitops;

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

/** Objects that stand twice in a folder: what is applied last wins, or is refused. In two folders they are two overlays. */
final class Twins {

    private static final FieldPath NAME = FieldPath.of("metadata", "name");

    private Twins() {}

    /** What is to be said of each that is not the first. */
    static Map<Manifest, FieldError> of(List<Manifest> head, Function<Manifest, Identity> identity) {
        Map<Identity, Map<String, Manifest>> first = new HashMap<>();
        Map<Manifest, FieldError> twins = new LinkedHashMap<>();
        for (Manifest manifest : head) {
            Manifest twin = manifest.name().isEmpty()
                    ? null
                    : first.computeIfAbsent(identity.apply(manifest), none -> new HashMap<>())
                            .putIfAbsent(folder(manifest), manifest);
            if (twin != null) {
                twins.put(manifest, error(manifest, twin));
            }
        }
        return twins;
    }

    /** Whether two files are in one folder. */
    static boolean areTogether(Manifest one, Manifest other) {
        return folder(one).equals(folder(other));
    }

    private static String folder(Manifest manifest) {
        int slash = manifest.file().lastIndexOf('/');
        return slash < 0 ? "" : manifest.file().substring(0, slash);
    }

    private static FieldError error(Manifest manifest, Manifest twin) {
        Position at = twin.object().position();
        String detail = "is in this folder twice, also at " + twin.file() + (at == null ? "" : ":" + at)
                + "; a cluster takes the one that is applied last as an update of the other; keep one";
        return new FieldError(
                ErrorType.DUPLICATE, NAME, null, detail, Origin.TWIN, Locator.ofValue(manifest.object(), NAME));
    }
}
