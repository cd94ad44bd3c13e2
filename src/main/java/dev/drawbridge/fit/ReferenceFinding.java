package dev.drawbridge.fit;

import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import org.jspecify.annotations.Nullable;

/**
 * A name in a pod that leads to nothing, or to nothing that is used.
 *
 * @param rule which kind of name it is
 * @param path the field
 * @param target the object that is named and not there, such as {@code ResourceClaim ml/train}; null if it is none
 * @param isMissing whether something named is not there, which is an error in an input that is complete
 */
public record ReferenceFinding(
        Origin rule,
        FieldPath path,
        @Nullable Position position,
        String message,
        @Nullable String target,
        boolean isMissing) {

    /** A name of something that is no object. */
    ReferenceFinding(Origin rule, FieldPath path, @Nullable Position position, String message, boolean isMissing) {
        this(rule, path, position, message, null, isMissing);
    }
}
