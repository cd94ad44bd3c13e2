package dev.drawbridge.explain;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.schema.FieldFacts;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The purpose of each field in a sentence or two: {@code explain/meanings.yaml}. */
final class Meanings {

    private static final String FILE = "/explain/meanings.yaml";
    private static final String ANY = "*";
    private static final String KINDS = "kinds";
    private static final ObjectValue ALL = read();

    private Meanings() {}

    private static ObjectValue read() {
        try (InputStream in = Objects.requireNonNull(Meanings.class.getResourceAsStream(FILE), FILE)) {
            Document document = (Document)
                    new YamlReader(ReadLimits.DEFAULT).read(in.readAllBytes()).get(0);
            return (ObjectValue) document.value();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String of(FieldFacts field) {
        String meaning = ALL.object(field.owner()).string(field.name());
        return meaning.isEmpty() ? ALL.object(ANY).string(field.name()) : meaning;
    }

    static String ofKind(String kind) {
        return ALL.object(KINDS).string(kind);
    }

    /** The fields that have a meaning, as TYPE.FIELD. */
    static List<String> fields() {
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < ALL.size(); i++) {
            ObjectValue type = (ObjectValue) ALL.value(i);
            for (int j = 0; j < type.size(); j++) {
                fields.add(ALL.key(i) + "." + type.key(j));
            }
        }
        return fields;
    }
}
