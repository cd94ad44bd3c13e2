package dev.drawbridge.resource;

import static dev.drawbridge.resource.PodSchema.CLAIM_WORD;
import static dev.drawbridge.schema.Vocabulary.*;

import dev.drawbridge.schema.FieldRow;
import dev.drawbridge.schema.ObjectSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The table of a kind: the rows that each kind begins with, then its own. Source: metav1.TypeMeta. */
final class KindSchema {

    // @formatter:off
    /** The metadata of kinds of other groups: only the types of what users write. */
    static final ObjectSchema WRITTEN_META = object("ObjectMeta",
        optional("name",         STRING),
        optional("generateName", STRING),
        optional("namespace",    STRING),
        optional("labels",       mapOf(STRING)),
        optional("annotations",  mapOf(STRING)))
        .partOf(CLAIM_WORD);
    // @formatter:on

    /** The table of a kind of another group. */
    static ObjectSchema kind(String name, FieldRow... rows) {
        return kind(name, WRITTEN_META, rows);
    }

    static ObjectSchema kind(String name, ObjectSchema metadata, FieldRow... rows) {
        List<FieldRow> all = new ArrayList<>(
                List.of(optional("apiVersion", STRING), optional("kind", STRING), optional("metadata", metadata)));
        all.addAll(Arrays.asList(rows));
        return object(name, all.toArray(FieldRow[]::new));
    }
}
