package dev.drawbridge.schema;

import dev.drawbridge.constraint.ObjectRule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A table: the fields of one Go type of the API, in the API's own order, and the rules over several of them. The name is the Go
 * type's, so the source of each row is that field of that type in {@code k8s.io/api/resource/<version>/types.go}.
 */
public final class ObjectSchema extends FieldType {

    private final String name;
    private final List<FieldRow> rows;
    private final List<Columned<ObjectRule>> rules;

    ObjectSchema(String name, List<FieldRow> rows, List<Columned<ObjectRule>> rules) {
        this.name = name;
        this.rows = List.copyOf(rows);
        this.rules = rules;
        Set<String> names = new HashSet<>();
        for (FieldRow row : rows) {
            if (!names.add(row.name())) {
                throw new IllegalArgumentException(name + "." + row.name() + " has two rows");
            }
        }
    }

    /** The table with this rule. */
    public ObjectSchema rule(ObjectRule rule) {
        return rule(rule, Availability.ALWAYS);
    }

    /** The table with this rule, where the columns say. */
    public ObjectSchema rule(ObjectRule rule, Availability availability) {
        return new ObjectSchema(name, rows, Columned.with(rules, rule, availability));
    }

    /** The Go type's name, such as {@code ResourceClaimSpec}. */
    public String name() {
        return name;
    }

    @Override
    Node project(Projector projector) {
        List<FieldNode> fields = new ArrayList<>();
        for (FieldRow row : rows) {
            if (row.availability()
                    .exists(projector.target().version(), projector.target().release())) {
                fields.add(projector.field(row, fields.size()));
            }
        }
        return new ObjectNode(fields, projector.rules(rules));
    }
}
