package dev.drawbridge.constraint;

import org.jspecify.annotations.Nullable;

/** A pure check of a string, such as those of {@code constraint.content}. */
@FunctionalInterface
public interface TextCheck {

    /** What is wrong with the text, as the rest of a sentence ("must be …"); null if nothing is. */
    @Nullable
    String check(String text);
}
