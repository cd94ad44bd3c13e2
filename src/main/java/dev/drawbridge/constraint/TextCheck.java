package dev.drawbridge.constraint;

import org.jspecify.annotations.Nullable;

/** A check of a string without side effects, such as those of {@code constraint.content}. */
@FunctionalInterface
public interface TextCheck {

    /** The error in the text as the rest of a sentence ("must be …"); null if there is none. */
    @Nullable
    String check(String text);
}
