package dev.drawbridge.schema;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import org.jspecify.annotations.Nullable;

/** Checks whether a JSON value fits a Go type, like the API server's decoder. */
final class TypeProblem {

    private TypeProblem() {}

    /** The reason why a non-null value is not of this type; null if it is. */
    static @Nullable String of(TypeNode type, Value value) {
        if (type instanceof ScalarNode scalar) {
            return scalar.kind().problem(value);
        }
        if (type instanceof ListNode list) {
            return value instanceof ListValue
                    ? null
                    : "expected a list, found " + value.typeName()
                            + (of(list.item(), value) == null ? "; start each entry with \"- \"" : "");
        }
        if (value instanceof ObjectValue) {
            return null;
        }
        String problem = "expected an object, found " + value.typeName();
        return type instanceof ObjectNode object ? problem + Hints.ofValue(object, value) : problem;
    }
}
