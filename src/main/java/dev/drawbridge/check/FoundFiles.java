package dev.drawbridge.check;

import dev.drawbridge.document.Unreadable;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.Mentions;
import dev.drawbridge.report.Skipped;
import org.jspecify.annotations.Nullable;

/** Files found in a folder rather than named, which need not be manifests. */
public final class FoundFiles {

    private FoundFiles() {}

    /**
     * The reason for skipping such a file: it is unreadable and is JSON, such as an editor's settings, or does not
     * mention DRA.
     *
     * @return null if it is not skipped
     */
    public static @Nullable Skipped skipped(ManifestFile file, byte[] text) {
        boolean isOther = file.unreadable().isEmpty() || file.isTemplate() || text.length == 0;
        boolean mentions = isOther || Mentions.in(text);
        boolean isJson = file.name().endsWith(".json") && file.manifests().isEmpty();
        if (isOther || mentions && !isJson) {
            return null;
        }
        Unreadable bad = file.unreadable().get(0);
        String place = file.name() + (bad.position() == null ? "" : ":" + bad.position());
        return new Skipped(place, "cannot be read: " + bad.reason(), "in unreadable files", mentions);
    }
}
