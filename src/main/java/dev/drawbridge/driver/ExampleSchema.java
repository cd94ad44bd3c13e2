package dev.drawbridge.driver;

import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The schema of values as far as examples show it: their types and fields, and no limits. */
final class ExampleSchema {

    private final Set<String> types = new LinkedHashSet<>();
    private final Map<String, ExampleSchema> properties = new LinkedHashMap<>();
    private @Nullable ExampleSchema items;

    /** Adds an example. */
    void add(Value value, Set<String> withoutFields) {
        if (value instanceof ObjectValue object) {
            types.add("object");
            for (int i = 0; i < object.size(); i++) {
                if (!withoutFields.contains(object.key(i))) {
                    properties
                            .computeIfAbsent(object.key(i), none -> new ExampleSchema())
                            .add(object.value(i), Set.of());
                }
            }
        } else if (value instanceof ListValue list) {
            types.add("array");
            ExampleSchema ofItems = items == null ? new ExampleSchema() : items;
            for (int i = 0; i < list.size(); i++) {
                ofItems.add(list.get(i), Set.of());
                items = ofItems;
            }
        } else if (value instanceof StringValue) {
            types.add("string");
        } else if (value instanceof BooleanValue) {
            types.add("boolean");
        } else if (value instanceof NumberValue number) {
            types.add(number.text().matches("-?[0-9]+") ? "integer" : "number");
        }
    }

    /** The schema; null alone shows no type. */
    Map<String, Object> schema() {
        Map<String, Object> schema = new LinkedHashMap<>();
        if (types.contains("number")) {
            types.remove("integer");
        }
        if (types.size() == 1) {
            schema.put("type", types.iterator().next());
        } else if (!types.isEmpty()) {
            schema.put("type", List.copyOf(types));
        } else {
            schema.put("x-kubernetes-preserve-unknown-fields", true);
        }
        if (types.contains("object")) {
            Map<String, Object> fields = new LinkedHashMap<>();
            properties.forEach((name, field) -> fields.put(name, field.schema()));
            schema.put("properties", fields);
        }
        if (items != null) {
            schema.put("items", items.schema());
        }
        return schema;
    }
}
