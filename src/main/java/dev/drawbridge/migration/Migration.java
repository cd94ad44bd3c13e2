package dev.drawbridge.migration;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.Unreadable;
import dev.drawbridge.document.Value;
import dev.drawbridge.edit.EditableText;
import dev.drawbridge.edit.TemplateMask;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.ResourceApi;
import dev.drawbridge.validation.Scheme;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites DRA objects to the newest API version that a release serves, editing their own text. Thread-safe.
 *
 * <p>An object keeps its meaning: fields move as the server moves them. An object with a value that has no equivalent
 * is left unchanged.
 */
public final class Migration {

    /**
     * Each text that may change contains one of these words: a kustomization may name a kind without its group, a
     * backslash may escape the group, and claims of pods have had a source.
     */
    private static final List<String> WORDS = List.of(ResourceApi.GROUP, "patches", "\\", PodSources.CLAIMS);

    private final ObjectMigration objects;
    private final PatchMigration patches;

    /**
     * A migration for this release that leaves out some objects.
     *
     * @param to the newest API version to use, such as {@code resource.k8s.io/v1}
     * @param blocker why objects must stay as they are
     */
    public Migration(Scheme scheme, KubernetesRelease release, String to, MigrationBlocker blocker) {
        objects = new ObjectMigration(scheme, release, to, blocker);
        patches = new PatchMigration(scheme, release, to, objects, blocker);
    }

    public Migrated migrate(byte[] text) {
        return migrate(text, null);
    }

    /**
     * Migrates a text.
     *
     * @param target the target of the text if it has JSON 6902 operations; null if unknown
     */
    public Migrated migrate(byte[] text, @Nullable PatchTarget target) {
        if (target == null && !mentions(text)) {
            return new Migrated(new String(text, StandardCharsets.UTF_8), List.of(), List.of());
        }
        EditableText source = EditableText.read(text);
        if (source.documents().stream().anyMatch(Unreadable.class::isInstance)) {
            Optional<TemplateMask> template = TemplateMask.of(source.text());
            if (template.isPresent()) {
                return new TemplateMigration(template.get(), one -> read(one, target)).migrate();
            }
        }
        return read(source, target).rewritten();
    }

    private DocumentMigrations read(EditableText source, @Nullable PatchTarget target) {
        DocumentMigrations migrations = new DocumentMigrations(source);
        List<ReadResult> documents = source.documents();
        for (int i = 0; i < documents.size(); i++) {
            if (documents.get(i) instanceof Document document) {
                List<MigratedObject> found = new ArrayList<>();
                migrations.add(i, migrated(document.value(), target, found), found);
            } else if (documents.get(i) instanceof Unreadable bad) {
                migrations.refuse(i, MigratedObject.unreadable(bad));
            }
        }
        return migrations;
    }

    private Value migrated(Value document, @Nullable PatchTarget target, List<MigratedObject> found) {
        if (document instanceof ListValue operations) {
            return target == null ? document : patches.operations(operations, target, found);
        }
        return PatchMigration.isKustomization(document)
                ? patches.kustomization((ObjectValue) document, found)
                : objects.migrate(document, found);
    }

    /** A quick test, since most files are about other things. */
    private static boolean mentions(byte[] text) {
        String content = new String(text, StandardCharsets.ISO_8859_1);
        return WORDS.stream().anyMatch(content::contains);
    }
}
