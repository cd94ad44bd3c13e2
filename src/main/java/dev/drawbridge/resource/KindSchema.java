package dev.drawbridge.resource;

import static dev.drawbridge.schema.Vocabulary.*;

import dev.drawbridge.schema.FieldRow;
import dev.drawbridge.schema.ObjectSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The table of a kind: the rows that each kind begins with, then its own. Source: metav1.TypeMeta. */
final class KindSchema {

    private KindSchema() {}

    static ObjectSchema kind(String name, ObjectSchema metadata, FieldRow... rows) {
        List<FieldRow> all = new ArrayList<>(List.of(optional("metadata", metadata)));
        all.addAll(Arrays.asList(rows));
        return kind(name, all.toArray(FieldRow[]::new));
    }

    /** The table of a kind whose metadata is not validated. */
    static ObjectSchema kind(String name, FieldRow... rows) {
        List<FieldRow> all = new ArrayList<>(List.of(optional("apiVersion", STRING), optional("kind", STRING)));
        all.addAll(Arrays.asList(rows));
        return object(name, all.toArray(FieldRow[]::new));
    }
}
