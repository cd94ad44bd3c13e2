package dev.drawbridge.check;

import dev.drawbridge.manifest.FileProblem;
import dev.drawbridge.manifest.KustomizePatches;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.manifest.Placeholders;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Stage 1: reads files as documents. A file that cannot be read becomes an unreadable document. Thread-safe. */
final class ReadStage {

    private static final byte[] NOTHING = {};

    private final ManifestReader reader = new ManifestReader();
    private final Map<String, String> variables;
    private final KustomizePatches patches;

    /**
     * A stage of reading.
     *
     * @param kustomizations those of the input, whose patches are not objects
     */
    ReadStage(CheckSettings settings, List<Change> kustomizations) throws IOException {
        this.variables = settings.input().variables();
        this.patches = new KustomizePatches();
        for (Change file : kustomizations) {
            patches.add(file.place(), file.head().text());
        }
    }

    /** The file in base and head. */
    ReadFile of(Change change) {
        String patch = patches.reason(change.place());
        ManifestFile none = ManifestFile.of(change.path());
        if (!patch.isEmpty()) {
            return new ReadFile(change, none, none, NOTHING, patch);
        }
        ManifestFile head = none;
        byte[] text = NOTHING;
        try {
            text = Placeholders.replaced(change.head().text(), variables);
            head = reader.read(change.path(), text);
        } catch (IOException e) {
            head = ManifestFile.unreadable(change.path(), "cannot be read: " + FileProblem.of(e));
        }
        return new ReadFile(change, base(change, head), head, text, "");
    }

    /** A file that is not checked because of a bug. */
    static ReadFile failed(Change change, String reason) {
        ManifestFile none = ManifestFile.of(change.basePath());
        return new ReadFile(change, none, ManifestFile.unreadable(change.path(), reason), NOTHING, "");
    }

    private ManifestFile base(Change change, ManifestFile head) {
        if (change.base() == change.head()) {
            return head;
        }
        if (change.base() == Content.NONE) {
            return ManifestFile.of(change.basePath());
        }
        try {
            return reader.read(
                    change.basePath(), Placeholders.replaced(change.base().text(), variables));
        } catch (IOException e) {
            return ManifestFile.unreadable(change.basePath(), "cannot be read: " + FileProblem.of(e));
        }
    }
}
