package dev.drawbridge.migration;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.Value;
import dev.drawbridge.edit.EditableText;
import dev.drawbridge.edit.Rewriting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

final class DocumentMigrations {

    private final EditableText source;
    private final Map<Integer, Value> values = new TreeMap<>();
    private final Map<Integer, List<MigratedObject>> found = new TreeMap<>();

    DocumentMigrations(EditableText source) {
        this.source = source;
    }

    void add(int document, Value value, List<MigratedObject> objects) {
        boolean isChanged = source.documents().get(document) instanceof Document before && before.value() != value;
        if (isChanged) {
            values.put(document, value);
        }
        found.put(document, new ArrayList<>(objects));
    }

    void refuse(int document, MigratedObject object) {
        values.remove(document);
        found.put(document, new ArrayList<>(List.of(object)));
    }

    void refuse(int document, String reason) {
        values.remove(document);
        found.getOrDefault(document, new ArrayList<>()).replaceAll(one -> one.isRefused() ? one : one.refused(reason));
    }

    Map<Integer, Value> values() {
        return values;
    }

    Migrated rewritten() {
        return rewritten(source.rewrite(values));
    }

    Migrated rewritten(Rewriting rewriting) {
        List<MigratedObject> all = new ArrayList<>();
        found.forEach((index, ofDocument) -> {
            String why = rewriting.refused().get(index);
            ofDocument.forEach(one -> all.add(why == null || one.isRefused() ? one : one.refused(why)));
        });
        return new Migrated(rewriting.text(), rewriting.edits(), all);
    }
}
