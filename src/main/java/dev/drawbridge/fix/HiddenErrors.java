package dev.drawbridge.fix;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Position;
import dev.drawbridge.schema.Repaired.Kind;
import dev.drawbridge.schema.Repaired.Repair;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Errors that repairs reveal: those inside a field that was unknown or misplaced, and those next to a value of the
 * wrong type. They are not caused by the repair, and do not count against it.
 */
final class HiddenErrors {

    private HiddenErrors() {}

    /** The errors except those that were hidden before the repairs. */
    static List<FieldError> without(
            List<FieldError> before, List<FieldError> after, ObjectValue object, List<Repair> added) {
        Set<Position> uncovered = new HashSet<>();
        Set<Position> typed = new HashSet<>();
        for (Repair repair : added) {
            Value value = repair.value();
            if (value != null && (repair.kind() == Kind.PLACE || repair.kind() == Kind.NAME)) {
                positions(value, uncovered);
            } else if (repair.kind() == Kind.QUOTES && repair.position() != null) {
                typed.add(repair.position());
            }
        }
        if (uncovered.isEmpty() && typed.isEmpty()) {
            return after;
        }
        Set<String> known = new HashSet<>();
        before.forEach(error -> known.add(Verdicts.key(error, object)));
        return after.stream()
                .filter(error -> {
                    Position position = Verdicts.position(error, object);
                    boolean isRevealed = !typed.isEmpty()
                            && !typed.contains(position)
                            && !known.contains(Verdicts.key(error, object));
                    return !uncovered.contains(position) && !isRevealed;
                })
                .toList();
    }

    private static void positions(Value value, Set<Position> into) {
        for (Value one : value.all()) {
            if (one.position() != null) {
                into.add(one.position());
            }
            if (one instanceof ObjectValue object) {
                for (int i = 0; i < object.size(); i++) {
                    Position key = object.keyPosition(i);
                    if (key != null) {
                        into.add(key);
                    }
                }
            }
        }
    }
}
