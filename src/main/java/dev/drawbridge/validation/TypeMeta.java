package dev.drawbridge.validation;

import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.Origin;
import dev.drawbridge.port.GoStrings;
import java.util.List;

/**
 * Reads the kind and version of an object as the API server does: with Go's {@code encoding/json}, which ignores case,
 * so {@code KIND} is {@code kind}. All other names are case-sensitive.
 *
 * <p>Source: {@code k8s.io/apimachinery/pkg/runtime/serializer/json/meta.go}, SimpleMetaFactory.Interpret.
 */
final class TypeMeta {

    private static final List<String> FIELDS = List.of("apiVersion", "kind");

    /** Reports fields that are unknown only by their case and are no strings: the server reports the type first. */
    static void check(ObjectValue object, ValidationContext context) {
        for (int i = 0; i < object.size(); i++) {
            for (String field : FIELDS) {
                boolean mayBe = object.key(i).length() == field.length();
                if (mayBe
                        && !object.key(i).equals(field)
                        && GoStrings.fold(object.key(i)).equals(GoStrings.fold(field))) {
                    check(field, object.value(i), context);
                }
            }
        }
    }

    private static void check(String field, Value value, ValidationContext context) {
        if (!(value instanceof StringValue) && !(value instanceof NullValue)) {
            Demand demand = new Demand(Origin.TYPE, "expected a string, found " + value.typeName());
            context.at(field).reportWrongType(value, demand, null);
        }
    }
}
