package dev.drawbridge.fit;

import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import org.jspecify.annotations.Nullable;

/**
 * A reference in a pod to a missing or unused target.
 *
 * @param rule the rule for this kind of reference
 * @param path the field
 * @param target the missing object, such as {@code ResourceClaim ml/train}; null if the target is not an object
 * @param isMissing whether the target is missing, which is an error if the input is complete
 */
public record ReferenceFinding(
        Origin rule,
        FieldPath path,
        @Nullable Position position,
        String message,
        @Nullable String target,
        boolean isMissing) {

    /** Creates a finding for a target that is not an object. */
    ReferenceFinding(Origin rule, FieldPath path, @Nullable Position position, String message, boolean isMissing) {
        this(rule, path, position, message, null, isMissing);
    }
}
