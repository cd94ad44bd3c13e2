package dev.drawbridge.check;

import dev.drawbridge.manifest.ManifestFiles;
import java.io.IOException;

/** The Git repositories around files; without any, nothing is ignored. */
public interface SourceRepository {

    /** Whether Git ignores a file at this place, so that something makes it that is not in the trees. */
    default boolean isIgnored(String place) throws IOException {
        return false;
    }

    /** Whether an address may be that of the repository that has a file. */
    default boolean isOwn(String file, String url) {
        return true;
    }

    /** The place of a path in the source that has a file. */
    default String inSource(String file, String path) {
        return ManifestFiles.normalized(path.replaceFirst("^/+", ""));
    }
}
