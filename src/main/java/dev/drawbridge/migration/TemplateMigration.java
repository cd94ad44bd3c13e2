package dev.drawbridge.migration;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.edit.Edit;
import dev.drawbridge.edit.EditableText;
import dev.drawbridge.edit.Rewriting;
import dev.drawbridge.edit.TemplateMask;
import dev.drawbridge.validation.ResourceApi;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Migrates a Helm template: an object changes if its edited lines have no actions except single-line values, and no
 * action next to them may write a part of what moves.
 *
 * @param read computes the migrations of a text's documents
 */
record TemplateMigration(TemplateMask mask, Function<EditableText, DocumentMigrations> read) {

    private static final String BY_HAND = "; change it by hand, or migrate the rendered manifests to see the changes";

    Migrated migrate() {
        EditableText source = EditableText.read(mask.masked().getBytes(StandardCharsets.UTF_8));
        DocumentMigrations migrations = read.apply(source);
        for (int i = 0; i < source.documents().size(); i++) {
            if (source.documents().get(i) instanceof Document document) {
                refuse(i, document.value(), migrations);
            }
        }
        Rewriting rewriting = source.rewrite(migrations.values());
        int before = migrations.values().size();
        for (Map.Entry<Integer, List<Edit>> edits :
                source.byDocument(rewriting.edits()).entrySet()) {
            edits.getValue().stream()
                    .map(mask::refusal)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .ifPresent(reason -> migrations.refuse(edits.getKey(), reason));
        }
        Rewriting allowed = migrations.values().size() == before ? rewriting : source.rewrite(migrations.values());
        return unmasked(allowed, migrations);
    }

    private void refuse(int index, Value document, DocumentMigrations migrations) {
        if (!(document instanceof ObjectValue object)) {
            return;
        }
        String kind = object.string("kind");
        String apiVersion = object.string("apiVersion");
        if (ResourceApi.isKind(kind) && TemplateMask.isMasked(apiVersion)) {
            int line = object.position() == null ? 1 : object.position().line();
            String version = mask.unmasked(apiVersion);
            String name = (kind + " " + object.object("metadata").string("name")).strip();
            String reason = "its apiVersion is a template action" + BY_HAND;
            migrations.refuse(index, new MigratedObject(line, name, name, version, version, reason));
        } else if (mask.hasAction(ResourceApi.GROUP + "/")) {
            migrations.refuse(index, "the template tests which versions the cluster serves" + BY_HAND);
        } else if (hasDuplicates(document)) {
            migrations.refuse(index, "a key is in several branches of the template" + BY_HAND);
        }
    }

    private static boolean hasDuplicates(Value document) {
        for (Value value : document.all()) {
            if (value instanceof ObjectValue object && object.hasRepeatedKey()) {
                return true;
            }
        }
        return false;
    }

    /** The template after the edits; unchanged if the result would not be as intended. */
    private Migrated unmasked(Rewriting rewriting, DocumentMigrations migrations) {
        List<Edit> edits = rewriting.edits().stream().map(mask::unmasked).toList();
        String text = Edit.apply(mask.text(), edits);
        Optional<String> again = TemplateMask.of(text).map(TemplateMask::masked);
        boolean isMeant = again.filter(rewriting.text()::equals).isPresent();
        if (!isMeant) {
            migrations.values().keySet().stream()
                    .toList()
                    .forEach(index -> migrations.refuse(index, "the template cannot be edited safely" + BY_HAND));
        }
        Migrated migrated = migrations.rewritten(rewriting);
        List<MigratedObject> objects =
                migrated.objects().stream().map(this::unmasked).toList();
        return isMeant ? new Migrated(text, edits, objects) : new Migrated(mask.text(), List.of(), objects);
    }

    private MigratedObject unmasked(MigratedObject one) {
        String name = mask.unmasked(one.object());
        return new MigratedObject(one.line(), name, name, one.from(), one.to(), mask.unmasked(one.reason()));
    }
}
