package dev.drawbridge.migration;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.Unreadable;
import dev.drawbridge.edit.EditableText;
import dev.drawbridge.edit.TemplateMask;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.Validator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
        if (source.documents().stream().anyMatch(Migration::isUnreadable)) {
            Optional<TemplateMask> template = TemplateMask.of(source.text());
            if (template.isPresent()) {
                return new TemplateMigration(template.get(), this::read).migrate();
            }
        }
        return read(source).rewritten();
    }

    private static boolean isUnreadable(ReadResult document) {
        return document instanceof Unreadable;
    }

    /** What becomes of the documents of a text. */
    private DocumentMigrations read(EditableText source) {
        DocumentMigrations migrations = new DocumentMigrations(source);
        List<ReadResult> documents = source.documents();
        for (int i = 0; i < documents.size(); i++) {
            if (documents.get(i) instanceof Document document) {
                List<MigratedObject> found = new ArrayList<>();
                migrations.add(i, objects.migrate(document.value(), found), found);
            } else if (documents.get(i) instanceof Unreadable bad) {
                migrations.refuse(i, MigratedObject.unreadable(bad));
            }
        }
        return migrations;
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
