package dev.drawbridge.schema;

/** How much of a part of the object the target's server looks at. */
public enum Depth {
    /** All of it. */
    VALIDATED,
    /** What its Go type declares, in {@code +k8s:} tags. */
    DECLARED,
    /** All but what its Go type alone declares. */
    BY_HAND,
    /** Its JSON types; what has no gate is dropped. */
    UNVALIDATED;

    /** Whether it looks at what is there. */
    boolean keeps(Source source) {
        return switch (this) {
            case VALIDATED -> true;
            case DECLARED -> source != Source.CODE;
            case BY_HAND -> source != Source.TAGS;
            case UNVALIDATED -> false;
        };
    }

    boolean isValidated() {
        return keeps(Source.BOTH);
    }

    /** What is left where both limit it: nothing of two halves. */
    Depth and(Depth other) {
        if (this == VALIDATED || this == other) {
            return other;
        }
        return other == VALIDATED ? this : UNVALIDATED;
    }
}
