package dev.drawbridge.check;

import dev.drawbridge.manifest.Lines;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.report.Skipped;
import java.util.List;

/**
 * The DRA objects of a file.
 *
 * @param read the file without its documents
 * @param skipped the file, or those of its objects that are not checked
 * @param others how many documents of the head are not DRA objects
 * @param inBase the references and roles of the base
 */
record FileObjects(
        ReadFile read,
        List<Manifest> base,
        List<Manifest> head,
        List<Skipped> skipped,
        int others,
        KeptFile kept,
        KeptFile.Facts inBase) {

    static FileObjects ofAll(ReadFile file, CheckSettings settings) {
        return new FileObjects(
                file.withoutDocuments(),
                KeptFile.objects(file.base()),
                KeptFile.objects(file.head()),
                List.of(),
                0,
                KeptFile.of(file, settings, KeptFile.Facts.NONE),
                KeptFile.Facts.NONE);
    }

    Lines lines() {
        return read.head().lines();
    }
}
