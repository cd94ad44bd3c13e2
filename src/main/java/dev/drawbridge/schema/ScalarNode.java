package dev.drawbridge.schema;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.Formats;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.Value;
import org.jspecify.annotations.Nullable;

record ScalarNode(ScalarKind kind, Constraint[] constraints) implements TypeNode {

    /** What a number is meant for that is invalid in quotes, too, such as the version 1.2; null if quotes suffice. */
    @Nullable
    String meant(Value value) {
        if (kind == ScalarKind.STRING && value instanceof NumberValue number) {
            for (Constraint constraint : constraints) {
                if (constraint instanceof Formats format) {
                    return format.meant(number.written());
                }
            }
        }
        return null;
    }
}
