package dev.drawbridge.explain;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.schema.FieldFacts;

/** The purpose of each field in a sentence or two: {@code explain/meanings.yaml}. */
final class Meanings {

    private static final ObjectValue ALL = YamlReader.bundled("/explain/meanings.yaml");

    static String of(FieldFacts field) {
        String meaning = ALL.object(field.owner()).string(field.name());
        return meaning.isEmpty() ? ALL.object("*").string(field.name()) : meaning;
    }

    static String ofKind(String kind) {
        return ALL.object("kinds").string(kind);
    }
}
