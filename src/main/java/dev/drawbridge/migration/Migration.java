package dev.drawbridge.migration;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.Unreadable;
import dev.drawbridge.document.Value;
import dev.drawbridge.edit.EditableText;
import dev.drawbridge.edit.Rewriting;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.Validator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rewrites DRA objects to the newest API version that a release serves, in the text in which they are written.
 * Thread-safe.
 *
 * <p>An object is the same afterwards: fields move as the server moves them. One that has something without an
 * equivalent stays as it is.
 */
public final class Migration {

    private static final byte[] GROUP = Validator.GROUP.getBytes(StandardCharsets.US_ASCII);

    private final ObjectMigration objects;

    /**
     * A migration for this release.
     *
     * @param to the newest API version to use, such as {@code resource.k8s.io/v1}
     */
    public Migration(Validator validator, KubernetesRelease release, String to) {
        objects = new ObjectMigration(validator, release, to);
    }

    /** What the text becomes. */
    public Migrated migrate(byte[] text) {
        if (!mentionsGroup(text)) {
            return new Migrated(new String(text, StandardCharsets.UTF_8), List.of(), List.of());
        }
        EditableText source = EditableText.read(text);
        Map<Integer, Value> values = new LinkedHashMap<>();
        Map<Integer, List<MigratedObject>> found = new LinkedHashMap<>();
        List<ReadResult> documents = source.documents();
        for (int i = 0; i < documents.size(); i++) {
            if (documents.get(i) instanceof Document document) {
                List<MigratedObject> ofDocument = new ArrayList<>();
                Value migrated = objects.migrate(document.value(), ofDocument);
                if (migrated != document.value()) {
                    values.put(i, migrated);
                }
                found.put(i, ofDocument);
            } else if (documents.get(i) instanceof Unreadable bad) {
                found.put(i, List.of(MigratedObject.unreadable(bad)));
            }
        }
        Rewriting rewriting = source.rewrite(values);
        List<MigratedObject> all = new ArrayList<>();
        found.forEach((index, ofDocument) -> {
            String why = rewriting.refused().get(index);
            ofDocument.forEach(one -> all.add(why == null || one.isRefused() ? one : one.refused(why)));
        });
        return new Migrated(rewriting.text(), rewriting.edits(), all);
    }

    /** Most files are about something else, and need not be read. */
    private static boolean mentionsGroup(byte[] text) {
        int last = text.length - GROUP.length;
        for (int i = 0; i <= last; i++) {
            int same = 0;
            while (same < GROUP.length && text[i + same] == GROUP[same]) {
                same++;
            }
            if (same == GROUP.length) {
                return true;
            }
        }
        return false;
    }
}
