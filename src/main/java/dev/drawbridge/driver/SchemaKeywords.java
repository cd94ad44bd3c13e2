package dev.drawbridge.driver;

import static dev.drawbridge.schema.Vocabulary.*;

import dev.drawbridge.constraint.Limits;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.schema.Decoder;
import dev.drawbridge.schema.FieldRow;
import dev.drawbridge.schema.FieldType;
import dev.drawbridge.schema.ObjectSchema;
import dev.drawbridge.schema.Projection;
import dev.drawbridge.schema.UnknownFields;
import dev.drawbridge.schema.Vocabulary;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** The table of a schema itself: its keywords with their types. */
final class SchemaKeywords {

    // @formatter:off
    static final Set<String> WITHOUT_EFFECT = Set.of(
        "$schema", "$id", "$comment", "title", "default", "example", "examples", "deprecated", "readOnly", "writeOnly",
        "definitions", "$defs", "x-kubernetes-list-type", "x-kubernetes-list-map-keys", "x-kubernetes-map-type",
        "externalDocs", "x-kubernetes-embedded-resource", "contentMediaType", "const");
    // @formatter:on

    private static final Projection SCHEMA = Projection.ofDriver(keywords());

    private static final Decoder DECODER = new Decoder(UnknownFields.DENY, false, false, "of schemas");

    /** The mistakes of a schema: keywords that do not exist, and values of a wrong type. */
    static List<FieldError> errors(ObjectValue schema) {
        return SCHEMA.validate(schema, DECODER).errors();
    }

    private static ObjectSchema keywords() {
        List<FieldRow> rows = new ArrayList<>();
        add(rows, STRING, List.of("since", "until", "format", "description", "pattern"));
        add(rows, anyOf(SchemaReader.OBJECT), List.of("properties", "patternProperties"));
        add(rows, anyOf(SchemaReader.OBJECT, "boolean"), List.of("additionalProperties", "items", "not"));
        add(rows, listOf(RAW), List.of("allOf", "anyOf", "oneOf", "x-kubernetes-validations"));
        add(rows, listOf(RAW).with(Limits.NOT_EMPTY), List.of("enum"));
        add(rows, listOf(STRING), List.of("required"));
        add(
                rows,
                BOOL,
                List.of("uniqueItems", "nullable", SchemaReader.INT_OR_STRING, "x-kubernetes-preserve-unknown-fields"));
        for (SchemaLimit.Keyword keyword : SchemaLimit.Keyword.values()) {
            boolean isFlag = keyword.word.startsWith("exclusive");
            FieldType number = keyword.isOfNumbers() ? NUMBER : INT64.min(0).max(Integer.MAX_VALUE);
            add(rows, isFlag ? anyOf("number", "boolean") : number, List.of(keyword.word));
        }
        add(rows, anyOf("string", SchemaReader.ARRAY), List.of("type"));
        add(rows, RAW, WITHOUT_EFFECT);
        return Vocabulary.object(SchemaReader.OBJECT, rows.toArray(FieldRow[]::new));
    }

    private static void add(List<FieldRow> rows, FieldType type, Collection<String> words) {
        words.forEach(word -> rows.add(optional(word, type).pointer()));
    }

    private static FieldType anyOf(String... types) {
        return RAW.with(SchemaLimit.types(Set.of(types)));
    }
}
